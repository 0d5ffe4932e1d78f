; UPGRADE: 22-dx 22-generic 23-dx main-dx
; A function for each row of the table that is about integers and bits.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.twoi32 = type { i32, i32 }
%dx.types.i32c = type { i32, i1 }
%dx.types.splitdouble = type { i32, i32 }

; Function Attrs: nounwind readnone
declare i32 @dx.op.unary.i32(i32, i32) #0

define i32 @Bfrev(i32 %value) {
  %1 = call i32 @dx.op.unary.i32(i32 30, i32 %value)
  ret i32 %1
}

; Function Attrs: nounwind readnone
declare i32 @dx.op.unaryBits.i32(i32, i32) #0

define i32 @Countbits(i32 %value) {
  %1 = call i32 @dx.op.unaryBits.i32(i32 31, i32 %value)
  ret i32 %1
}

define i32 @FirstbitLo(i32 %value) {
  %1 = call i32 @dx.op.unaryBits.i32(i32 32, i32 %value)
  ret i32 %1
}

define i32 @FirstbitHi(i32 %value) {
  %1 = call i32 @dx.op.unaryBits.i32(i32 33, i32 %value)
  ret i32 %1
}

define i32 @FirstbitSHi(i32 %value) {
  %1 = call i32 @dx.op.unaryBits.i32(i32 34, i32 %value)
  ret i32 %1
}

; Function Attrs: nounwind readnone
declare i32 @dx.op.binary.i32(i32, i32, i32) #0

define i32 @IMax(i32 %a, i32 %b) {
  %1 = call i32 @dx.op.binary.i32(i32 37, i32 %a, i32 %b)
  ret i32 %1
}

define i32 @IMin(i32 %a, i32 %b) {
  %1 = call i32 @dx.op.binary.i32(i32 38, i32 %a, i32 %b)
  ret i32 %1
}

define i32 @UMax(i32 %a, i32 %b) {
  %1 = call i32 @dx.op.binary.i32(i32 39, i32 %a, i32 %b)
  ret i32 %1
}

define i32 @UMin(i32 %a, i32 %b) {
  %1 = call i32 @dx.op.binary.i32(i32 40, i32 %a, i32 %b)
  ret i32 %1
}

; Function Attrs: nounwind readnone
declare %dx.types.twoi32 @dx.op.binaryWithTwoOuts.i32(i32, i32, i32) #0

define void @IMul(i32 %a, i32 %b, i32*, i32*) {
  %3 = call %dx.types.twoi32 @dx.op.binaryWithTwoOuts.i32(i32 41, i32 %a, i32 %b)
  %4 = extractvalue %dx.types.twoi32 %3, 0
  store i32 %4, i32* %0, align 4
  %5 = extractvalue %dx.types.twoi32 %3, 1
  store i32 %5, i32* %1, align 4
  ret void
}

define void @UMul(i32 %a, i32 %b, i32*, i32*) {
  %3 = call %dx.types.twoi32 @dx.op.binaryWithTwoOuts.i32(i32 42, i32 %a, i32 %b)
  %4 = extractvalue %dx.types.twoi32 %3, 0
  store i32 %4, i32* %0, align 4
  %5 = extractvalue %dx.types.twoi32 %3, 1
  store i32 %5, i32* %1, align 4
  ret void
}

define void @UDiv(i32 %a, i32 %b, i32*, i32*) {
  %3 = call %dx.types.twoi32 @dx.op.binaryWithTwoOuts.i32(i32 43, i32 %a, i32 %b)
  %4 = extractvalue %dx.types.twoi32 %3, 0
  store i32 %4, i32* %0, align 4
  %5 = extractvalue %dx.types.twoi32 %3, 1
  store i32 %5, i32* %1, align 4
  ret void
}

; Function Attrs: nounwind readnone
declare %dx.types.i32c @dx.op.binaryWithCarryOrBorrow.i32(i32, i32, i32) #0

define void @UAddc(i32 %a, i32 %b, i32*, i1*) {
  %3 = call %dx.types.i32c @dx.op.binaryWithCarryOrBorrow.i32(i32 44, i32 %a, i32 %b)
  %4 = extractvalue %dx.types.i32c %3, 0
  store i32 %4, i32* %0, align 4
  %5 = extractvalue %dx.types.i32c %3, 1
  store i1 %5, i1* %1, align 4
  ret void
}

define void @USubb(i32 %a, i32 %b, i32*, i1*) {
  %3 = call %dx.types.i32c @dx.op.binaryWithCarryOrBorrow.i32(i32 45, i32 %a, i32 %b)
  %4 = extractvalue %dx.types.i32c %3, 0
  store i32 %4, i32* %0, align 4
  %5 = extractvalue %dx.types.i32c %3, 1
  store i1 %5, i1* %1, align 4
  ret void
}

; Function Attrs: nounwind readnone
declare i32 @dx.op.tertiary.i32(i32, i32, i32, i32) #0

define i32 @IMad(i32 %a, i32 %b, i32 %c) {
  %1 = call i32 @dx.op.tertiary.i32(i32 48, i32 %a, i32 %b, i32 %c)
  ret i32 %1
}

define i32 @UMad(i32 %a, i32 %b, i32 %c) {
  %1 = call i32 @dx.op.tertiary.i32(i32 49, i32 %a, i32 %b, i32 %c)
  ret i32 %1
}

define i32 @Ibfe(i32 %a, i32 %b, i32 %c) {
  %1 = call i32 @dx.op.tertiary.i32(i32 51, i32 %a, i32 %b, i32 %c)
  ret i32 %1
}

