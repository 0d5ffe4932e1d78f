; UPGRADE: 22-dx 23-dx main-dx
; A function for each row of the table that is about threads, waves and quads.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.fouri32 = type { i32, i32, i32, i32 }

; Function Attrs: noduplicate nounwind
declare void @dx.op.barrier(i32, i32) #0

define void @Barrier0() {
  call void @dx.op.barrier(i32 80, i32 9)
  ret void
}

define void @Barrier1() {
  call void @dx.op.barrier(i32 80, i32 2)
  ret void
}

define void @Barrier2() {
  call void @dx.op.barrier(i32 80, i32 3)
  ret void
}

define void @Barrier3() {
  call void @dx.op.barrier(i32 80, i32 8)
  ret void
}

define void @Barrier4() {
  call void @dx.op.barrier(i32 80, i32 10)
  ret void
}

define void @Barrier5() {
  call void @dx.op.barrier(i32 80, i32 11)
  ret void
}

; Function Attrs: nounwind readnone
declare i32 @dx.op.threadId.i32(i32, i32) #1

define i32 @ThreadId(i32 %component) {
  %1 = call i32 @dx.op.threadId.i32(i32 93, i32 %component)
  ret i32 %1
}

; Function Attrs: nounwind readnone
declare i32 @dx.op.groupId.i32(i32, i32) #1

define i32 @GroupId(i32 %component) {
  %1 = call i32 @dx.op.groupId.i32(i32 94, i32 %component)
  ret i32 %1
}

; Function Attrs: nounwind readnone
declare i32 @dx.op.threadIdInGroup.i32(i32, i32) #1

define i32 @ThreadIdInGroup(i32 %component) {
  %1 = call i32 @dx.op.threadIdInGroup.i32(i32 95, i32 %component)
  ret i32 %1
}

; Function Attrs: nounwind readnone
declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32) #1

define i32 @FlattenedThreadIdInGroup() {
  %1 = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  ret i32 %1
}

; Function Attrs: nounwind
declare i1 @dx.op.waveIsFirstLane(i32) #2

define i1 @WaveIsFirstLane() {
  %1 = call i1 @dx.op.waveIsFirstLane(i32 110)
  ret i1 %1
}

; Function Attrs: nounwind readonly
declare i32 @dx.op.waveGetLaneIndex(i32) #3

define i32 @WaveGetLaneIndex() {
  %1 = call i32 @dx.op.waveGetLaneIndex(i32 111)
  ret i32 %1
}

; Function Attrs: nounwind readnone
declare i32 @dx.op.waveGetLaneCount(i32) #1

define i32 @WaveGetLaneCount() {
  %1 = call i32 @dx.op.waveGetLaneCount(i32 112)
  ret i32 %1
}

; Function Attrs: nounwind
declare i1 @dx.op.waveAnyTrue(i32, i1) #2

define i1 @WaveAnyTrue(i1 %cond) {
  %1 = call i1 @dx.op.waveAnyTrue(i32 113, i1 %cond)
  ret i1 %1
}

; Function Attrs: nounwind
declare i1 @dx.op.waveAllTrue(i32, i1) #2

define i1 @WaveAllTrue(i1 %cond) {
  %1 = call i1 @dx.op.waveAllTrue(i32 114, i1 %cond)
  ret i1 %1
}

; Function Attrs: nounwind
declare i1 @dx.op.waveActiveAllEqual.f32(i32, float) #2

define i1 @WaveActiveAllEqual(float %value) {
  %1 = call i1 @dx.op.waveActiveAllEqual.f32(i32 115, float %value)
  ret i1 %1
}

; Function Attrs: nounwind
declare %dx.types.fouri32 @dx.op.waveActiveBallot(i32, i1) #2

define void @WaveActiveBallot(i1 %cond, i32*, i32*, i32*, i32*) {
  %5 = call %dx.types.fouri32 @dx.op.waveActiveBallot(i32 116, i1 %cond)
  %6 = extractvalue %dx.types.fouri32 %5, 0
  store i32 %6, i32* %0, align 4
  %7 = extractvalue %dx.types.fouri32 %5, 1
  store i32 %7, i32* %1, align 4
  %8 = extractvalue %dx.types.fouri32 %5, 2
  store i32 %8, i32* %2, align 4
  %9 = extractvalue %dx.types.fouri32 %5, 3
  store i32 %9, i32* %3, align 4
  ret void
}

; Function Attrs: nounwind
declare float @dx.op.waveReadLaneAt.f32(i32, float, i32) #2

define float @WaveReadLaneAt(float %value, i32 %lane) {
  %1 = call float @dx.op.waveReadLaneAt.f32(i32 117, float %value, i32 %lane)
  ret float %1
}

