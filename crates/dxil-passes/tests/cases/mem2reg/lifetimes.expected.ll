; mem2reg 1

declare void @llvm.lifetime.start(i64, i8* nocapture)

declare void @llvm.lifetime.end(i64, i8* nocapture)

define i32 @main(i32 %x) {
  ret i32 %x
}
