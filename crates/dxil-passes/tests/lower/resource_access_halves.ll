; Bit fields of two bytes are halves of words, unless numbers of 16 bits are that.
; RUN: dxil-resource-access
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64"
target triple = "dxil-pc-shadermodel6.5-library"
%fields = type { i16, i16, i32 }

; CHECK-LABEL: define void @written
; CHECK: [[OLD:%.*]] = call {{.*}} @llvm.dx.resource.load.rawbuffer.i32{{.*}} %b, i32 %i, i32 0)
; CHECK: [[WORD:%.*]] = extractvalue {{.*}}[[OLD]], 0
; CHECK: [[KEPT:%.*]] = and i32 [[WORD]], %{{.*}}
; CHECK: [[WIDE:%.*]] = zext i16 %x to i32
; CHECK: [[SHIFTED:%.*]] = shl i32 [[WIDE]], 16
; CHECK: [[NEW:%.*]] = or i32 [[KEPT]], [[SHIFTED]]
; CHECK: call void @llvm.dx.resource.store.rawbuffer{{.*}} %b, i32 %i, i32 0, i32 [[NEW]])
; CHECK: ret void
define void @written(target("dx.RawBuffer", %fields, 1, 0) %b, i32 %i, i16 %x) {
  %p = call ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_s_fieldss_1_0t(target("dx.RawBuffer", %fields, 1, 0) %b, i32 %i)
  %second = getelementptr %fields, ptr %p, i32 0, i32 1
  store i16 %x, ptr %second
  ret void
}

; Which half it is may be known later.
; CHECK-LABEL: define i16 @read
; CHECK: [[BYTE:%.*]] = mul i32 %j, 2
; CHECK: [[BEGIN:%.*]] = and i32 [[BYTE]], -4
; CHECK: [[INSIDE:%.*]] = and i32 [[BYTE]], 3
; CHECK: [[SHIFT:%.*]] = shl i32 [[INSIDE]], 3
; CHECK: @llvm.dx.resource.load.rawbuffer.i32{{.*}} %b, i32 %i, i32 [[BEGIN]])
; CHECK: lshr i32 %{{.*}}, [[SHIFT]]
; CHECK: trunc i32 %{{.*}} to i16
; CHECK: ret i16
define i16 @read(target("dx.RawBuffer", %fields, 1, 0) %b, i32 %i, i32 %j) {
  %p = call ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_s_fieldss_1_0t(target("dx.RawBuffer", %fields, 1, 0) %b, i32 %i)
  %half = getelementptr i16, ptr %p, i32 %j
  %value = load i16, ptr %half
  ret i16 %value
}

; CHECK-LABEL: define <2 x i16> @both
; CHECK-COUNT-2: @llvm.dx.resource.load.rawbuffer.i32{{.*}} %b, i32 %i, i32 0)
; CHECK: ret <2 x i16>
define <2 x i16> @both(target("dx.RawBuffer", %fields, 1, 0) %b, i32 %i) {
  %p = call ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_s_fieldss_1_0t(target("dx.RawBuffer", %fields, 1, 0) %b, i32 %i)
  %value = load <2 x i16>, ptr %p
  ret <2 x i16> %value
}

declare ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_s_fieldss_1_0t(target("dx.RawBuffer", %fields, 1, 0), i32)
