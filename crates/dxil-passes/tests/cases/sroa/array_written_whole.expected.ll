; sroa 1

define i32 @main(i32 %i) {
  %a.0 = alloca [3 x i32], align 4
  %1 = getelementptr inbounds [3 x i32], [3 x i32]* %a.0, i32 0, i32 0
  store i32 4, i32* %1, align 4
  %2 = getelementptr inbounds [3 x i32], [3 x i32]* %a.0, i32 0, i32 1
  store i32 5, i32* %2, align 4
  %3 = getelementptr inbounds [3 x i32], [3 x i32]* %a.0, i32 0, i32 2
  store i32 6, i32* %3, align 4
  %4 = getelementptr inbounds [3 x i32], [3 x i32]* %a.0, i32 0, i32 %i
  %r = load i32, i32* %4
  ret i32 %r
}
