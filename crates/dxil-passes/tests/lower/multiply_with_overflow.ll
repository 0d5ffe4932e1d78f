; A multiplication with overflow uses the high half of the product, without 64-bit integers.
; RUN: dxil-intrinsic-expansion
target triple = "dxil-pc-shadermodel6.3-library"

; CHECK-LABEL: define i32 @unsigned
; CHECK: [[PRODUCT:%.*]] = call { i32, i32 } @llvm.dx.umul.i32(i32 %a, i32 %b)
; CHECK: [[HIGH:%.*]] = extractvalue { i32, i32 } [[PRODUCT]], 0
; CHECK: [[LOW:%.*]] = extractvalue { i32, i32 } [[PRODUCT]], 1
; CHECK: icmp ne i32 [[HIGH]], 0
; CHECK-NOT: i64
define i32 @unsigned(i32 %a, i32 %b) {
  %r = call { i32, i1 } @llvm.umul.with.overflow(i32 %a, i32 %b)
  %is_over = extractvalue { i32, i1 } %r, 1
  %low = extractvalue { i32, i1 } %r, 0
  %value = select i1 %is_over, i32 -1, i32 %low
  ret i32 %value
}

; CHECK-LABEL: define i32 @signed
; CHECK: [[PRODUCT:%.*]] = call { i32, i32 } @llvm.dx.imul.i32(i32 %a, i32 %b)
; CHECK: [[HIGH:%.*]] = extractvalue { i32, i32 } [[PRODUCT]], 0
; CHECK: [[LOW:%.*]] = extractvalue { i32, i32 } [[PRODUCT]], 1
; CHECK: [[SIGN:%.*]] = ashr i32 [[LOW]], 31
; CHECK: icmp ne i32 [[HIGH]], [[SIGN]]
define i32 @signed(i32 %a, i32 %b) {
  %r = call { i32, i1 } @llvm.smul.with.overflow(i32 %a, i32 %b)
  %is_over = extractvalue { i32, i1 } %r, 1
  %low = extractvalue { i32, i1 } %r, 0
  %value = select i1 %is_over, i32 -1, i32 %low
  ret i32 %value
}

; CHECK-LABEL: define i1 @narrow
; CHECK: [[WIDE:%.*]] = mul i32
; CHECK: [[HIGH:%.*]] = lshr i32 [[WIDE]], 16
; CHECK: icmp ne i32 [[HIGH]], 0
define i1 @narrow(i16 %a, i16 %b) {
  %r = call { i16, i1 } @llvm.umul.with.overflow(i16 %a, i16 %b)
  %is_over = extractvalue { i16, i1 } %r, 1
  ret i1 %is_over
}
