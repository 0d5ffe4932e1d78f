; What is taken of a vector that is known is no vector that a call is given, even where the call is given another one.
; RUN: scalarizer
target triple = "dxil-pc-shadermodel6.0-compute"

; CHECK: call void @f(i32 3, <4 x float> zeroinitializer)
define void @main() {
entry:
  %x = extractelement <2 x i32> <i32 3, i32 4>, i32 0
  call void @f(i32 %x, <4 x float> zeroinitializer)
  ret void
}

declare void @f(i32, <4 x float>)
