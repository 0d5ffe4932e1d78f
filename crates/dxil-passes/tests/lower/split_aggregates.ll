; RUN: split-aggregates simplify
target triple = "dxil-pc-shadermodel6.5-library"

%pair = type { float, [2 x i32] }

; CHECK-LABEL: define i32 @chosen
; CHECK-NOT: %pair
; CHECK: select i1 %c, i32 %y, i32 7
; CHECK-NOT: insertvalue
; CHECK: ret i32
define i32 @chosen(i1 %c, float %x, i32 %y) {
  %a = insertvalue %pair undef, float %x, 0
  %b = insertvalue %pair %a, i32 %y, 1, 1
  %s = select i1 %c, %pair %b, %pair { float 1.000000e+00, [2 x i32] [i32 3, i32 7] }
  %r = extractvalue %pair %s, 1, 1
  ret i32 %r
}

; A pair whose members change places in a loop.
; CHECK-LABEL: define i32 @joined
; CHECK-NOT: insertvalue
; CHECK: phi i32
; CHECK: phi i32
; CHECK-NOT: { i32, i32 }
; CHECK: ret i32
define i32 @joined(i32 %x, i32 %y, i32 %n) {
entry:
  %a = insertvalue { i32, i32 } undef, i32 %x, 0
  %b = insertvalue { i32, i32 } %a, i32 %y, 1
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = phi { i32, i32 } [ %b, %entry ], [ %swapped, %loop ]
  %first = extractvalue { i32, i32 } %p, 0
  %second = extractvalue { i32, i32 } %p, 1
  %half = insertvalue { i32, i32 } undef, i32 %second, 0
  %swapped = insertvalue { i32, i32 } %half, i32 %first, 1
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end

end:
  ret i32 %first
}
