; Memory that is read and written in several sizes is of words. A constant has the same bytes.
; RUN: dxil-flatten-arrays
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64"
target triple = "dxil-pc-shadermodel6.6-compute"

%one = type { i32, i16, i16 }

; CHECK: @table = internal constant [4 x i32] [i32 1, i32 196610, i32 4, i32 393221]
@table = internal constant [2 x %one] [%one { i32 1, i16 2, i16 3 }, %one { i32 4, i16 5, i16 6 }]

; CHECK-LABEL: define i16 @constant
; CHECK: [[BYTE:%.*]] = mul i32 %i, 2
; CHECK: [[INDEX:%.*]] = lshr i32 [[BYTE]], 2
; CHECK: [[INSIDE:%.*]] = and i32 [[BYTE]], 3
; CHECK: [[SHIFT:%.*]] = shl i32 [[INSIDE]], 3
; CHECK: [[ADDRESS:%.*]] = getelementptr inbounds [4 x i32], ptr @table, i32 0, i32 [[INDEX]]
; CHECK: [[WORD:%.*]] = load i32, ptr [[ADDRESS]]
; CHECK: [[PART:%.*]] = lshr i32 [[WORD]], [[SHIFT]]
; CHECK: [[HALF:%.*]] = trunc i32 [[PART]] to i16
; CHECK: [[FIRST:%.*]] = load i32, ptr
; CHECK: store i32 [[FIRST]], ptr %to
; CHECK: ret i16 [[HALF]]
define i16 @constant(i32 %i, ptr %to) {
  %half = getelementptr i16, ptr @table, i32 %i
  %x = load i16, ptr %half
  %first = load i32, ptr @table
  store i32 %first, ptr %to
  ret i16 %x
}

; CHECK-LABEL: define i64 @local
; CHECK: alloca [4 x i32], align 4
; CHECK: store i32
; CHECK: [[OLD:%.*]] = load i32
; CHECK: [[KEPT:%.*]] = and i32 [[OLD]], {{.*}}
; CHECK: [[NEW:%.*]] = or i32 [[KEPT]],
; CHECK: store i32 [[NEW]]
; CHECK: [[HIGH:%.*]] = shl i64
; CHECK: or i64 [[HIGH]]
define i64 @local(i32 %i, i16 %x) {
  %memory = alloca [2 x %one], align 8
  %word = getelementptr i32, ptr %memory, i32 %i
  store i32 %i, ptr %word
  %half = getelementptr i8, ptr %memory, i32 6
  store i16 %x, ptr %half
  %number = load i64, ptr %memory
  ret i64 %number
}
