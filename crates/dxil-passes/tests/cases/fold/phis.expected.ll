; fold 1

define i32 @main(i1 %c, i32 %x) {
entry:
  br label %loop

loop:                                             ; preds = %loop, %entry
  %other = phi i32 [ %x, %entry ], [ undef, %loop ]
  %r = add i32 %x, %other
  br i1 %c, label %loop, label %end

end:                                              ; preds = %loop
  ret i32 %r
}
