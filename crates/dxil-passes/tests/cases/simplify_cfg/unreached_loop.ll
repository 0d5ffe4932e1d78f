; RUN: simplify_cfg
; A loop that nothing leads into, with a phi behind it.

define i32 @main(i32 %x) {
entry:
  br label %end

loop:
  %i = phi i32 [ %i, %loop ]
  br i1 undef, label %loop, label %end

end:
  %r = phi i32 [ %x, %entry ], [ %i, %loop ]
  ret i32 %r
}
