; RUN: mem2reg
; Two variables that are swapped in each round.

define i32 @main(i32 %n) {
entry:
  %a = alloca i32
  %b = alloca i32
  %i = alloca i32
  store i32 1, i32* %a
  store i32 2, i32* %b
  store i32 0, i32* %i
  br label %loop

loop:
  %va = load i32, i32* %a
  %vb = load i32, i32* %b
  store i32 %vb, i32* %a
  store i32 %va, i32* %b
  %vi = load i32, i32* %i
  %next = add i32 %vi, 1
  store i32 %next, i32* %i
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end

end:
  %r = load i32, i32* %a
  ret i32 %r
}
