; RUN: scalarizer
; What a group shares, and tables, are of arrays; what others may look at stays.

@shared = external addrspace(3) global [64 x <4 x float>], align 4
@table = internal constant [2 x <2 x i32>] [<2 x i32> <i32 1, i32 2>, <2 x i32> <i32 3, i32 undef>]
@numbers = internal constant [3 x <2 x float>] [<2 x float> <float 1.0, float 2.0>, <2 x float> zeroinitializer, <2 x float> <float 3.0, float 4.0>]
@structures = internal addrspace(3) global [2 x { i32, <2 x float> }] undef
@external = global <2 x float> zeroinitializer
@stored = internal global <2 x float> zeroinitializer
@in_another = internal global <2 x float>* @stored
@cast = internal global <2 x float> undef
@unused = internal global <2 x float> undef

define i32 @main(i32 %i, <4 x float> %v) {
  %1 = getelementptr [64 x <4 x float>], [64 x <4 x float>] addrspace(3)* @shared, i32 0, i32 %i
  store <4 x float> %v, <4 x float> addrspace(3)* %1, align 4
  %2 = load float, float addrspace(3)* getelementptr inbounds ([64 x <4 x float>], [64 x <4 x float>] addrspace(3)* @shared, i32 0, i32 5, i32 2)
  %3 = load <4 x float>, <4 x float> addrspace(3)* getelementptr inbounds ([64 x <4 x float>], [64 x <4 x float>] addrspace(3)* @shared, i32 0, i32 7)
  %4 = getelementptr [2 x <2 x i32>], [2 x <2 x i32>]* @table, i32 0, i32 %i, i32 1
  %5 = load i32, i32* %4
  %6 = getelementptr [3 x <2 x float>], [3 x <2 x float>]* @numbers, i32 0, i32 %i
  %7 = load <2 x float>, <2 x float>* %6
  %8 = getelementptr [2 x { i32, <2 x float> }], [2 x { i32, <2 x float> }] addrspace(3)* @structures, i32 0, i32 %i, i32 1
  store <2 x float> %7, <2 x float> addrspace(3)* %8
  %9 = atomicrmw add i32 addrspace(3)* getelementptr ([2 x { i32, <2 x float> }], [2 x { i32, <2 x float> }] addrspace(3)* @structures, i32 0, i32 1, i32 0), i32 1 monotonic
  store <2 x float> %7, <2 x float>* @external
  store <2 x float> %7, <2 x float>* @stored
  %10 = load <2 x float>*, <2 x float>** @in_another
  %11 = load i64, i64* bitcast (<2 x float>* @cast to i64*)
  %12 = extractelement <4 x float> %3, i32 1
  %13 = fadd float %2, %12
  %14 = fptosi float %13 to i32
  %15 = add i32 %14, %5
  ret i32 %15
}

define void @other(i32 addrspace(3)* %p, i1 %c) {
entry:
  br i1 %c, label %then, label %end

then:
  br label %end

end:
  %q = phi i32 addrspace(3)* [ %p, %entry ], [ getelementptr ([2 x { i32, <2 x float> }], [2 x { i32, <2 x float> }] addrspace(3)* @structures, i32 0, i32 0, i32 0), %then ]
  store i32 1, i32 addrspace(3)* %q
  ret void
}
