; One without what an exponential leaves, and below five eighths a polynomial.
define float @amdgpu.tanh.f32(float %x) {
  %a = call float @llvm.fabs.f32(float %x)
  %twice = fmul float %a, 2.000000e+00
  %exponential = call float @llvm.exp.f32(float %twice)
  %more = fadd float %exponential, 1.000000e+00
  %rest = fdiv float 2.000000e+00, %more
  %large = fsub float 1.000000e+00, %rest
  %z = fmul float %a, %a
  %p4 = call float @llvm.fma.f32(float 0x3F62977D60000000, float %z, float 0xBF810BBF40000000)
  %p3 = call float @llvm.fma.f32(float %p4, float %z, float 0x3F9648E8E0000000)
  %p2 = call float @llvm.fma.f32(float %p3, float %z, float 0xBFABA07180000000)
  %p1 = call float @llvm.fma.f32(float %p2, float %z, float 0x3FC1110E40000000)
  %p = call float @llvm.fma.f32(float %p1, float %z, float 0xBFD5555560000000)
  %zp = fmul float %z, %p
  %small = call float @llvm.fma.f32(float %a, float %zp, float %a)
  %is.small = fcmp olt float %a, 6.250000e-01
  %tangent = select i1 %is.small, float %small, float %large
  %signed = call float @llvm.copysign.f32(float %tangent, float %x)
  ret float %signed
}

declare float @llvm.copysign.f32(float, float)
declare float @llvm.exp.f32(float)
declare float @llvm.fabs.f32(float)
declare float @llvm.fma.f32(float, float, float)
