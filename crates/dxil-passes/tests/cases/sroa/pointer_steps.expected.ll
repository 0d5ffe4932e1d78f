; sroa 2

define i32 @main(i32 %i) {
  %a.0 = alloca i32, align 4
  %b.0 = alloca [4 x i32], align 4
  store i32 1, i32* %a.0
  %r = load i32, i32* %a.0
  %1 = getelementptr inbounds [4 x i32], [4 x i32]* %b.0, i32 0, i32 %i
  store i32 %r, i32* %1
  ret i32 %r
}
