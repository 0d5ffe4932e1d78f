; RUN: dxil-op-lower
; Before DXIL 1.6 nothing says how long memory is used: it has what nobody knows there, which validators before 1.6
; want to be zero.

target triple = "dxil-pc-shadermodel6.3-library"

@shared = internal global i32 0

; CHECK-LABEL: define void @f
; CHECK: store [2 x i32] zeroinitializer, ptr %a, align 4
; CHECK-NEXT: store i32 1, ptr %a
; CHECK-NEXT: store [2 x i32] zeroinitializer, ptr %a, align 4
; CHECK-NEXT: ret void
; CHECK-NOT: llvm.lifetime
define void @f() {
  %a = alloca [2 x i32], align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %a)
  store i32 1, ptr %a, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %a)
  call void @llvm.lifetime.start.p0(ptr @shared)
  ret void
}

declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

!dx.valver = !{!0}
!0 = !{i32 1, i32 5}
