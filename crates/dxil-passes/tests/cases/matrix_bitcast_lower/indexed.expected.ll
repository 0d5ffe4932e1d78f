; matrix_bitcast_lower 1

define float @main(i32 %i, float %x) {
  %1 = alloca [8 x float]
  %2 = getelementptr inbounds [8 x float], [8 x float]* %1, i32 0, i32 5
  store float %x, float* %2
  %3 = mul i32 %i, 4
  %4 = getelementptr [8 x float], [8 x float]* %1, i32 0, i32 %3
  %5 = add i32 %3, 1
  %6 = getelementptr [8 x float], [8 x float]* %1, i32 0, i32 %5
  %7 = add i32 %3, 2
  %8 = getelementptr [8 x float], [8 x float]* %1, i32 0, i32 %7
  %9 = add i32 %3, 3
  %10 = getelementptr [8 x float], [8 x float]* %1, i32 0, i32 %9
  %11 = load float, float* %4
  %12 = load float, float* %6
  %13 = load float, float* %8
  %14 = load float, float* %10
  %15 = insertelement <4 x float> undef, float %11, i32 0
  %16 = insertelement <4 x float> %15, float %12, i32 1
  %17 = insertelement <4 x float> %16, float %13, i32 2
  %18 = insertelement <4 x float> %17, float %14, i32 3
  %19 = mul i32 %i, 4
  %20 = add i32 %19, 2
  %21 = getelementptr [8 x float], [8 x float]* %1, i32 0, i32 %20
  %22 = add i32 %19, 3
  %23 = getelementptr [8 x float], [8 x float]* %1, i32 0, i32 %22
  %24 = load float, float* %21
  %25 = load float, float* %23
  %26 = insertelement <2 x float> undef, float %24, i32 0
  %27 = insertelement <2 x float> %26, float %25, i32 1
  %a = extractelement <4 x float> %18, i32 1
  %b = extractelement <2 x float> %27, i32 0
  %r = fadd float %a, %b
  ret float %r
}
