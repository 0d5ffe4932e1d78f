source_filename = "numbered.ll"
define void @f(i32, i32 %a, i32) {
  %3 = add i32 %0, %1
  br label %4

4:                                                ; preds = %4, %2
  %5 = phi i32 [ %3, %2 ], [ %6, %4 ]
  %6 = add i32 %5, 1
  br label %4
}
declare void @g(...)
declare i32 @h(ptr, ...)
declare <4 x i32> @i(<4 x i32>, [2 x i8], {i32, ptr})
