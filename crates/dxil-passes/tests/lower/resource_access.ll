; RUN: dxil-resource-access
target triple = "dxil-pc-shadermodel6.6-compute"

; CHECK-LABEL: define float @f
; CHECK: [[O:%.*]] = mul i32 %at, 4
; CHECK: call { float, i1 } @llvm.dx.resource.load.rawbuffer{{.*}}, i32 %index, i32 [[O]])
define float @f(target("dx.RawBuffer", [4 x float], 0, 0) %buffer, i32 %index, i32 %at) {
  %all = call ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_a4f32_0_0t(target("dx.RawBuffer", [4 x float], 0, 0) %buffer, i32 %index)
  %one = getelementptr inbounds [4 x float], ptr %all, i32 0, i32 %at
  %x = load float, ptr %one, align 4
  ret float %x
}

declare ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_a4f32_0_0t(target("dx.RawBuffer", [4 x float], 0, 0), i32)
