; RUN: mem2reg
; Memory whose address is in memory is read and written once that is a value.

define i32 @main(i32 %x) {
  %a = alloca i32
  %p = alloca i32*
  store i32* %a, i32** %p
  %q = load i32*, i32** %p
  store i32 %x, i32* %q
  %again = load i32*, i32** %p
  %r = load i32, i32* %again
  ret i32 %r
}
