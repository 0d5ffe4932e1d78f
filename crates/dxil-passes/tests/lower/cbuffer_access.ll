; Members are addresses in their buffer, and variables no more.
; RUN: dxil-cbuffer-access
target triple = "dxil-pc-shadermodel6.6-compute"

%layout = type <{ float, float }>

@cb = internal global target("dx.CBuffer", %layout) poison
@a = external addrspace(2) global float, align 4
@b = external addrspace(2) global float, align 4

; CHECK-NOT: @a
; CHECK-NOT: @b
; CHECK: [[H:%.*]] = load target("dx.CBuffer", %layout), ptr @cb
; CHECK: [[P:%.*]] = call ptr addrspace(2) @llvm.dx.resource.getpointer{{.*}}[[H]], i32 4)
; CHECK: load float, ptr addrspace(2) [[P]]
define float @f() "hlsl.shader"="compute" {
  %x = load float, ptr addrspace(2) @b, align 4
  ret float %x
}

!hlsl.cbs = !{!0}
!0 = !{ptr @cb, ptr addrspace(2) @a, ptr addrspace(2) @b}
