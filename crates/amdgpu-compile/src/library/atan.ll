; A polynomial, interpolated at Chebyshev nodes, of the argument or its reciprocal.
define float @amdgpu.atan.f32(float %x) {
  %a = call float @llvm.fabs.f32(float %x)
  %is.large = fcmp ogt float %a, 1.000000e+00
  %reciprocal = fdiv float 1.000000e+00, %a
  %t = select i1 %is.large, float %reciprocal, float %a
  %z = fmul float %t, %t
  %p8 = call float @llvm.fma.f32(float 0x3F586406C0000000, float %z, float 0xBF82BA6B60000000)
  %p7 = call float @llvm.fma.f32(float %p8, float %z, float 0x3F9AEFB2A0000000)
  %p6 = call float @llvm.fma.f32(float %p7, float %z, float 0xBFA9115A40000000)
  %p5 = call float @llvm.fma.f32(float %p6, float %z, float 0x3FB2006F60000000)
  %p4 = call float @llvm.fma.f32(float %p5, float %z, float 0xBFB6DD8FE0000000)
  %p3 = call float @llvm.fma.f32(float %p4, float %z, float 0x3FBC62CDA0000000)
  %p2 = call float @llvm.fma.f32(float %p3, float %z, float 0xBFC2489520000000)
  %p1 = call float @llvm.fma.f32(float %p2, float %z, float 0x3FC9999560000000)
  %p = call float @llvm.fma.f32(float %p1, float %z, float 0xBFD5555560000000)
  %zp = fmul float %z, %p
  %small = call float @llvm.fma.f32(float %t, float %zp, float %t)
  %large = fsub float 0x3FF921FB60000000, %small
  %angle = select i1 %is.large, float %large, float %small
  %signed = call float @llvm.copysign.f32(float %angle, float %x)
  ret float %signed
}

declare float @llvm.copysign.f32(float, float)
declare float @llvm.fabs.f32(float)
declare float @llvm.fma.f32(float, float, float)
