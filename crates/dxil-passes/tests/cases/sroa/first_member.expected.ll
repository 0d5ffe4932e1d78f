; sroa 1

define i32 @main(i32 %x) {
  %s.0 = alloca i32, align 4
  %s.1 = alloca i32, align 4
  store i32 %x, i32* %s.1
  store i32 %x, i32* %s.0
  %r = load i32, i32* %s.0
  ret i32 %r
}
