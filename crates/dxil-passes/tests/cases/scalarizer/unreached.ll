; RUN: scalarizer
; What nothing leads to has undefined lanes, values that are computed from themselves among it.

declare void @take(<2 x float>)

define float @main(<2 x float> %a, i1 %c) {
entry:
  br label %end

island:
  %v1 = fadd <2 x float> %v2, %a
  %v2 = fadd <2 x float> %v1, %a
  %v3 = insertelement <2 x float> %v3, float 1.0, i32 0
  call void @take(<2 x float> %v2)
  br i1 %c, label %island, label %end

end:
  %v4 = phi <2 x float> [ %a, %entry ], [ %v3, %island ]
  %v5 = extractelement <2 x float> %v4, i32 1
  ret float %v5
}
