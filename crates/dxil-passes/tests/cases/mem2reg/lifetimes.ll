; RUN: mem2reg

declare void @llvm.lifetime.start(i64, i8* nocapture)

declare void @llvm.lifetime.end(i64, i8* nocapture)

define i32 @main(i32 %x) {
  %a = alloca i32
  %bytes = bitcast i32* %a to i8*
  call void @llvm.lifetime.start(i64 4, i8* %bytes)
  store i32 %x, i32* %a
  %r = load i32, i32* %a
  call void @llvm.lifetime.end(i64 4, i8* %bytes)
  ret i32 %r
}
