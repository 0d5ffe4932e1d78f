; scalarizer 8

declare void @take(<2 x i48>)

define i64 @main(<2 x i32> %a, <2 x float> %b, i64 %c, double %d, <3 x i32> %e, <1 x float> %f) {
  %1 = extractelement <2 x i32> %a, i32 0
  %2 = extractelement <2 x i32> %a, i32 1
  %3 = extractelement <2 x float> %b, i32 0
  %4 = extractelement <2 x float> %b, i32 1
  %5 = extractelement <1 x float> %f, i32 0
  %6 = zext i32 %1 to i64
  %7 = zext i32 %2 to i64
  %8 = shl i64 %7, 32
  %9 = or i64 %6, %8
  %10 = bitcast float %3 to i32
  %11 = bitcast float %4 to i32
  %12 = zext i32 %10 to i64
  %13 = zext i32 %11 to i64
  %14 = shl i64 %13, 32
  %15 = or i64 %12, %14
  %16 = bitcast i64 %15 to double
  %17 = trunc i64 %c to i16
  %18 = lshr i64 %c, 16
  %19 = trunc i64 %18 to i16
  %20 = lshr i64 %c, 32
  %21 = trunc i64 %20 to i16
  %22 = lshr i64 %c, 48
  %23 = trunc i64 %22 to i16
  %24 = zext i16 %17 to i32
  %25 = zext i16 %19 to i32
  %26 = shl i32 %25, 16
  %27 = or i32 %24, %26
  %28 = bitcast i32 %27 to float
  %29 = zext i16 %21 to i32
  %30 = zext i16 %23 to i32
  %31 = shl i32 %30, 16
  %32 = or i32 %29, %31
  %33 = bitcast i32 %32 to float
  %34 = bitcast double %d to i64
  %35 = trunc i64 %34 to i32
  %36 = lshr i64 %34, 32
  %37 = trunc i64 %36 to i32
  %odd = bitcast <3 x i32> %e to <2 x i48>
  %38 = bitcast float %5 to i32
  call void @take(<2 x i48> %odd)
  %39 = bitcast float %33 to i32
  %40 = add i32 %39, %37
  %41 = add i32 %40, %38
  %42 = zext i32 %41 to i64
  %43 = add i64 %42, %9
  %44 = bitcast double %16 to i64
  %45 = add i64 %43, %44
  ret i64 %45
}
