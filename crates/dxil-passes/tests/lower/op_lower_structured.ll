; FAIL: dxil-op-lower
; CHECK: Element index of structured buffer may not be poison
target triple = "dxil-pc-shadermodel6.6-library"

define void @main() {
  %u = call target("dx.RawBuffer", float, 1, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, ptr null)
  call void @llvm.dx.resource.store.rawbuffer(target("dx.RawBuffer", float, 1, 0) %u, i32 0, i32 poison, float 1.0)
  ret void
}
