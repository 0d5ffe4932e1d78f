; simplify_cfg 2

define i32 @main(i32 %x) {
entry:
  ret i32 %x
}
