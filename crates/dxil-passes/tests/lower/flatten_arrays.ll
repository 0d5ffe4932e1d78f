; Arrays of arrays are arrays, whose elements come one row after the other.
; RUN: dxil-flatten-arrays
target triple = "dxil-pc-shadermodel6.6-compute"

; CHECK: alloca [6 x float]
; CHECK: load float
define float @f(i32 %i, i32 %j) {
  %memory = alloca [2 x [3 x float]], align 4
  %one = getelementptr inbounds [2 x [3 x float]], ptr %memory, i32 0, i32 %i, i32 %j
  %x = load float, ptr %one, align 4
  ret float %x
}
