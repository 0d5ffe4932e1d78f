; Samples and gathers of a texture, with samplers that filter, take the nearest texel, and compare.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%dx.types.Dimensions = type { i32, i32, i32, i32 }
%dx.types.ResRet.f32 = type { float, float, float, float, i32 }
%struct.T = type { i32 }

define void @main() {
entry:
  %Colours = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 0, i32 0, i1 false)
  %Depths = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 1, i32 1, i1 false)
  %Smooth = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 3, i32 0, i32 0, i1 false)
  %Nearest = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 3, i32 1, i32 1, i1 false)
  %Compares = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 3, i32 2, i32 2, i1 false)
  %Out = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)
  %thread = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %at = mul i32 %thread, 64
  %x = and i32 %thread, 3
  %y = lshr i32 %thread, 2
  %fx = uitofp i32 %x to float
  %fy = uitofp i32 %y to float
  %sx = fmul float %fx, 2.500000e-01
  %sy = fmul float %fy, 2.500000e-01
  %u = fadd float %sx, 6.250000e-02
  %v = fadd float %sy, 1.875000e-01
  %smooth = call %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32 62, %dx.types.Handle %Colours, %dx.types.Handle %Smooth, float %u, float %v, float undef, float undef, i32 0, i32 0, i32 undef, float 0.000000e+00)
  %m1 = extractvalue %dx.types.ResRet.f32 %smooth, 0
  %put2 = add i32 %at, 0
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put2, i32 undef, float %m1, float undef, float undef, float undef, i8 1, i32 4)
  %m3 = extractvalue %dx.types.ResRet.f32 %smooth, 1
  %put4 = add i32 %at, 4
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put4, i32 undef, float %m3, float undef, float undef, float undef, i8 1, i32 4)
  %m5 = extractvalue %dx.types.ResRet.f32 %smooth, 2
  %put6 = add i32 %at, 8
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put6, i32 undef, float %m5, float undef, float undef, float undef, i8 1, i32 4)
  %m7 = extractvalue %dx.types.ResRet.f32 %smooth, 3
  %put8 = add i32 %at, 12
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put8, i32 undef, float %m7, float undef, float undef, float undef, i8 1, i32 4)
  %lit = call %dx.types.ResRet.f32 @dx.op.sampleCmpLevelZero.f32(i32 65, %dx.types.Handle %Depths, %dx.types.Handle %Compares, float %u, float %v, float undef, float undef, i32 0, i32 0, i32 undef, float 5.000000e-01)
  %near = call %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32 62, %dx.types.Handle %Colours, %dx.types.Handle %Nearest, float %u, float %v, float undef, float undef, i32 1, i32 -1, i32 undef, float 0.000000e+00)
  %m9 = extractvalue %dx.types.ResRet.f32 %lit, 0
  %put10 = add i32 %at, 16
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put10, i32 undef, float %m9, float undef, float undef, float undef, i8 1, i32 4)
  %m11 = extractvalue %dx.types.ResRet.f32 %near, 0
  %put12 = add i32 %at, 20
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put12, i32 undef, float %m11, float undef, float undef, float undef, i8 1, i32 4)
  %size = call %dx.types.Dimensions @dx.op.getDimensions(i32 72, %dx.types.Handle %Depths, i32 0)
  %m13 = extractvalue %dx.types.Dimensions %size, 0
  %put14 = add i32 %at, 24
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put14, i32 undef, i32 %m13, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %m15 = extractvalue %dx.types.Dimensions %size, 1
  %put16 = add i32 %at, 28
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put16, i32 undef, i32 %m15, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %blue = call %dx.types.ResRet.f32 @dx.op.textureGather.f32(i32 73, %dx.types.Handle %Colours, %dx.types.Handle %Nearest, float %u, float %v, float undef, float undef, i32 0, i32 0, i32 2)
  %m17 = extractvalue %dx.types.ResRet.f32 %blue, 0
  %put18 = add i32 %at, 32
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put18, i32 undef, float %m17, float undef, float undef, float undef, i8 1, i32 4)
  %m19 = extractvalue %dx.types.ResRet.f32 %blue, 1
  %put20 = add i32 %at, 36
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put20, i32 undef, float %m19, float undef, float undef, float undef, i8 1, i32 4)
  %m21 = extractvalue %dx.types.ResRet.f32 %blue, 2
  %put22 = add i32 %at, 40
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put22, i32 undef, float %m21, float undef, float undef, float undef, i8 1, i32 4)
  %m23 = extractvalue %dx.types.ResRet.f32 %blue, 3
  %put24 = add i32 %at, 44
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put24, i32 undef, float %m23, float undef, float undef, float undef, i8 1, i32 4)
  %passed = call %dx.types.ResRet.f32 @dx.op.textureGatherCmp.f32(i32 74, %dx.types.Handle %Depths, %dx.types.Handle %Compares, float %u, float %v, float undef, float undef, i32 0, i32 0, i32 0, float 5.000000e-01)
  %m25 = extractvalue %dx.types.ResRet.f32 %passed, 0
  %put26 = add i32 %at, 48
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put26, i32 undef, float %m25, float undef, float undef, float undef, i8 1, i32 4)
  %m27 = extractvalue %dx.types.ResRet.f32 %passed, 1
  %put28 = add i32 %at, 52
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put28, i32 undef, float %m27, float undef, float undef, float undef, i8 1, i32 4)
  %m29 = extractvalue %dx.types.ResRet.f32 %passed, 2
  %put30 = add i32 %at, 56
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put30, i32 undef, float %m29, float undef, float undef, float undef, i8 1, i32 4)
  %m31 = extractvalue %dx.types.ResRet.f32 %passed, 3
  %put32 = add i32 %at, 60
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put32, i32 undef, float %m31, float undef, float undef, float undef, i8 1, i32 4)
  ret void
}

