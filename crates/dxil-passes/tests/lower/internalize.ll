; Of a shader, its entry alone is called from outside, and what threads share is all that others might see.
; RUN: internalize
target triple = "dxil-pc-shadermodel6.5-compute"

; CHECK: @own = internal global i32 1
; CHECK: @shared = addrspace(3) global i32 undef
@own = hidden global i32 1
@shared = addrspace(3) global i32 undef

; CHECK-NOT: @unused
; CHECK: define internal void @called(
; CHECK: define void @main(
define void @unused() {
  ret void
}

define void @called() {
  %a = load i32, ptr @own
  store i32 %a, ptr addrspace(3) @shared
  ret void
}

define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  call void @called()
  ret void
}
