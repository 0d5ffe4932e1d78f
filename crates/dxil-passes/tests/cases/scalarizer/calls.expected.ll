; scalarizer 5

%structure = type { <2 x float>, i32 }

declare <2 x float> @make()

declare void @take(<2 x float>)

declare %structure @load()

define %structure @main(float %x) {
  %1 = insertelement <2 x float> undef, float %x, i32 0
  %2 = insertelement <2 x float> %1, float 1.000000e+00, i32 1
  call void @take(<2 x float> %2)
  %made = call <2 x float> @make()
  %3 = extractelement <2 x float> %made, i32 0
  %4 = extractelement <2 x float> %made, i32 1
  call void @take(<2 x float> %made)
  %other = insertelement <2 x float> %made, float %x, i32 0
  call void @take(<2 x float> %other)
  %sum.i0 = fadd float %3, %x
  %sum.i1 = fadd float %4, 1.000000e+00
  %5 = insertelement <2 x float> undef, float %sum.i0, i32 0
  %6 = insertelement <2 x float> %5, float %sum.i1, i32 1
  call void @take(<2 x float> %6)
  call void @take(<2 x float> %6)
  %loaded = call %structure @load()
  %member = extractvalue %structure %loaded, 0
  %7 = extractelement <2 x float> %member, i32 0
  %product.i0 = fmul float %7, %sum.i0
  %8 = extractelement <2 x float> %member, i32 1
  %product.i1 = fmul float %8, %sum.i1
  %9 = insertelement <2 x float> undef, float %product.i0, i32 0
  %10 = insertelement <2 x float> %9, float %product.i1, i32 1
  %result = insertvalue %structure %loaded, <2 x float> %10, 0
  ret %structure %result
}
