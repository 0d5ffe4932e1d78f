; RUN: sroa
; A vector is split once something points into it.

define <4 x float> @main(<4 x float> %v, float %f, i32 %i) {
  %a = alloca <4 x float>
  %b = alloca <4 x float>
  %c = alloca <4 x float>
  store <4 x float> %v, <4 x float>* %a
  store <4 x float> %v, <4 x float>* %b
  store <4 x float> %v, <4 x float>* %c
  %x = getelementptr <4 x float>, <4 x float>* %a, i32 0, i32 2
  store float %f, float* %x
  %y = getelementptr <4 x float>, <4 x float>* %b, i32 0, i32 %i
  store float %f, float* %y
  %u = load <4 x float>, <4 x float>* %a
  %w = load <4 x float>, <4 x float>* %c
  ret <4 x float> %u
}
