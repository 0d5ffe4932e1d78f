; scalarizer 6

define float @main(<2 x float> %v, float %x, i1 %c, i32 %at) {
entry:
  %0 = extractelement <2 x float> %v, i32 0
  %1 = extractelement <2 x float> %v, i32 1
  br i1 %c, label %then, label %end

then:                                             ; preds = %entry
  br label %end

end:                                              ; preds = %then, %entry
  %p.i0 = phi float [ 0.000000e+00, %entry ], [ %x, %then ]
  %p.i1 = phi float [ 0.000000e+00, %entry ], [ %1, %then ]
  %twice.i0 = fadd float %p.i0, %p.i0
  %twice.i1 = fadd float %x, %x
  %r = fadd float %twice.i0, %twice.i1
  ret float %r
}
