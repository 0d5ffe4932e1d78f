; FAIL: dxil-post-optimization-validation
; CHECK: resource A at register 1 overlaps with resource B at register 3 in space 0
; CHECK-NEXT: resource CBV (space=0, registers=[2, 2]) overlaps with resource CBV (space=0, registers=[2, 2])
; CHECK-NEXT: SRV register 1 in space 0 does not have a binding in the Root Signature
; CHECK-NEXT: SRV at register 3 and space 0 is bound to a texture or typed buffer.
; CHECK-NEXT: Shader has root bindings but root signature uses a DENY flag
target triple = "dxil-pc-shadermodel6.6-pixel"

@A = private constant [2 x i8] c"A\00"
@B = private constant [2 x i8] c"B\00"

define void @main() "hlsl.shader"="pixel" {
  %a = call target("dx.RawBuffer", i32, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_0_0t(i32 0, i32 1, i32 4, i32 0, ptr @A)
  %b = call target("dx.TypedBuffer", float, 0, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_f32_0_0_0t(i32 0, i32 3, i32 1, i32 0, ptr @B)
  %c = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 1, i32 1, i32 0, ptr @A)
  ret void
}

declare target("dx.RawBuffer", i32, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_0_0t(i32, i32, i32, i32, ptr)
declare target("dx.TypedBuffer", float, 0, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_f32_0_0_0t(i32, i32, i32, i32, ptr)
declare target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32, i32, i32, i32, ptr)

!dx.rootsignatures = !{!0}
!0 = !{ptr @main, !1, i32 2}
!1 = !{!2, !3, !4, !5, !6}
!2 = !{!"RootFlags", i32 32}
!3 = !{!"RootCBV", i32 0, i32 2, i32 0, i32 0}
!4 = !{!"RootConstants", i32 5, i32 2, i32 0, i32 1}
!5 = !{!"RootSRV", i32 0, i32 3, i32 0, i32 0}
!6 = !{!"RootUAV", i32 0, i32 1, i32 0, i32 0}