declare %dx.types.Dimensions @dx.op.getDimensions(i32, %dx.types.Handle, i32)
declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1)
declare %dx.types.ResRet.f32 @dx.op.sampleCmpLevelZero.f32(i32, %dx.types.Handle, %dx.types.Handle, float, float, float, float, i32, i32, i32, float)
declare %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32, %dx.types.Handle, %dx.types.Handle, float, float, float, float, i32, i32, i32, float)
declare %dx.types.ResRet.f32 @dx.op.textureGather.f32(i32, %dx.types.Handle, %dx.types.Handle, float, float, float, float, i32, i32, i32)
declare %dx.types.ResRet.f32 @dx.op.textureGatherCmp.f32(i32, %dx.types.Handle, %dx.types.Handle, float, float, float, float, i32, i32, i32, float)
declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32)
declare void @dx.op.rawBufferStore.f32(i32, %dx.types.Handle, i32, i32, float, float, float, float, i8, i32)
declare void @dx.op.rawBufferStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i8, i32)

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.resources = !{!3}
!dx.entryPoints = !{!4}
!0 = !{i32 1, i32 2}
!1 = !{i32 1, i32 8}
!2 = !{!"cs", i32 6, i32 2}
!3 = !{!7, !12, null, !14}
!4 = !{void ()* @main, !"main", null, !3, !5}
!5 = !{i32 0, i64 16, i32 4, !6}
!6 = !{i32 16, i32 1, i32 1}
!8 = !{i32 0, i32 9}
!9 = !{i32 0, %struct.T* undef, !"Colours", i32 0, i32 0, i32 1, i32 2, i32 0, !8}
!10 = !{i32 0, i32 9}
!11 = !{i32 1, %struct.T* undef, !"Depths", i32 0, i32 1, i32 1, i32 2, i32 0, !10}
!7 = !{!9, !11}
!13 = !{i32 0, %struct.T* undef, !"Out", i32 0, i32 0, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!12 = !{!13}
!15 = !{i32 0, %struct.T* undef, !"Smooth", i32 0, i32 0, i32 1, i32 0, null}
!16 = !{i32 1, %struct.T* undef, !"Nearest", i32 0, i32 1, i32 1, i32 0, null}
!17 = !{i32 2, %struct.T* undef, !"Compares", i32 0, i32 2, i32 1, i32 1, null}
!14 = !{!15, !16, !17}
