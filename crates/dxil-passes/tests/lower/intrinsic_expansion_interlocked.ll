; Interlocked intrinsics on group-shared memory become atomicrmw if dxil-mem-intrinsics has not run.
; RUN: dxil-intrinsic-expansion
target triple = "dxil-pc-shadermodel6.6-library"

@shared = internal addrspace(3) global i32 zeroinitializer

; CHECK-LABEL: define i32 @add
; CHECK: atomicrmw add ptr addrspace(3) @shared, i32 %v monotonic
define i32 @add(i32 %v) {
  %old = call i32 @llvm.dx.interlocked.add.i32.p3(ptr addrspace(3) @shared, i32 %v)
  ret i32 0
}

; CHECK-LABEL: define i32 @or
; CHECK: atomicrmw or ptr addrspace(3) @shared, i32 %v monotonic
; CHECK-NOT: interlocked
define i32 @or(i32 %v) {
  %old = call i32 @llvm.dx.interlocked.or.i32.p3(ptr addrspace(3) @shared, i32 %v)
  ret i32 0
}
