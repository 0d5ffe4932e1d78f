; FAIL: dxil-op-lower
; CHECK: Type mismatch between intrinsic and DXIL op
target triple = "dxil-pc-shadermodel6.6-library"

define double @main() {
  %c = call target("dx.CBuffer", <{ double }>) @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, ptr null)
  %x = call { double, double, double, double } @llvm.dx.resource.load.cbufferrow.4(target("dx.CBuffer", <{ double }>) %c, i32 0)
  %r = extractvalue { double, double, double, double } %x, 0
  ret double %r
}
