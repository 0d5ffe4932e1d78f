; FAIL: dxil-resource-access
; CHECK: DXIL has no atomic operation for this atomicrmw in function f > %old = atomicrmw
target triple = "dxil-pc-shadermodel6.6-library"

define float @f(target("dx.RawBuffer", float, 1, 0) %b, i32 %i) {
  %p = call ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_f32_1_0t(target("dx.RawBuffer", float, 1, 0) %b, i32 %i)
  %old = atomicrmw fadd ptr %p, float 1.0 monotonic
  ret float %old
}

declare ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_f32_1_0t(target("dx.RawBuffer", float, 1, 0), i32)
