; RUN: fold
; A phi of one value is that; one that may be undefined stays.

define i32 @main(i1 %c, i32 %x) {
entry:
  br label %loop

loop:
  %same = phi i32 [ %x, %entry ], [ %same, %loop ]
  %other = phi i32 [ %x, %entry ], [ undef, %loop ]
  %r = add i32 %same, %other
  br i1 %c, label %loop, label %end

end:
  ret i32 %r
}
