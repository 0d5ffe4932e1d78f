; global_opt 3

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
  %number = alloca i32, align 4
  store i32 7, i32* %number, align 4
  %table = alloca [4 x float], align 16
  store [4 x float] zeroinitializer, [4 x float]* %table, align 16
  %undefined = alloca i32, align 4
  %n = load i32, i32* %number
  store i32 %n, i32* %undefined
  %s = load i32, i32 addrspace(3)* @shared
  %t = load i32, i32* @constant
  store i32 %s, i32* @public
  store i32 %t, i32* @kept
  %0 = getelementptr inbounds [4 x float], [4 x float]* %table, i32 0, i32 2
  br i1 %c, label %then, label %join

then:                                             ; preds = %entry
  %1 = getelementptr inbounds [4 x float], [4 x float]* %table, i32 0, i32 1
  br label %join

join:                                             ; preds = %then, %entry
  %p = phi float* [ %1, %then ], [ %0, %entry ]
  %q = getelementptr [4 x float], [4 x float]* %table, i32 0, i32 %i
  store float 1.000000e+00, float* %q
  %2 = getelementptr inbounds [4 x float], [4 x float]* %table, i32 0, i32 3
  %3 = bitcast float* %2 to i32*
  store i32 5, i32* %3
  %r = load float, float* %p
  ret float %r
}
