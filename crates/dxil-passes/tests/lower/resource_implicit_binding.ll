; What has no register gets the first that is free in its space.
; RUN: dxil-resource-implicit-binding
target triple = "dxil-pc-shadermodel6.6-compute"

; CHECK: @llvm.dx.resource.handlefrombinding{{.*}}(i32 0, i32 0, i32 1, i32 0, ptr null)
; CHECK: @llvm.dx.resource.handlefrombinding{{.*}}(i32 0, i32 1, i32 2, i32 0, ptr null)
define void @f() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  %a = call target("dx.RawBuffer", i32, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_0_0t(i32 0, i32 0, i32 1, i32 0, ptr null)
  %b = call target("dx.RawBuffer", i32, 0, 0) @llvm.dx.resource.handlefromimplicitbinding.tdx.RawBuffer_i32_0_0t(i32 1, i32 0, i32 2, i32 0, ptr null)
  ret void
}

declare target("dx.RawBuffer", i32, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_0_0t(i32, i32, i32, i32, ptr)
declare target("dx.RawBuffer", i32, 0, 0) @llvm.dx.resource.handlefromimplicitbinding.tdx.RawBuffer_i32_0_0t(i32, i32, i32, i32, ptr)
