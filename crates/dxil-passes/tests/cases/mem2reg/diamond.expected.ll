; mem2reg 2

define i32 @main(i1 %c, i32 %x) {
  br i1 %c, label %then, label %join

then:                                             ; preds = %0
  %y = add i32 %x, 1
  br label %join

join:                                             ; preds = %then, %0
  %1 = phi i32 [ %x, %0 ], [ %y, %then ]
  br label %end

end:                                              ; preds = %join
  ret i32 %1
}
