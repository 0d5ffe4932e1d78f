; What is listed and not called yet is called where the shader begins, in the order of priorities.
; RUN: global-ctors
target triple = "dxil-pc-shadermodel6.5-compute"

; CHECK-NOT: @llvm.global_ctors
@llvm.global_ctors = appending global [3 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 9, ptr @later, ptr null }, { i32, ptr, ptr } { i32 1, ptr @sooner, ptr null }, { i32, ptr, ptr } { i32 1, ptr @called, ptr null }]

define internal void @later() {
  ret void
}

define internal void @sooner() {
  ret void
}

define internal void @called() {
  ret void
}

; CHECK-LABEL: define void @main(
; CHECK-NEXT: call void @sooner()
; CHECK-NEXT: call void @later()
; CHECK-NEXT: call void @called()
; CHECK-NEXT: ret void
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  call void @called()
  ret void
}
