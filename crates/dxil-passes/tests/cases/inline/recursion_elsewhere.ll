; RUN: inline
; ROOTS: main
; What the roots do not reach may call itself.

define i32 @other(i32 %x) {
  %r = call i32 @other(i32 %x)
  ret i32 %r
}

define internal i32 @same(i32 %x) {
  ret i32 %x
}

define i32 @main(i32 %x) {
  %r = call i32 @same(i32 %x)
  ret i32 %r
}
