; scalarizer 5

declare void @take(<2 x float>)

define float @main(<2 x float> %a, i1 %c) {
entry:
  %0 = extractelement <2 x float> %a, i32 0
  %1 = extractelement <2 x float> %a, i32 1
  br label %end

island:                                           ; preds = %island
  call void @take(<2 x float> undef)
  br i1 %c, label %island, label %end

end:                                              ; preds = %island, %entry
  %v4.i0 = phi float [ %0, %entry ], [ undef, %island ]
  %v4.i1 = phi float [ %1, %entry ], [ undef, %island ]
  ret float %v4.i1
}
