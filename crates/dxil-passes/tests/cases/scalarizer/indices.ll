; RUN: scalarizer
; An index that is not known is compared with each place; a place that the index cannot name has nothing to compare.

define float @main(float %x, float %y, i32 %i, i1 %j, i128 %k) {
  %1 = insertelement <3 x float> <float 1.0, float 2.0, float 3.0>, float %x, i32 %i
  %2 = insertelement <3 x float> %1, float %y, i1 %j
  %a = extractelement <3 x float> %2, i32 %i
  %b = extractelement <3 x float> %2, i1 %j
  %c = extractelement <3 x float> <float 4.0, float 5.0, float 6.0>, i32 %i
  %d = extractelement <3 x float> <float 4.0, float 4.0, float 4.0>, i32 %i
  %e = extractelement <3 x float> %2, i128 %k
  %s1 = fadd float %a, %b
  %s2 = fadd float %s1, %c
  %s3 = fadd float %s2, %d
  %s4 = fadd float %s3, %e
  ret float %s4
}
