; In an unreachable block, a select of pointers may be its own operand, also through a getelementptr.
; FAIL: dxil-resource-access
; CHECK: select depends on its own result in function f > %q = select
target triple = "dxil-pc-shadermodel6.6-compute"

@memory = internal addrspace(3) global [4 x i32] poison

define void @f(i1 %c) {
  ret void
unreachable:
  %q = select i1 %c, ptr addrspace(3) %p, ptr addrspace(3) @memory
  %p = getelementptr i32, ptr addrspace(3) %q, i32 1
  store i32 0, ptr addrspace(3) %q
  br label %unreachable
}
