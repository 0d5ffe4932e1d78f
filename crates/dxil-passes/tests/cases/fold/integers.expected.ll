; fold 8

define i32 @main(i32 %x) {
  %b = mul i32 5, %x
  %e = sub i32 %x, %b
  %f = udiv i32 7, 0
  %g = shl i32 1, 40
  %m = add i32 %g, 1
  ret i32 %m
}
