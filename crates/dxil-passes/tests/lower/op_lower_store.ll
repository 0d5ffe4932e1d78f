; FAIL: dxil-op-lower
; CHECK: Buffer store data must have at most 4 elements
target triple = "dxil-pc-shadermodel6.6-library"

define void @main(<5 x float> %data) {
  %u = call target("dx.TypedBuffer", <4 x float>, 1, 0, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, ptr null)
  call void @llvm.dx.resource.store.typedbuffer(target("dx.TypedBuffer", <4 x float>, 1, 0, 0) %u, i32 0, <5 x float> %data)
  ret void
}
