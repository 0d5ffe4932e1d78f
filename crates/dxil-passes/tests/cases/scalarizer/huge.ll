; RUN: scalarizer
; A vector of more lanes than there may be.

define float @main(<100000000 x float> %a) {
  %b = fadd <100000000 x float> %a, %a
  %c = extractelement <100000000 x float> %b, i32 0
  ret float %c
}
