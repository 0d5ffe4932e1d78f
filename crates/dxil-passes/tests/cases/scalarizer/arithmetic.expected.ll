; scalarizer 10

define <4 x i32> @main(<4 x float> %a, <4 x float> %b, <4 x i32> %c, i1 %d) {
  %1 = extractelement <4 x float> %a, i32 0
  %2 = extractelement <4 x float> %b, i32 0
  %sum.i0 = fadd fast float %1, %2
  %3 = extractelement <4 x float> %a, i32 1
  %4 = extractelement <4 x float> %b, i32 1
  %sum.i1 = fadd fast float %3, %4
  %5 = extractelement <4 x float> %a, i32 2
  %6 = extractelement <4 x float> %b, i32 2
  %sum.i2 = fadd fast float %5, %6
  %7 = extractelement <4 x float> %a, i32 3
  %8 = extractelement <4 x float> %b, i32 3
  %sum.i3 = fadd fast float %7, %8
  %9 = extractelement <4 x i32> %c, i32 0
  %10 = extractelement <4 x i32> %c, i32 1
  %11 = extractelement <4 x i32> %c, i32 2
  %12 = extractelement <4 x i32> %c, i32 3
  %product.i0 = fmul float %sum.i0, 1.000000e+00
  %product.i1 = fmul float %sum.i1, 2.000000e+00
  %product.i2 = fmul float %sum.i2, undef
  %product.i3 = fmul float %sum.i3, 4.000000e+00
  %less.i0 = fcmp nnan olt float %product.i0, %1
  %less.i1 = fcmp nnan olt float %product.i1, %3
  %less.i2 = fcmp nnan olt float %product.i2, %5
  %less.i3 = fcmp nnan olt float %product.i3, %7
  %chosen.i0 = select i1 %less.i0, float %sum.i0, float %product.i0
  %chosen.i1 = select i1 %less.i1, float %sum.i1, float %product.i1
  %chosen.i2 = select i1 %less.i2, float %sum.i2, float %product.i2
  %chosen.i3 = select i1 %less.i3, float %sum.i3, float %product.i3
  %one.i0 = select i1 %d, float %chosen.i0, float 0.000000e+00
  %one.i1 = select i1 %d, float %chosen.i1, float 0.000000e+00
  %one.i2 = select i1 %d, float %chosen.i2, float 0.000000e+00
  %one.i3 = select i1 %d, float %chosen.i3, float 0.000000e+00
  %number.i0 = fptosi float %one.i0 to i32
  %number.i1 = fptosi float %one.i1 to i32
  %number.i2 = fptosi float %one.i2 to i32
  %number.i3 = fptosi float %one.i3 to i32
  %more.i0 = add nuw nsw i32 %number.i0, %9
  %more.i1 = add nuw nsw i32 %number.i1, %10
  %more.i2 = add nuw nsw i32 %number.i2, %11
  %more.i3 = add nuw nsw i32 %number.i3, %12
  %bits.i0 = bitcast i32 %more.i0 to float
  %bits.i1 = bitcast i32 %more.i1 to float
  %bits.i2 = bitcast i32 %more.i2 to float
  %bits.i3 = bitcast i32 %more.i3 to float
  %back.i0 = bitcast float %bits.i0 to i32
  %back.i1 = bitcast float %bits.i1 to i32
  %back.i2 = bitcast float %bits.i2 to i32
  %back.i3 = bitcast float %bits.i3 to i32
  %13 = insertelement <4 x i32> undef, i32 %back.i0, i32 0
  %14 = insertelement <4 x i32> %13, i32 %back.i1, i32 1
  %15 = insertelement <4 x i32> %14, i32 %back.i2, i32 2
  %16 = insertelement <4 x i32> %15, i32 %back.i3, i32 3
  ret <4 x i32> %16
}
