; UPGRADE: 22-dx main-dx 22-generic
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%dx.types.fouri32 = type { i32, i32, i32, i32 }
%dx.types.ResRet.i32 = type { i32, i32, i32, i32, i32 }
%"class.RWStructuredBuffer<unsigned int>" = type { i32 }

@shared = addrspace(3) global [64 x i32] undef, align 4

define void @main() {
  %1 = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 3, i1 false)
  %2 = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %3 = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %1, i32 %2, i32 0, i8 1, i32 4)
  %4 = extractvalue %dx.types.ResRet.i32 %3, 0
  %5 = getelementptr [64 x i32], [64 x i32] addrspace(3)* @shared, i32 0, i32 %2
  store i32 %4, i32 addrspace(3)* %5, align 4
  call void @dx.op.barrier(i32 80, i32 9)
  call void @dx.op.barrier(i32 80, i32 8)
  call void @dx.op.barrier(i32 80, i32 11)
  %6 = xor i32 %2, 1
  %7 = getelementptr [64 x i32], [64 x i32] addrspace(3)* @shared, i32 0, i32 %6
  %8 = load i32, i32 addrspace(3)* %7, align 4
  %9 = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 %8, i8 0, i8 1)
  %10 = call i32 @dx.op.wavePrefixOp.i32(i32 121, i32 %8, i8 0, i8 1)
  %11 = call i32 @dx.op.quadOp.i32(i32 123, i32 %8, i8 0)
  %12 = icmp ugt i32 %8, 3
  %13 = call %dx.types.fouri32 @dx.op.waveActiveBallot(i32 116, i1 %12)
  %14 = extractvalue %dx.types.fouri32 %13, 0
  %15 = call i32 @dx.op.waveReadLaneFirst.i32(i32 118, i32 %8)
  %16 = add i32 %9, %10
  %17 = add i32 %11, %14
  %18 = add i32 %16, %17
  %19 = add i32 %18, %15
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %1, i32 %2, i32 0, i32 %19, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %20 = atomicrmw add i32 addrspace(3)* %5, i32 1 seq_cst
  ret void
}

declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1) #1
declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32) #2
declare %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32, %dx.types.Handle, i32, i32, i8, i32) #1
declare void @dx.op.rawBufferStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i8, i32) #3
declare void @dx.op.barrier(i32, i32) #0
declare i32 @dx.op.waveActiveOp.i32(i32, i32, i8, i8) #3
declare i32 @dx.op.wavePrefixOp.i32(i32, i32, i8, i8) #3
declare i32 @dx.op.quadOp.i32(i32, i32, i8) #3
declare %dx.types.fouri32 @dx.op.waveActiveBallot(i32, i1) #3
declare i32 @dx.op.waveReadLaneFirst.i32(i32, i32) #3

attributes #0 = { noduplicate nounwind }
attributes #1 = { nounwind readonly }
attributes #2 = { nounwind readnone }
attributes #3 = { nounwind }

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.resources = !{!3}
!dx.entryPoints = !{!6}

!0 = !{i32 1, i32 5}
!1 = !{i32 1, i32 8}
!2 = !{!"cs", i32 6, i32 5}
!3 = !{null, !4, null, null}
!4 = !{!5}
!5 = !{i32 0, %"class.RWStructuredBuffer<unsigned int>"* undef, !"Values", i32 0, i32 3, i32 1, i32 12, i1 true, i1 false, i1 false, !9}
!6 = !{void ()* @main, !"main", null, !3, !7}
!7 = !{i32 0, i64 524304, i32 4, !8}
!8 = !{i32 64, i32 1, i32 1}
!9 = !{i32 1, i32 4}
