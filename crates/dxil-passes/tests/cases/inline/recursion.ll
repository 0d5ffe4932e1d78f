; RUN: inline
; Refused before anything is changed, with the functions in the order of their calls.

define internal i32 @even(i32 %x) {
  %r = call i32 @odd(i32 %x)
  ret i32 %r
}

define internal i32 @odd(i32 %x) {
  %r = call i32 @even(i32 %x)
  ret i32 %r
}

define i32 @main(i32 %x) {
  %r = call i32 @odd(i32 %x)
  ret i32 %r
}
