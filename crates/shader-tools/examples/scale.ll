target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64"
target triple = "dxilv1.5-pc-shadermodel6.5-compute"

%Scale = type <{ float }>

@Scale.str = private unnamed_addr constant [6 x i8] c"Scale\00"
@Values.str = private unnamed_addr constant [7 x i8] c"Values\00"

define void @main() #0 {
  %scale = call target("dx.CBuffer", %Scale) @llvm.dx.resource.handlefrombinding.tdx.CBuffer_s_Scalest(i32 0, i32 0, i32 1, i32 0, ptr @Scale.str)
  %values = call target("dx.RawBuffer", float, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_f32_1_0t(i32 0, i32 0, i32 1, i32 0, ptr @Values.str)
  %id = call i32 @llvm.dx.thread.id(i32 0)
  %row = call { float, float, float, float } @llvm.dx.resource.load.cbufferrow.4.f32.f32.f32.f32.tdx.CBuffer_s_Scalest(target("dx.CBuffer", %Scale) %scale, i32 0)
  %factor = extractvalue { float, float, float, float } %row, 0
  %place = call ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_f32_1_0t(target("dx.RawBuffer", float, 1, 0) %values, i32 %id)
  %value = load float, ptr %place
  %scaled = fmul float %value, %factor
  store float %scaled, ptr %place
  ret void
}

declare target("dx.CBuffer", %Scale) @llvm.dx.resource.handlefrombinding.tdx.CBuffer_s_Scalest(i32, i32, i32, i32, ptr)
declare target("dx.RawBuffer", float, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_f32_1_0t(i32, i32, i32, i32, ptr)
declare i32 @llvm.dx.thread.id(i32)
declare { float, float, float, float } @llvm.dx.resource.load.cbufferrow.4.f32.f32.f32.f32.tdx.CBuffer_s_Scalest(target("dx.CBuffer", %Scale), i32)
declare ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_f32_1_0t(target("dx.RawBuffer", float, 1, 0), i32)

attributes #0 = { "hlsl.shader"="compute" "hlsl.numthreads"="64,1,1" }

!dx.valver = !{!0}
!0 = !{i32 1, i32 8}
