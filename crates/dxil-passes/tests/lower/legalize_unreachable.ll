; A shader ends where nothing can come to.
; RUN: dxil-legalize
target triple = "dxil-pc-shadermodel6.6-compute"

; CHECK-LABEL: define void @main()
; CHECK-NOT: unreachable
; CHECK: never:
; CHECK-NEXT: ret void
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
entry:
  %x = call i32 @llvm.dx.thread.id(i32 0)
  %is_wrong = icmp ugt i32 %x, 4096
  br i1 %is_wrong, label %never, label %end
never:
  unreachable
end:
  ret void
}

declare i32 @llvm.dx.thread.id(i32)
