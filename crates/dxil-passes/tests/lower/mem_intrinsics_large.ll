; A copy becomes no more accesses than memory of a thread group has words.
; FAIL: dxil-mem-intrinsics
; CHECK: memory operation has more elements than the limit for expansion into loads and stores
target triple = "dxil-pc-shadermodel6.5-library"

define void @copies(ptr %from) {
  %to = alloca [1000000 x i32], align 4
  call void @llvm.memcpy.p0.p0.i32(ptr %to, ptr %from, i32 4000000, i1 false)
  ret void
}

declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)
