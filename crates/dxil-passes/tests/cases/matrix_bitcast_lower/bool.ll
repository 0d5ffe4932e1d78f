; RUN: matrix_bitcast_lower
; A matrix of `bool` has rows of `i1`, and is accessed as a vector of `i32`: it becomes an array of `i32`.
%class.matrix.bool.2.2 = type { [2 x <2 x i1>] }
%struct.Flags = type { float, %class.matrix.bool.2.2 }

define i1 @main(<4 x i32> %all) {
  %memory = alloca %struct.Flags, align 4
  %matrix = getelementptr %struct.Flags, %struct.Flags* %memory, i32 0, i32 1
  %vector = bitcast %class.matrix.bool.2.2* %matrix to <4 x i32>*
  store <4 x i32> %all, <4 x i32>* %vector, align 4
  %again = load <4 x i32>, <4 x i32>* %vector, align 4
  %one = extractelement <4 x i32> %again, i32 2
  %flag = icmp ne i32 %one, 0
  ret i1 %flag
}

; Values of the structure have `i1`.
define %struct.Flags @whole(%struct.Flags %given, i32 %i) {
  %memory = alloca %struct.Flags, align 4
  store %struct.Flags %given, %struct.Flags* %memory, align 4
  %matrix = getelementptr %struct.Flags, %struct.Flags* %memory, i32 0, i32 1
  %vector = bitcast %class.matrix.bool.2.2* %matrix to <4 x i32>*
  %element = getelementptr <4 x i32>, <4 x i32>* %vector, i32 0, i32 %i
  store i32 1, i32* %element, align 4
  %result = load %struct.Flags, %struct.Flags* %memory, align 4
  ret %struct.Flags %result
}
