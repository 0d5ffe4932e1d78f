; mem2reg 1
source_filename = "modern"

declare void @llvm.lifetime.start.p0(ptr captures(none))

define i32 @main(i1 %c, i32 %x) {
entry:
  %f = alloca float, align 4
  store float 1.000000e+00, ptr %f, align 4
  br i1 %c, label %then, label %join

then:                                             ; preds = %entry
  br label %join

join:                                             ; preds = %then, %entry
  %0 = phi i32 [ %x, %entry ], [ 3, %then ]
  %bits = load i32, ptr %f, align 4
  %sum = add i32 %0, %bits
  ret i32 %sum
}
