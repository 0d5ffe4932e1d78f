; RUN: inline fold sroa mem2reg scalarizer fold dce
; ROOTS: main
; A function of a library that takes and gives vectors, and a structure with one by its address.

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
  %p = alloca %P
  br i1 %c, label %then, label %end

then:
  %1 = insertelement <4 x float> undef, float %x, i32 0
  %2 = insertelement <4 x float> %1, float 2.0, i32 1
  %3 = call <4 x float> @scale(<4 x float> %2, %P* %p, float %x)
  br label %end

end:
  %4 = phi <4 x float> [ %3, %then ], [ zeroinitializer, %0 ]
  %5 = extractelement <4 x float> %4, i32 1
  call void @use(float %5)
  %6 = getelementptr inbounds %P, %P* %p, i32 0, i32 0, i32 0
  %7 = load float, float* %6, align 4
  call void @use(float %7)
  ret void
}
