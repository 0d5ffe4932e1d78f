; RUN: scalarizer
; The first lane has the lowest bits. Lanes of which some make up pieces of others stay.

declare void @take(<2 x i48>)

define i64 @main(<2 x i32> %a, <2 x float> %b, i64 %c, double %d, <3 x i32> %e, <1 x float> %f) {
  %whole = bitcast <2 x i32> %a to i64
  %number = bitcast <2 x float> %b to double
  %parts = bitcast i64 %c to <4 x i16>
  %wider = bitcast <4 x i16> %parts to <2 x float>
  %halves = bitcast double %d to <2 x i32>
  %odd = bitcast <3 x i32> %e to <2 x i48>
  %single = bitcast <1 x float> %f to i32
  call void @take(<2 x i48> %odd)
  %1 = extractelement <2 x float> %wider, i32 1
  %2 = bitcast float %1 to i32
  %3 = extractelement <2 x i32> %halves, i32 1
  %4 = add i32 %2, %3
  %5 = add i32 %4, %single
  %6 = zext i32 %5 to i64
  %7 = add i64 %6, %whole
  %8 = bitcast double %number to i64
  %9 = add i64 %7, %8
  ret i64 %9
}
