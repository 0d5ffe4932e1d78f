; RUN: inline
; What a call brings along is inlined as well; the functions stay for global_dce.

define internal i32 @inner(i32 %x) {
  %twice = shl i32 %x, 1
  ret i32 %twice
}

define internal i32 @larger(i32 %a, i32 %b) {
  %is = icmp sgt i32 %a, %b
  br i1 %is, label %then, label %else

then:
  %i = call i32 @inner(i32 %a)
  ret i32 %i

else:
  ret i32 %b
}

define i32 @main(i32 %x, i32 %y) {
  %one = call i32 @larger(i32 %x, i32 %y)
  %two = call i32 @larger(i32 %one, i32 7)
  ret i32 %two
}
