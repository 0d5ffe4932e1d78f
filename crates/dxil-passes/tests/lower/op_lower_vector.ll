; FAIL: dxil-op-lower
; CHECK: Cannot create Sin operation: Invalid overload type in function f
target triple = "dxil-pc-shadermodel6.5-library"

define <2 x float> @f(<2 x float> %x) {
  %y = call <2 x float> @llvm.sin.v2f32(<2 x float> %x)
  ret <2 x float> %y
}

declare <2 x float> @llvm.sin.v2f32(<2 x float>)
