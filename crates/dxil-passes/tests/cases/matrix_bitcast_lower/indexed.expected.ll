; matrix_bitcast_lower 1

define float @main(i32 %i, float %x) {
  %1 = alloca [8 x float]
  %2 = getelementptr inbounds [8 x float], [8 x float]* %1, i32 0, i32 5
  store float %x, float* %2
  %3 = mul i32 %i, 4
  %4 = getelementptr [8 x float], [8 x float]* %1, i32 0, i32 %3
  %5 = load float, float* %4
  %6 = add i32 %3, 1
  %7 = getelementptr [8 x float], [8 x float]* %1, i32 0, i32 %6
  %8 = load float, float* %7
  %9 = add i32 %3, 2
  %10 = getelementptr [8 x float], [8 x float]* %1, i32 0, i32 %9
  %11 = load float, float* %10
  %12 = add i32 %3, 3
  %13 = getelementptr [8 x float], [8 x float]* %1, i32 0, i32 %12
  %14 = load float, float* %13
  %15 = insertelement <4 x float> undef, float %5, i32 0
  %16 = insertelement <4 x float> %15, float %8, i32 1
  %17 = insertelement <4 x float> %16, float %11, i32 2
  %value = insertelement <4 x float> %17, float %14, i32 3
  %18 = mul i32 %i, 4
  %19 = add i32 %18, 2
  %20 = getelementptr [8 x float], [8 x float]* %1, i32 0, i32 %19
  %21 = load float, float* %20
  %22 = add i32 %18, 3
  %23 = getelementptr [8 x float], [8 x float]* %1, i32 0, i32 %22
  %24 = load float, float* %23
  %25 = insertelement <2 x float> undef, float %21, i32 0
  %second = insertelement <2 x float> %25, float %24, i32 1
  %a = extractelement <4 x float> %value, i32 1
  %b = extractelement <2 x float> %second, i32 0
  %r = fadd float %a, %b
  ret float %r
}
