; RUN: sroa
; An array that is kept is written element by element, too.

define i32 @main(i32 %i) {
  %a = alloca [3 x i32]
  store [3 x i32] [i32 4, i32 5, i32 6], [3 x i32]* %a
  %p = getelementptr [3 x i32], [3 x i32]* %a, i32 0, i32 %i
  %r = load i32, i32* %p
  ret i32 %r
}
