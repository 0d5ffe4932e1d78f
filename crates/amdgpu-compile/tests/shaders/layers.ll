; Layers of array textures: loaded, sampled, gathered and stored.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%dx.types.Dimensions = type { i32, i32, i32, i32 }
%dx.types.ResRet.f32 = type { float, float, float, float, i32 }
%struct.T = type { i32 }

define void @main() {
entry:
  %Stack = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 0, i32 0, i1 false)
  %Smooth = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 3, i32 0, i32 0, i1 false)
  %Out = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)
  %Turned = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 1, i32 1, i1 false)
  %thread = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %at = mul i32 %thread, 32
  %layer = call i32 @dx.op.groupId.i32(i32 94, i32 0)
  %x = and i32 %thread, 3
  %y = lshr i32 %thread, 2
  %group = mul i32 %layer, 256
  %start = add i32 %group, %at
  %texel = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %Stack, i32 0, i32 %x, i32 %y, i32 %layer, i32 0, i32 0, i32 undef)
  %fx = uitofp i32 %x to float
  %fy = uitofp i32 %y to float
  %other = sub i32 2, %layer
  %fl = uitofp i32 %other to float
  %sx = fmul float %fx, 2.500000e-01
  %sy = fmul float %fy, 5.000000e-01
  %u = fadd float %sx, 1.875000e-01
  %v = fadd float %sy, 2.500000e-01
  %between = call %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32 62, %dx.types.Handle %Stack, %dx.types.Handle %Smooth, float %u, float %v, float %fl, float undef, i32 0, i32 0, i32 undef, float 0.000000e+00)
  %four = call %dx.types.ResRet.f32 @dx.op.textureGather.f32(i32 73, %dx.types.Handle %Stack, %dx.types.Handle %Smooth, float %u, float %v, float %fl, float undef, i32 0, i32 0, i32 0)
  %size = call %dx.types.Dimensions @dx.op.getDimensions(i32 72, %dx.types.Handle %Stack, i32 0)
  %back = sub i32 3, %x
  %marked = or i32 %start, 1
  call void @dx.op.textureStore.i32(i32 67, %dx.types.Handle %Turned, i32 %back, i32 %y, i32 %other, i32 %marked, i32 %marked, i32 %marked, i32 %marked, i8 15)
  %m1 = extractvalue %dx.types.ResRet.f32 %texel, 0
  %put2 = add i32 %start, 0
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put2, i32 undef, float %m1, float undef, float undef, float undef, i8 1, i32 4)
  %m3 = extractvalue %dx.types.ResRet.f32 %between, 0
  %put4 = add i32 %start, 4
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put4, i32 undef, float %m3, float undef, float undef, float undef, i8 1, i32 4)
  %m5 = extractvalue %dx.types.ResRet.f32 %four, 0
  %put6 = add i32 %start, 8
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put6, i32 undef, float %m5, float undef, float undef, float undef, i8 1, i32 4)
  %m7 = extractvalue %dx.types.ResRet.f32 %four, 1
  %put8 = add i32 %start, 12
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put8, i32 undef, float %m7, float undef, float undef, float undef, i8 1, i32 4)
  %m9 = extractvalue %dx.types.ResRet.f32 %four, 2
  %put10 = add i32 %start, 16
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put10, i32 undef, float %m9, float undef, float undef, float undef, i8 1, i32 4)
  %m11 = extractvalue %dx.types.ResRet.f32 %four, 3
  %put12 = add i32 %start, 20
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put12, i32 undef, float %m11, float undef, float undef, float undef, i8 1, i32 4)
  %layers = extractvalue %dx.types.Dimensions %size, 2
  %width = extractvalue %dx.types.Dimensions %size, 0
  %put13 = add i32 %start, 24
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put13, i32 undef, i32 %layers, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %put14 = add i32 %start, 28
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put14, i32 undef, i32 %width, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  ret void
}

declare %dx.types.Dimensions @dx.op.getDimensions(i32, %dx.types.Handle, i32)
declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1)
declare %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32, %dx.types.Handle, %dx.types.Handle, float, float, float, float, i32, i32, i32, float)
declare %dx.types.ResRet.f32 @dx.op.textureGather.f32(i32, %dx.types.Handle, %dx.types.Handle, float, float, float, float, i32, i32, i32)
declare %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i32)
declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32)
declare i32 @dx.op.groupId.i32(i32, i32)
declare void @dx.op.rawBufferStore.f32(i32, %dx.types.Handle, i32, i32, float, float, float, float, i8, i32)
declare void @dx.op.rawBufferStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i8, i32)
declare void @dx.op.textureStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i32, i8)

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.resources = !{!3}
!dx.entryPoints = !{!4}
!0 = !{i32 1, i32 2}
!1 = !{i32 1, i32 8}
!2 = !{!"cs", i32 6, i32 2}
!3 = !{!7, !10, null, !14}
!4 = !{void ()* @main, !"main", null, !3, !5}
!5 = !{i32 0, i64 16, i32 4, !6}
!6 = !{i32 8, i32 1, i32 1}
!8 = !{i32 0, i32 9}
!9 = !{i32 0, %struct.T* undef, !"Stack", i32 0, i32 0, i32 1, i32 7, i32 0, !8}
!7 = !{!9}
!11 = !{i32 0, %struct.T* undef, !"Out", i32 0, i32 0, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!12 = !{i32 0, i32 5}
!13 = !{i32 1, %struct.T* undef, !"Turned", i32 0, i32 1, i32 1, i32 7, i1 false, i1 false, i1 false, !12}
!10 = !{!11, !13}
!15 = !{i32 0, %struct.T* undef, !"Smooth", i32 0, i32 0, i32 1, i32 0, null}
!14 = !{!15}
