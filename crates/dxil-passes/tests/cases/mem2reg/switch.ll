; RUN: mem2reg
; Several edges from one block have one value.

define i32 @main(i32 %x) {
entry:
  %a = alloca i32
  store i32 %x, i32* %a
  switch i32 %x, label %other [
    i32 0, label %join
    i32 1, label %join
  ]

other:
  store i32 9, i32* %a
  br label %join

join:
  %r = load i32, i32* %a
  ret i32 %r
}
