; UPGRADE: 23-dx main-dx
; A handle from the resource descriptor heap, which only LLVM main has an intrinsic for.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%dx.types.ResourceProperties = type { i32, i32 }

define void @CreateHandleFromHeap(i32 %index, i32 %element, float %x) {
  %1 = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 %index, i1 false, i1 false)
  %2 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %1, %dx.types.ResourceProperties { i32 4106, i32 1033 })
  call void @dx.op.bufferStore.f32(i32 69, %dx.types.Handle %2, i32 %element, i32 undef, float %x, float %x, float %x, float %x, i8 15)
  ret void
}

declare %dx.types.Handle @dx.op.createHandleFromHeap(i32, i32, i1, i1) #0
declare %dx.types.Handle @dx.op.annotateHandle(i32, %dx.types.Handle, %dx.types.ResourceProperties) #0
declare void @dx.op.bufferStore.f32(i32, %dx.types.Handle, i32, i32, float, float, float, float, i8) #1

attributes #0 = { nounwind readnone }
attributes #1 = { nounwind }

!dx.version = !{!0}
!dx.shaderModel = !{!1}

!0 = !{i32 1, i32 9}
!1 = !{!"lib", i32 6, i32 9}
