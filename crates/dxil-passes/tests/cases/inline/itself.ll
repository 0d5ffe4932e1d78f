; RUN: inline

define i32 @main(i32 %x) {
  %r = call i32 @main(i32 %x)
  ret i32 %r
}
