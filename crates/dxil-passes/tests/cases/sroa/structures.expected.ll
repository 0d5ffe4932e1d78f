; sroa 1

define i32 @main(i32 %x, float %f) {
  %s.0 = alloca i32, align 4
  %s.1 = alloca float, align 4
  %s.2 = alloca i32, align 4
  store i32 %x, i32* %s.2
  store float %f, float* %s.1, align 4
  store i32 7, i32* %s.0, align 4
  %r = load i32, i32* %s.0, align 4
  %v = load i32, i32* %s.2
  %sum = add i32 %r, %v
  ret i32 %sum
}
