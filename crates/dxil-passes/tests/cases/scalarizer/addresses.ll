; RUN: scalarizer
; Vectors of addresses.

define float @main([4 x float]* %p, <2 x i32> %i) {
  %1 = insertelement <2 x [4 x float]*> undef, [4 x float]* %p, i32 0
  %2 = shufflevector <2 x [4 x float]*> %1, <2 x [4 x float]*> undef, <2 x i32> zeroinitializer
  %3 = getelementptr inbounds [4 x float], <2 x [4 x float]*> %2, <2 x i32> zeroinitializer, <2 x i32> %i
  %4 = extractelement <2 x float*> %3, i32 1
  %5 = load float, float* %4
  ret float %5
}
