; A part of a word that a group shares cannot be written: what is around it may be another thread's.
; FAIL: dxil-flatten-arrays
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64"
target triple = "dxil-pc-shadermodel6.6-compute"

; CHECK: group-shared variable words: stores of less than a dword are not supported, because another thread may write the rest of the dword
@words = internal addrspace(3) global [4 x i32] poison

define void @f(i32 %i, i16 %x) {
  %word = getelementptr [4 x i32], ptr addrspace(3) @words, i32 0, i32 %i
  store i32 %i, ptr addrspace(3) %word
  %half = getelementptr i16, ptr addrspace(3) @words, i32 %i
  store i16 %x, ptr addrspace(3) %half
  ret void
}
