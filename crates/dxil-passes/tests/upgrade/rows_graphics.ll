; UPGRADE: 23-dx main-dx
; A function for each row of the table that is about inputs, outputs and derivatives.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

; Function Attrs: nounwind readnone
declare float @dx.op.loadInput.f32(i32, i32, i32, i8, i32) #0

define float @LoadInput(i32 %inputSigId, i32 %rowIndex, i8 %colIndex, i32 %gsVertexAxis) {
  %1 = call float @dx.op.loadInput.f32(i32 4, i32 %inputSigId, i32 %rowIndex, i8 %colIndex, i32 %gsVertexAxis)
  ret float %1
}

; Function Attrs: nounwind
declare void @dx.op.storeOutput.f32(i32, i32, i32, i8, float) #1

define void @StoreOutput(i32 %outputSigId, i32 %rowIndex, i8 %colIndex, float %value) {
  call void @dx.op.storeOutput.f32(i32 5, i32 %outputSigId, i32 %rowIndex, i8 %colIndex, float %value)
  ret void
}

; Function Attrs: nounwind
declare void @dx.op.discard(i32, i1) #1

define void @Discard(i1 %condition) {
  call void @dx.op.discard(i32 82, i1 %condition)
  ret void
}

; Function Attrs: nounwind readnone
declare float @dx.op.unary.f32(i32, float) #0

define float @DerivCoarseX(float %value) {
  %1 = call float @dx.op.unary.f32(i32 83, float %value)
  ret float %1
}

define float @DerivCoarseY(float %value) {
  %1 = call float @dx.op.unary.f32(i32 84, float %value)
  ret float %1
}

define float @DerivFineX(float %value) {
  %1 = call float @dx.op.unary.f32(i32 85, float %value)
  ret float %1
}

define float @DerivFineY(float %value) {
  %1 = call float @dx.op.unary.f32(i32 86, float %value)
  ret float %1
}

attributes #0 = { nounwind readnone }
attributes #1 = { nounwind }

!dx.version = !{!0}
!dx.shaderModel = !{!1}

!0 = !{i32 1, i32 9}
!1 = !{!"lib", i32 6, i32 9}
