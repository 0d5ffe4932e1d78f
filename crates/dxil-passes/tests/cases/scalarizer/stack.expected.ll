; scalarizer 17

%P.v = type { [2 x float], [6 x float], i32 }

declare void @take(<2 x float>*)

declare void @element(float*)

declare void @llvm.lifetime.start(i64, i8* nocapture)

define float @main(float %x, i32 %i, i64 %j) {
  %vector = alloca [4 x float], align 16
  %arrays = alloca [24 x float], align 4
  %structure = alloca %P.v, align 4
  %passed = alloca <2 x float>
  %whole = alloca [2 x <2 x float>]
  %1 = getelementptr [4 x float], [4 x float]* %vector, i32 0, i32 %i
  store float %x, float* %1
  call void @element(float* %1)
  %2 = getelementptr inbounds [4 x float], [4 x float]* %vector, i32 0, i32 0
  %3 = load float, float* %2, align 16
  %4 = getelementptr inbounds [4 x float], [4 x float]* %vector, i32 0, i32 1
  %5 = load float, float* %4, align 4
  %6 = getelementptr inbounds [4 x float], [4 x float]* %vector, i32 0, i32 2
  %7 = load float, float* %6, align 8
  %8 = getelementptr inbounds [4 x float], [4 x float]* %vector, i32 0, i32 3
  %9 = load float, float* %8, align 4
  %10 = trunc i64 %j to i32
  %11 = mul i32 %10, 12
  %12 = mul i32 %i, 4
  %13 = add i32 %11, %12
  %14 = getelementptr inbounds [24 x float], [24 x float]* %arrays, i32 0, i32 %13
  store float %3, float* %14, align 4
  %15 = add i32 %13, 1
  %16 = getelementptr inbounds [24 x float], [24 x float]* %arrays, i32 0, i32 %15
  store float %5, float* %16, align 4
  %17 = add i32 %13, 2
  %18 = getelementptr inbounds [24 x float], [24 x float]* %arrays, i32 0, i32 %17
  store float %7, float* %18, align 4
  %19 = add i32 %13, 3
  %20 = getelementptr inbounds [24 x float], [24 x float]* %arrays, i32 0, i32 %19
  store float %9, float* %20, align 4
  %21 = add i32 %13, 4
  %22 = getelementptr inbounds [24 x float], [24 x float]* %arrays, i32 0, i32 %21
  store float %3, float* %22, align 4
  %23 = add i32 %13, 5
  %24 = getelementptr inbounds [24 x float], [24 x float]* %arrays, i32 0, i32 %23
  store float %5, float* %24, align 4
  %25 = add i32 %13, 6
  %26 = getelementptr inbounds [24 x float], [24 x float]* %arrays, i32 0, i32 %25
  store float %7, float* %26, align 4
  %27 = add i32 %13, 7
  %28 = getelementptr inbounds [24 x float], [24 x float]* %arrays, i32 0, i32 %27
  store float %9, float* %28, align 4
  %29 = getelementptr [24 x float], [24 x float]* %arrays, i32 0, i32 23
  %30 = load float, float* %29
  %31 = mul i32 %i, 2
  %32 = getelementptr inbounds %P.v, %P.v* %structure, i32 0, i32 1, i32 %31
  store float undef, float* %32, align 4
  %33 = add i32 %31, 1
  %34 = getelementptr inbounds %P.v, %P.v* %structure, i32 0, i32 1, i32 %33
  store float undef, float* %34, align 4
  %35 = getelementptr %P.v, %P.v* %structure, i32 0, i32 1, i32 5
  %36 = load float, float* %35
  %37 = getelementptr %P.v, %P.v* %structure, i32 0, i32 2
  store i32 %i, i32* %37
  call void @take(<2 x float>* %passed)
  %38 = load [2 x <2 x float>], [2 x <2 x float>]* %whole
  %39 = extractvalue [2 x <2 x float>] %38, 1
  %40 = extractelement <2 x float> %39, i32 0
  %41 = fadd float %30, %36
  %42 = fadd float %40, %41
  ret float %42
}
