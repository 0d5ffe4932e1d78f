; The addresses in a copy from or to a constant address are constants; the elements are those of the member.
; RUN: dxil-mem-intrinsics
target triple = "dxil-pc-shadermodel6.3-library"

%S = type { <4 x i32>, [2 x <4 x i32>] }

@a = internal addrspace(3) global %S zeroinitializer
@b = internal addrspace(3) global %S zeroinitializer

; CHECK-LABEL: define void @copy()
; CHECK-NEXT: [[X:%.*]] = load <4 x i32>, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @b, i32 16)
; CHECK-NEXT: store <4 x i32> [[X]], ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @a, i32 16)
; CHECK-NEXT: [[Y:%.*]] = load <4 x i32>, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @b, i32 16), i32 16)
; CHECK-NEXT: store <4 x i32> [[Y]], ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @a, i32 16), i32 16)
; CHECK-NEXT: ret void
define void @copy() {
  call void @llvm.memcpy.p3.p3.i32(ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @a, i32 16), ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @b, i32 16), i32 32, i1 false)
  ret void
}
