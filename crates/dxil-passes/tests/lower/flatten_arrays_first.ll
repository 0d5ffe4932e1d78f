; The address of an array is that of its first element, which is read and written as what it is.
; RUN: dxil-flatten-arrays
target triple = "dxil-pc-shadermodel6.5-compute"

; CHECK: @halves = internal addrspace(3) global [2 x half] undef
@halves = internal addrspace(3) global [2 x half] undef, align 4

; CHECK-LABEL: define void @main(
; CHECK: [[FIRST:%.+]] = getelementptr inbounds [2 x half], ptr addrspace(3) @halves, i32 0, i32 0
; CHECK: store half 0xH3C00, ptr addrspace(3) [[FIRST]]
; CHECK: [[SECOND:%.+]] = getelementptr inbounds [2 x half], ptr addrspace(3) @halves, i32 0, i32 1
; CHECK: load half, ptr addrspace(3) [[SECOND]]
define void @main() {
  store half 1.0, ptr addrspace(3) @halves
  %second = load half, ptr addrspace(3) getelementptr (half, ptr addrspace(3) @halves, i32 1)
  %sum = fadd half %second, 1.0
  store half %sum, ptr addrspace(3) @halves
  ret void
}
