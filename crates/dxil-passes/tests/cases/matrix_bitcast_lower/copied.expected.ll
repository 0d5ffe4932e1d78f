; matrix_bitcast_lower 3

%struct.S = type { i32, %class.matrix.float.2.2 }
%class.matrix.float.2.2 = type { [2 x <2 x float>] }

declare void @llvm.memcpy.p0i8.p0i8.i64(i8*, i8*, i64, i32, i1)

define float @main(<4 x float> %all) {
  %1 = alloca { i32, [4 x float] }
  %2 = alloca { i32, [4 x float] }
  %3 = extractelement <4 x float> %all, i32 0
  %4 = extractelement <4 x float> %all, i32 1
  %5 = extractelement <4 x float> %all, i32 2
  %6 = extractelement <4 x float> %all, i32 3
  %7 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %1, i32 0, i32 1, i32 0
  store float %3, float* %7
  %8 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %1, i32 0, i32 1, i32 1
  store float %4, float* %8
  %9 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %1, i32 0, i32 1, i32 2
  store float %5, float* %9
  %10 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %1, i32 0, i32 1, i32 3
  store float %6, float* %10
  %11 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %1, i32 0, i32 0
  %12 = load i32, i32* %11
  %13 = insertvalue %struct.S undef, i32 %12, 0
  %14 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %1, i32 0, i32 1, i32 0
  %15 = load float, float* %14
  %16 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %1, i32 0, i32 1, i32 1
  %17 = load float, float* %16
  %18 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %1, i32 0, i32 1, i32 2
  %19 = load float, float* %18
  %20 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %1, i32 0, i32 1, i32 3
  %21 = load float, float* %20
  %22 = insertelement <2 x float> undef, float %15, i32 0
  %23 = insertelement <2 x float> %22, float %17, i32 1
  %24 = insertvalue [2 x <2 x float>] undef, <2 x float> %23, 0
  %25 = insertelement <2 x float> undef, float %19, i32 0
  %26 = insertelement <2 x float> %25, float %21, i32 1
  %27 = insertvalue [2 x <2 x float>] %24, <2 x float> %26, 1
  %28 = insertvalue %class.matrix.float.2.2 undef, [2 x <2 x float>] %27, 0
  %29 = insertvalue %struct.S %13, %class.matrix.float.2.2 %28, 1
  %30 = extractvalue %struct.S %29, 0
  %31 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %2, i32 0, i32 0
  store i32 %30, i32* %31
  %32 = extractvalue %struct.S %29, 1
  %33 = extractvalue %class.matrix.float.2.2 %32, 0
  %34 = extractvalue [2 x <2 x float>] %33, 0
  %35 = extractvalue [2 x <2 x float>] %33, 1
  %36 = extractelement <2 x float> %34, i32 0
  %37 = extractelement <2 x float> %34, i32 1
  %38 = extractelement <2 x float> %35, i32 0
  %39 = extractelement <2 x float> %35, i32 1
  %40 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %2, i32 0, i32 1, i32 0
  store float %36, float* %40
  %41 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %2, i32 0, i32 1, i32 1
  store float %37, float* %41
  %42 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %2, i32 0, i32 1, i32 2
  store float %38, float* %42
  %43 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %2, i32 0, i32 1, i32 3
  store float %39, float* %43
  %44 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %2, i32 0, i32 1, i32 0
  %45 = load float, float* %44
  %46 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %2, i32 0, i32 1, i32 1
  %47 = load float, float* %46
  %48 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %2, i32 0, i32 1, i32 2
  %49 = load float, float* %48
  %50 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %2, i32 0, i32 1, i32 3
  %51 = load float, float* %50
  %52 = insertelement <4 x float> undef, float %45, i32 0
  %53 = insertelement <4 x float> %52, float %47, i32 1
  %54 = insertelement <4 x float> %53, float %49, i32 2
  %value = insertelement <4 x float> %54, float %51, i32 3
  %one = extractelement <4 x float> %value, i32 1
  ret float %one
}
