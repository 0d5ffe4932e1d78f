; Bytes that fill a gap in a structure are copied as a word; where an index leads to one of them, they stay bytes.
; RUN: flatten
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64"
target triple = "dxil-pc-shadermodel6.6-compute"

; CHECK-DAG: %padded = type { <3 x float>, [1 x i32], i32 }
; CHECK-DAG: %halves = type { i16, <3 x i16>, [1 x i16], [5 x i16] }
; CHECK-DAG: %entered = type { i32, [4 x i8], i32 }
; CHECK-DAG: %odd = type { i8, [3 x i8], i32 }
%padded = type { <3 x float>, [4 x i8], i32 }
%halves = type { i16, <3 x i16>, [2 x i8], [5 x i16] }
%entered = type { i32, [4 x i8], i32 }
%odd = type { i8, [3 x i8], i32 }

; CHECK: @table = constant [2 x %padded] [%padded { <3 x float> zeroinitializer, [1 x i32] [i32 67305985], i32 7 }, %padded zeroinitializer]
@table = constant [2 x %padded] [%padded { <3 x float> zeroinitializer, [4 x i8] c"\01\02\03\04", i32 7 }, %padded zeroinitializer]

; CHECK-LABEL: define void @copy
; CHECK: [[FROM:%.*]] = getelementptr inbounds %padded, ptr %from, i32 0, i32 1, i32 0
; CHECK: [[WORD:%.*]] = load i32, ptr [[FROM]]
; CHECK: store i32 [[WORD]], ptr
; CHECK-NOT: i8
; CHECK: ret void
define void @copy(ptr %from, ptr %to, ptr %other) {
  %memory = alloca %padded
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %memory, ptr align 4 %from, i32 20, i1 false)
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %to, ptr align 4 %memory, i32 20, i1 false)
  %half = getelementptr %halves, ptr %other, i32 0, i32 3, i32 1
  store i16 1, ptr %half
  %byte = getelementptr %entered, ptr %other, i32 0, i32 1, i32 2
  store i32 1, ptr %byte
  %last = getelementptr %odd, ptr %other, i32 0, i32 2
  store i32 1, ptr %last
  %part = getelementptr [2 x %padded], ptr @table, i32 0, i32 1, i32 2
  %read = load i32, ptr %part
  store i32 %read, ptr %to
  ret void
}

declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)
