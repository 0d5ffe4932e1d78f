; matrix_bitcast_lower 3

%struct.Inner = type { i32, %class.matrix.float.2.2 }
%class.matrix.float.2.2 = type { [2 x <2 x float>] }

declare void @told(i32*)

define float @main(i32 %i, <4 x float> %all) {
  %1 = alloca { [4 x i32], [2 x { i32, [4 x float] }], float }
  %counts = getelementptr { [4 x i32], [2 x { i32, [4 x float] }], float }, { [4 x i32], [2 x { i32, [4 x float] }], float }* %1, i32 0, i32 0, i32 %i
  call void @told(i32* %counts)
  %2 = extractelement <4 x float> %all, i32 0
  %3 = extractelement <4 x float> %all, i32 1
  %4 = extractelement <4 x float> %all, i32 2
  %5 = extractelement <4 x float> %all, i32 3
  %6 = getelementptr { [4 x i32], [2 x { i32, [4 x float] }], float }, { [4 x i32], [2 x { i32, [4 x float] }], float }* %1, i32 0, i32 1, i32 %i, i32 1, i32 0
  store float %2, float* %6
  %7 = getelementptr { [4 x i32], [2 x { i32, [4 x float] }], float }, { [4 x i32], [2 x { i32, [4 x float] }], float }* %1, i32 0, i32 1, i32 %i, i32 1, i32 1
  store float %3, float* %7
  %8 = getelementptr { [4 x i32], [2 x { i32, [4 x float] }], float }, { [4 x i32], [2 x { i32, [4 x float] }], float }* %1, i32 0, i32 1, i32 %i, i32 1, i32 2
  store float %4, float* %8
  %9 = getelementptr { [4 x i32], [2 x { i32, [4 x float] }], float }, { [4 x i32], [2 x { i32, [4 x float] }], float }* %1, i32 0, i32 1, i32 %i, i32 1, i32 3
  store float %5, float* %9
  %10 = add i32 %i, 2
  %11 = getelementptr { [4 x i32], [2 x { i32, [4 x float] }], float }, { [4 x i32], [2 x { i32, [4 x float] }], float }* %1, i32 0, i32 1, i32 %i, i32 1, i32 %10
  %one = load float, float* %11, align 4
  %last = getelementptr inbounds { [4 x i32], [2 x { i32, [4 x float] }], float }, { [4 x i32], [2 x { i32, [4 x float] }], float }* %1, i32 0, i32 2
  store float %one, float* %last, align 4
  %two = load float, float* %last, align 4
  ret float %two
}

