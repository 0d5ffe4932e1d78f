; RUN: global_opt
; Variables that the entry alone uses: at once, by constant addresses, on edges. Shared, constant and external ones stay, and those
; whose address goes elsewhere.

@number = internal global i32 7
@table = internal global [4 x float] zeroinitializer, align 16
@undefined = internal global i32 undef
@shared = internal addrspace(3) global i32 0
@constant = internal constant i32 3
@public = global i32 1
@kept = internal global i32 4
@pointer = internal global i32* @kept

define float @main(i1 %c, i32 %i) {
entry:
  %n = load i32, i32* @number
  store i32 %n, i32* @undefined
  %s = load i32, i32 addrspace(3)* @shared
  %t = load i32, i32* @constant
  store i32 %s, i32* @public
  store i32 %t, i32* @kept
  br i1 %c, label %then, label %join

then:
  br label %join

join:
  %p = phi float* [ getelementptr inbounds ([4 x float], [4 x float]* @table, i32 0, i32 1), %then ], [ getelementptr inbounds ([4 x float], [4 x float]* @table, i32 0, i32 2), %entry ]
  %q = getelementptr [4 x float], [4 x float]* @table, i32 0, i32 %i
  store float 1.0, float* %q
  store i32 5, i32* bitcast (float* getelementptr inbounds ([4 x float], [4 x float]* @table, i32 0, i32 3) to i32*)
  %r = load float, float* %p
  ret float %r
}
