; RUN: dxil-intrinsic-expansion
; Products and transposes of matrices, whose lanes are in column-major order.
target triple = "dxil-pc-shadermodel6.6-library"

; A row vector of two elements by a matrix of two rows and three columns: a dot product for each column.
; CHECK-LABEL: @vector_by_matrix(
; CHECK: [[V0:%.*]] = extractelement <2 x float> %v, i64 0
; CHECK: [[V1:%.*]] = extractelement <2 x float> %v, i64 1
; CHECK: [[M4:%.*]] = extractelement <6 x float> %m, i64 4
; CHECK: [[M5:%.*]] = extractelement <6 x float> %m, i64 5
; CHECK: call fast float @llvm.dx.dot2.f32(float [[V0]], float [[V1]], float [[M4]], float [[M5]])
define <3 x float> @vector_by_matrix(<2 x float> %v, <6 x float> %m) {
  %r = call fast <3 x float> @llvm.matrix.multiply.v3f32.v2f32.v6f32(<2 x float> %v, <6 x float> %m, i32 1, i32 2, i32 3)
  ret <3 x float> %r
}

; CHECK-LABEL: @integers(
; CHECK: [[A1:%.*]] = extractelement <4 x i32> %a, i64 1
; CHECK: [[A3:%.*]] = extractelement <4 x i32> %a, i64 3
; CHECK: [[B2:%.*]] = extractelement <4 x i32> %b, i64 2
; CHECK: [[B3:%.*]] = extractelement <4 x i32> %b, i64 3
; CHECK: [[FIRST:%.*]] = mul i32 [[A1]], [[B2]]
; CHECK: call i32 @llvm.dx.imad.i32(i32 [[A3]], i32 [[B3]], i32 [[FIRST]])
define <4 x i32> @integers(<4 x i32> %a, <4 x i32> %b) {
  %r = call <4 x i32> @llvm.matrix.multiply.v4i32.v4i32.v4i32(<4 x i32> %a, <4 x i32> %b, i32 2, i32 2, i32 2)
  ret <4 x i32> %r
}

; CHECK-LABEL: @doubles(
; CHECK: [[FIRST:%.*]] = fmul double
; CHECK: [[SECOND:%.*]] = call double @llvm.fmuladd.f64(double {{%.*}}, double {{%.*}}, double [[FIRST]])
; CHECK: call double @llvm.fmuladd.f64(double {{%.*}}, double {{%.*}}, double [[SECOND]])
define <1 x double> @doubles(<3 x double> %a, <3 x double> %b) {
  %r = call <1 x double> @llvm.matrix.multiply.v1f64.v3f64.v3f64(<3 x double> %a, <3 x double> %b, i32 1, i32 3, i32 1)
  ret <1 x double> %r
}

; CHECK-LABEL: @outer_product(
; CHECK: fmul half
; CHECK: fmul half
; CHECK: fmul half
; CHECK: fmul half
define <4 x half> @outer_product(<2 x half> %a, <2 x half> %b) {
  %r = call <4 x half> @llvm.matrix.multiply.v4f16.v2f16.v2f16(<2 x half> %a, <2 x half> %b, i32 2, i32 1, i32 2)
  ret <4 x half> %r
}

; Three rows and two columns.
; CHECK-LABEL: @transposed(
; CHECK: shufflevector <6 x i32> %m, <6 x i32> poison, <6 x i32> <i32 0, i32 3, i32 1, i32 4, i32 2, i32 5>
define <6 x i32> @transposed(<6 x i32> %m) {
  %r = call <6 x i32> @llvm.matrix.transpose.v6i32(<6 x i32> %m, i32 3, i32 2)
  ret <6 x i32> %r
}

declare <3 x float> @llvm.matrix.multiply.v3f32.v2f32.v6f32(<2 x float>, <6 x float>, i32, i32, i32)
declare <4 x i32> @llvm.matrix.multiply.v4i32.v4i32.v4i32(<4 x i32>, <4 x i32>, i32, i32, i32)
declare <1 x double> @llvm.matrix.multiply.v1f64.v3f64.v3f64(<3 x double>, <3 x double>, i32, i32, i32)
declare <4 x half> @llvm.matrix.multiply.v4f16.v2f16.v2f16(<2 x half>, <2 x half>, i32, i32, i32)
declare <6 x i32> @llvm.matrix.transpose.v6i32(<6 x i32>, i32, i32)
