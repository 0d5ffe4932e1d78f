; simplify_cfg 8

define i32 @main(i32 %x) {
entry:
  %y = add i32 %x, 2
  ret i32 %y
}
