; RUN: sroa
; Read and written whole and in parts: taken apart and put together, of constants and of what was put together without more ado.

%pair = type { i32, [2 x float] }

define %pair @main(%pair %p, float %f) {
  %a = alloca %pair
  %b = alloca %pair
  %c = alloca %pair
  store %pair %p, %pair* %a
  %part = getelementptr %pair, %pair* %a, i32 0, i32 1, i32 0
  store float %f, float* %part
  %all = load %pair, %pair* %a
  store %pair %all, %pair* %b
  %other = getelementptr %pair, %pair* %b, i32 0, i32 0
  store i32 4, i32* %other
  store %pair { i32 1, [2 x float] [float 2.0, float 3.0] }, %pair* %c
  %number = getelementptr %pair, %pair* %c, i32 0, i32 0
  %n = load i32, i32* %number
  store i32 %n, i32* %other
  %r = load %pair, %pair* %b
  ret %pair %r
}
