; FAIL: dxil-op-lower
; CHECK: Element index of raw buffer must be poison
target triple = "dxil-pc-shadermodel6.6-library"

define float @main() {
  %u = call target("dx.RawBuffer", i8, 1, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, ptr null)
  %x = call { float, i1 } @llvm.dx.resource.load.rawbuffer(target("dx.RawBuffer", i8, 1, 0) %u, i32 0, i32 4)
  %r = extractvalue { float, i1 } %x, 0
  ret float %r
}
