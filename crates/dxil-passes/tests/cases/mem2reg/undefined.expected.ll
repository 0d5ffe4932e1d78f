; mem2reg 2

define i32 @main(i1 %c) {
  %bits = bitcast float undef to i32
  br i1 %c, label %then, label %join

then:                                             ; preds = %0
  br label %join

join:                                             ; preds = %then, %0
  %1 = phi i32 [ undef, %0 ], [ %bits, %then ]
  ret i32 %1
}
