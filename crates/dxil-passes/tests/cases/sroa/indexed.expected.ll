; sroa 3

define float @main(i32 %i, i32 %j, <2 x float> %v) {
  %a.0 = alloca [4 x float], align 4
  %a.1 = alloca [4 x float], align 4
  %a.2.0 = alloca float, align 4
  %m.0 = alloca [6 x float], align 4
  store float 1.000000e+00, float* %a.2.0
  %1 = extractelement <2 x float> %v, i32 0
  %2 = getelementptr inbounds [4 x float], [4 x float]* %a.0, i32 0, i32 %i
  store float %1, float* %2, align 4
  %3 = extractelement <2 x float> %v, i32 1
  %4 = getelementptr inbounds [4 x float], [4 x float]* %a.1, i32 0, i32 %i
  store float %3, float* %4, align 4
  %5 = getelementptr inbounds [4 x float], [4 x float]* %a.0, i32 0, i32 %i
  %x = load float, float* %5
  %6 = mul i32 %i, 3
  %7 = add i32 %6, %j
  %8 = getelementptr inbounds [6 x float], [6 x float]* %m.0, i32 0, i32 %7
  store float %x, float* %8
  %9 = add i32 3, %j
  %10 = getelementptr inbounds [6 x float], [6 x float]* %m.0, i32 0, i32 %9
  %r = load float, float* %10
  ret float %r
}
