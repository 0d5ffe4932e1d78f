; simplify_cfg 4

define i32 @main(i32 %x) {
entry:
  %w = add i32 %x, 1
  %y = add i32 %w, 1
  %z = add i32 %y, 1
  ret i32 %z
}
