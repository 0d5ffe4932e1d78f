; sroa 1

define i32 @main(i32 %x) {
  %a.0 = alloca [5000 x i32], align 4
  %a.1 = alloca [5000 x i32], align 4
  %1 = getelementptr inbounds [5000 x i32], [5000 x i32]* %a.1, i32 0, i32 4000
  store i32 %x, i32* %1
  %2 = getelementptr inbounds [5000 x i32], [5000 x i32]* %a.0, i32 0, i32 4001
  %r = load i32, i32* %2
  ret i32 %r
}
