; RUN: sroa
; Copies between memory on the stack, from elsewhere, filling with zero; and those that are none of a whole object.

@table = internal constant [2 x i32] [i32 1, i32 2]

declare void @llvm.memcpy.p0i8.p0i8.i32(i8*, i8*, i32, i32, i1)

declare void @llvm.memset.p0i8.i32(i8*, i8, i32, i32, i1)

define i32 @main(i32 %i, i32 %n) {
  %a = alloca { i32, [2 x i32] }
  %b = alloca { i32, [2 x i32] }
  %c = alloca [2 x i32]
  %d = alloca [2 x i32]
  %a8 = bitcast { i32, [2 x i32] }* %a to i8*
  %b8 = bitcast { i32, [2 x i32] }* %b to i8*
  %c8 = bitcast [2 x i32]* %c to i8*
  %d8 = bitcast [2 x i32]* %d to i8*
  call void @llvm.memset.p0i8.i32(i8* %a8, i8 0, i32 12, i32 4, i1 false)
  %part = getelementptr { i32, [2 x i32] }, { i32, [2 x i32] }* %a, i32 0, i32 1, i32 1
  store i32 %i, i32* %part
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %b8, i8* %a8, i32 12, i32 4, i1 false)
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %c8, i8* bitcast ([2 x i32]* @table to i8*), i32 8, i32 4, i1 false)
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %d8, i8* bitcast ([2 x i32]* @table to i8*), i32 %n, i32 4, i1 false)
  %other = getelementptr { i32, [2 x i32] }, { i32, [2 x i32] }* %b, i32 0, i32 1, i32 0
  %x = load i32, i32* %other
  %element = getelementptr [2 x i32], [2 x i32]* %c, i32 0, i32 %i
  %y = load i32, i32* %element
  %r = add i32 %x, %y
  ret i32 %r
}
