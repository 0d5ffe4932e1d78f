; RUN: matrix_bitcast_lower
; Several matrices in one array: one of them, by an index that is not known, and a row of it.

%class.matrix.float.2.2 = type { [2 x <2 x float>] }

define float @main(i32 %i, float %x) {
  %all = alloca [8 x float]
  %first = getelementptr [8 x float], [8 x float]* %all, i32 0, i32 5
  store float %x, float* %first
  %matrices = bitcast [8 x float]* %all to [2 x %class.matrix.float.2.2]*
  %one = getelementptr [2 x %class.matrix.float.2.2], [2 x %class.matrix.float.2.2]* %matrices, i32 0, i32 %i
  %vector = bitcast %class.matrix.float.2.2* %one to <4 x float>*
  %value = load <4 x float>, <4 x float>* %vector
  %row = getelementptr %class.matrix.float.2.2, %class.matrix.float.2.2* %one, i32 0, i32 0, i32 1
  %second = load <2 x float>, <2 x float>* %row
  %a = extractelement <4 x float> %value, i32 1
  %b = extractelement <2 x float> %second, i32 0
  %r = fadd float %a, %b
  ret float %r
}
