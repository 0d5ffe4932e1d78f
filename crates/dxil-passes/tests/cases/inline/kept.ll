; RUN: inline
; ROOTS: main
; KEEPS: exported
; A call that is kept stays; what it calls is a caller of its own.

define internal i32 @inner(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}

define i32 @exported(i32 %x) {
  %r = call i32 @inner(i32 %x)
  ret i32 %r
}

define i32 @main(i32 %x) {
  %r = call i32 @exported(i32 %x)
  %s = call i32 @inner(i32 %r)
  ret i32 %s
}
