; scalarizer 11

declare void @use(float)

define void @main(float %x, float %y) {
  call void @use(float %x)
  call void @use(float %y)
  call void @use(float undef)
  call void @use(float undef)
  call void @use(float undef)
  call void @use(float 4.000000e+00)
  call void @use(float undef)
  call void @use(float undef)
  ret void
}
