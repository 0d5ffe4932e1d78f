; Resources of the descriptor heap: one at an index that all lanes have, and those that lanes choose.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%dx.types.ResourceProperties = type { i32, i32 }
%dx.types.ResRet.i32 = type { i32, i32, i32, i32, i32 }

define void @main() {
  %thread = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %from = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 5, i1 false, i1 false)
  %In = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %from, %dx.types.ResourceProperties { i32 11, i32 0 })
  %at = shl i32 %thread, 2
  %loaded = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %In, i32 %at, i32 undef, i8 1, i32 4)
  %number = extractvalue %dx.types.ResRet.i32 %loaded, 0
  %odd = and i32 %thread, 1
  %index = add i32 %odd, 2
  %to = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 %index, i1 false, i1 true)
  %Out = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %to, %dx.types.ResourceProperties { i32 4107, i32 0 })
  %sum = add i32 %number, %index
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %at, i32 undef, i32 %sum, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  ret void
}

declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32)
declare %dx.types.Handle @dx.op.createHandleFromHeap(i32, i32, i1, i1)
declare %dx.types.Handle @dx.op.annotateHandle(i32, %dx.types.Handle, %dx.types.ResourceProperties)
declare %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32, %dx.types.Handle, i32, i32, i8, i32)
declare void @dx.op.rawBufferStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i8, i32)

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.entryPoints = !{!4}
!0 = !{i32 1, i32 6}
!1 = !{i32 1, i32 8}
!2 = !{!"cs", i32 6, i32 6}
!4 = !{void ()* @main, !"main", null, null, !5}
!5 = !{i32 0, i64 1073741824, i32 4, !6}
!6 = !{i32 8, i32 1, i32 1}
