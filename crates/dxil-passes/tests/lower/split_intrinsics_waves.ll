; RUN: split-intrinsics
; The intrinsics of LLVM 23 for waves and quads: a call on vectors becomes a call for each lane.
target triple = "dxil-pc-shadermodel6.6-library"

; CHECK-LABEL: @quad_read_across_x_i32(
; CHECK: call {{.*}} @llvm.dx.quad.read.across.x.i32(
; CHECK: call {{.*}} @llvm.dx.quad.read.across.x.i32(
define <2 x i32> @quad_read_across_x_i32(<2 x i32> %x) {
  %r = call <2 x i32> @llvm.dx.quad.read.across.x.v2i32(<2 x i32> %x)
  ret <2 x i32> %r
}

; CHECK-LABEL: @quad_read_across_x_f32(
; CHECK: call {{.*}} @llvm.dx.quad.read.across.x.f32(
; CHECK: call {{.*}} @llvm.dx.quad.read.across.x.f32(
define <2 x float> @quad_read_across_x_f32(<2 x float> %x) {
  %r = call <2 x float> @llvm.dx.quad.read.across.x.v2f32(<2 x float> %x)
  ret <2 x float> %r
}

; CHECK-LABEL: @quad_read_across_y_f16(
; CHECK: call {{.*}} @llvm.dx.quad.read.across.y.f16(
; CHECK: call {{.*}} @llvm.dx.quad.read.across.y.f16(
define <2 x half> @quad_read_across_y_f16(<2 x half> %x) {
  %r = call <2 x half> @llvm.dx.quad.read.across.y.v2f16(<2 x half> %x)
  ret <2 x half> %r
}

; CHECK-LABEL: @quad_read_across_diagonal_f64(
; CHECK: call {{.*}} @llvm.dx.quad.read.across.diagonal.f64(
; CHECK: call {{.*}} @llvm.dx.quad.read.across.diagonal.f64(
define <2 x double> @quad_read_across_diagonal_f64(<2 x double> %x) {
  %r = call <2 x double> @llvm.dx.quad.read.across.diagonal.v2f64(<2 x double> %x)
  ret <2 x double> %r
}

; CHECK-LABEL: @wave_prefix_sum_f32(
; CHECK: call {{.*}} @llvm.dx.wave.prefix.sum.f32(
; CHECK: call {{.*}} @llvm.dx.wave.prefix.sum.f32(
define <2 x float> @wave_prefix_sum_f32(<2 x float> %x) {
  %r = call <2 x float> @llvm.dx.wave.prefix.sum.v2f32(<2 x float> %x)
  ret <2 x float> %r
}

; CHECK-LABEL: @wave_prefix_usum_i32(
; CHECK: call {{.*}} @llvm.dx.wave.prefix.usum.i32(
; CHECK: call {{.*}} @llvm.dx.wave.prefix.usum.i32(
define <2 x i32> @wave_prefix_usum_i32(<2 x i32> %x) {
  %r = call <2 x i32> @llvm.dx.wave.prefix.usum.v2i32(<2 x i32> %x)
  ret <2 x i32> %r
}

; CHECK-LABEL: @wave_prefix_product_f16(
; CHECK: call {{.*}} @llvm.dx.wave.prefix.product.f16(
; CHECK: call {{.*}} @llvm.dx.wave.prefix.product.f16(
define <2 x half> @wave_prefix_product_f16(<2 x half> %x) {
  %r = call <2 x half> @llvm.dx.wave.prefix.product.v2f16(<2 x half> %x)
  ret <2 x half> %r
}

; CHECK-LABEL: @wave_prefix_uproduct_i16(
; CHECK: call {{.*}} @llvm.dx.wave.prefix.uproduct.i16(
; CHECK: call {{.*}} @llvm.dx.wave.prefix.uproduct.i16(
define <2 x i16> @wave_prefix_uproduct_i16(<2 x i16> %x) {
  %r = call <2 x i16> @llvm.dx.wave.prefix.uproduct.v2i16(<2 x i16> %x)
  ret <2 x i16> %r
}

; CHECK-LABEL: @wave_product_f32(
; CHECK: call {{.*}} @llvm.dx.wave.product.f32(
; CHECK: call {{.*}} @llvm.dx.wave.product.f32(
define <2 x float> @wave_product_f32(<2 x float> %x) {
  %r = call <2 x float> @llvm.dx.wave.product.v2f32(<2 x float> %x)
  ret <2 x float> %r
}

; CHECK-LABEL: @wave_uproduct_i32(
; CHECK: call {{.*}} @llvm.dx.wave.uproduct.i32(
; CHECK: call {{.*}} @llvm.dx.wave.uproduct.i32(
define <2 x i32> @wave_uproduct_i32(<2 x i32> %x) {
  %r = call <2 x i32> @llvm.dx.wave.uproduct.v2i32(<2 x i32> %x)
  ret <2 x i32> %r
}

; CHECK-LABEL: @wave_reduce_and_i32(
; CHECK: call {{.*}} @llvm.dx.wave.reduce.and.i32(
; CHECK: call {{.*}} @llvm.dx.wave.reduce.and.i32(
define <2 x i32> @wave_reduce_and_i32(<2 x i32> %x) {
  %r = call <2 x i32> @llvm.dx.wave.reduce.and.v2i32(<2 x i32> %x)
  ret <2 x i32> %r
}

; CHECK-LABEL: @wave_reduce_or_i64(
; CHECK: call {{.*}} @llvm.dx.wave.reduce.or.i64(
; CHECK: call {{.*}} @llvm.dx.wave.reduce.or.i64(
define <2 x i64> @wave_reduce_or_i64(<2 x i64> %x) {
  %r = call <2 x i64> @llvm.dx.wave.reduce.or.v2i64(<2 x i64> %x)
  ret <2 x i64> %r
}

; CHECK-LABEL: @wave_reduce_xor_i32(
; CHECK: call {{.*}} @llvm.dx.wave.reduce.xor.i32(
; CHECK: call {{.*}} @llvm.dx.wave.reduce.xor.i32(
define <2 x i32> @wave_reduce_xor_i32(<2 x i32> %x) {
  %r = call <2 x i32> @llvm.dx.wave.reduce.xor.v2i32(<2 x i32> %x)
  ret <2 x i32> %r
}

; CHECK-LABEL: @wave_all_equal(
; CHECK: call {{.*}} @llvm.dx.wave.all.equal.f32(
; CHECK: call {{.*}} @llvm.dx.wave.all.equal.f32(
define <2 x i1> @wave_all_equal(<2 x float> %x) {
  %r = call <2 x i1> @llvm.dx.wave.all.equal.v2f32(<2 x float> %x)
  ret <2 x i1> %r
}

; CHECK-LABEL: @legacy(
; CHECK: call {{.*}} @llvm.dx.legacyf32tof16.f32(
; CHECK: call {{.*}} @llvm.dx.legacyf32tof16.f32(
define <2 x i32> @legacy(<2 x float> %x) {
  %r = call <2 x i32> @llvm.dx.legacyf32tof16.v2f32(<2 x float> %x)
  ret <2 x i32> %r
}

; CHECK-LABEL: @high(
; CHECK: call {{.*}} @llvm.dx.umul.i32(
; CHECK: call {{.*}} @llvm.dx.umul.i32(
define <2 x i32> @high(<2 x i32> %x) {
  %r = call { <2 x i32>, <2 x i32> } @llvm.dx.umul.v2i32(<2 x i32> %x, <2 x i32> %x)
  %high = extractvalue { <2 x i32>, <2 x i32> } %r, 0
  ret <2 x i32> %high
}

declare <2 x i32> @llvm.dx.quad.read.across.x.v2i32(<2 x i32>)
declare <2 x float> @llvm.dx.quad.read.across.x.v2f32(<2 x float>)
declare <2 x half> @llvm.dx.quad.read.across.y.v2f16(<2 x half>)
declare <2 x double> @llvm.dx.quad.read.across.diagonal.v2f64(<2 x double>)
declare <2 x float> @llvm.dx.wave.prefix.sum.v2f32(<2 x float>)
declare <2 x i32> @llvm.dx.wave.prefix.usum.v2i32(<2 x i32>)
declare <2 x half> @llvm.dx.wave.prefix.product.v2f16(<2 x half>)
declare <2 x i16> @llvm.dx.wave.prefix.uproduct.v2i16(<2 x i16>)
declare <2 x float> @llvm.dx.wave.product.v2f32(<2 x float>)
declare <2 x i32> @llvm.dx.wave.uproduct.v2i32(<2 x i32>)
declare <2 x i32> @llvm.dx.wave.reduce.and.v2i32(<2 x i32>)
declare <2 x i64> @llvm.dx.wave.reduce.or.v2i64(<2 x i64>)
declare <2 x i32> @llvm.dx.wave.reduce.xor.v2i32(<2 x i32>)
declare <2 x i1> @llvm.dx.wave.all.equal.v2f32(<2 x float>)
declare <2 x i32> @llvm.dx.legacyf32tof16.v2f32(<2 x float>)
declare { <2 x i32>, <2 x i32> } @llvm.dx.umul.v2i32(<2 x i32>, <2 x i32>)
