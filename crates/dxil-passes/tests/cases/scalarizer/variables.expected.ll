; scalarizer 19

@shared = external addrspace(3) global [64 x <4 x float>], align 4
@table = internal constant [2 x <2 x i32>] [<2 x i32> <i32 1, i32 2>, <2 x i32> <i32 3, i32 undef>]
@numbers = internal constant [3 x <2 x float>] [<2 x float> <float 1.000000e+00, float 2.000000e+00>, <2 x float> zeroinitializer, <2 x float> <float 3.000000e+00, float 4.000000e+00>]
@structures = internal addrspace(3) global [2 x { i32, <2 x float> }] undef
@external = global <2 x float> zeroinitializer
@stored = internal global <2 x float> zeroinitializer
@in_another = internal global <2 x float>* @stored
@cast = internal global <2 x float> undef
@unused = internal global <2 x float> undef
@shared.v = external addrspace(3) global [256 x float], align 4
@table.v = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 undef]
@numbers.v = internal constant [6 x float] [float 1.000000e+00, float 2.000000e+00, float 0.000000e+00, float 0.000000e+00, float 3.000000e+00, float 4.000000e+00]
@structures.v = internal addrspace(3) global [2 x { i32, [2 x float] }] undef

define i32 @main(i32 %i, <4 x float> %v) {
  %1 = mul i32 %i, 4
  %2 = getelementptr inbounds [256 x float], [256 x float] addrspace(3)* @shared.v, i32 0, i32 %1
  %3 = extractelement <4 x float> %v, i32 0
  store float %3, float addrspace(3)* %2, align 4
  %4 = add i32 %1, 1
  %5 = getelementptr inbounds [256 x float], [256 x float] addrspace(3)* @shared.v, i32 0, i32 %4
  %6 = extractelement <4 x float> %v, i32 1
  store float %6, float addrspace(3)* %5, align 4
  %7 = add i32 %1, 2
  %8 = getelementptr inbounds [256 x float], [256 x float] addrspace(3)* @shared.v, i32 0, i32 %7
  %9 = extractelement <4 x float> %v, i32 2
  store float %9, float addrspace(3)* %8, align 4
  %10 = add i32 %1, 3
  %11 = getelementptr inbounds [256 x float], [256 x float] addrspace(3)* @shared.v, i32 0, i32 %10
  %12 = extractelement <4 x float> %v, i32 3
  store float %12, float addrspace(3)* %11, align 4
  %13 = getelementptr inbounds [256 x float], [256 x float] addrspace(3)* @shared.v, i32 0, i32 22
  %14 = load float, float addrspace(3)* %13
  %15 = getelementptr inbounds [256 x float], [256 x float] addrspace(3)* @shared.v, i32 0, i32 28
  %16 = load float, float addrspace(3)* %15, align 4
  %17 = getelementptr inbounds [256 x float], [256 x float] addrspace(3)* @shared.v, i32 0, i32 29
  %18 = load float, float addrspace(3)* %17, align 4
  %19 = getelementptr inbounds [256 x float], [256 x float] addrspace(3)* @shared.v, i32 0, i32 30
  %20 = load float, float addrspace(3)* %19, align 4
  %21 = getelementptr inbounds [256 x float], [256 x float] addrspace(3)* @shared.v, i32 0, i32 31
  %22 = load float, float addrspace(3)* %21, align 4
  %23 = mul i32 %i, 2
  %24 = add i32 %23, 1
  %25 = getelementptr [4 x i32], [4 x i32]* @table.v, i32 0, i32 %24
  %26 = load i32, i32* %25
  %27 = mul i32 %i, 2
  %28 = getelementptr inbounds [6 x float], [6 x float]* @numbers.v, i32 0, i32 %27
  %29 = load float, float* %28, align 4
  %30 = add i32 %27, 1
  %31 = getelementptr inbounds [6 x float], [6 x float]* @numbers.v, i32 0, i32 %30
  %32 = load float, float* %31, align 4
  %33 = getelementptr inbounds [2 x { i32, [2 x float] }], [2 x { i32, [2 x float] }] addrspace(3)* @structures.v, i32 0, i32 %i, i32 1, i32 0
  store float %29, float addrspace(3)* %33, align 4
  %34 = getelementptr inbounds [2 x { i32, [2 x float] }], [2 x { i32, [2 x float] }] addrspace(3)* @structures.v, i32 0, i32 %i, i32 1, i32 1
  store float %32, float addrspace(3)* %34, align 4
  %35 = getelementptr [2 x { i32, [2 x float] }], [2 x { i32, [2 x float] }] addrspace(3)* @structures.v, i32 0, i32 1, i32 0
  %36 = atomicrmw add i32 addrspace(3)* %35, i32 1 monotonic
  %37 = getelementptr inbounds <2 x float>, <2 x float>* @external, i32 0, i32 0
  store float %29, float* %37, align 4
  %38 = getelementptr inbounds <2 x float>, <2 x float>* @external, i32 0, i32 1
  store float %32, float* %38, align 4
  %39 = getelementptr inbounds <2 x float>, <2 x float>* @stored, i32 0, i32 0
  store float %29, float* %39, align 4
  %40 = getelementptr inbounds <2 x float>, <2 x float>* @stored, i32 0, i32 1
  store float %32, float* %40, align 4
  %41 = load <2 x float>*, <2 x float>** @in_another
  %42 = load i64, i64* bitcast (<2 x float>* @cast to i64*)
  %43 = fadd float %14, %18
  %44 = fptosi float %43 to i32
  %45 = add i32 %44, %26
  ret i32 %45
}

define void @other(i32 addrspace(3)* %p, i1 %c) {
entry:
  br i1 %c, label %then, label %end

then:                                             ; preds = %entry
  %0 = getelementptr [2 x { i32, [2 x float] }], [2 x { i32, [2 x float] }] addrspace(3)* @structures.v, i32 0, i32 0, i32 0
  br label %end

end:                                              ; preds = %then, %entry
  %q = phi i32 addrspace(3)* [ %p, %entry ], [ %0, %then ]
  store i32 1, i32 addrspace(3)* %q
  ret void
}
