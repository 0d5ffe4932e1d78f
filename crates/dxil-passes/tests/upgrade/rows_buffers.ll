; UPGRADE: 22-dx 23-dx main-dx
; A function for each row of the table that is about buffers, but for those of rows_stores.ll.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.CBufRet.f64 = type { double, double }
%dx.types.Handle = type { i8* }
%dx.types.ResBind = type { i32, i32, i32, i8 }
%dx.types.ResourceProperties = type { i32, i32 }
%dx.types.CBufRet.f32 = type { float, float, float, float }
%dx.types.ResRet.f32 = type { float, float, float, float, i32 }

; Function Attrs: nounwind readonly
declare %dx.types.CBufRet.f64 @dx.op.cbufferLoadLegacy.f64(i32, %dx.types.Handle, i32) #0

define void @CBufferLoadLegacy0(i32 %regIndex, double*, double*) {
  %3 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 2 }, i32 0, i1 false)
  %4 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %3, %dx.types.ResourceProperties { i32 13, i32 64 })
  %5 = call %dx.types.CBufRet.f64 @dx.op.cbufferLoadLegacy.f64(i32 59, %dx.types.Handle %4, i32 %regIndex)
  %6 = extractvalue %dx.types.CBufRet.f64 %5, 0
  store double %6, double* %0, align 4
  %7 = extractvalue %dx.types.CBufRet.f64 %5, 1
  store double %7, double* %1, align 4
  ret void
}

; Function Attrs: nounwind readnone
declare %dx.types.Handle @dx.op.createHandleFromBinding(i32, %dx.types.ResBind, i32, i1) #1

; Function Attrs: nounwind readnone
declare %dx.types.Handle @dx.op.annotateHandle(i32, %dx.types.Handle, %dx.types.ResourceProperties) #1

; Function Attrs: nounwind readonly
declare %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32, %dx.types.Handle, i32) #0

define void @CBufferLoadLegacy1(i32 %regIndex, float*, float*, float*, float*) {
  %5 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 2 }, i32 0, i1 false)
  %6 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %5, %dx.types.ResourceProperties { i32 13, i32 64 })
  %7 = call %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32 59, %dx.types.Handle %6, i32 %regIndex)
  %8 = extractvalue %dx.types.CBufRet.f32 %7, 0
  store float %8, float* %0, align 4
  %9 = extractvalue %dx.types.CBufRet.f32 %7, 1
  store float %9, float* %1, align 4
  %10 = extractvalue %dx.types.CBufRet.f32 %7, 2
  store float %10, float* %2, align 4
  %11 = extractvalue %dx.types.CBufRet.f32 %7, 3
  store float %11, float* %3, align 4
  ret void
}

; Function Attrs: nounwind readonly
declare %dx.types.ResRet.f32 @dx.op.bufferLoad.f32(i32, %dx.types.Handle, i32, i32) #0

define void @BufferLoad0(i32 %index, i32 %wot, float*, float*, float*, float*, i32*) {
  %6 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false)
  %7 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %6, %dx.types.ResourceProperties { i32 10, i32 1033 })
  %8 = call %dx.types.ResRet.f32 @dx.op.bufferLoad.f32(i32 68, %dx.types.Handle %7, i32 %index, i32 %wot)
  %9 = extractvalue %dx.types.ResRet.f32 %8, 0
  store float %9, float* %0, align 4
  %10 = extractvalue %dx.types.ResRet.f32 %8, 1
  store float %10, float* %1, align 4
  %11 = extractvalue %dx.types.ResRet.f32 %8, 2
  store float %11, float* %2, align 4
  %12 = extractvalue %dx.types.ResRet.f32 %8, 3
  store float %12, float* %3, align 4
  %13 = extractvalue %dx.types.ResRet.f32 %8, 4
  ret void
}

