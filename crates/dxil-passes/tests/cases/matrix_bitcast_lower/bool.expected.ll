; matrix_bitcast_lower 2

%struct.Flags = type { float, %class.matrix.bool.2.2 }
%class.matrix.bool.2.2 = type { [2 x <2 x i1>] }

define i1 @main(<4 x i32> %all) {
  %1 = alloca { float, [4 x i32] }
  %2 = extractelement <4 x i32> %all, i32 0
  %3 = extractelement <4 x i32> %all, i32 1
  %4 = extractelement <4 x i32> %all, i32 2
  %5 = extractelement <4 x i32> %all, i32 3
  %6 = getelementptr inbounds { float, [4 x i32] }, { float, [4 x i32] }* %1, i32 0, i32 1, i32 0
  store i32 %2, i32* %6
  %7 = getelementptr inbounds { float, [4 x i32] }, { float, [4 x i32] }* %1, i32 0, i32 1, i32 1
  store i32 %3, i32* %7
  %8 = getelementptr inbounds { float, [4 x i32] }, { float, [4 x i32] }* %1, i32 0, i32 1, i32 2
  store i32 %4, i32* %8
  %9 = getelementptr inbounds { float, [4 x i32] }, { float, [4 x i32] }* %1, i32 0, i32 1, i32 3
  store i32 %5, i32* %9
  %10 = getelementptr inbounds { float, [4 x i32] }, { float, [4 x i32] }* %1, i32 0, i32 1, i32 0
  %11 = load i32, i32* %10
  %12 = getelementptr inbounds { float, [4 x i32] }, { float, [4 x i32] }* %1, i32 0, i32 1, i32 1
  %13 = load i32, i32* %12
  %14 = getelementptr inbounds { float, [4 x i32] }, { float, [4 x i32] }* %1, i32 0, i32 1, i32 2
  %15 = load i32, i32* %14
  %16 = getelementptr inbounds { float, [4 x i32] }, { float, [4 x i32] }* %1, i32 0, i32 1, i32 3
  %17 = load i32, i32* %16
  %18 = insertelement <4 x i32> undef, i32 %11, i32 0
  %19 = insertelement <4 x i32> %18, i32 %13, i32 1
  %20 = insertelement <4 x i32> %19, i32 %15, i32 2
  %again = insertelement <4 x i32> %20, i32 %17, i32 3
  %one = extractelement <4 x i32> %again, i32 2
  %flag = icmp ne i32 %one, 0
  ret i1 %flag
}

define %struct.Flags @whole(%struct.Flags %given, i32 %i) {
  %1 = alloca { float, [4 x i32] }
  %2 = extractvalue %struct.Flags %given, 0
  %3 = getelementptr inbounds { float, [4 x i32] }, { float, [4 x i32] }* %1, i32 0, i32 0
  store float %2, float* %3
  %4 = extractvalue %struct.Flags %given, 1
  %5 = extractvalue %class.matrix.bool.2.2 %4, 0
  %6 = extractvalue [2 x <2 x i1>] %5, 0
  %7 = extractvalue [2 x <2 x i1>] %5, 1
  %8 = extractelement <2 x i1> %6, i32 0
  %9 = extractelement <2 x i1> %6, i32 1
  %10 = extractelement <2 x i1> %7, i32 0
  %11 = extractelement <2 x i1> %7, i32 1
  %12 = getelementptr inbounds { float, [4 x i32] }, { float, [4 x i32] }* %1, i32 0, i32 1, i32 0
  %13 = zext i1 %8 to i32
  store i32 %13, i32* %12
  %14 = getelementptr inbounds { float, [4 x i32] }, { float, [4 x i32] }* %1, i32 0, i32 1, i32 1
  %15 = zext i1 %9 to i32
  store i32 %15, i32* %14
  %16 = getelementptr inbounds { float, [4 x i32] }, { float, [4 x i32] }* %1, i32 0, i32 1, i32 2
  %17 = zext i1 %10 to i32
  store i32 %17, i32* %16
  %18 = getelementptr inbounds { float, [4 x i32] }, { float, [4 x i32] }* %1, i32 0, i32 1, i32 3
  %19 = zext i1 %11 to i32
  store i32 %19, i32* %18
  %20 = getelementptr { float, [4 x i32] }, { float, [4 x i32] }* %1, i32 0, i32 1, i32 %i
  store i32 1, i32* %20, align 4
  %21 = getelementptr inbounds { float, [4 x i32] }, { float, [4 x i32] }* %1, i32 0, i32 0
  %22 = load float, float* %21
  %23 = insertvalue %struct.Flags undef, float %22, 0
  %24 = getelementptr inbounds { float, [4 x i32] }, { float, [4 x i32] }* %1, i32 0, i32 1, i32 0
  %25 = load i32, i32* %24
  %26 = getelementptr inbounds { float, [4 x i32] }, { float, [4 x i32] }* %1, i32 0, i32 1, i32 1
  %27 = load i32, i32* %26
  %28 = getelementptr inbounds { float, [4 x i32] }, { float, [4 x i32] }* %1, i32 0, i32 1, i32 2
  %29 = load i32, i32* %28
  %30 = getelementptr inbounds { float, [4 x i32] }, { float, [4 x i32] }* %1, i32 0, i32 1, i32 3
  %31 = load i32, i32* %30
  %32 = icmp ne i32 %25, 0
  %33 = insertelement <2 x i1> undef, i1 %32, i32 0
  %34 = icmp ne i32 %27, 0
  %35 = insertelement <2 x i1> %33, i1 %34, i32 1
  %36 = insertvalue [2 x <2 x i1>] undef, <2 x i1> %35, 0
  %37 = icmp ne i32 %29, 0
  %38 = insertelement <2 x i1> undef, i1 %37, i32 0
  %39 = icmp ne i32 %31, 0
  %40 = insertelement <2 x i1> %38, i1 %39, i32 1
  %41 = insertvalue [2 x <2 x i1>] %36, <2 x i1> %40, 1
  %42 = insertvalue %class.matrix.bool.2.2 undef, [2 x <2 x i1>] %41, 0
  %result = insertvalue %struct.Flags %23, %class.matrix.bool.2.2 %42, 1
  ret %struct.Flags %result
}
