; What is missing of a right angle, and near one the angle itself.
define float @amdgpu.acos.f32(float %x) {
  %a = call float @llvm.fabs.f32(float %x)
  %is.large = fcmp ogt float %a, 5.000000e-01
  ; Near one, by half the angle: its sine is the root of half of what is missing.
  %half = call float @llvm.fma.f32(float %a, float -5.000000e-01, float 5.000000e-01)
  %square = fmul float %a, %a
  %z = select i1 %is.large, float %half, float %square
  %root = call float @llvm.sqrt.f32(float %half)
  %s = select i1 %is.large, float %root, float %a
  %p4 = call float @llvm.fma.f32(float 0x3FA13FED40000000, float %z, float 0x3F918F91E0000000)
  %p3 = call float @llvm.fma.f32(float %p4, float %z, float 0x3F9FD8DA20000000)
  %p2 = call float @llvm.fma.f32(float %p3, float %z, float 0x3FA6D5BBA0000000)
  %p1 = call float @llvm.fma.f32(float %p2, float %z, float 0x3FB3334300000000)
  %p = call float @llvm.fma.f32(float %p1, float %z, float 0x3FC5555540000000)
  %zp = fmul float %z, %p
  %small = call float @llvm.fma.f32(float %s, float %zp, float %s)
  %twice = fmul float %small, 2.000000e+00
  %is.negative = fcmp olt float %x, 0.000000e+00
  %obtuse = fsub float 0x400921FB60000000, %twice
  %large = select i1 %is.negative, float %obtuse, float %twice
  %signed = call float @llvm.copysign.f32(float %small, float %x)
  %middle = fsub float 0x3FF921FB60000000, %signed
  %angle = select i1 %is.large, float %large, float %middle
  ret float %angle
}

declare float @llvm.copysign.f32(float, float)
declare float @llvm.fabs.f32(float)
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.sqrt.f32(float)
