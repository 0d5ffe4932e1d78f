; RUN: scalarizer
; Memory of vectors is of arrays, of one dimension; what is passed on stays, and so does what is read whole or as something else.

%P = type { <2 x float>, [3 x <2 x float>], i32 }

declare void @take(<2 x float>*)

declare void @element(float*)

declare void @llvm.lifetime.start(i64, i8* nocapture)

define float @main(float %x, i32 %i, i64 %j) {
  %vector = alloca <4 x float>, align 16
  %arrays = alloca [2 x [3 x <4 x float>]]
  %structure = alloca %P
  %passed = alloca <2 x float>
  %whole = alloca [2 x <2 x float>]
  %bytes = bitcast <4 x float>* %vector to i8*
  call void @llvm.lifetime.start(i64 16, i8* %bytes)
  %1 = getelementptr <4 x float>, <4 x float>* %vector, i32 0, i32 %i
  store float %x, float* %1
  call void @element(float* %1)
  %2 = load <4 x float>, <4 x float>* %vector, align 16
  %row = getelementptr inbounds [2 x [3 x <4 x float>]], [2 x [3 x <4 x float>]]* %arrays, i32 0, i64 %j
  %3 = getelementptr inbounds [3 x <4 x float>], [3 x <4 x float>]* %row, i32 0, i32 %i
  store <4 x float> %2, <4 x float>* %3
  %next = getelementptr <4 x float>, <4 x float>* %3, i32 1
  store <4 x float> %2, <4 x float>* %next
  %4 = getelementptr [2 x [3 x <4 x float>]], [2 x [3 x <4 x float>]]* %arrays, i32 0, i32 1, i32 2, i32 3
  %5 = load float, float* %4
  %6 = getelementptr %P, %P* %structure, i32 0, i32 1, i32 %i
  store <2 x float> undef, <2 x float>* %6
  %7 = getelementptr %P, %P* %structure, i32 0, i32 1, i32 2, i32 1
  %8 = load float, float* %7
  %9 = getelementptr %P, %P* %structure, i32 0, i32 2
  store i32 %i, i32* %9
  call void @take(<2 x float>* %passed)
  %10 = load [2 x <2 x float>], [2 x <2 x float>]* %whole
  %11 = extractvalue [2 x <2 x float>] %10, 1
  %12 = extractelement <2 x float> %11, i32 0
  %13 = fadd float %5, %8
  %14 = fadd float %12, %13
  ret float %14
}
