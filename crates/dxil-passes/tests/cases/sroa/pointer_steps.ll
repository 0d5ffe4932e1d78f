; RUN: sroa
; Elements that are counted from another one.

define i32 @main(i32 %i) {
  %a = alloca [4 x i32]
  %b = alloca { [4 x i32] }
  %first = getelementptr [4 x i32], [4 x i32]* %a, i32 0, i32 0
  %third = getelementptr i32, i32* %first, i32 2
  store i32 1, i32* %third
  %again = getelementptr [4 x i32], [4 x i32]* %a, i32 0, i32 2
  %r = load i32, i32* %again
  %begin = getelementptr { [4 x i32] }, { [4 x i32] }* %b, i32 0, i32 0, i32 0
  %any = getelementptr i32, i32* %begin, i32 %i
  store i32 %r, i32* %any
  ret i32 %r
}
