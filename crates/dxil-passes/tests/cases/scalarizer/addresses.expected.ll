; scalarizer 4

define float @main([4 x float]* %p, <2 x i32> %i) {
  %1 = extractelement <2 x i32> %i, i32 0
  %2 = extractelement <2 x i32> %i, i32 1
  %3 = getelementptr inbounds [4 x float], [4 x float]* %p, i32 0, i32 %1
  %4 = getelementptr inbounds [4 x float], [4 x float]* %p, i32 0, i32 %2
  %5 = load float, float* %4
  ret float %5
}
