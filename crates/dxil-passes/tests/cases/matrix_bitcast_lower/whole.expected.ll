; matrix_bitcast_lower 1

%class.matrix.float.2.2 = type { [2 x <2 x float>] }

define float @main(%class.matrix.float.2.2 %rows) {
  %1 = alloca [4 x float]
  %2 = getelementptr inbounds [4 x float], [4 x float]* %1, i32 0, i32 0
  %3 = getelementptr inbounds [4 x float], [4 x float]* %1, i32 0, i32 1
  %4 = getelementptr inbounds [4 x float], [4 x float]* %1, i32 0, i32 2
  %5 = getelementptr inbounds [4 x float], [4 x float]* %1, i32 0, i32 3
  %6 = extractvalue %class.matrix.float.2.2 %rows, 0
  %7 = extractvalue [2 x <2 x float>] %6, 0
  %8 = extractvalue [2 x <2 x float>] %6, 1
  %9 = extractelement <2 x float> %7, i32 0
  %10 = extractelement <2 x float> %7, i32 1
  %11 = extractelement <2 x float> %8, i32 0
  %12 = extractelement <2 x float> %8, i32 1
  store float %9, float* %2
  store float %10, float* %3
  store float %11, float* %4
  store float %12, float* %5
  %13 = getelementptr inbounds [4 x float], [4 x float]* %1, i32 0, i32 0
  %14 = getelementptr inbounds [4 x float], [4 x float]* %1, i32 0, i32 1
  %15 = getelementptr inbounds [4 x float], [4 x float]* %1, i32 0, i32 2
  %16 = getelementptr inbounds [4 x float], [4 x float]* %1, i32 0, i32 3
  %17 = load float, float* %13
  %18 = load float, float* %14
  %19 = load float, float* %15
  %20 = load float, float* %16
  %21 = insertelement <4 x float> undef, float %17, i32 0
  %22 = insertelement <4 x float> %21, float %18, i32 1
  %23 = insertelement <4 x float> %22, float %19, i32 2
  %24 = insertelement <4 x float> %23, float %20, i32 3
  %r = extractelement <4 x float> %24, i32 2
  ret float %r
}
