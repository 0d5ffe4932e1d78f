; RUN: scalarizer
; A phi of vectors whose only user puts an element into it: the phi still needs its own lanes.

define float @main(<2 x float> %v, float %x, i1 %c, i32 %at) {
entry:
  br i1 %c, label %then, label %end

then:
  %put = insertelement <2 x float> %v, float %x, i32 0
  br label %end

end:
  %p = phi <2 x float> [ %put, %then ], [ zeroinitializer, %entry ]
  %whole = insertelement <2 x float> %p, float %x, i32 1
  %twice = fadd <2 x float> %whole, %whole
  %first = extractelement <2 x float> %twice, i32 0
  %second = extractelement <2 x float> %twice, i32 1
  %r = fadd float %first, %second
  ret float %r
}
