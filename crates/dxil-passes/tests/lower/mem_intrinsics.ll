; Copies of structures go element by element, moves read all before they write.
; RUN: dxil-mem-intrinsics
target triple = "dxil-pc-shadermodel6.5-library"

%pair = type { float, [2 x i32] }

; CHECK-LABEL: define void @copies
; CHECK: [[A:%.*]] = getelementptr inbounds i8, ptr %from, i32 0
; CHECK-NEXT: [[V:%.*]] = load float, ptr [[A]], align 4
; CHECK: store float [[V]]
; CHECK-COUNT-2: load i32
; CHECK-NOT: load
; CHECK-NOT: memcpy
define void @copies() {
  %from = alloca %pair, align 4
  %to = alloca %pair, align 4
  call void @llvm.memcpy.p0.p0.i32(ptr %to, ptr %from, i32 12, i1 false)
  ret void
}

; CHECK-LABEL: define void @moves
; CHECK: load i32
; CHECK-NOT: store
; CHECK: load i32
; CHECK-COUNT-2: store i32
define void @moves(i32 %at) {
  %memory = alloca [4 x i32], align 4
  %to = getelementptr inbounds i8, ptr %memory, i32 4
  call void @llvm.memmove.p0.p0.i32(ptr %to, ptr %memory, i32 8, i1 false)
  ret void
}

; CHECK-LABEL: define void @fills
; CHECK: [[E:%.*]] = getelementptr [2 x i16], ptr %memory, i32 0, i32 1
; CHECK-NEXT: store i16 257, ptr [[E]], align 2
; CHECK: [[W:%.*]] = zext i8 %byte to i16
; CHECK-NEXT: mul i16 [[W]], 257
define void @fills(i8 %byte) {
  %memory = alloca [2 x i16], align 2
  call void @llvm.memset.p0.i32(ptr %memory, i8 1, i32 4, i1 false)
  call void @llvm.memset.p0.i32(ptr %memory, i8 %byte, i32 2, i1 false)
  ret void
}

declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)
declare void @llvm.memmove.p0.p0.i32(ptr, ptr, i32, i1)
declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)