define void @BufferLoad1(i32 %index, i32 %wot, float*, float*, float*, float*, i32*) {
  %6 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false)
  %7 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %6, %dx.types.ResourceProperties { i32 11, i32 0 })
  %8 = call %dx.types.ResRet.f32 @dx.op.bufferLoad.f32(i32 68, %dx.types.Handle %7, i32 %index, i32 undef)
  %9 = extractvalue %dx.types.ResRet.f32 %8, 0
  store float %9, float* %0, align 4
  %10 = extractvalue %dx.types.ResRet.f32 %8, 1
  store float %10, float* %1, align 4
  %11 = extractvalue %dx.types.ResRet.f32 %8, 2
  store float %11, float* %2, align 4
  %12 = extractvalue %dx.types.ResRet.f32 %8, 3
  store float %12, float* %3, align 4
  %13 = extractvalue %dx.types.ResRet.f32 %8, 4
  ret void
}

define void @BufferLoad2(i32 %index, i32 %wot, float*, float*, float*, float*, i32*) {
  %6 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false)
  %7 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %6, %dx.types.ResourceProperties { i32 12, i32 16 })
  %8 = call %dx.types.ResRet.f32 @dx.op.bufferLoad.f32(i32 68, %dx.types.Handle %7, i32 %index, i32 %wot)
  %9 = extractvalue %dx.types.ResRet.f32 %8, 0
  store float %9, float* %0, align 4
  %10 = extractvalue %dx.types.ResRet.f32 %8, 1
  store float %10, float* %1, align 4
  %11 = extractvalue %dx.types.ResRet.f32 %8, 2
  store float %11, float* %2, align 4
  %12 = extractvalue %dx.types.ResRet.f32 %8, 3
  store float %12, float* %3, align 4
  %13 = extractvalue %dx.types.ResRet.f32 %8, 4
  ret void
}

; Function Attrs: nounwind
declare void @dx.op.bufferStore.f32(i32, %dx.types.Handle, i32, i32, float, float, float, float, i8) #2

define void @BufferStore0(i32 %coord0, i32 %coord1, float %value0, float %value1, float %value2, float %value3) {
  %1 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 1 }, i32 0, i1 false)
  %2 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %1, %dx.types.ResourceProperties { i32 4106, i32 1033 })
  call void @dx.op.bufferStore.f32(i32 69, %dx.types.Handle %2, i32 %coord0, i32 %coord1, float %value0, float %value1, float %value2, float %value3, i8 15)
  ret void
}

; Function Attrs: nounwind
declare i32 @dx.op.bufferUpdateCounter(i32, %dx.types.Handle, i8) #2

define i32 @BufferUpdateCounter0() {
  %1 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 1 }, i32 0, i1 false)
  %2 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %1, %dx.types.ResourceProperties { i32 36876, i32 16 })
  %3 = call i32 @dx.op.bufferUpdateCounter(i32 70, %dx.types.Handle %2, i8 1)
  ret i32 %3
}

define i32 @BufferUpdateCounter1() {
  %1 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 1 }, i32 0, i1 false)
  %2 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %1, %dx.types.ResourceProperties { i32 36876, i32 16 })
  %3 = call i32 @dx.op.bufferUpdateCounter(i32 70, %dx.types.Handle %2, i8 -1)
  ret i32 %3
}

; Function Attrs: nounwind
declare i32 @dx.op.atomicBinOp.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32) #2

define i32 @AtomicBinOp(i32 %atomicOp, i32 %offset0, i32 %offset1, i32 %offset2, i32 %newValue) {
  %1 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 1 }, i32 0, i1 false)
  %2 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %1, %dx.types.ResourceProperties { i32 4107, i32 0 })
  %3 = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %2, i32 %atomicOp, i32 %offset0, i32 %offset1, i32 %offset2, i32 %newValue)
  ret i32 %3
}

; Function Attrs: nounwind
declare i32 @dx.op.atomicCompareExchange.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32) #2

