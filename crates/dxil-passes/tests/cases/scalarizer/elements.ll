; RUN: scalarizer
; What is put in at a known place is taken out there; other lanes are undefined, and so are places that are not there.

declare void @use(float)

define void @main(float %x, float %y) {
  %1 = insertelement <4 x float> undef, float %x, i32 0
  %2 = insertelement <4 x float> %1, float %y, i8 2
  %a = extractelement <4 x float> %2, i32 0
  %b = extractelement <4 x float> %2, i64 2
  %c = extractelement <4 x float> %2, i32 1
  %d = extractelement <4 x float> %2, i32 4
  %e = extractelement <4 x float> %1, i2 2
  %f = extractelement <4 x float> <float 1.0, float 2.0, float 3.0, float 4.0>, i32 3
  %g = extractelement <4 x float> %2, i32 undef
  %h = insertelement <4 x float> %2, float %x, i32 7
  %i = extractelement <4 x float> %h, i32 0
  call void @use(float %a)
  call void @use(float %b)
  call void @use(float %c)
  call void @use(float %d)
  call void @use(float %e)
  call void @use(float %f)
  call void @use(float %g)
  call void @use(float %i)
  ret void
}
