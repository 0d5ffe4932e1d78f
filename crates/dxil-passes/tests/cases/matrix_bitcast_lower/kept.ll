; RUN: matrix_bitcast_lower
; What is looked at as one type stays, and so does what is looked at as other scalars, goes elsewhere, or is read beyond its end.

declare void @elsewhere(<4 x float>*)

define float @main() {
  %one = alloca [4 x float]
  %p = getelementptr [4 x float], [4 x float]* %one, i32 0, i32 1
  %a = load float, float* %p
  %bits = alloca [4 x i32]
  %floats = bitcast [4 x i32]* %bits to <4 x float>*
  %b = load <4 x float>, <4 x float>* %floats
  %passed = alloca [4 x float]
  %vector = bitcast [4 x float]* %passed to <4 x float>*
  call void @elsewhere(<4 x float>* %vector)
  %short = alloca [2 x float]
  %long = bitcast [2 x float]* %short to <4 x float>*
  %c = load <4 x float>, <4 x float>* %long
  %v = fadd <4 x float> %b, %c
  %d = extractelement <4 x float> %v, i32 0
  %r = fadd float %a, %d
  ret float %r
}
