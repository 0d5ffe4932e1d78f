; Memory that is of bytes and read as such is of words, too.
; RUN: dxil-flatten-arrays
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64"
target triple = "dxil-pc-shadermodel6.5-compute"

; A table of bytes, as optimizers make it of a switch.
; CHECK: @bytes = internal constant [2 x i32] [i32 67305985, i32 5]
@bytes = internal constant [5 x i8] c"\01\02\03\04\05"

; CHECK-LABEL: define i8 @table_of_bytes
; CHECK: [[ADDRESS:%.*]] = getelementptr inbounds [2 x i32], ptr @bytes, i32 0, i32 %{{.*}}
; CHECK: load i32, ptr [[ADDRESS]]
; CHECK: trunc i32 %{{.*}} to i8
define i8 @table_of_bytes(i32 %i) {
  %byte = getelementptr inbounds [5 x i8], ptr @bytes, i32 0, i32 %i
  %x = load i8, ptr %byte
  ret i8 %x
}
