; A library exports what is external and not hidden; what nothing calls goes.
; RUN: dxil-finalize-linkage
target triple = "dxil-pc-shadermodel6.5-library"

; CHECK-NOT: @unused
; CHECK: define void @exported
; CHECK: define internal {{.*}}void @called
define hidden void @unused() {
  ret void
}

define void @exported() {
  ret void
}

define hidden void @called() {
  ret void
}

; CHECK-NOT: llvm.invariant
define hidden void @hints(ptr %p) {
  %start = call ptr @llvm.invariant.start.p0(i64 4, ptr %p)
  call void @llvm.invariant.end.p0(ptr %start, i64 4, ptr %p)
  ret void
}

define void @hinted() {
  %p = alloca i32
  call void @hints(ptr %p)
  ret void
}

declare ptr @llvm.invariant.start.p0(i64, ptr)
declare void @llvm.invariant.end.p0(ptr, i64, ptr)

; CHECK: define void @entry
define void @entry() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  call void @called()
  ret void
}
