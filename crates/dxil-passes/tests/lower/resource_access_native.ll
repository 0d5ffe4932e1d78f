; Numbers of 16 bits have as many in buffers where the module says so.
; RUN: dxil-resource-access
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64"
target triple = "dxil-pc-shadermodel6.5-library"
%fields = type { i16, i16, i32 }

; CHECK-LABEL: define void @written
; CHECK: call void @llvm.dx.resource.store.rawbuffer{{.*}} %b, i32 %i, i32 2, i16 %x)
define void @written(target("dx.RawBuffer", %fields, 1, 0) %b, i32 %i, i16 %x) {
  %p = call ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_s_fieldss_1_0t(target("dx.RawBuffer", %fields, 1, 0) %b, i32 %i)
  %second = getelementptr %fields, ptr %p, i32 0, i32 1
  store i16 %x, ptr %second
  ret void
}

declare ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_s_fieldss_1_0t(target("dx.RawBuffer", %fields, 1, 0), i32)

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"dx.nativelowprec", i32 1}
