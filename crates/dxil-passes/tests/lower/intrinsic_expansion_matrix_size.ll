; FAIL: dxil-intrinsic-expansion
; CHECK: operand has 4 elements, but the matrix is 2x3
; An operand has another number of lanes than its matrix has elements.
target triple = "dxil-pc-shadermodel6.6-library"

define <4 x float> @f(<4 x float> %m) {
  %r = call <4 x float> @llvm.matrix.transpose.v4f32(<4 x float> %m, i32 2, i32 3)
  ret <4 x float> %r
}

declare <4 x float> @llvm.matrix.transpose.v4f32(<4 x float>, i32, i32)
