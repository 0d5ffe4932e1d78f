; RUN: fold

define i32 @main(i32 %x) {
  %a = add i32 2, 3
  %b = mul i32 %a, %x
  %c = mul i32 %x, 1
  %d = add i32 %c, 0
  %e = sub i32 %d, %b
  %f = udiv i32 7, 0
  %g = shl i32 1, 40
  %h = icmp ult i32 %a, 6
  %i = select i1 %h, i32 %e, i32 %f
  %j = and i32 %i, 0
  %k = or i32 %j, %g
  %l = zext i1 %h to i32
  %m = add i32 %k, %l
  ret i32 %m
}
