; fold 5

%pair = type { float, [2 x i32] }

define i32 @main(%pair %p, i32 %x, i32 %y, <2 x i32> %v) {
  %a = insertvalue %pair %p, i32 %x, 1, 0
  %b = insertvalue %pair %a, i32 %y, 1, 1
  %c = insertvalue %pair %b, float 1.000000e+00, 0
  %array = extractvalue %pair %c, 1
  %bits = bitcast float 1.000000e+00 to i32
  %w = insertelement <2 x i32> %v, i32 %x, i32 0
  %z = insertelement <2 x i32> %w, i32 %y, i32 1
  %old = extractelement <2 x i32> %w, i32 1
  %s = add i32 %x, %bits
  %t = add i32 %s, 6
  %u = add i32 %t, %old
  ret i32 %u
}
