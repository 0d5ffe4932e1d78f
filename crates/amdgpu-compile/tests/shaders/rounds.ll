; Operations on waves in a loop that lanes leave in different rounds.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%struct.T = type { i32 }

define void @main() {
entry:
  %Out = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)
  %thread = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %at = mul i32 %thread, 64
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %more ]
  %total = phi i32 [ 0, %entry ], [ %totals, %more ]
  %active = call i32 @dx.op.waveAllOp(i32 135, i1 true)
  %totals = add i32 %total, %active
  %kept = and i32 %thread, 7
  %is.last = icmp uge i32 %i, %kept
  br i1 %is.last, label %done, label %more

more:
  %next = add i32 %i, 1
  %least = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 %thread, i8 2, i8 1)
  %word = shl i32 %i, 2
  %shifted = add i32 %word, 8
  %to = add i32 %at, %shifted
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %to, i32 undef, i32 %least, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  br label %loop

done:
  %ended = call i32 @dx.op.waveAllOp(i32 135, i1 true)
  %put1 = add i32 %at, 0
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put1, i32 undef, i32 %totals, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %put2 = add i32 %at, 4
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put2, i32 undef, i32 %active, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  ret void
}

declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1)
declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32)
declare i32 @dx.op.waveActiveOp.i32(i32, i32, i8, i8)
declare i32 @dx.op.waveAllOp(i32, i1)
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
!5 = !{i32 0, i64 524304, i32 4, !6}
!6 = !{i32 32, i32 1, i32 1}
!8 = !{i32 0, %struct.T* undef, !"Out", i32 0, i32 0, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!7 = !{!8}
