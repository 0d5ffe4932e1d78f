; A lane that no instruction defines is undefined, also as an operand of an operation with scalar operands.
; RUN: dxil-op-lower
target triple = "dxilv1.6-pc-shadermodel6.6-compute"

; CHECK: @dx.op.sampleLevel.f32(i32 62, %dx.types.Handle {{.*}}, %dx.types.Handle {{.*}}, float %x, float undef, float undef,
define void @main() #0 {
  %t = call target("dx.Texture", <4 x float>, 0, 0, 0, 2) @llvm.dx.resource.handlefrombinding.t(i32 0, i32 0, i32 1, i32 0, ptr null)
  %s = call target("dx.Sampler", 0) @llvm.dx.resource.handlefrombinding.s(i32 0, i32 0, i32 1, i32 0, ptr null)
  %id = call i32 @llvm.dx.thread.id(i32 0)
  %x = uitofp i32 %id to float
  %c = insertelement <2 x float> poison, float %x, i64 0
  %v = call <4 x float> @llvm.dx.resource.samplelevel.v4f32.t.s.v2f32.f32.v2i32(target("dx.Texture", <4 x float>, 0, 0, 0, 2) %t, target("dx.Sampler", 0) %s, <2 x float> %c, float 0.0, <2 x i32> zeroinitializer)
  ret void
}

declare i32 @llvm.dx.thread.id(i32)
declare target("dx.Texture", <4 x float>, 0, 0, 0, 2) @llvm.dx.resource.handlefrombinding.t(i32, i32, i32, i32, ptr)
declare target("dx.Sampler", 0) @llvm.dx.resource.handlefrombinding.s(i32, i32, i32, i32, ptr)
declare <4 x float> @llvm.dx.resource.samplelevel.v4f32.t.s.v2f32.f32.v2i32(target("dx.Texture", <4 x float>, 0, 0, 0, 2), target("dx.Sampler", 0), <2 x float>, float, <2 x i32>)
attributes #0 = { "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" }
