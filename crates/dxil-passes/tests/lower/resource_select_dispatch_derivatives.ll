; Behind a branch, neighbours in a quad may have gone elsewhere.
; FAIL: handle-phis
; CHECK: phi or select of handles from different resource ranges is used by an operation with implicit derivatives, which cannot be moved into a branch in function f > %texel = call @llvm.dx.resource.sample
target triple = "dxil-pc-shadermodel6.5-pixel"

define <4 x float> @f(i1 %c, <2 x float> %at) {
  %a = call target("dx.Texture", <4 x float>, 0, 0, 0, 2) @llvm.dx.resource.handlefrombinding.tdx.Texture_v4f32_0_0_0_2t(i32 0, i32 0, i32 1, i32 0, ptr null)
  %b = call target("dx.Texture", <4 x float>, 0, 0, 0, 2) @llvm.dx.resource.handlefrombinding.tdx.Texture_v4f32_0_0_0_2t(i32 0, i32 1, i32 1, i32 0, ptr null)
  %s = call target("dx.Sampler", 0) @llvm.dx.resource.handlefrombinding.tdx.Sampler_0t(i32 0, i32 0, i32 1, i32 0, ptr null)
  %h = select i1 %c, target("dx.Texture", <4 x float>, 0, 0, 0, 2) %a, target("dx.Texture", <4 x float>, 0, 0, 0, 2) %b
  %texel = call <4 x float> @llvm.dx.resource.sample.v4f32.tdx.Texture_v4f32_0_0_0_2t.tdx.Sampler_0t.v2f32.v2i32(target("dx.Texture", <4 x float>, 0, 0, 0, 2) %h, target("dx.Sampler", 0) %s, <2 x float> %at, <2 x i32> zeroinitializer)
  ret <4 x float> %texel
}

declare target("dx.Texture", <4 x float>, 0, 0, 0, 2) @llvm.dx.resource.handlefrombinding.tdx.Texture_v4f32_0_0_0_2t(i32, i32, i32, i32, ptr)
declare target("dx.Sampler", 0) @llvm.dx.resource.handlefrombinding.tdx.Sampler_0t(i32, i32, i32, i32, ptr)
declare <4 x float> @llvm.dx.resource.sample.v4f32.tdx.Texture_v4f32_0_0_0_2t.tdx.Sampler_0t.v2f32.v2i32(target("dx.Texture", <4 x float>, 0, 0, 0, 2), target("dx.Sampler", 0), <2 x float>, <2 x i32>)
