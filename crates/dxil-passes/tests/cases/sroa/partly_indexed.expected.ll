; sroa 2

define i32 @main(i32 %i, i64 %j) {
  %a.0.0 = alloca i32, align 4
  %a.1 = alloca [3 x i32], align 4
  %a.2 = alloca [3 x i32], align 4
  %1 = getelementptr inbounds [3 x i32], [3 x i32]* %a.2, i32 0, i32 %i
  store i32 1, i32* %1
  %2 = getelementptr inbounds [3 x i32], [3 x i32]* %a.1, i32 0, i64 %j
  store i32 2, i32* %2
  store i32 3, i32* %a.0.0
  %3 = getelementptr inbounds [3 x i32], [3 x i32]* %a.2, i32 0, i32 %i
  %r = load i32, i32* %3
  ret i32 %r
}
