; RUN: scalarizer
; What only calls and arguments need is as it should be.

declare <2 x float> @make()

declare void @take(<2 x float>)

define <2 x float> @main(<2 x float> %a, i32 %i, <2 x float>* %p) {
  %x = extractelement <2 x float> %a, i32 0
  %1 = insertelement <2 x float> undef, float %x, i32 1
  call void @take(<2 x float> %1)
  %made = call <2 x float> @make()
  %y = extractelement <2 x float> %made, i32 %i
  %2 = insertelement <2 x float> %a, float %y, i32 0
  %element = getelementptr <2 x float>, <2 x float>* %p, i32 0, i32 %i
  store float %y, float* %element
  ret <2 x float> %2
}
