; RUN: scalarizer
; Phis of vectors in a loop, that take each other's values, and one that a call needs whole.

declare void @take(<2 x float>)

define float @main(float %x, i32 %n) {
entry:
  %v1 = insertelement <2 x float> undef, float %x, i32 0
  %first = insertelement <2 x float> %v1, float 1.0, i32 1
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = phi <2 x float> [ %first, %entry ], [ %b, %loop ]
  %b = phi <2 x float> [ zeroinitializer, %entry ], [ %sum, %loop ]
  %sum = fadd <2 x float> %a, %b
  call void @take(<2 x float> %b)
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end

end:
  %r = extractelement <2 x float> %sum, i32 1
  ret float %r
}
