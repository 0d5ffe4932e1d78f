; RUN: fold
; What is taken out of what it was put into; not what is larger than what was put in.

%pair = type { float, [2 x i32] }

define i32 @main(%pair %p, i32 %x, i32 %y, <2 x i32> %v) {
  %a = insertvalue %pair %p, i32 %x, 1, 0
  %b = insertvalue %pair %a, i32 %y, 1, 1
  %c = insertvalue %pair %b, float 1.0, 0
  %first = extractvalue %pair %c, 1, 0
  %array = extractvalue %pair %c, 1
  %float = extractvalue %pair %c, 0
  %bits = bitcast float %float to i32
  %second = extractvalue [2 x i32] %array, 1
  %constant = extractvalue %pair { float 2.0, [2 x i32] [i32 5, i32 6] }, 1, 1
  %w = insertelement <2 x i32> %v, i32 %first, i32 0
  %z = insertelement <2 x i32> %w, i32 %second, i32 1
  %e = extractelement <2 x i32> %z, i32 0
  %old = extractelement <2 x i32> %w, i32 1
  %s = add i32 %e, %bits
  %t = add i32 %s, %constant
  %u = add i32 %t, %old
  ret i32 %u
}
