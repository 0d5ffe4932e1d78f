; RUN: matrix_bitcast_lower
; Copies of whole objects are loads and stores first, so that both objects lose their casts.
%class.matrix.float.2.2 = type { [2 x <2 x float>] }
%struct.S = type { i32, %class.matrix.float.2.2 }

declare void @llvm.memcpy.p0i8.p0i8.i64(i8*, i8*, i64, i32, i1)

define float @main(<4 x float> %all) {
  %from = alloca %struct.S, align 4
  %to = alloca %struct.S, align 4
  %matrix = getelementptr %struct.S, %struct.S* %from, i32 0, i32 1
  %vector = bitcast %class.matrix.float.2.2* %matrix to <4 x float>*
  store <4 x float> %all, <4 x float>* %vector, align 4
  %to.bytes = bitcast %struct.S* %to to i8*
  %from.bytes = bitcast %struct.S* %from to i8*
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %to.bytes, i8* %from.bytes, i64 20, i32 4, i1 false)
  %copied = getelementptr %struct.S, %struct.S* %to, i32 0, i32 1
  %again = bitcast %class.matrix.float.2.2* %copied to <4 x float>*
  %value = load <4 x float>, <4 x float>* %again, align 4
  %one = extractelement <4 x float> %value, i32 1
  ret float %one
}
