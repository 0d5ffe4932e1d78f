; Half the sum of two exponentials.
define float @amdgpu.cosh.f32(float %x) {
  %a = call float @llvm.fabs.f32(float %x)
  ; The root of the exponential does not overflow before the result does.
  %half = fmul float %a, 5.000000e-01
  %root = call float @llvm.exp.f32(float %half)
  %grows = fmul float %root, 5.000000e-01
  %negative = fneg float %a
  %falling = call float @llvm.exp.f32(float %negative)
  %falls = fmul float %falling, 5.000000e-01
  %cosine = call float @llvm.fma.f32(float %grows, float %root, float %falls)
  ret float %cosine
}

declare float @llvm.exp.f32(float)
declare float @llvm.fabs.f32(float)
declare float @llvm.fma.f32(float, float, float)
