; RUN: dxil-intrinsic-expansion split-intrinsics dxil-op-lower
; Intrinsics of vectors and their scalar forms, with the operations and instructions that they become.
target triple = "dxil-pc-shadermodel6.8-library"

; CHECK-LABEL: @any(
; CHECK: icmp ne <2 x i32> %a, zeroinitializer
; CHECK: or i1
define i32 @any(<2 x i32> %a) {
  %r = call i1 @llvm.dx.any.v2i32(<2 x i32> %a)
  %wide = zext i1 %r to i32
  ret i32 %wide
}

; CHECK-LABEL: @all(
; CHECK: fcmp une <2 x float> %a, zeroinitializer
; CHECK: and i1
define i32 @all(<2 x float> %a) {
  %r = call i1 @llvm.dx.all.v2f32(<2 x float> %a)
  %wide = zext i1 %r to i32
  ret i32 %wide
}

; CHECK-LABEL: @cross(
; CHECK-COUNT-6: fmul float
define <3 x float> @cross(<3 x float> %a, <3 x float> %b) {
  %r = call <3 x float> @llvm.dx.cross.v3f32(<3 x float> %a, <3 x float> %b)
  ret <3 x float> %r
}

; CHECK-LABEL: @degrees(
; CHECK: fmul float %a, 0x404CA5DC20000000
define float @degrees(float %a) {
  %r = call float @llvm.dx.degrees.f32(float %a)
  ret float %r
}

; CHECK-LABEL: @radians(
; CHECK: fmul float %a, 0x3F91DF46A0000000
define float @radians(float %a) {
  %r = call float @llvm.dx.radians.f32(float %a)
  ret float %r
}

; CHECK-LABEL: @dot2add(
; CHECK: call float @dx.op.dot2AddHalf.f32(i32 162, float %c,
define float @dot2add(float %c, half %x, half %y, half %z, half %w) {
  %r = call float @llvm.dx.dot2add(float %c, half %x, half %y, half %z, half %w)
  ret float %r
}

; CHECK-LABEL: @dot4(
; CHECK: call float @dx.op.dot4.f32(i32 56,
define float @dot4(float %x, float %y, float %z, float %w) {
  %r = call float @llvm.dx.dot4.f32(float %x, float %y, float %z, float %w, float %x, float %y, float %z, float %w)
  ret float %r
}

; CHECK-LABEL: @fdot(
; CHECK: call float @dx.op.dot3.f32(i32 55,
define float @fdot(<3 x float> %a, <3 x float> %b) {
  %r = call float @llvm.dx.fdot.v3f32(<3 x float> %a, <3 x float> %b)
  ret float %r
}

; CHECK-LABEL: @sdot(
; CHECK: mul i32
; CHECK: call i32 @dx.op.tertiary.i32(i32 48,
define i32 @sdot(<2 x i32> %a, <2 x i32> %b) {
  %r = call i32 @llvm.dx.sdot.v2i32(<2 x i32> %a, <2 x i32> %b)
  ret i32 %r
}

; CHECK-LABEL: @udot(
; CHECK: mul i32
; CHECK: call i32 @dx.op.tertiary.i32(i32 49,
define i32 @udot(<2 x i32> %a, <2 x i32> %b) {
  %r = call i32 @llvm.dx.udot.v2i32(<2 x i32> %a, <2 x i32> %b)
  ret i32 %r
}

; CHECK-LABEL: @frac(
; CHECK: call float @dx.op.unary.f32(i32 22,
; CHECK: call float @dx.op.unary.f32(i32 22,
define <2 x float> @frac(<2 x float> %a) {
  %r = call <2 x float> @llvm.dx.frac.v2f32(<2 x float> %a)
  ret <2 x float> %r
}

; CHECK-LABEL: @legacyf16tof32(
; CHECK: call float @dx.op.legacyF16ToF32(i32 131, i32 %a)
define float @legacyf16tof32(i32 %a) {
  %r = call float @llvm.dx.legacyf16tof32.i32(i32 %a)
  ret float %r
}

; CHECK-LABEL: @lerp(
; CHECK: fsub float %b, %a
; CHECK: fmul float
; CHECK: fadd float
define float @lerp(float %a, float %b, float %t) {
  %r = call float @llvm.dx.lerp.f32(float %a, float %b, float %t)
  ret float %r
}

; CHECK-LABEL: @nclamp(
; CHECK: call float @dx.op.binary.f32(i32 35,
; CHECK: call float @dx.op.binary.f32(i32 36,
define float @nclamp(float %a, float %low, float %high) {
  %r = call float @llvm.dx.nclamp.f32(float %a, float %low, float %high)
  ret float %r
}

; CHECK-LABEL: @sclamp(
; CHECK: call i32 @dx.op.binary.i32(i32 37,
; CHECK: call i32 @dx.op.binary.i32(i32 38,
define i32 @sclamp(i32 %a, i32 %low, i32 %high) {
  %r = call i32 @llvm.dx.sclamp.i32(i32 %a, i32 %low, i32 %high)
  ret i32 %r
}

; CHECK-LABEL: @uclamp(
; CHECK: call i32 @dx.op.binary.i32(i32 39,
; CHECK: call i32 @dx.op.binary.i32(i32 40,
define i32 @uclamp(i32 %a, i32 %low, i32 %high) {
  %r = call i32 @llvm.dx.uclamp.i32(i32 %a, i32 %low, i32 %high)
  ret i32 %r
}

; CHECK-LABEL: @normalize(
; CHECK: call float @dx.op.dot2.f32(i32 54,
; CHECK: call float @dx.op.unary.f32(i32 25,
define <2 x float> @normalize(<2 x float> %a) {
  %r = call <2 x float> @llvm.dx.normalize.v2f32(<2 x float> %a)
  ret <2 x float> %r
}

; CHECK-LABEL: @sign(
; CHECK: fcmp
; CHECK: fcmp
; CHECK: sub i32
define i32 @sign(float %a) {
  %r = call i32 @llvm.dx.sign.f32(float %a)
  ret i32 %r
}

; CHECK-LABEL: @step(
; CHECK: fcmp olt float %x, %edge
; CHECK: select i1
define float @step(float %edge, float %x) {
  %r = call float @llvm.dx.step.f32(float %edge, float %x)
  ret float %r
}

declare i1 @llvm.dx.any.v2i32(<2 x i32>)
declare i1 @llvm.dx.all.v2f32(<2 x float>)
declare <3 x float> @llvm.dx.cross.v3f32(<3 x float>, <3 x float>)
declare float @llvm.dx.degrees.f32(float)
declare float @llvm.dx.radians.f32(float)
declare float @llvm.dx.dot2add(float, half, half, half, half)
declare float @llvm.dx.dot4.f32(float, float, float, float, float, float, float, float)
declare float @llvm.dx.fdot.v3f32(<3 x float>, <3 x float>)
declare i32 @llvm.dx.sdot.v2i32(<2 x i32>, <2 x i32>)
declare i32 @llvm.dx.udot.v2i32(<2 x i32>, <2 x i32>)
declare <2 x float> @llvm.dx.frac.v2f32(<2 x float>)
declare float @llvm.dx.legacyf16tof32.i32(i32)
declare float @llvm.dx.lerp.f32(float, float, float)
declare float @llvm.dx.nclamp.f32(float, float, float)
declare i32 @llvm.dx.sclamp.i32(i32, i32, i32)
declare i32 @llvm.dx.uclamp.i32(i32, i32, i32)
declare <2 x float> @llvm.dx.normalize.v2f32(<2 x float>)
declare i32 @llvm.dx.sign.f32(float)
declare float @llvm.dx.step.f32(float, float)
