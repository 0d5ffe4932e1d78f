; RUN: sroa
; Of an array in an array one index is known each time: memory for each of its values. In one of them, both are.

define i32 @main(i32 %i, i64 %j) {
  %a = alloca [3 x [3 x i32]]
  %p = getelementptr [3 x [3 x i32]], [3 x [3 x i32]]* %a, i32 0, i32 0, i32 %i
  %q = getelementptr [3 x [3 x i32]], [3 x [3 x i32]]* %a, i32 0, i32 1, i64 %j
  store i32 1, i32* %p
  store i32 2, i32* %q
  %t = getelementptr [3 x [3 x i32]], [3 x [3 x i32]]* %a, i32 0, i32 2, i32 2
  store i32 3, i32* %t
  %r = load i32, i32* %p
  ret i32 %r
}
