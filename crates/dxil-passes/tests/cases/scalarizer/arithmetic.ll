; RUN: scalarizer
; Each lane has the flags of the whole; comparisons, casts and selects by lane or by one condition.

define <4 x i32> @main(<4 x float> %a, <4 x float> %b, <4 x i32> %c, i1 %d) {
  %sum = fadd fast <4 x float> %a, %b
  %product = fmul <4 x float> %sum, <float 1.0, float 2.0, float undef, float 4.0>
  %less = fcmp nnan olt <4 x float> %product, %a
  %chosen = select <4 x i1> %less, <4 x float> %sum, <4 x float> %product
  %one = select i1 %d, <4 x float> %chosen, <4 x float> zeroinitializer
  %number = fptosi <4 x float> %one to <4 x i32>
  %more = add nuw nsw <4 x i32> %number, %c
  %bits = bitcast <4 x i32> %more to <4 x float>
  %back = bitcast <4 x float> %bits to <4 x i32>
  ret <4 x i32> %back
}
