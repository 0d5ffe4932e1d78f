; FAIL: dxil-op-lower
; CHECK: Cannot create Sin operation: Invalid overload type in function f
target triple = "dxil-pc-shadermodel6.5-library"

define double @f(double %x) {
  %y = call double @llvm.sin.f64(double %x)
  ret double %y
}

declare double @llvm.sin.f64(double)
