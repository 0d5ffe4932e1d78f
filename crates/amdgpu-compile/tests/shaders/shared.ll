; Memory of a thread group: transposed between barriers, and counted in by atomic operations.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%dx.types.ResRet.i32 = type { i32, i32, i32, i32, i32 }
%struct.T = type { i32 }

@tile = external addrspace(3) global [64 x i32], align 4
@count = external addrspace(3) global i32, align 4
@most = external addrspace(3) global i32, align 4

define void @main() {
entry:
  %In = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 0, i32 0, i1 false)
  %Out = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)
  %thread = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %at = mul i32 %thread, 8
  %group = call i32 @dx.op.groupId.i32(i32 94, i32 0)
  %is.first = icmp eq i32 %thread, 0
  br i1 %is.first, label %clear, label %fill

clear:
  store i32 0, i32 addrspace(3)* @count, align 4
  store i32 0, i32 addrspace(3)* @most, align 4
  br label %fill

fill:
  %of.group = mul i32 %group, 64
  %number = add i32 %of.group, %thread
  %four = mul i32 %number, 4
  %l1 = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %In, i32 %four, i32 undef, i8 1, i32 4)
  %value = extractvalue %dx.types.ResRet.i32 %l1, 0
  %x = and i32 %thread, 7
  %y = lshr i32 %thread, 3
  %column = shl i32 %x, 3
  %turned = or i32 %column, %y
  %to = getelementptr [64 x i32], [64 x i32] addrspace(3)* @tile, i32 0, i32 %turned
  store i32 %value, i32 addrspace(3)* %to, align 4
  call void @dx.op.barrier(i32 80, i32 9)
  %is.odd = trunc i32 %value to i1
  br i1 %is.odd, label %counted, label %all

counted:
  %old = atomicrmw add i32 addrspace(3)* @count, i32 1 seq_cst
  %older = atomicrmw umax i32 addrspace(3)* @most, i32 %value seq_cst
  br label %all

all:
  call void @dx.op.barrier(i32 80, i32 9)
  %from = getelementptr [64 x i32], [64 x i32] addrspace(3)* @tile, i32 0, i32 %thread
  %moved = load i32, i32 addrspace(3)* %from, align 4
  %counts = load i32, i32 addrspace(3)* @count, align 4
  %highest = load i32, i32 addrspace(3)* @most, align 4
  %pair = mul i32 %highest, 256
  %both = add i32 %pair, %counts
  %out.group = mul i32 %group, 512
  %start = add i32 %out.group, %at
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %start, i32 undef, i32 %moved, i32 %both, i32 undef, i32 undef, i8 3, i32 4)
  ret void
}

declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1)
declare %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32, %dx.types.Handle, i32, i32, i8, i32)
declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32)
declare i32 @dx.op.groupId.i32(i32, i32)
declare void @dx.op.barrier(i32, i32)
declare void @dx.op.rawBufferStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i8, i32)

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.resources = !{!3}
!dx.entryPoints = !{!4}
!0 = !{i32 1, i32 2}
!1 = !{i32 1, i32 8}
!2 = !{!"cs", i32 6, i32 2}
!3 = !{!7, !9, null, null}
!4 = !{void ()* @main, !"main", null, !3, !5}
!5 = !{i32 0, i64 16, i32 4, !6}
!6 = !{i32 64, i32 1, i32 1}
!8 = !{i32 0, %struct.T* undef, !"In", i32 0, i32 0, i32 1, i32 11, i32 0, null}
!7 = !{!8}
!10 = !{i32 0, %struct.T* undef, !"Out", i32 0, i32 0, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!9 = !{!10}
