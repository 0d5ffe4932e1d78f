; inline 1 fold 2 sroa 1 mem2reg 4 scalarizer 10 dce 3

%P = type { <4 x float>, i32 }

declare void @use(float)

define <4 x float> @scale(<4 x float> %v, %P* %p, float %by) {
  %1 = extractelement <4 x float> %v, i32 0
  %2 = fmul fast float %1, %by
  %3 = insertelement <4 x float> undef, float %2, i32 0
  %4 = extractelement <4 x float> %v, i32 1
  %5 = fmul fast float %4, %by
  %6 = insertelement <4 x float> %3, float %5, i32 1
  %7 = getelementptr inbounds %P, %P* %p, i32 0, i32 0
  store <4 x float> %6, <4 x float>* %7, align 4
  ret <4 x float> %6
}

define void @main(float %x, i1 %c) {
  br i1 %c, label %then, label %end

then:                                             ; preds = %0
  %1 = fmul fast float %x, %x
  %2 = fmul fast float 2.000000e+00, %x
  br label %end

end:                                              ; preds = %then, %0
  %3 = phi float [ undef, %0 ], [ %1, %then ]
  %4 = phi float [ 0.000000e+00, %0 ], [ %2, %then ]
  call void @use(float %4)
  call void @use(float %3)
  ret void
}
