; Calls of operations say nothing of themselves; others keep what LLVM 3.7 has words for.
; RUN: dxil-op-lower dxil-prepare
target triple = "dxil-pc-shadermodel6.5-library"

; CHECK: define float @f(float %x) [[F:#[0-9]+]] {
; CHECK: call float @dx.op.unary.f32(i32 13, float %x){{$}}
; CHECK: call float @g(float %{{.*}}) [[G:#[0-9]+]]
; CHECK: declare float @g(float)
; CHECK-DAG: attributes [[F]] = { nounwind }
; CHECK-DAG: attributes [[G]] = { noinline }
define noundef float @f(float noundef %x) nounwind mustprogress {
  %y = call float @llvm.sin.f32(float %x)
  %z = call noundef float @g(float nofpclass(inf) %y) noinline nofree
  ret float %z
}

declare noundef float @g(float)
declare float @llvm.sin.f32(float)