define i32 @Ubfe(i32 %a, i32 %b, i32 %c) {
  %1 = call i32 @dx.op.tertiary.i32(i32 52, i32 %a, i32 %b, i32 %c)
  ret i32 %1
}

; Function Attrs: nounwind readnone
declare i32 @dx.op.quaternary.i32(i32, i32, i32, i32, i32) #0

define i32 @Bfi(i32 %width, i32 %value, i32 %replacedValue) {
  %1 = call i32 @dx.op.quaternary.i32(i32 53, i32 %width, i32 0, i32 %value, i32 %replacedValue)
  ret i32 %1
}

; Function Attrs: nounwind readnone
declare double @dx.op.makeDouble.f64(i32, i32, i32) #0

define double @MakeDouble(i32 %lo, i32 %hi) {
  %1 = call double @dx.op.makeDouble.f64(i32 101, i32 %lo, i32 %hi)
  ret double %1
}

; Function Attrs: nounwind readnone
declare %dx.types.splitdouble @dx.op.splitDouble.f64(i32, double) #0

define void @SplitDouble(double %value, i32*, i32*) {
  %3 = call %dx.types.splitdouble @dx.op.splitDouble.f64(i32 102, double %value)
  %4 = extractvalue %dx.types.splitdouble %3, 0
  store i32 %4, i32* %0, align 4
  %5 = extractvalue %dx.types.splitdouble %3, 1
  store i32 %5, i32* %1, align 4
  ret void
}

; Function Attrs: nounwind readnone
declare half @dx.op.bitcastI16toF16(i32, i16) #0

define half @BitcastI16toF16(i16 %value) {
  %1 = call half @dx.op.bitcastI16toF16(i32 124, i16 %value)
  ret half %1
}

; Function Attrs: nounwind readnone
declare i16 @dx.op.bitcastF16toI16(i32, half) #0

define i16 @BitcastF16toI16(half %value) {
  %1 = call i16 @dx.op.bitcastF16toI16(i32 125, half %value)
  ret i16 %1
}

; Function Attrs: nounwind readnone
declare float @dx.op.bitcastI32toF32(i32, i32) #0

define float @BitcastI32toF32(i32 %value) {
  %1 = call float @dx.op.bitcastI32toF32(i32 126, i32 %value)
  ret float %1
}

; Function Attrs: nounwind readnone
declare i32 @dx.op.bitcastF32toI32(i32, float) #0

define i32 @BitcastF32toI32(float %value) {
  %1 = call i32 @dx.op.bitcastF32toI32(i32 127, float %value)
  ret i32 %1
}

; Function Attrs: nounwind readnone
declare double @dx.op.bitcastI64toF64(i32, i64) #0

define double @BitcastI64toF64(i64 %value) {
  %1 = call double @dx.op.bitcastI64toF64(i32 128, i64 %value)
  ret double %1
}

; Function Attrs: nounwind readnone
declare i64 @dx.op.bitcastF64toI64(i32, double) #0

define i64 @BitcastF64toI64(double %value) {
  %1 = call i64 @dx.op.bitcastF64toI64(i32 129, double %value)
  ret i64 %1
}

; Function Attrs: nounwind readnone
declare float @dx.op.legacyDoubleToFloat(i32, double) #0

define float @LegacyDoubleToFloat(double %value) {
  %1 = call float @dx.op.legacyDoubleToFloat(i32 132, double %value)
  ret float %1
}

; Function Attrs: nounwind readnone
declare i32 @dx.op.legacyDoubleToSInt32(i32, double) #0

define i32 @LegacyDoubleToSInt32(double %value) {
  %1 = call i32 @dx.op.legacyDoubleToSInt32(i32 133, double %value)
  ret i32 %1
}

; Function Attrs: nounwind readnone
declare i32 @dx.op.legacyDoubleToUInt32(i32, double) #0

define i32 @LegacyDoubleToUInt32(double %value) {
  %1 = call i32 @dx.op.legacyDoubleToUInt32(i32 134, double %value)
  ret i32 %1
}

; Function Attrs: nounwind readnone
declare i32 @dx.op.dot4AddPacked.i32(i32, i32, i32, i32) #0

define i32 @Dot4AddI8Packed(i32 %acc, i32 %a, i32 %b) {
  %1 = call i32 @dx.op.dot4AddPacked.i32(i32 163, i32 %acc, i32 %a, i32 %b)
  ret i32 %1
}

define i32 @Dot4AddU8Packed(i32 %acc, i32 %a, i32 %b) {
  %1 = call i32 @dx.op.dot4AddPacked.i32(i32 164, i32 %acc, i32 %a, i32 %b)
  ret i32 %1
}

; Function Attrs: nounwind readnone
declare i32 @dx.op.vectorReduce.v3i32(i32, <3 x i32>) #0

define i32 @VectorReduceAnd(<3 x i32> %a) {
  %1 = call i32 @dx.op.vectorReduce.v3i32(i32 309, <3 x i32> %a)
  ret i32 %1
}

define i32 @VectorReduceOr(<3 x i32> %a) {
  %1 = call i32 @dx.op.vectorReduce.v3i32(i32 310, <3 x i32> %a)
  ret i32 %1
}

attributes #0 = { nounwind readnone }

!dx.version = !{!0}
!dx.shaderModel = !{!1}

!0 = !{i32 1, i32 9}
!1 = !{!"lib", i32 6, i32 9}
