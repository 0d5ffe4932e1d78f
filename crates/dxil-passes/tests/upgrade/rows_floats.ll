; UPGRADE: 22-generic main-dx
; A function for each row of the table that is about floats.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

; Function Attrs: nounwind readnone
declare float @dx.op.unary.f32(i32, float) #0

define float @FAbs(float %value) {
  %1 = call float @dx.op.unary.f32(i32 6, float %value)
  ret float %1
}

define float @Saturate(float %value) {
  %1 = call float @dx.op.unary.f32(i32 7, float %value)
  ret float %1
}

; Function Attrs: nounwind readnone
declare i1 @dx.op.isSpecialFloat.f32(i32, float) #0

define i1 @IsNaN(float %value) {
  %1 = call i1 @dx.op.isSpecialFloat.f32(i32 8, float %value)
  ret i1 %1
}

define i1 @IsInf(float %value) {
  %1 = call i1 @dx.op.isSpecialFloat.f32(i32 9, float %value)
  ret i1 %1
}

define i1 @IsFinite(float %value) {
  %1 = call i1 @dx.op.isSpecialFloat.f32(i32 10, float %value)
  ret i1 %1
}

define i1 @IsNormal(float %value) {
  %1 = call i1 @dx.op.isSpecialFloat.f32(i32 11, float %value)
  ret i1 %1
}

define float @Cos(float %value) {
  %1 = call float @dx.op.unary.f32(i32 12, float %value)
  ret float %1
}

define float @Sin(float %value) {
  %1 = call float @dx.op.unary.f32(i32 13, float %value)
  ret float %1
}

define float @Tan(float %value) {
  %1 = call float @dx.op.unary.f32(i32 14, float %value)
  ret float %1
}

define float @Acos(float %value) {
  %1 = call float @dx.op.unary.f32(i32 15, float %value)
  ret float %1
}

define float @Asin(float %value) {
  %1 = call float @dx.op.unary.f32(i32 16, float %value)
  ret float %1
}

define float @Atan(float %value) {
  %1 = call float @dx.op.unary.f32(i32 17, float %value)
  ret float %1
}

define float @Hcos(float %value) {
  %1 = call float @dx.op.unary.f32(i32 18, float %value)
  ret float %1
}

define float @Hsin(float %value) {
  %1 = call float @dx.op.unary.f32(i32 19, float %value)
  ret float %1
}

define float @Htan(float %value) {
  %1 = call float @dx.op.unary.f32(i32 20, float %value)
  ret float %1
}

define float @Exp(float %value) {
  %1 = call float @dx.op.unary.f32(i32 21, float %value)
  ret float %1
}

define float @Frc(float %value) {
  %1 = call float @dx.op.unary.f32(i32 22, float %value)
  ret float %1
}

define float @Log(float %value) {
  %1 = call float @dx.op.unary.f32(i32 23, float %value)
  ret float %1
}

define float @Sqrt(float %value) {
  %1 = call float @dx.op.unary.f32(i32 24, float %value)
  ret float %1
}

define float @Rsqrt(float %value) {
  %1 = call float @dx.op.unary.f32(i32 25, float %value)
  ret float %1
}

define float @Round_ne(float %value) {
  %1 = call float @dx.op.unary.f32(i32 26, float %value)
  ret float %1
}

define float @Round_ni(float %value) {
  %1 = call float @dx.op.unary.f32(i32 27, float %value)
  ret float %1
}

define float @Round_pi(float %value) {
  %1 = call float @dx.op.unary.f32(i32 28, float %value)
  ret float %1
}

define float @Round_z(float %value) {
  %1 = call float @dx.op.unary.f32(i32 29, float %value)
  ret float %1
}

; Function Attrs: nounwind readnone
declare float @dx.op.binary.f32(i32, float, float) #0

define float @FMax(float %a, float %b) {
  %1 = call float @dx.op.binary.f32(i32 35, float %a, float %b)
  ret float %1
}

define float @FMin(float %a, float %b) {
  %1 = call float @dx.op.binary.f32(i32 36, float %a, float %b)
  ret float %1
}

; Function Attrs: nounwind readnone
declare float @dx.op.tertiary.f32(i32, float, float, float) #0

define float @FMad(float %a, float %b, float %c) {
  %1 = call float @dx.op.tertiary.f32(i32 46, float %a, float %b, float %c)
  ret float %1
}

; Function Attrs: nounwind readnone
declare double @dx.op.tertiary.f64(i32, double, double, double) #0

define double @Fma(double %a, double %b, double %c) {
  %1 = call double @dx.op.tertiary.f64(i32 47, double %a, double %b, double %c)
  ret double %1
}

; Function Attrs: nounwind readnone
declare float @dx.op.dot2.f32(i32, float, float, float, float) #0

define float @Dot2(float %ax, float %ay, float %bx, float %by) {
  %1 = call float @dx.op.dot2.f32(i32 54, float %ax, float %ay, float %bx, float %by)
  ret float %1
}

; Function Attrs: nounwind readnone
declare float @dx.op.dot3.f32(i32, float, float, float, float, float, float) #0

define float @Dot3(float %ax, float %ay, float %az, float %bx, float %by, float %bz) {
  %1 = call float @dx.op.dot3.f32(i32 55, float %ax, float %ay, float %az, float %bx, float %by, float %bz)
  ret float %1
}

; Function Attrs: nounwind readnone
declare float @dx.op.dot4.f32(i32, float, float, float, float, float, float, float, float) #0

define float @Dot4(float %ax, float %ay, float %az, float %aw, float %bx, float %by, float %bz, float %bw) {
  %1 = call float @dx.op.dot4.f32(i32 56, float %ax, float %ay, float %az, float %aw, float %bx, float %by, float %bz, float %bw)
  ret float %1
}

; Function Attrs: nounwind readnone
declare i32 @dx.op.legacyF32ToF16(i32, float) #0

define i32 @LegacyF32ToF16(float %value) {
  %1 = call i32 @dx.op.legacyF32ToF16(i32 130, float %value)
  ret i32 %1
}

; Function Attrs: nounwind readnone
declare float @dx.op.legacyF16ToF32(i32, i32) #0

define float @LegacyF16ToF32(i32 %value) {
  %1 = call float @dx.op.legacyF16ToF32(i32 131, i32 %value)
  ret float %1
}

; Function Attrs: nounwind readnone
declare float @dx.op.dot2AddHalf.f32(i32, float, half, half, half, half) #0

define float @Dot2AddHalf(float %acc, half %ax, half %ay, half %bx, half %by) {
  %1 = call float @dx.op.dot2AddHalf.f32(i32 162, float %acc, half %ax, half %ay, half %bx, half %by)
  ret float %1
}

; Function Attrs: nounwind readnone
declare float @dx.op.dot.v3f32(i32, <3 x float>, <3 x float>) #0

define float @FDot(<3 x float> %a, <3 x float> %b) {
  %1 = call float @dx.op.dot.v3f32(i32 311, <3 x float> %a, <3 x float> %b)
  ret float %1
}

attributes #0 = { nounwind readnone }

!dx.version = !{!0}
!dx.shaderModel = !{!1}

!0 = !{i32 1, i32 9}
!1 = !{!"lib", i32 6, i32 9}
