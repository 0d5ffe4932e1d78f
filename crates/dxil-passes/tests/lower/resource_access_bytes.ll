; A byte is read of the word that it is in, and written with what is around it.
; RUN: dxil-resource-access
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64"
target triple = "dxil-pc-shadermodel6.6-compute"

; CHECK-LABEL: define void @structured
; CHECK: [[LOADED:%.*]] = call { i32, i1 } @llvm.dx.resource.load.rawbuffer{{.*}}, i32 %i, i32 4)
; CHECK: [[OLD:%.*]] = extractvalue { i32, i1 } [[LOADED]], 0
; CHECK: [[MASK:%.*]] = shl i32 16777215, 8
; CHECK: [[OTHERS:%.*]] = xor i32 [[MASK]], -1
; CHECK: [[KEPT:%.*]] = and i32 [[OLD]], [[OTHERS]]
; CHECK: [[WIDE:%.*]] = zext i24 %x to i32
; CHECK: [[SHIFTED:%.*]] = shl i32 [[WIDE]], 8
; CHECK: [[NEW:%.*]] = or i32 [[KEPT]], [[SHIFTED]]
; CHECK: call void @llvm.dx.resource.store.rawbuffer{{.*}}, i32 %i, i32 4, i32 [[NEW]])
define void @structured(target("dx.RawBuffer", { i32, i32 }, 1, 0) %buffer, i32 %i, i24 %x) {
  %p = call ptr @llvm.dx.resource.getpointer.p0.a(target("dx.RawBuffer", { i32, i32 }, 1, 0) %buffer, i32 %i)
  %q = getelementptr i8, ptr %p, i32 5
  store i24 %x, ptr %q
  ret void
}

; CHECK-LABEL: define i8 @raw
; CHECK: [[BEGIN:%.*]] = and i32 %i, -4
; CHECK: [[INSIDE:%.*]] = and i32 %i, 3
; CHECK: [[SHIFT:%.*]] = shl i32 [[INSIDE]], 3
; CHECK: call { i32, i1 } @llvm.dx.resource.load.rawbuffer{{.*}}, i32 [[BEGIN]], i32 poison)
; CHECK: lshr i32 {{%.*}}, [[SHIFT]]
define i8 @raw(target("dx.RawBuffer", i8, 0, 0) %buffer, i32 %i) {
  %p = call ptr @llvm.dx.resource.getpointer.p0.b(target("dx.RawBuffer", i8, 0, 0) %buffer, i32 %i)
  %x = load i8, ptr %p
  ret i8 %x
}

declare ptr @llvm.dx.resource.getpointer.p0.a(target("dx.RawBuffer", { i32, i32 }, 1, 0), i32)
declare ptr @llvm.dx.resource.getpointer.p0.b(target("dx.RawBuffer", i8, 0, 0), i32)