define %struct.Inner @whole(%struct.Inner %given) {
  %1 = alloca { i32, [4 x float] }
  %2 = extractvalue %struct.Inner %given, 0
  %3 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %1, i32 0, i32 0
  store i32 %2, i32* %3
  %4 = extractvalue %struct.Inner %given, 1
  %5 = extractvalue %class.matrix.float.2.2 %4, 0
  %6 = extractvalue [2 x <2 x float>] %5, 0
  %7 = extractvalue [2 x <2 x float>] %5, 1
  %8 = extractelement <2 x float> %6, i32 0
  %9 = extractelement <2 x float> %6, i32 1
  %10 = extractelement <2 x float> %7, i32 0
  %11 = extractelement <2 x float> %7, i32 1
  %12 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %1, i32 0, i32 1, i32 0
  store float %8, float* %12
  %13 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %1, i32 0, i32 1, i32 1
  store float %9, float* %13
  %14 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %1, i32 0, i32 1, i32 2
  store float %10, float* %14
  %15 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %1, i32 0, i32 1, i32 3
  store float %11, float* %15
  %16 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %1, i32 0, i32 1, i32 0
  %17 = load float, float* %16
  %18 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %1, i32 0, i32 1, i32 1
  %19 = load float, float* %18
  %20 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %1, i32 0, i32 1, i32 2
  %21 = load float, float* %20
  %22 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %1, i32 0, i32 1, i32 3
  %23 = load float, float* %22
  %24 = insertelement <4 x float> undef, float %17, i32 0
  %25 = insertelement <4 x float> %24, float %19, i32 1
  %26 = insertelement <4 x float> %25, float %21, i32 2
  %all = insertelement <4 x float> %26, float %23, i32 3
  %sum = fadd <4 x float> %all, %all
  %27 = extractelement <4 x float> %sum, i32 0
  %28 = extractelement <4 x float> %sum, i32 1
  %29 = extractelement <4 x float> %sum, i32 2
  %30 = extractelement <4 x float> %sum, i32 3
  %31 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %1, i32 0, i32 1, i32 0
  store float %27, float* %31
  %32 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %1, i32 0, i32 1, i32 1
  store float %28, float* %32
  %33 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %1, i32 0, i32 1, i32 2
  store float %29, float* %33
  %34 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %1, i32 0, i32 1, i32 3
  store float %30, float* %34
  %35 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %1, i32 0, i32 0
  %36 = load i32, i32* %35
  %37 = insertvalue %struct.Inner undef, i32 %36, 0
  %38 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %1, i32 0, i32 1, i32 0
  %39 = load float, float* %38
  %40 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %1, i32 0, i32 1, i32 1
  %41 = load float, float* %40
  %42 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %1, i32 0, i32 1, i32 2
  %43 = load float, float* %42
  %44 = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] }* %1, i32 0, i32 1, i32 3
  %45 = load float, float* %44
  %46 = insertelement <2 x float> undef, float %39, i32 0
  %47 = insertelement <2 x float> %46, float %41, i32 1
  %48 = insertvalue [2 x <2 x float>] undef, <2 x float> %47, 0
  %49 = insertelement <2 x float> undef, float %43, i32 0
  %50 = insertelement <2 x float> %49, float %45, i32 1
  %51 = insertvalue [2 x <2 x float>] %48, <2 x float> %50, 1
  %52 = insertvalue %class.matrix.float.2.2 undef, [2 x <2 x float>] %51, 0
  %result = insertvalue %struct.Inner %37, %class.matrix.float.2.2 %52, 1
  ret %struct.Inner %result
}

define <4 x float> @first(%class.matrix.float.2.2 %rows) {
  %1 = alloca { [4 x float], i32 }
  %2 = extractvalue %class.matrix.float.2.2 %rows, 0
  %3 = extractvalue [2 x <2 x float>] %2, 0
  %4 = extractvalue [2 x <2 x float>] %2, 1
  %5 = extractelement <2 x float> %3, i32 0
  %6 = extractelement <2 x float> %3, i32 1
  %7 = extractelement <2 x float> %4, i32 0
  %8 = extractelement <2 x float> %4, i32 1
  %9 = getelementptr inbounds { [4 x float], i32 }, { [4 x float], i32 }* %1, i32 0, i32 0, i32 0
  store float %5, float* %9
  %10 = getelementptr inbounds { [4 x float], i32 }, { [4 x float], i32 }* %1, i32 0, i32 0, i32 1
  store float %6, float* %10
  %11 = getelementptr inbounds { [4 x float], i32 }, { [4 x float], i32 }* %1, i32 0, i32 0, i32 2
  store float %7, float* %11
  %12 = getelementptr inbounds { [4 x float], i32 }, { [4 x float], i32 }* %1, i32 0, i32 0, i32 3
  store float %8, float* %12
  %13 = getelementptr inbounds { [4 x float], i32 }, { [4 x float], i32 }* %1, i32 0, i32 0, i32 0
  %14 = load float, float* %13
  %15 = getelementptr inbounds { [4 x float], i32 }, { [4 x float], i32 }* %1, i32 0, i32 0, i32 1
  %16 = load float, float* %15
  %17 = getelementptr inbounds { [4 x float], i32 }, { [4 x float], i32 }* %1, i32 0, i32 0, i32 2
  %18 = load float, float* %17
  %19 = getelementptr inbounds { [4 x float], i32 }, { [4 x float], i32 }* %1, i32 0, i32 0, i32 3
  %20 = load float, float* %19
  %21 = insertelement <4 x float> undef, float %14, i32 0
  %22 = insertelement <4 x float> %21, float %16, i32 1
  %23 = insertelement <4 x float> %22, float %18, i32 2
  %all = insertelement <4 x float> %23, float %20, i32 3
  ret <4 x float> %all
}
