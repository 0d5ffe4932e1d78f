; sroa 2

define <4 x float> @main(<4 x float> %v, float %f, i32 %i) {
  %a.0 = alloca float, align 4
  %a.1 = alloca float, align 4
  %a.2 = alloca float, align 4
  %a.3 = alloca float, align 4
  %b.0 = alloca [4 x float], align 4
  %c = alloca <4 x float>
  %1 = extractelement <4 x float> %v, i32 0
  store float %1, float* %a.0, align 4
  %2 = extractelement <4 x float> %v, i32 1
  store float %2, float* %a.1, align 4
  %3 = extractelement <4 x float> %v, i32 2
  store float %3, float* %a.2, align 4
  %4 = extractelement <4 x float> %v, i32 3
  store float %4, float* %a.3, align 4
  %5 = extractelement <4 x float> %v, i32 0
  %6 = getelementptr inbounds [4 x float], [4 x float]* %b.0, i32 0, i32 0
  store float %5, float* %6, align 4
  %7 = extractelement <4 x float> %v, i32 1
  %8 = getelementptr inbounds [4 x float], [4 x float]* %b.0, i32 0, i32 1
  store float %7, float* %8, align 4
  %9 = extractelement <4 x float> %v, i32 2
  %10 = getelementptr inbounds [4 x float], [4 x float]* %b.0, i32 0, i32 2
  store float %9, float* %10, align 4
  %11 = extractelement <4 x float> %v, i32 3
  %12 = getelementptr inbounds [4 x float], [4 x float]* %b.0, i32 0, i32 3
  store float %11, float* %12, align 4
  store <4 x float> %v, <4 x float>* %c
  store float %f, float* %a.2
  %13 = getelementptr inbounds [4 x float], [4 x float]* %b.0, i32 0, i32 %i
  store float %f, float* %13
  %14 = load float, float* %a.0, align 4
  %15 = insertelement <4 x float> undef, float %14, i32 0
  %16 = load float, float* %a.1, align 4
  %17 = insertelement <4 x float> %15, float %16, i32 1
  %18 = load float, float* %a.2, align 4
  %19 = insertelement <4 x float> %17, float %18, i32 2
  %20 = load float, float* %a.3, align 4
  %u = insertelement <4 x float> %19, float %20, i32 3
  %w = load <4 x float>, <4 x float>* %c
  ret <4 x float> %u
}