define i32 @AtomicCompareExchange(i32 %offset0, i32 %offset1, i32 %compareValue, i32 %newValue) {
  %1 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 1 }, i32 0, i1 false)
  %2 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %1, %dx.types.ResourceProperties { i32 4107, i32 0 })
  %3 = call i32 @dx.op.atomicCompareExchange.i32(i32 79, %dx.types.Handle %2, i32 %offset0, i32 %offset1, i32 undef, i32 %compareValue, i32 %newValue)
  ret i32 %3
}

; Function Attrs: nounwind readonly
declare %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32, %dx.types.Handle, i32, i32, i8, i32) #0

define void @RawBufferLoad(i32 %index, i32 %elementOffset, float*, float*, float*, float*, i32*) {
  %6 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false)
  %7 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %6, %dx.types.ResourceProperties { i32 11, i32 0 })
  %8 = call %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32 139, %dx.types.Handle %7, i32 %index, i32 undef, i8 15, i32 4)
  %9 = extractvalue %dx.types.ResRet.f32 %8, 0
  store float %9, float* %0, align 4
  %10 = extractvalue %dx.types.ResRet.f32 %8, 1
  store float %10, float* %1, align 4
  %11 = extractvalue %dx.types.ResRet.f32 %8, 2
  store float %11, float* %2, align 4
  %12 = extractvalue %dx.types.ResRet.f32 %8, 3
  store float %12, float* %3, align 4
  %13 = extractvalue %dx.types.ResRet.f32 %8, 4
  ret void
}

; Function Attrs: nounwind
declare void @dx.op.rawBufferStore.f32(i32, %dx.types.Handle, i32, i32, float, float, float, float, i8, i32) #2

define void @RawBufferStore(i32 %index, i32 %elementOffset, float %value0, float %value1, float %value2, float %value3) {
  %1 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 1 }, i32 0, i1 false)
  %2 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %1, %dx.types.ResourceProperties { i32 4107, i32 0 })
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %2, i32 %index, i32 undef, float %value0, float %value1, float %value2, float %value3, i8 15, i32 4)
  ret void
}

; Function Attrs: nounwind readonly
declare %dx.types.ResRet.f32 @dx.op.rawBufferVectorLoad.f32(i32, %dx.types.Handle, i32, i32, i32) #0

define void @RawBufferVectorLoad(i32 %index, i32 %elementOffset, float*, float*, float*, float*, i32*) {
  %6 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false)
  %7 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %6, %dx.types.ResourceProperties { i32 11, i32 0 })
  %8 = call %dx.types.ResRet.f32 @dx.op.rawBufferVectorLoad.f32(i32 303, %dx.types.Handle %7, i32 %index, i32 undef, i32 4)
  %9 = extractvalue %dx.types.ResRet.f32 %8, 0
  store float %9, float* %0, align 4
  %10 = extractvalue %dx.types.ResRet.f32 %8, 1
  store float %10, float* %1, align 4
  %11 = extractvalue %dx.types.ResRet.f32 %8, 2
  store float %11, float* %2, align 4
  %12 = extractvalue %dx.types.ResRet.f32 %8, 3
  store float %12, float* %3, align 4
  %13 = extractvalue %dx.types.ResRet.f32 %8, 4
  ret void
}

; Function Attrs: nounwind
declare void @dx.op.rawBufferVectorStore.f32(i32, %dx.types.Handle, i32, i32, float, i32) #2

define void @RawBufferVectorStore(i32 %index, i32 %elementOffset, float %value0) {
  %1 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 1 }, i32 0, i1 false)
  %2 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %1, %dx.types.ResourceProperties { i32 4107, i32 0 })
  call void @dx.op.rawBufferVectorStore.f32(i32 304, %dx.types.Handle %2, i32 %index, i32 undef, float %value0, i32 4)
  ret void
}

attributes #0 = { nounwind readonly }
attributes #1 = { nounwind readnone }
attributes #2 = { nounwind }

!dx.version = !{!0}
!dx.shaderModel = !{!1}

!0 = !{i32 1, i32 9}
!1 = !{!"lib", i32 6, i32 9}
