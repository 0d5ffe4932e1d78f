; RUN: matrix_bitcast_lower
; A matrix that is kept as a vector and handed over as rows.

%class.matrix.float.2.2 = type { [2 x <2 x float>] }

define float @main(%class.matrix.float.2.2 %rows) {
  %m = alloca <4 x float>
  %seen = bitcast <4 x float>* %m to %class.matrix.float.2.2*
  store %class.matrix.float.2.2 %rows, %class.matrix.float.2.2* %seen
  %all = load <4 x float>, <4 x float>* %m
  %r = extractelement <4 x float> %all, i32 2
  ret float %r
}
