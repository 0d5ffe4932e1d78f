; FAIL: dxil-mem-intrinsics
; CHECK: size of the memory operation is not a constant in function copies
target triple = "dxil-pc-shadermodel6.5-library"

define void @copies(ptr %to, ptr %from, i32 %size) {
  call void @llvm.memcpy.p0.p0.i32(ptr %to, ptr %from, i32 %size, i1 false)
  ret void
}

declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)
