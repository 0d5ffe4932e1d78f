; Counters of structured buffers: what was there before one goes up, what is there once one went down; of an array, each
; buffer has its own.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%struct.T = type { i32 }

define void @main() {
entry:
  %Up = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)
  %Second = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 1, i32 2, i1 false)
  %thread = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %old = call i32 @dx.op.bufferUpdateCounter(i32 70, %dx.types.Handle %Up, i8 1)
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Up, i32 %old, i32 0, i32 7, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %few = icmp ult i32 %thread, 8
  br i1 %few, label %down, label %done

down:
  %Down = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 2, i32 3, i1 false)
  %new = call i32 @dx.op.bufferUpdateCounter(i32 70, %dx.types.Handle %Down, i8 -1)
  %place = xor i32 %new, -1
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Down, i32 %place, i32 0, i32 9, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %other = call i32 @dx.op.bufferUpdateCounter(i32 70, %dx.types.Handle %Second, i8 1)
  %marked = add i32 %other, 100
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Second, i32 %other, i32 0, i32 %marked, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  br label %done

done:
  ret void
}

declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1)
declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32)
declare i32 @dx.op.bufferUpdateCounter(i32, %dx.types.Handle, i8)
declare void @dx.op.rawBufferStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i8, i32)

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.resources = !{!3}
!dx.entryPoints = !{!4}
!0 = !{i32 1, i32 2}
!1 = !{i32 1, i32 8}
!2 = !{!"cs", i32 6, i32 2}
!3 = !{null, !7, null, null}
!4 = !{void ()* @main, !"main", null, !3, !5}
!5 = !{i32 0, i64 16, i32 4, !6}
!6 = !{i32 32, i32 1, i32 1}
!7 = !{!8, !9, !11}
!8 = !{i32 0, %struct.T* undef, !"Up", i32 0, i32 0, i32 1, i32 12, i1 false, i1 true, i1 false, !10}
!9 = !{i32 1, [2 x %struct.T]* undef, !"Several", i32 0, i32 1, i32 2, i32 12, i1 false, i1 true, i1 false, !10}
!10 = !{i32 1, i32 4}
!11 = !{i32 2, %struct.T* undef, !"Down", i32 0, i32 3, i32 1, i32 12, i1 false, i1 true, i1 false, !10}
