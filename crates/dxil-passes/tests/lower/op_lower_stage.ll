; FAIL: dxil-op-lower
; CHECK: Cannot create DerivCoarseX operation: Invalid stage in function f
target triple = "dxil-pc-shadermodel6.5-compute"

define float @f(float %x) {
  %y = call float @llvm.dx.ddx.coarse.f32(float %x)
  ret float %y
}

declare float @llvm.dx.ddx.coarse.f32(float)
