; An intrinsic of vectors is one for each lane, which has the name of the vector.
; RUN: scalarizer
target triple = "dxil-pc-shadermodel6.5-library"

; CHECK-LABEL: define <2 x float> @f
; CHECK: %x.i0 = extractelement <2 x float> %x, i64 0
; CHECK-NEXT: call float @llvm.sin.f32(float %x.i0)
; CHECK-NEXT: %x.i1 = extractelement <2 x float> %x, i64 1
; CHECK-NEXT: call float @llvm.sin.f32(float %x.i1)
; CHECK: insertelement <2 x float> poison, float {{%.*}}, i64 0
define <2 x float> @f(<2 x float> %x) {
  %y = call <2 x float> @llvm.sin.v2f32(<2 x float> %x)
  ret <2 x float> %y
}

declare <2 x float> @llvm.sin.v2f32(<2 x float>)
