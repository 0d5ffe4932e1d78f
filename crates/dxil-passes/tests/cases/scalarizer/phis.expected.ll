; scalarizer 7

declare void @take(<2 x float>)

define float @main(float %x, i32 %n) {
entry:
  br label %loop

loop:                                             ; preds = %loop, %entry
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %b.i0 = phi float [ 0.000000e+00, %entry ], [ %sum.i0, %loop ]
  %b.i1 = phi float [ 0.000000e+00, %entry ], [ %sum.i1, %loop ]
  %a.i0 = phi float [ %x, %entry ], [ %b.i0, %loop ]
  %a.i1 = phi float [ 1.000000e+00, %entry ], [ %b.i1, %loop ]
  %0 = insertelement <2 x float> undef, float %b.i0, i32 0
  %1 = insertelement <2 x float> %0, float %b.i1, i32 1
  %sum.i0 = fadd float %a.i0, %b.i0
  %sum.i1 = fadd float %a.i1, %b.i1
  call void @take(<2 x float> %1)
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end

end:                                              ; preds = %loop
  ret float %sum.i1
}
