; RUN: dce
; A phi and a sum that only use each other.

define i32 @main(i32 %n) {
entry:
  br label %loop

loop:
  %dead = phi i32 [ 0, %entry ], [ %more, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %more = add i32 %dead, 7
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end

end:
  ret i32 %i
}
