; A library exports what is external and not hidden; what nothing calls goes.
; RUN: dxil-finalize-linkage
target triple = "dxil-pc-shadermodel6.5-library"

; CHECK-NOT: @unused
; CHECK: define void @exported
; CHECK: define internal {{.*}}void @called
; CHECK: define void @entry
define hidden void @unused() {
  ret void
}

define void @exported() {
  ret void
}

define hidden void @called() {
  ret void
}

define void @entry() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  call void @called()
  ret void
}
