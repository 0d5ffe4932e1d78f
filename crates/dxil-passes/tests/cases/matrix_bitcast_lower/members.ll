; RUN: matrix_bitcast_lower
; Only members that are accessed through casts become arrays; others keep their types, and their addresses may be passed on.
%class.matrix.float.2.2 = type { [2 x <2 x float>] }
%struct.Inner = type { i32, %class.matrix.float.2.2 }
%struct.Outer = type { [4 x i32], [2 x %struct.Inner], float }

declare void @told(i32*)

define float @main(i32 %i, <4 x float> %all) {
  %whole = alloca %struct.Outer, align 4
  %counts = getelementptr %struct.Outer, %struct.Outer* %whole, i32 0, i32 0, i32 %i
  call void @told(i32* %counts)
  %inner = getelementptr %struct.Outer, %struct.Outer* %whole, i32 0, i32 1, i32 %i
  %matrix = getelementptr %struct.Inner, %struct.Inner* %inner, i32 0, i32 1
  %vector = bitcast %class.matrix.float.2.2* %matrix to <4 x float>*
  store <4 x float> %all, <4 x float>* %vector, align 4
  %element = getelementptr %class.matrix.float.2.2, %class.matrix.float.2.2* %matrix, i32 0, i32 0, i32 1, i32 %i
  %one = load float, float* %element, align 4
  %last = getelementptr %struct.Outer, %struct.Outer* %whole, i32 0, i32 2
  store float %one, float* %last, align 4
  %two = load float, float* %last, align 4
  ret float %two
}

; A load or store of an aggregate around a region is one of each member.
define %struct.Inner @whole(%struct.Inner %given) {
  %memory = alloca %struct.Inner, align 4
  store %struct.Inner %given, %struct.Inner* %memory, align 4
  %matrix = getelementptr %struct.Inner, %struct.Inner* %memory, i32 0, i32 1
  %vector = bitcast %class.matrix.float.2.2* %matrix to <4 x float>*
  %all = load <4 x float>, <4 x float>* %vector, align 4
  %sum = fadd <4 x float> %all, %all
  store <4 x float> %sum, <4 x float>* %vector, align 4
  %result = load %struct.Inner, %struct.Inner* %memory, align 4
  ret %struct.Inner %result
}

; A cast of the structure is one of its first member.
define <4 x float> @first(%class.matrix.float.2.2 %rows) {
  %memory = alloca { %class.matrix.float.2.2, i32 }, align 4
  %matrix = getelementptr { %class.matrix.float.2.2, i32 }, { %class.matrix.float.2.2, i32 }* %memory, i32 0, i32 0
  store %class.matrix.float.2.2 %rows, %class.matrix.float.2.2* %matrix, align 4
  %vector = bitcast { %class.matrix.float.2.2, i32 }* %memory to <4 x float>*
  %all = load <4 x float>, <4 x float>* %vector, align 4
  ret <4 x float> %all
}
