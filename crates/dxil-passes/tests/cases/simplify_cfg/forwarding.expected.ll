; simplify_cfg 4

define i32 @main(i1 %c, i32 %x) {
entry:
  br i1 %c, label %then, label %join

then:                                             ; preds = %entry
  br label %join

join:                                             ; preds = %then, %entry
  %r = phi i32 [ 1, %entry ], [ 2, %then ]
  %is = icmp eq i32 %x, %r
  ret i32 %x
}
