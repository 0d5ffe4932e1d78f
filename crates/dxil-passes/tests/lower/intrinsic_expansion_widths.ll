; Numbers of widths that operations are not for: they are those of a wider number.
; RUN: dxil-intrinsic-expansion
target triple = "dxil-pc-shadermodel6.5-compute"

; CHECK-LABEL: define i4 @bits
; CHECK: [[WIDE:%.*]] = zext i4 %x to i32
; CHECK: [[COUNT:%.*]] = call i32 @llvm.ctpop.i32(i32 [[WIDE]])
; CHECK: trunc i32 [[COUNT]] to i4
define i4 @bits(i4 %x) {
  %y = call i4 @llvm.ctpop.i4(i4 %x)
  ret i4 %y
}

; CHECK-LABEL: define i48 @leading
; CHECK: zext i48 %x to i64
; CHECK: [[SUM:%.*]] = sub i64 {{.*}}, 16
; CHECK: trunc i64 [[SUM]] to i48
define i48 @leading(i48 %x) {
  %y = call i48 @llvm.ctlz.i48(i48 %x, i1 false)
  ret i48 %y
}

; Of zero there are as many as bits.
; CHECK-LABEL: define i8 @trailing
; CHECK: [[WIDE:%.*]] = zext i8 %x to i32
; CHECK: [[END:%.*]] = or i32 [[WIDE]], 256
; CHECK: firstbitlow{{.*}}(i32 [[END]])
; CHECK: trunc i32 {{.*}} to i8
define i8 @trailing(i8 %x) {
  %y = call i8 @llvm.cttz.i8(i8 %x, i1 false)
  ret i8 %y
}

; CHECK-LABEL: define i24 @turned
; CHECK: [[TURNED:%.*]] = call i32 @llvm.bitreverse.i32
; CHECK: lshr i32 [[TURNED]], 8
define i24 @turned(i24 %x) {
  %y = call i24 @llvm.bitreverse.i24(i24 %x)
  ret i24 %y
}

; CHECK-LABEL: define i8 @order
; CHECK: sext i8 %x to i32
; CHECK: call i32 @llvm.smax.i32
; CHECK: zext i8 {{.*}} to i32
; CHECK: call i32 @llvm.umin.i32
define i8 @order(i8 %x, i8 %y) {
  %a = call i8 @llvm.smax.i8(i8 %x, i8 %y)
  %b = call i8 @llvm.umin.i8(i8 %a, i8 %y)
  ret i8 %b
}

; By how much is less than there are bits, which are no power of two.
; CHECK-LABEL: define i24 @shifted
; CHECK: [[BY:%.*]] = urem i24 %by, 24
; CHECK: [[REST:%.*]] = sub i24 23, [[BY]]
; CHECK: shl i24 %x, [[BY]]
; CHECK: lshr i24 {{.*}}, [[REST]]
define i24 @shifted(i24 %x, i24 %y, i24 %by) {
  %z = call i24 @llvm.fshl.i24(i24 %x, i24 %y, i24 %by)
  ret i24 %z
}

; A number of minimum precision has no bits that are known.
; CHECK-LABEL: define half @sign
; CHECK-DAG: fpext half %x to float
; CHECK-DAG: fpext half %y to float
; CHECK-NOT: bitcast half
; CHECK: fptrunc float {{.*}} to half
define half @sign(half %x, half %y) {
  %z = call half @llvm.copysign.f16(half %x, half %y)
  ret half %z
}

declare half @llvm.copysign.f16(half, half)
declare i4 @llvm.ctpop.i4(i4)
declare i48 @llvm.ctlz.i48(i48, i1)
declare i8 @llvm.cttz.i8(i8, i1)
declare i24 @llvm.bitreverse.i24(i24)
declare i8 @llvm.smax.i8(i8, i8)
declare i8 @llvm.umin.i8(i8, i8)
declare i24 @llvm.fshl.i24(i24, i24, i24)
