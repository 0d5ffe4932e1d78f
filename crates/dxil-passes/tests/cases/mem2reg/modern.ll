; RUN: mem2reg
; Read as another type, memory stays.

source_filename = "modern"

declare void @llvm.lifetime.start.p0(ptr captures(none))

define i32 @main(i1 %c, i32 %x) {
entry:
  %a = alloca i32, align 4
  %f = alloca float, align 4
  call void @llvm.lifetime.start.p0(ptr %a)
  store i32 %x, ptr %a, align 4
  store float 1.0, ptr %f, align 4
  br i1 %c, label %then, label %join

then:
  store i32 3, ptr %a, align 4
  br label %join

join:
  %r = load i32, ptr %a, align 4
  %bits = load i32, ptr %f, align 4
  %sum = add i32 %r, %bits
  ret i32 %sum
}
