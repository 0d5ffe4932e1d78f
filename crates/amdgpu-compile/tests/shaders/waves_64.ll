; Operations on waves of 64 lanes, in code that some lanes leave.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%dx.types.ResourceProperties = type { i32, i32 }
%dx.types.ResBind = type { i32, i32, i32, i8 }
%dx.types.fouri32 = type { i32, i32, i32, i32 }
%dx.types.ResRet.i32 = type { i32, i32, i32, i32, i32 }
%struct.T = type { i32 }

define void @main() {
entry:
  %In.bound = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false)
  %In = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %In.bound, %dx.types.ResourceProperties { i32 11, i32 0 })
  %Out.bound = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 1 }, i32 0, i1 false)
  %Out = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %Out.bound, %dx.types.ResourceProperties { i32 4107, i32 0 })
  %thread = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %at = mul i32 %thread, 64
  %four = mul i32 %thread, 4
  %l1 = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %In, i32 %four, i32 undef, i8 1, i32 4)
  %value = extractvalue %dx.types.ResRet.i32 %l1, 0
  %lane = call i32 @dx.op.waveGetLaneIndex(i32 111)
  %sum = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 %value, i8 0, i8 1)
  %before = call i32 @dx.op.wavePrefixOp.i32(i32 121, i32 %value, i8 0, i8 1)
  %less = sub i32 %lane, 5
  %least = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 %less, i8 2, i8 0)
  %is.odd = trunc i32 %value to i1
  %votes = call %dx.types.fouri32 @dx.op.waveActiveBallot(i32 116, i1 %is.odd)
  %votes.high = extractvalue %dx.types.fouri32 %votes, 1
  %bits = call i32 @dx.op.wavePrefixOp(i32 136, i1 %is.odd)
  %turned = xor i32 %lane, 3
  %read = call i32 @dx.op.waveReadLaneAt.i32(i32 117, i32 %value, i32 %turned)
  %across = call i32 @dx.op.quadOp.i32(i32 123, i32 %value, i8 0)
  %third = call i32 @dx.op.quadReadLaneAt.i32(i32 122, i32 %value, i32 2)
  %low = and i32 %value, 3
  %same = call %dx.types.fouri32 @dx.op.waveMatch.i32(i32 165, i32 %low)
  %same0 = extractvalue %dx.types.fouri32 %same, 0
  %same1 = extractvalue %dx.types.fouri32 %same, 1
  %same2 = extractvalue %dx.types.fouri32 %same, 2
  %same3 = extractvalue %dx.types.fouri32 %same, 3
  %of.same = call i32 @dx.op.waveMultiPrefixOp.i32(i32 166, i32 %value, i32 %same0, i32 %same1, i32 %same2, i32 %same3, i8 0, i8 1)
  %put1 = add i32 %at, 0
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put1, i32 undef, i32 %lane, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %put2 = add i32 %at, 4
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put2, i32 undef, i32 %sum, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %put3 = add i32 %at, 8
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put3, i32 undef, i32 %before, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %put4 = add i32 %at, 12
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put4, i32 undef, i32 %least, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %votes.low = extractvalue %dx.types.fouri32 %votes, 0
  %put5 = add i32 %at, 16
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put5, i32 undef, i32 %votes.low, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %put6 = add i32 %at, 20
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put6, i32 undef, i32 %votes.high, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %put7 = add i32 %at, 24
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put7, i32 undef, i32 %bits, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %put8 = add i32 %at, 28
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put8, i32 undef, i32 %read, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %put9 = add i32 %at, 32
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put9, i32 undef, i32 %across, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %put10 = add i32 %at, 36
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put10, i32 undef, i32 %third, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %put11 = add i32 %at, 40
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put11, i32 undef, i32 %same0, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %put12 = add i32 %at, 44
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put12, i32 undef, i32 %of.same, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  br i1 %is.odd, label %odd, label %done

odd:
  %first = call i32 @dx.op.waveReadLaneFirst.i32(i32 118, i32 %value)
  %most = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 %value, i8 3, i8 1)
  %is.first = call i1 @dx.op.waveIsFirstLane(i32 110)
  %alike = call i1 @dx.op.waveActiveAllEqual.i32(i32 115, i32 %low)
  %first.word = zext i1 %is.first to i32
  %alike.word = zext i1 %alike to i32
  %flags.high = shl i32 %alike.word, 1
  %flags = or i32 %first.word, %flags.high
  %all = call i32 @dx.op.waveAllOp(i32 135, i1 true)
  %put13 = add i32 %at, 48
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put13, i32 undef, i32 %first, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %put14 = add i32 %at, 52
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put14, i32 undef, i32 %most, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %put15 = add i32 %at, 56
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put15, i32 undef, i32 %flags, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %put16 = add i32 %at, 60
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put16, i32 undef, i32 %all, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  br label %done

done:
  ret void
}

declare %dx.types.Handle @dx.op.annotateHandle(i32, %dx.types.Handle, %dx.types.ResourceProperties)
declare %dx.types.Handle @dx.op.createHandleFromBinding(i32, %dx.types.ResBind, i32, i1)
declare %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32, %dx.types.Handle, i32, i32, i8, i32)
declare %dx.types.fouri32 @dx.op.waveActiveBallot(i32, i1)
declare %dx.types.fouri32 @dx.op.waveMatch.i32(i32, i32)
declare i1 @dx.op.waveActiveAllEqual.i32(i32, i32)
declare i1 @dx.op.waveIsFirstLane(i32)
declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32)
declare i32 @dx.op.quadOp.i32(i32, i32, i8)
declare i32 @dx.op.quadReadLaneAt.i32(i32, i32, i32)
declare i32 @dx.op.waveActiveOp.i32(i32, i32, i8, i8)
declare i32 @dx.op.waveAllOp(i32, i1)
declare i32 @dx.op.waveGetLaneIndex(i32)
declare i32 @dx.op.waveMultiPrefixOp.i32(i32, i32, i32, i32, i32, i32, i8, i8)
declare i32 @dx.op.wavePrefixOp(i32, i1)
declare i32 @dx.op.wavePrefixOp.i32(i32, i32, i8, i8)
declare i32 @dx.op.waveReadLaneAt.i32(i32, i32, i32)
declare i32 @dx.op.waveReadLaneFirst.i32(i32, i32)
declare void @dx.op.rawBufferStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i8, i32)

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.resources = !{!3}
!dx.entryPoints = !{!4}
!0 = !{i32 1, i32 6}
!1 = !{i32 1, i32 8}
!2 = !{!"cs", i32 6, i32 6}
!3 = !{!7, !9, null, null}
!4 = !{void ()* @main, !"main", null, !3, !5}
!5 = !{i32 0, i64 524304, i32 4, !6, i32 11, !11}
!6 = !{i32 64, i32 1, i32 1}
!8 = !{i32 0, %struct.T* undef, !"In", i32 0, i32 0, i32 1, i32 11, i32 0, null}
!7 = !{!8}
!10 = !{i32 0, %struct.T* undef, !"Out", i32 0, i32 0, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!9 = !{!10}
!11 = !{i32 64}
