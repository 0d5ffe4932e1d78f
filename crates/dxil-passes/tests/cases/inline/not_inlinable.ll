; RUN: inline
; A call of the function as another one.

define internal i32 @f(i32 %x) {
  ret i32 %x
}

define i32 @main(i32 %x) {
  %r = call fastcc i32 @f(i32 %x)
  ret i32 %r
}
