; sroa 5

@table = internal constant [2 x i32] [i32 1, i32 2]

declare void @llvm.memcpy.p0i8.p0i8.i32(i8*, i8*, i32, i32, i1)

declare void @llvm.memset.p0i8.i32(i8*, i8, i32, i32, i1)

define i32 @main(i32 %i, i32 %n) {
  %a.0 = alloca i32, align 4
  %a.1 = alloca i32, align 4
  %a.2 = alloca i32, align 4
  %b.0 = alloca i32, align 4
  %b.1 = alloca i32, align 4
  %b.2 = alloca i32, align 4
  %c = alloca [2 x i32]
  %d = alloca [2 x i32]
  %d8 = bitcast [2 x i32]* %d to i8*
  store i32 0, i32* %a.0, align 4
  store i32 0, i32* %a.1, align 4
  store i32 0, i32* %a.2, align 4
  store i32 %i, i32* %a.2
  %1 = load i32, i32* %a.0, align 4
  %2 = insertvalue { i32, [2 x i32] } undef, i32 %1, 0
  %3 = load i32, i32* %a.1, align 4
  %4 = insertvalue [2 x i32] undef, i32 %3, 0
  %5 = load i32, i32* %a.2, align 4
  %6 = insertvalue [2 x i32] %4, i32 %5, 1
  %7 = insertvalue { i32, [2 x i32] } %2, [2 x i32] %6, 1
  store i32 %1, i32* %b.0, align 4
  store i32 %3, i32* %b.1, align 4
  store i32 %5, i32* %b.2, align 4
  %8 = getelementptr inbounds [2 x i32], [2 x i32]* @table, i32 0, i32 0
  %9 = getelementptr inbounds [2 x i32], [2 x i32]* %c, i32 0, i32 0
  %10 = load i32, i32* %8, align 4
  store i32 %10, i32* %9, align 4
  %11 = getelementptr inbounds [2 x i32], [2 x i32]* @table, i32 0, i32 1
  %12 = getelementptr inbounds [2 x i32], [2 x i32]* %c, i32 0, i32 1
  %13 = load i32, i32* %11, align 4
  store i32 %13, i32* %12, align 4
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %d8, i8* bitcast ([2 x i32]* @table to i8*), i32 %n, i32 4, i1 false)
  %x = load i32, i32* %b.1
  %element = getelementptr [2 x i32], [2 x i32]* %c, i32 0, i32 %i
  %y = load i32, i32* %element
  %r = add i32 %x, %y
  ret i32 %r
}