; Function Attrs: nounwind
declare float @dx.op.waveActiveOp.f32(i32, float, i8, i8) #2

define float @WaveActiveOp0(float %value) {
  %1 = call float @dx.op.waveActiveOp.f32(i32 119, float %value, i8 0, i8 0)
  ret float %1
}

; Function Attrs: nounwind
declare i32 @dx.op.waveActiveOp.i32(i32, i32, i8, i8) #2

define i32 @WaveActiveOp1(i32 %value) {
  %1 = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 %value, i8 0, i8 1)
  ret i32 %1
}

define float @WaveActiveOp2(float %value) {
  %1 = call float @dx.op.waveActiveOp.f32(i32 119, float %value, i8 1, i8 0)
  ret float %1
}

define i32 @WaveActiveOp3(i32 %value) {
  %1 = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 %value, i8 1, i8 1)
  ret i32 %1
}

define float @WaveActiveOp4(float %value) {
  %1 = call float @dx.op.waveActiveOp.f32(i32 119, float %value, i8 2, i8 0)
  ret float %1
}

define i32 @WaveActiveOp5(i32 %value) {
  %1 = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 %value, i8 2, i8 1)
  ret i32 %1
}

define float @WaveActiveOp6(float %value) {
  %1 = call float @dx.op.waveActiveOp.f32(i32 119, float %value, i8 3, i8 0)
  ret float %1
}

define i32 @WaveActiveOp7(i32 %value) {
  %1 = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 %value, i8 3, i8 1)
  ret i32 %1
}

; Function Attrs: nounwind
declare i32 @dx.op.waveActiveBit.i32(i32, i32, i8) #2

define i32 @WaveActiveBit0(i32 %value) {
  %1 = call i32 @dx.op.waveActiveBit.i32(i32 120, i32 %value, i8 0)
  ret i32 %1
}

define i32 @WaveActiveBit1(i32 %value) {
  %1 = call i32 @dx.op.waveActiveBit.i32(i32 120, i32 %value, i8 1)
  ret i32 %1
}

define i32 @WaveActiveBit2(i32 %value) {
  %1 = call i32 @dx.op.waveActiveBit.i32(i32 120, i32 %value, i8 2)
  ret i32 %1
}

; Function Attrs: nounwind
declare float @dx.op.wavePrefixOp.f32(i32, float, i8, i8) #2

define float @WavePrefixOp0(float %value) {
  %1 = call float @dx.op.wavePrefixOp.f32(i32 121, float %value, i8 0, i8 0)
  ret float %1
}

; Function Attrs: nounwind
declare i32 @dx.op.wavePrefixOp.i32(i32, i32, i8, i8) #2

define i32 @WavePrefixOp1(i32 %value) {
  %1 = call i32 @dx.op.wavePrefixOp.i32(i32 121, i32 %value, i8 0, i8 1)
  ret i32 %1
}

define float @WavePrefixOp2(float %value) {
  %1 = call float @dx.op.wavePrefixOp.f32(i32 121, float %value, i8 1, i8 0)
  ret float %1
}

define i32 @WavePrefixOp3(i32 %value) {
  %1 = call i32 @dx.op.wavePrefixOp.i32(i32 121, i32 %value, i8 1, i8 1)
  ret i32 %1
}

; Function Attrs: nounwind
declare float @dx.op.quadOp.f32(i32, float, i8) #2

define float @QuadOp0(float %value) {
  %1 = call float @dx.op.quadOp.f32(i32 123, float %value, i8 0)
  ret float %1
}

define float @QuadOp1(float %value) {
  %1 = call float @dx.op.quadOp.f32(i32 123, float %value, i8 1)
  ret float %1
}

define float @QuadOp2(float %value) {
  %1 = call float @dx.op.quadOp.f32(i32 123, float %value, i8 2)
  ret float %1
}

; Function Attrs: nounwind
declare i32 @dx.op.waveAllOp(i32, i1) #2

define i32 @WaveAllBitCount(i1 %value) {
  %1 = call i32 @dx.op.waveAllOp(i32 135, i1 %value)
  ret i32 %1
}

; Function Attrs: nounwind
declare i32 @dx.op.wavePrefixOp(i32, i1) #2

define i32 @WavePrefixBitCount(i1 %value) {
  %1 = call i32 @dx.op.wavePrefixOp(i32 136, i1 %value)
  ret i32 %1
}

attributes #0 = { noduplicate nounwind }
attributes #1 = { nounwind readnone }
attributes #2 = { nounwind }
attributes #3 = { nounwind readonly }

!dx.version = !{!0}
!dx.shaderModel = !{!1}

!0 = !{i32 1, i32 9}
!1 = !{!"lib", i32 6, i32 9}
