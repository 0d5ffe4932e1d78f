; An array of a thread and one of constants, with indices that lanes choose.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%struct.T = type { i32 }

@table = internal unnamed_addr constant [8 x i32] [i32 3, i32 1, i32 4, i32 1, i32 5, i32 9, i32 2, i32 6], align 4

define void @main() {
entry:
  %Out = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)
  %thread = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %at = mul i32 %thread, 8
  %values = alloca [8 x i32], align 4
  br label %fill

fill:
  %i = phi i32 [ 0, %entry ], [ %next, %fill ]
  %from = getelementptr [8 x i32], [8 x i32]* @table, i32 0, i32 %i
  %constant = load i32, i32* %from, align 4
  %scaled = mul i32 %constant, %thread
  %turned = xor i32 %i, %thread
  %place = and i32 %turned, 7
  %to = getelementptr [8 x i32], [8 x i32]* %values, i32 0, i32 %place
  store i32 %scaled, i32* %to, align 4
  %next = add i32 %i, 1
  %is.last = icmp eq i32 %next, 8
  br i1 %is.last, label %read, label %fill

read:
  %x = lshr i32 %thread, 2
  %own = getelementptr [8 x i32], [8 x i32]* %values, i32 0, i32 %x
  %value = load i32, i32* %own, align 4
  %zero = getelementptr [8 x i32], [8 x i32]* %values, i32 0, i32 0
  %first = load i32, i32* %zero, align 4
  %put1 = add i32 %at, 0
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put1, i32 undef, i32 %value, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %put2 = add i32 %at, 4
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %put2, i32 undef, i32 %first, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  ret void
}

declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1)
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
!3 = !{null, !7, null, null}
!4 = !{void ()* @main, !"main", null, !3, !5}
!5 = !{i32 0, i64 16, i32 4, !6}
!6 = !{i32 32, i32 1, i32 1}
!8 = !{i32 0, %struct.T* undef, !"Out", i32 0, i32 0, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!7 = !{!8}
