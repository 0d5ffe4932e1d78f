; What an attribute says of a parameter is what is copied there; of a part of a member, words are.
; RUN: dxil-mem-intrinsics
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64"
target triple = "dxil-pc-shadermodel6.5-library"
%S = type <{ <2 x half>, half }>
%T = type { <4 x float> }

; CHECK-LABEL: define void @copied
; CHECK: load <2 x half>
; CHECK: load half
; CHECK-NOT: memcpy
; CHECK: ret void
define void @copied(ptr sret(%S) %to, ptr byval(%S) %from) {
  call void @llvm.memcpy.p0.p0.i32(ptr %to, ptr %from, i32 6, i1 false)
  ret void
}

; CHECK-LABEL: define void @part
; CHECK-COUNT-2: store i32 0
; CHECK-NOT: store
; CHECK: ret void
define void @part(ptr sret(%T) %to) {
  call void @llvm.memset.p0.i32(ptr %to, i8 0, i32 8, i1 false)
  ret void
}

declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)
declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)
