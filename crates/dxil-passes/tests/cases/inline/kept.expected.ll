; inline 2

define internal i32 @inner(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}

define i32 @exported(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}

define i32 @main(i32 %x) {
  %r = call i32 @exported(i32 %x)
  %y = add i32 %r, 1
  ret i32 %y
}
