; The quotient of sine and cosine.
define float @amdgpu.tan.f32(float %x) {
  %sine = call float @llvm.sin.f32(float %x)
  %cosine = call float @llvm.cos.f32(float %x)
  %tangent = fdiv float %sine, %cosine
  ret float %tangent
}

declare float @llvm.cos.f32(float)
declare float @llvm.sin.f32(float)
