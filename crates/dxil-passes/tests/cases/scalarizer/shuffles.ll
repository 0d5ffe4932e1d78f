; RUN: scalarizer

define float @main(<2 x float> %a, <2 x float> %b) {
  %wide = shufflevector <2 x float> %a, <2 x float> %b, <4 x i32> <i32 3, i32 0, i32 undef, i32 2>
  %splat = shufflevector <4 x float> %wide, <4 x float> undef, <2 x i32> zeroinitializer
  %1 = extractelement <2 x float> %splat, i32 1
  %2 = extractelement <4 x float> %wide, i32 1
  %3 = extractelement <4 x float> %wide, i32 2
  %4 = fadd float %1, %2
  %5 = fadd float %4, %3
  ret float %5
}
