; RUN: mem2reg
; What is not reached reads and writes, too.

define i32 @main() {
  %a = alloca i32
  store i32 1, i32* %a
  br label %join

dead:
  %d = load i32, i32* %a
  %e = add i32 %d, 1
  store i32 %e, i32* %a
  br label %join

join:
  %r = load i32, i32* %a
  ret i32 %r
}
