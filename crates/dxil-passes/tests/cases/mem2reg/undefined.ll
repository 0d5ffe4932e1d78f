; RUN: mem2reg
; Read before it is written, on one way or on all.

define i32 @main(i1 %c) {
  %a = alloca i32
  %b = alloca float
  %never = load float, float* %b
  %bits = bitcast float %never to i32
  br i1 %c, label %then, label %join

then:
  store i32 %bits, i32* %a
  br label %join

join:
  %r = load i32, i32* %a
  ret i32 %r
}
