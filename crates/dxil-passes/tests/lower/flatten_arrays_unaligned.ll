; What may lie in two words is no part of one.
; FAIL: dxil-flatten-arrays
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64"
target triple = "dxil-pc-shadermodel6.5-compute"

; CHECK: 8-bit or 16-bit access at a non-constant byte offset in a dword is not supported in function two > store
define i32 @two(i32 %i, i8 %b) {
  %memory = alloca [8 x i32], align 4
  store i8 %b, ptr %memory
  %address = getelementptr i8, ptr %memory, i32 %i
  %x = load i32, ptr %address, align 1
  ret i32 %x
}
