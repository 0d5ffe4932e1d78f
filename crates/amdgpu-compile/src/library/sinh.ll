; Half the difference of two exponentials, and below one a polynomial.
define float @amdgpu.sinh.f32(float %x) {
  %a = call float @llvm.fabs.f32(float %x)
  ; The root of the exponential does not overflow before the result does.
  %half = fmul float %a, 5.000000e-01
  %root = call float @llvm.exp.f32(float %half)
  %grows = fmul float %root, 5.000000e-01
  %negative = fneg float %a
  %falling = call float @llvm.exp.f32(float %negative)
  %falls = fmul float %falling, 5.000000e-01
  %product = fmul float %grows, %root
  %large = fsub float %product, %falls
  %z = fmul float %a, %a
  %p2 = call float @llvm.fma.f32(float 0x3EC78A70E0000000, float %z, float 0x3F2A009000000000)
  %p1 = call float @llvm.fma.f32(float %p2, float %z, float 0x3F811111E0000000)
  %p = call float @llvm.fma.f32(float %p1, float %z, float 0x3FC5555560000000)
  %zp = fmul float %z, %p
  %small = call float @llvm.fma.f32(float %a, float %zp, float %a)
  %is.small = fcmp olt float %a, 1.000000e+00
  %sine = select i1 %is.small, float %small, float %large
  %signed = call float @llvm.copysign.f32(float %sine, float %x)
  ret float %signed
}

declare float @llvm.copysign.f32(float, float)
declare float @llvm.exp.f32(float)
declare float @llvm.fabs.f32(float)
declare float @llvm.fma.f32(float, float, float)
