; matrix_bitcast_lower 1

%class.matrix.float.2.2 = type { [2 x <2 x float>] }

define float @main(%class.matrix.float.2.2 %rows) {
  %1 = alloca [4 x float]
  %2 = extractvalue %class.matrix.float.2.2 %rows, 0
  %3 = extractvalue [2 x <2 x float>] %2, 0
  %4 = extractvalue [2 x <2 x float>] %2, 1
  %5 = extractelement <2 x float> %3, i32 0
  %6 = extractelement <2 x float> %3, i32 1
  %7 = extractelement <2 x float> %4, i32 0
  %8 = extractelement <2 x float> %4, i32 1
  %9 = getelementptr inbounds [4 x float], [4 x float]* %1, i32 0, i32 0
  store float %5, float* %9
  %10 = getelementptr inbounds [4 x float], [4 x float]* %1, i32 0, i32 1
  store float %6, float* %10
  %11 = getelementptr inbounds [4 x float], [4 x float]* %1, i32 0, i32 2
  store float %7, float* %11
  %12 = getelementptr inbounds [4 x float], [4 x float]* %1, i32 0, i32 3
  store float %8, float* %12
  %13 = getelementptr inbounds [4 x float], [4 x float]* %1, i32 0, i32 0
  %14 = load float, float* %13
  %15 = getelementptr inbounds [4 x float], [4 x float]* %1, i32 0, i32 1
  %16 = load float, float* %15
  %17 = getelementptr inbounds [4 x float], [4 x float]* %1, i32 0, i32 2
  %18 = load float, float* %17
  %19 = getelementptr inbounds [4 x float], [4 x float]* %1, i32 0, i32 3
  %20 = load float, float* %19
  %21 = insertelement <4 x float> undef, float %14, i32 0
  %22 = insertelement <4 x float> %21, float %16, i32 1
  %23 = insertelement <4 x float> %22, float %18, i32 2
  %all = insertelement <4 x float> %23, float %20, i32 3
  %r = extractelement <4 x float> %all, i32 2
  ret float %r
}
