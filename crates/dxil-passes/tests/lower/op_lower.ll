; Lanes are taken of the members of what an operation gives, values keep their names, and calls say what they read.
; RUN: dxil-op-lower
target triple = "dxil-pc-shadermodel6.6-compute"

; CHECK-LABEL: define float @reads
; CHECK: %buffer_annot = call %dx.types.Handle @dx.op.annotateHandle
; CHECK: %load = call %dx.types.ResRet.f32 @dx.op.bufferLoad.f32(i32 68, %dx.types.Handle %buffer_annot, i32 %at, i32 undef) [[READ:#[0-9]+]]
; CHECK-NEXT: [[X:%.*]] = extractvalue %dx.types.ResRet.f32 %load, 2
; CHECK-NOT: insertelement
; CHECK: ret float [[X]]
define float @reads(i32 %at) "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  %buffer = call target("dx.TypedBuffer", <4 x float>, 0, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_v4f32_0_0_0t(i32 0, i32 1, i32 1, i32 0, ptr null)
  %load = call { <4 x float>, i1 } @llvm.dx.resource.load.typedbuffer.v4f32.tdx.TypedBuffer_v4f32_0_0_0t(target("dx.TypedBuffer", <4 x float>, 0, 0, 0) %buffer, i32 %at)
  %data = extractvalue { <4 x float>, i1 } %load, 0
  %x = extractelement <4 x float> %data, i32 2
  ret float %x
}

; CHECK-NOT: declare {{.*}}@llvm.
; CHECK: attributes [[READ]] = { nounwind memory(read) }

declare target("dx.TypedBuffer", <4 x float>, 0, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_v4f32_0_0_0t(i32, i32, i32, i32, ptr)
declare { <4 x float>, i1 } @llvm.dx.resource.load.typedbuffer.v4f32.tdx.TypedBuffer_v4f32_0_0_0t(target("dx.TypedBuffer", <4 x float>, 0, 0, 0), i32)
