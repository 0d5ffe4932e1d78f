; RUN: dce
; Nothing is dead.

define i32 @main(i32* %p, i32 %x) {
  %y = add i32 %x, 1
  store i32 %y, i32* %p
  %v = load volatile i32, i32* %p
  ret i32 %y
}
