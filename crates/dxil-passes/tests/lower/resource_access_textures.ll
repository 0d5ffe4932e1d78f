; RUN: dxil-resource-access
; Texel pointers: loads and stores of texels, a store of one component, and an atomic operation on a texel.
target triple = "dxil-pc-shadermodel6.6-compute"

; CHECK-LABEL: @main(
; CHECK: [[TEXEL:%.*]] = call <4 x float> @llvm.dx.resource.load.level{{.*}} %in, <3 x i32> <i32 1, i32 2, i32 3>, i32 0, <2 x i32> zeroinitializer)
; CHECK: call void @llvm.dx.resource.store.texture{{.*}} %out, <2 x i32> <i32 1, i32 2>, <4 x float> [[TEXEL]])
; CHECK: [[OLD:%.*]] = call <4 x float> @llvm.dx.resource.load.level{{.*}} %out, <2 x i32> splat (i32 2), i32 poison, <2 x i32> poison)
; CHECK: [[NEW:%.*]] = insertelement <4 x float> [[OLD]], float 1.000000e+00, i32 2
; CHECK: call void @llvm.dx.resource.store.texture{{.*}} %out, <2 x i32> splat (i32 2), <4 x float> [[NEW]])
; CHECK: [[X:%.*]] = extractelement <2 x i32> <i32 3, i32 4>, i32 0
; CHECK: [[Y:%.*]] = extractelement <2 x i32> <i32 3, i32 4>, i32 1
; CHECK: call i32 @llvm.dx.resource.atomic.binop{{.*}} %counts, i32 0, i32 [[X]], i32 [[Y]], i32 poison, i32 1)
define void @main() #0 {
  %in = call target("dx.Texture", <4 x float>, 0, 0, 0, 7) @llvm.dx.resource.handlefrombinding.tdx.Texture_v4f32_0_0_0_7t(i32 0, i32 0, i32 1, i32 0, ptr null)
  %out = call target("dx.Texture", <4 x float>, 1, 0, 0, 2) @llvm.dx.resource.handlefrombinding.tdx.Texture_v4f32_1_0_0_2t(i32 0, i32 0, i32 1, i32 0, ptr null)
  %counts = call target("dx.Texture", i32, 1, 0, 0, 2) @llvm.dx.resource.handlefrombinding.tdx.Texture_i32_1_0_0_2t(i32 0, i32 1, i32 1, i32 0, ptr null)
  %from = call ptr @llvm.dx.resource.getpointer.p0.tdx.Texture_v4f32_0_0_0_7t.v3i32(target("dx.Texture", <4 x float>, 0, 0, 0, 7) %in, <3 x i32> <i32 1, i32 2, i32 3>)
  %texel = load <4 x float>, ptr %from, align 4
  %to = call ptr @llvm.dx.resource.getpointer.p0.tdx.Texture_v4f32_1_0_0_2t.v2i32(target("dx.Texture", <4 x float>, 1, 0, 0, 2) %out, <2 x i32> <i32 1, i32 2>)
  store <4 x float> %texel, ptr %to, align 4
  %next = call ptr @llvm.dx.resource.getpointer.p0.tdx.Texture_v4f32_1_0_0_2t.v2i32(target("dx.Texture", <4 x float>, 1, 0, 0, 2) %out, <2 x i32> <i32 2, i32 2>)
  %z = getelementptr inbounds float, ptr %next, i32 2
  store float 1.000000e+00, ptr %z, align 4
  %count = call ptr @llvm.dx.resource.getpointer.p0.tdx.Texture_i32_1_0_0_2t.v2i32(target("dx.Texture", i32, 1, 0, 0, 2) %counts, <2 x i32> <i32 3, i32 4>)
  %old = atomicrmw add ptr %count, i32 1 monotonic
  ret void
}

declare target("dx.Texture", <4 x float>, 0, 0, 0, 7) @llvm.dx.resource.handlefrombinding.tdx.Texture_v4f32_0_0_0_7t(i32, i32, i32, i32, ptr)
declare target("dx.Texture", <4 x float>, 1, 0, 0, 2) @llvm.dx.resource.handlefrombinding.tdx.Texture_v4f32_1_0_0_2t(i32, i32, i32, i32, ptr)
declare target("dx.Texture", i32, 1, 0, 0, 2) @llvm.dx.resource.handlefrombinding.tdx.Texture_i32_1_0_0_2t(i32, i32, i32, i32, ptr)
declare ptr @llvm.dx.resource.getpointer.p0.tdx.Texture_v4f32_0_0_0_7t.v3i32(target("dx.Texture", <4 x float>, 0, 0, 0, 7), <3 x i32>)
declare ptr @llvm.dx.resource.getpointer.p0.tdx.Texture_v4f32_1_0_0_2t.v2i32(target("dx.Texture", <4 x float>, 1, 0, 0, 2), <2 x i32>)
declare ptr @llvm.dx.resource.getpointer.p0.tdx.Texture_i32_1_0_0_2t.v2i32(target("dx.Texture", i32, 1, 0, 0, 2), <2 x i32>)

attributes #0 = { "hlsl.numthreads"="1,1,1" "hlsl.shader"="compute" }
