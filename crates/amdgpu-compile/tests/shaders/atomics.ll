; Atomic operations on buffers and textures, of 32 and 64 bits.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%dx.types.ResourceProperties = type { i32, i32 }
%dx.types.ResBind = type { i32, i32, i32, i8 }
%struct.T = type { i32 }

define void @main() {
entry:
  %Words.bound = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 1 }, i32 0, i1 false)
  %Words = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %Words.bound, %dx.types.ResourceProperties { i32 4107, i32 0 })
  %Elements.bound = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 1, i32 1, i32 0, i8 1 }, i32 1, i1 false)
  %Elements = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %Elements.bound, %dx.types.ResourceProperties { i32 4108, i32 8 })
  %Texels.bound = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 2, i32 2, i32 0, i8 1 }, i32 2, i1 false)
  %Texels = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %Texels.bound, %dx.types.ResourceProperties { i32 4098, i32 261 })
  %Numbers.bound = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 3, i32 3, i32 0, i8 1 }, i32 3, i1 false)
  %Numbers = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %Numbers.bound, %dx.types.ResourceProperties { i32 4106, i32 260 })
  %thread = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %at = mul i32 %thread, 64
  %bit = and i32 %thread, 31
  %mask = shl i32 1, %bit
  %not = xor i32 %mask, -1
  %negative = sub i32 20, %thread
  %long = zext i32 %thread to i64
  %high = shl i64 %long, 30
  %old1 = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %Words, i32 0, i32 0, i32 undef, i32 undef, i32 %thread)
  %old2 = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %Words, i32 2, i32 4, i32 undef, i32 undef, i32 %mask)
  %is.even = icmp ult i32 %thread, 24
  br i1 %is.even, label %some, label %rest

some:
  %old3 = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %Words, i32 1, i32 8, i32 undef, i32 undef, i32 %not)
  br label %rest

rest:
  %old4 = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %Words, i32 3, i32 12, i32 undef, i32 undef, i32 %mask)
  %old5 = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %Words, i32 4, i32 16, i32 undef, i32 undef, i32 %negative)
  %old6 = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %Words, i32 5, i32 20, i32 undef, i32 undef, i32 %negative)
  %old7 = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %Words, i32 6, i32 24, i32 undef, i32 undef, i32 %thread)
  %old8 = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %Words, i32 7, i32 28, i32 undef, i32 undef, i32 %negative)
  %old9 = call i64 @dx.op.atomicBinOp.i64(i32 78, %dx.types.Handle %Words, i32 0, i32 32, i32 undef, i32 undef, i64 %high)
  %old10 = call i64 @dx.op.atomicBinOp.i64(i32 78, %dx.types.Handle %Words, i32 7, i32 40, i32 undef, i32 undef, i64 %high)
  %index = and i32 %thread, 3
  %old11 = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %Elements, i32 0, i32 %index, i32 4, i32 undef, i32 %thread)
  %x = and i32 %thread, 1
  %y = and i32 %thread, 2
  %row = lshr i32 %y, 1
  %old12 = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %Texels, i32 7, i32 %x, i32 %row, i32 undef, i32 %thread)
  %old13 = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %Numbers, i32 4, i32 %x, i32 undef, i32 undef, i32 %negative)
  %slot = mul i32 %thread, 4
  %place = add i32 %slot, 48
  %swapped = call i32 @dx.op.atomicCompareExchange.i32(i32 79, %dx.types.Handle %Words, i32 %place, i32 undef, i32 undef, i32 7, i32 %thread)
  %again = add i32 %swapped, 100
  %former = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %Words, i32 0, i32 %place, i32 undef, i32 undef, i32 %again)
  ret void
}

declare %dx.types.Handle @dx.op.annotateHandle(i32, %dx.types.Handle, %dx.types.ResourceProperties)
declare %dx.types.Handle @dx.op.createHandleFromBinding(i32, %dx.types.ResBind, i32, i1)
declare i32 @dx.op.atomicBinOp.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32)
declare i32 @dx.op.atomicCompareExchange.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32)
declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32)
declare i64 @dx.op.atomicBinOp.i64(i32, %dx.types.Handle, i32, i32, i32, i32, i64)

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.resources = !{!3}
!dx.entryPoints = !{!4}
!0 = !{i32 1, i32 6}
!1 = !{i32 1, i32 8}
!2 = !{!"cs", i32 6, i32 6}
!3 = !{null, !7, null, null}
!4 = !{void ()* @main, !"main", null, !3, !5}
!5 = !{i32 0, i64 1048592, i32 4, !6}
!6 = !{i32 64, i32 1, i32 1}
!8 = !{i32 0, %struct.T* undef, !"Words", i32 0, i32 0, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!9 = !{i32 1, i32 8}
!10 = !{i32 1, %struct.T* undef, !"Elements", i32 0, i32 1, i32 1, i32 12, i1 false, i1 false, i1 false, !9}
!11 = !{i32 0, i32 5}
!12 = !{i32 2, %struct.T* undef, !"Texels", i32 0, i32 2, i32 1, i32 2, i1 false, i1 false, i1 false, !11}
!13 = !{i32 0, i32 4}
!14 = !{i32 3, %struct.T* undef, !"Numbers", i32 0, i32 3, i32 1, i32 10, i1 false, i1 false, i1 false, !13}
!7 = !{!8, !10, !12, !14}
