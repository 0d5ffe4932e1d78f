; RUN: sroa
; An index that is not known keeps an array, one for each scalar of its elements; arrays in arrays become one.

%element = type { float, <2 x float> }

define float @main(i32 %i, i32 %j, <2 x float> %v) {
  %a = alloca [4 x %element]
  %m = alloca [2 x [3 x float]]
  %known = getelementptr [4 x %element], [4 x %element]* %a, i32 0, i32 2, i32 0
  store float 1.0, float* %known
  %vector = getelementptr [4 x %element], [4 x %element]* %a, i32 0, i32 %i, i32 1
  store <2 x float> %v, <2 x float>* %vector
  %component = getelementptr [4 x %element], [4 x %element]* %a, i32 0, i32 %i, i32 1, i32 0
  %x = load float, float* %component
  %cell = getelementptr [2 x [3 x float]], [2 x [3 x float]]* %m, i32 0, i32 %i, i32 %j
  store float %x, float* %cell
  %row = getelementptr [2 x [3 x float]], [2 x [3 x float]]* %m, i32 0, i32 1
  %first = getelementptr [3 x float], [3 x float]* %row, i32 0, i32 %j
  %r = load float, float* %first
  ret float %r
}
