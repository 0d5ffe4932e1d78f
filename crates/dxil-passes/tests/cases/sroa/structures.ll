; RUN: sroa
; A structure in a structure; members that nobody touches have no memory.

%inner = type { float, i32 }
%outer = type { i32, %inner, [2 x i32] }

define i32 @main(i32 %x, float %f) {
  %s = alloca %outer
  %a = getelementptr inbounds %outer, %outer* %s, i32 0, i32 0
  store i32 %x, i32* %a
  %inner = getelementptr inbounds %outer, %outer* %s, i32 0, i32 1
  %b = getelementptr inbounds %inner, %inner* %inner, i32 0, i32 0
  store float %f, float* %b, align 4
  %c = getelementptr inbounds %outer, %outer* %s, i32 0, i32 2, i32 1
  store i32 7, i32* %c, align 8
  %r = load i32, i32* %c, align 8
  %v = load i32, i32* %a
  %sum = add i32 %r, %v
  ret i32 %sum
}
