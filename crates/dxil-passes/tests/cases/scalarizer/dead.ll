; RUN: scalarizer
; Vectors that nothing needs go, in circles too.

define void @main(<2 x float> %a, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = phi <2 x float> [ %a, %entry ], [ %w, %loop ]
  %w = fadd <2 x float> %v, %a
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end

end:
  %v1 = insertelement <2 x float> %a, float 1.0, i32 0
  ret void
}
