; scalarizer 5

define float @main(<2 x float> %a, <2 x float> %b) {
  %1 = extractelement <2 x float> %b, i32 1
  %2 = extractelement <2 x float> %a, i32 0
  %3 = extractelement <2 x float> %b, i32 0
  %4 = fadd float %1, %2
  %5 = fadd float %4, undef
  ret float %5
}
