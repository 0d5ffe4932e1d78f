; RUN: dxil-mem-intrinsics dxil-resource-access
; Atomic operations of clang 23 on group-shared memory and on an element of a buffer.
target triple = "dxil-pc-shadermodel6.6-compute"

@counter = internal addrspace(3) global i32 poison

; CHECK-LABEL: @main(
; CHECK: [[OLD:%.*]] = atomicrmw add ptr addrspace(3) @counter, i32 1 monotonic
; CHECK: call i32 @llvm.dx.resource.atomic.binop{{.*}} %buffer, i32 2, i32 2, i32 0, i32 poison, i32 [[OLD]])
define void @main() #0 {
  %old = call i32 @llvm.dx.interlocked.add.i32.p3(ptr addrspace(3) @counter, i32 1)
  %buffer = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 0, i32 1, i32 0, ptr null)
  %p = call ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_i32_1_0t.i32(target("dx.RawBuffer", i32, 1, 0) %buffer, i32 2)
  %bits = call i32 @llvm.dx.interlocked.or.i32.p0(ptr %p, i32 %old)
  ret void
}

declare i32 @llvm.dx.interlocked.add.i32.p3(ptr addrspace(3), i32)
declare i32 @llvm.dx.interlocked.or.i32.p0(ptr, i32)
declare target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32, i32, i32, i32, ptr)
declare ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_i32_1_0t.i32(target("dx.RawBuffer", i32, 1, 0), i32)

attributes #0 = { "hlsl.numthreads"="1,1,1" "hlsl.shader"="compute" }
