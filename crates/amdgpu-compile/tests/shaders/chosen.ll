; Descriptors and rows of constant buffers that each lane chooses for itself.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%dx.types.ResRet.i32 = type { i32, i32, i32, i32, i32 }
%dx.types.CBufRet.i32 = type { i32, i32, i32, i32 }
%struct.T = type { i32 }

define void @main() {
entry:
  %Out = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)
  %thread = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %at = mul i32 %thread, 20
  %which = and i32 %thread, 3
  %Row = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 2, i32 0, i32 %which, i1 true)
  %l1 = call %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32 59, %dx.types.Handle %Row, i32 0)
  %fixed = extractvalue %dx.types.CBufRet.i32 %l1, 1
  %number = lshr i32 %thread, 3
  %l2 = call %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32 59, %dx.types.Handle %Row, i32 %number)
  %own = extractvalue %dx.types.CBufRet.i32 %l2, 0
  %First = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 2, i32 0, i32 0, i1 false)
  %l3 = call %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32 59, %dx.types.Handle %First, i32 %number)
  %of.first = extractvalue %dx.types.CBufRet.i32 %l3, 3
  %list = urem i32 %thread, 3
  %List = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 0, i32 %list, i1 true)
  %l4 = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %List, i32 %number, i32 0, i8 1, i32 4)
  %element = extractvalue %dx.types.ResRet.i32 %l4, 0
  %odd = and i32 %thread, 1
  %half = add i32 %odd, 3
  %Picture = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 1, i32 %half, i1 true)
  %l5 = call %dx.types.ResRet.i32 @dx.op.textureLoad.i32(i32 66, %dx.types.Handle %Picture, i32 0, i32 %number, i32 0, i32 undef, i32 0, i32 0, i32 undef)
  %texel = extractvalue %dx.types.ResRet.i32 %l5, 0
  %put1 = add i32 %at, 0
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put1, i32 undef, i32 %fixed, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %put2 = add i32 %at, 4
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put2, i32 undef, i32 %own, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %put3 = add i32 %at, 8
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put3, i32 undef, i32 %of.first, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %put4 = add i32 %at, 12
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put4, i32 undef, i32 %element, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %put5 = add i32 %at, 16
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put5, i32 undef, i32 %texel, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  ret void
}

declare %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32, %dx.types.Handle, i32)
declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1)
declare %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32, %dx.types.Handle, i32, i32, i8, i32)
declare %dx.types.ResRet.i32 @dx.op.textureLoad.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i32)
declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32)
declare void @dx.op.rawBufferStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i8, i32)

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.resources = !{!3}
!dx.entryPoints = !{!4}
!0 = !{i32 1, i32 2}
!1 = !{i32 1, i32 8}
!2 = !{!"cs", i32 6, i32 2}
!3 = !{!7, !12, !14, null}
!4 = !{void ()* @main, !"main", null, !3, !5}
!5 = !{i32 0, i64 16, i32 4, !6}
!6 = !{i32 32, i32 1, i32 1}
!8 = !{i32 1, i32 4}
!9 = !{i32 0, [3 x %struct.T]* undef, !"Chosen", i32 0, i32 0, i32 3, i32 12, i32 0, !8}
!10 = !{i32 0, i32 5}
!11 = !{i32 1, [2 x %struct.T]* undef, !"Pictures", i32 0, i32 3, i32 2, i32 2, i32 0, !10}
!7 = !{!9, !11}
!13 = !{i32 0, %struct.T* undef, !"Out", i32 0, i32 0, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!12 = !{!13}
!15 = !{i32 0, [4 x %struct.T]* undef, !"Rows", i32 0, i32 0, i32 4, i32 64, null}
!14 = !{!15}
