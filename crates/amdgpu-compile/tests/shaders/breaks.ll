; Operations on waves in front of the break of a loop, which DXC keeps in the loop by a variable that is always zero.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%struct.T = type { i32 }

@dx.break.cond = internal constant [1 x i32] zeroinitializer

define void @main() {
entry:
  %Out = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)
  %thread = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %at = mul i32 %thread, 8
  %loaded = load i32, i32* getelementptr inbounds ([1 x i32], [1 x i32]* @dx.break.cond, i32 0, i32 0)
  %leaves = icmp eq i32 %loaded, 0
  %kept = lshr i32 %thread, 2
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %more ]
  %is.own = icmp eq i32 %i, %kept
  br i1 %is.own, label %last, label %more

last:
  %count = call i32 @dx.op.waveAllOp(i32 135, i1 true)
  %sum = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 %thread, i8 0, i8 1)
  %put1 = add i32 %at, 0
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put1, i32 undef, i32 %count, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %put2 = add i32 %at, 4
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put2, i32 undef, i32 %sum, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  br i1 %leaves, label %done, label %more

more:
  %next = add nuw nsw i32 %i, 1
  %goes.on = icmp ult i32 %next, 64
  br i1 %goes.on, label %loop, label %done

done:
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
