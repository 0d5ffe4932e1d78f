; RUN: matrix_bitcast_lower
; Memory stays as it is where a region has other users than loads and stores, an access goes beyond the memory, the
; cast is to other scalars, or the pointer is computed from several.
%class.matrix.float.2.2 = type { [2 x <2 x float>] }
%struct.S = type { i32, %class.matrix.float.2.2 }

declare void @told(<4 x float>*)

define void @passed() {
  %memory = alloca %struct.S, align 4
  %matrix = getelementptr %struct.S, %struct.S* %memory, i32 0, i32 1
  %vector = bitcast %class.matrix.float.2.2* %matrix to <4 x float>*
  call void @told(<4 x float>* %vector)
  ret void
}

define float @beyond(i32 %i) {
  %memory = alloca %struct.S, align 4
  %matrix = getelementptr %struct.S, %struct.S* %memory, i32 0, i32 1
  %vector = bitcast %class.matrix.float.2.2* %matrix to [8 x float]*
  %element = getelementptr [8 x float], [8 x float]* %vector, i32 0, i32 6
  %value = load float, float* %element, align 4
  ret float %value
}

define i32 @scalars() {
  %memory = alloca %struct.S, align 4
  %matrix = getelementptr %struct.S, %struct.S* %memory, i32 0, i32 1
  %vector = bitcast %class.matrix.float.2.2* %matrix to <4 x i32>*
  %value = load <4 x i32>, <4 x i32>* %vector, align 4
  %one = extractelement <4 x i32> %value, i32 0
  ret i32 %one
}

define float @volatile(<4 x float> %all) {
  %memory = alloca %struct.S, align 4
  %matrix = getelementptr %struct.S, %struct.S* %memory, i32 0, i32 1
  %vector = bitcast %class.matrix.float.2.2* %matrix to <4 x float>*
  store volatile <4 x float> %all, <4 x float>* %vector, align 4
  %element = getelementptr %class.matrix.float.2.2, %class.matrix.float.2.2* %matrix, i32 0, i32 0, i32 0, i32 1
  %value = load float, float* %element, align 4
  ret float %value
}

define void @several(i1 %which, <4 x float> %all) {
  %one = alloca %struct.S, align 4
  %other = alloca %struct.S, align 4
  %either = select i1 %which, %struct.S* %one, %struct.S* %other
  %matrix = getelementptr %struct.S, %struct.S* %either, i32 0, i32 1
  %vector = bitcast %class.matrix.float.2.2* %matrix to <4 x float>*
  store <4 x float> %all, <4 x float>* %vector, align 4
  ret void
}

define float @negative(<4 x float> %all) {
  %memory = alloca %struct.S, align 4
  %matrix = getelementptr %struct.S, %struct.S* %memory, i32 0, i32 1
  %vector = bitcast %class.matrix.float.2.2* %matrix to <4 x float>*
  store <4 x float> %all, <4 x float>* %vector, align 4
  %element = getelementptr <4 x float>, <4 x float>* %vector, i32 -1, i32 3
  %value = load float, float* %element, align 4
  ret float %value
}
