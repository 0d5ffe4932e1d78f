; RUN: scalarizer
; Calls keep their vectors: what is put together for one stays, what one gives is taken apart, what is computed is put together.

%structure = type { <2 x float>, i32 }

declare <2 x float> @make()

declare void @take(<2 x float>)

declare %structure @load()

define %structure @main(float %x) {
  %1 = insertelement <2 x float> undef, float %x, i32 0
  %2 = insertelement <2 x float> %1, float 1.0, i32 1
  call void @take(<2 x float> %2)
  %made = call <2 x float> @make()
  call void @take(<2 x float> %made)
  %other = insertelement <2 x float> %made, float %x, i32 0
  call void @take(<2 x float> %other)
  %sum = fadd <2 x float> %made, %2
  call void @take(<2 x float> %sum)
  call void @take(<2 x float> %sum)
  %loaded = call %structure @load()
  %member = extractvalue %structure %loaded, 0
  %product = fmul <2 x float> %member, %sum
  %result = insertvalue %structure %loaded, <2 x float> %product, 0
  ret %structure %result
}
