; UPGRADE: 23-dx main-dx
; A function for each row of the table that is about textures and samplers.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.ResRet.f32 = type { float, float, float, float, i32 }
%dx.types.Handle = type { i8* }
%dx.types.ResBind = type { i32, i32, i32, i8 }
%dx.types.ResourceProperties = type { i32, i32 }
%dx.types.Dimensions = type { i32, i32, i32, i32 }

; Function Attrs: nounwind readonly
declare %dx.types.ResRet.f32 @dx.op.sample.f32(i32, %dx.types.Handle, %dx.types.Handle, float, float, float, float, i32, i32, i32, float) #0

define void @Sample0(float %coord0, float %coord1, float %coord2, float %coord3, float*, float*, float*, float*, i32*) {
  %6 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false)
  %7 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %6, %dx.types.ResourceProperties { i32 2, i32 1033 })
  %8 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 3 }, i32 0, i1 false)
  %9 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %8, %dx.types.ResourceProperties { i32 14, i32 0 })
  %10 = call %dx.types.ResRet.f32 @dx.op.sample.f32(i32 60, %dx.types.Handle %7, %dx.types.Handle %9, float %coord0, float %coord1, float %coord2, float %coord3, i32 0, i32 0, i32 0, float undef)
  %11 = extractvalue %dx.types.ResRet.f32 %10, 0
  store float %11, float* %0, align 4
  %12 = extractvalue %dx.types.ResRet.f32 %10, 1
  store float %12, float* %1, align 4
  %13 = extractvalue %dx.types.ResRet.f32 %10, 2
  store float %13, float* %2, align 4
  %14 = extractvalue %dx.types.ResRet.f32 %10, 3
  store float %14, float* %3, align 4
  ret void
}

; Function Attrs: nounwind readnone
declare %dx.types.Handle @dx.op.createHandleFromBinding(i32, %dx.types.ResBind, i32, i1) #1

; Function Attrs: nounwind readnone
declare %dx.types.Handle @dx.op.annotateHandle(i32, %dx.types.Handle, %dx.types.ResourceProperties) #1

define void @Sample1(float %coord0, float %coord1, float %coord2, float %coord3, float %clamp, float*, float*, float*, float*, i32*) {
  %6 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false)
  %7 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %6, %dx.types.ResourceProperties { i32 2, i32 1033 })
  %8 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 3 }, i32 0, i1 false)
  %9 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %8, %dx.types.ResourceProperties { i32 14, i32 0 })
  %10 = call %dx.types.ResRet.f32 @dx.op.sample.f32(i32 60, %dx.types.Handle %7, %dx.types.Handle %9, float %coord0, float %coord1, float %coord2, float %coord3, i32 0, i32 0, i32 0, float %clamp)
  %11 = extractvalue %dx.types.ResRet.f32 %10, 0
  store float %11, float* %0, align 4
  %12 = extractvalue %dx.types.ResRet.f32 %10, 1
  store float %12, float* %1, align 4
  %13 = extractvalue %dx.types.ResRet.f32 %10, 2
  store float %13, float* %2, align 4
  %14 = extractvalue %dx.types.ResRet.f32 %10, 3
  store float %14, float* %3, align 4
  ret void
}

; Function Attrs: nounwind readonly
declare %dx.types.ResRet.f32 @dx.op.sampleBias.f32(i32, %dx.types.Handle, %dx.types.Handle, float, float, float, float, i32, i32, i32, float, float) #0

define void @SampleBias0(float %coord0, float %coord1, float %coord2, float %coord3, float %bias, float*, float*, float*, float*, i32*) {
  %6 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false)
  %7 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %6, %dx.types.ResourceProperties { i32 2, i32 1033 })
  %8 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 3 }, i32 0, i1 false)
  %9 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %8, %dx.types.ResourceProperties { i32 14, i32 0 })
  %10 = call %dx.types.ResRet.f32 @dx.op.sampleBias.f32(i32 61, %dx.types.Handle %7, %dx.types.Handle %9, float %coord0, float %coord1, float %coord2, float %coord3, i32 0, i32 0, i32 0, float %bias, float undef)
  %11 = extractvalue %dx.types.ResRet.f32 %10, 0
  store float %11, float* %0, align 4
  %12 = extractvalue %dx.types.ResRet.f32 %10, 1
  store float %12, float* %1, align 4
  %13 = extractvalue %dx.types.ResRet.f32 %10, 2
  store float %13, float* %2, align 4
  %14 = extractvalue %dx.types.ResRet.f32 %10, 3
  store float %14, float* %3, align 4
  ret void
}

define void @SampleBias1(float %coord0, float %coord1, float %coord2, float %coord3, float %bias, float %clamp, float*, float*, float*, float*, i32*) {
  %6 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false)
  %7 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %6, %dx.types.ResourceProperties { i32 2, i32 1033 })
  %8 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 3 }, i32 0, i1 false)
  %9 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %8, %dx.types.ResourceProperties { i32 14, i32 0 })
  %10 = call %dx.types.ResRet.f32 @dx.op.sampleBias.f32(i32 61, %dx.types.Handle %7, %dx.types.Handle %9, float %coord0, float %coord1, float %coord2, float %coord3, i32 0, i32 0, i32 0, float %bias, float %clamp)
  %11 = extractvalue %dx.types.ResRet.f32 %10, 0
  store float %11, float* %0, align 4
  %12 = extractvalue %dx.types.ResRet.f32 %10, 1
  store float %12, float* %1, align 4
  %13 = extractvalue %dx.types.ResRet.f32 %10, 2
  store float %13, float* %2, align 4
  %14 = extractvalue %dx.types.ResRet.f32 %10, 3
  store float %14, float* %3, align 4
  ret void
}

; Function Attrs: nounwind readonly
declare %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32, %dx.types.Handle, %dx.types.Handle, float, float, float, float, i32, i32, i32, float) #0

define void @SampleLevel(float %coord0, float %coord1, float %coord2, float %coord3, float %LOD, float*, float*, float*, float*, i32*) {
  %6 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false)
  %7 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %6, %dx.types.ResourceProperties { i32 2, i32 1033 })
  %8 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 3 }, i32 0, i1 false)
  %9 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %8, %dx.types.ResourceProperties { i32 14, i32 0 })
  %10 = call %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32 62, %dx.types.Handle %7, %dx.types.Handle %9, float %coord0, float %coord1, float %coord2, float %coord3, i32 0, i32 0, i32 0, float %LOD)
  %11 = extractvalue %dx.types.ResRet.f32 %10, 0
  store float %11, float* %0, align 4
  %12 = extractvalue %dx.types.ResRet.f32 %10, 1
  store float %12, float* %1, align 4
  %13 = extractvalue %dx.types.ResRet.f32 %10, 2
  store float %13, float* %2, align 4
  %14 = extractvalue %dx.types.ResRet.f32 %10, 3
  store float %14, float* %3, align 4
  ret void
}

; Function Attrs: nounwind readonly
declare %dx.types.ResRet.f32 @dx.op.sampleGrad.f32(i32, %dx.types.Handle, %dx.types.Handle, float, float, float, float, i32, i32, i32, float, float, float, float, float, float, float) #0

define void @SampleGrad0(float %coord0, float %coord1, float %coord2, float %coord3, float %ddx0, float %ddx1, float %ddx2, float %ddy0, float %ddy1, float %ddy2, float*, float*, float*, float*, i32*) {
  %6 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false)
  %7 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %6, %dx.types.ResourceProperties { i32 2, i32 1033 })
  %8 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 3 }, i32 0, i1 false)
  %9 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %8, %dx.types.ResourceProperties { i32 14, i32 0 })
  %10 = call %dx.types.ResRet.f32 @dx.op.sampleGrad.f32(i32 63, %dx.types.Handle %7, %dx.types.Handle %9, float %coord0, float %coord1, float %coord2, float %coord3, i32 0, i32 0, i32 0, float %ddx0, float %ddx1, float %ddx2, float %ddy0, float %ddy1, float %ddy2, float undef)
  %11 = extractvalue %dx.types.ResRet.f32 %10, 0
  store float %11, float* %0, align 4
  %12 = extractvalue %dx.types.ResRet.f32 %10, 1
  store float %12, float* %1, align 4
  %13 = extractvalue %dx.types.ResRet.f32 %10, 2
  store float %13, float* %2, align 4
  %14 = extractvalue %dx.types.ResRet.f32 %10, 3
  store float %14, float* %3, align 4
  ret void
}

define void @SampleGrad1(float %coord0, float %coord1, float %coord2, float %coord3, float %ddx0, float %ddx1, float %ddx2, float %ddy0, float %ddy1, float %ddy2, float %clamp, float*, float*, float*, float*, i32*) {
  %6 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false)
  %7 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %6, %dx.types.ResourceProperties { i32 2, i32 1033 })
  %8 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 3 }, i32 0, i1 false)
  %9 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %8, %dx.types.ResourceProperties { i32 14, i32 0 })
  %10 = call %dx.types.ResRet.f32 @dx.op.sampleGrad.f32(i32 63, %dx.types.Handle %7, %dx.types.Handle %9, float %coord0, float %coord1, float %coord2, float %coord3, i32 0, i32 0, i32 0, float %ddx0, float %ddx1, float %ddx2, float %ddy0, float %ddy1, float %ddy2, float %clamp)
  %11 = extractvalue %dx.types.ResRet.f32 %10, 0
  store float %11, float* %0, align 4
  %12 = extractvalue %dx.types.ResRet.f32 %10, 1
  store float %12, float* %1, align 4
  %13 = extractvalue %dx.types.ResRet.f32 %10, 2
  store float %13, float* %2, align 4
  %14 = extractvalue %dx.types.ResRet.f32 %10, 3
  store float %14, float* %3, align 4
  ret void
}

; Function Attrs: nounwind readonly
declare %dx.types.ResRet.f32 @dx.op.sampleCmp.f32(i32, %dx.types.Handle, %dx.types.Handle, float, float, float, float, i32, i32, i32, float, float) #0

define void @SampleCmp0(float %coord0, float %coord1, float %coord2, float %coord3, float %compareValue, float*, float*, float*, float*, i32*) {
  %6 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false)
  %7 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %6, %dx.types.ResourceProperties { i32 2, i32 1033 })
  %8 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 3 }, i32 0, i1 false)
  %9 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %8, %dx.types.ResourceProperties { i32 32782, i32 0 })
  %10 = call %dx.types.ResRet.f32 @dx.op.sampleCmp.f32(i32 64, %dx.types.Handle %7, %dx.types.Handle %9, float %coord0, float %coord1, float %coord2, float %coord3, i32 0, i32 0, i32 0, float %compareValue, float undef)
  %11 = extractvalue %dx.types.ResRet.f32 %10, 0
  store float %11, float* %0, align 4
  ret void
}

define void @SampleCmp1(float %coord0, float %coord1, float %coord2, float %coord3, float %compareValue, float %clamp, float*, float*, float*, float*, i32*) {
  %6 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false)
  %7 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %6, %dx.types.ResourceProperties { i32 2, i32 1033 })
  %8 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 3 }, i32 0, i1 false)
  %9 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %8, %dx.types.ResourceProperties { i32 32782, i32 0 })
  %10 = call %dx.types.ResRet.f32 @dx.op.sampleCmp.f32(i32 64, %dx.types.Handle %7, %dx.types.Handle %9, float %coord0, float %coord1, float %coord2, float %coord3, i32 0, i32 0, i32 0, float %compareValue, float %clamp)
  %11 = extractvalue %dx.types.ResRet.f32 %10, 0
  store float %11, float* %0, align 4
  ret void
}

; Function Attrs: nounwind readonly
declare %dx.types.ResRet.f32 @dx.op.sampleCmpLevelZero.f32(i32, %dx.types.Handle, %dx.types.Handle, float, float, float, float, i32, i32, i32, float) #0

define void @SampleCmpLevelZero(float %coord0, float %coord1, float %coord2, float %coord3, float %compareValue, float*, float*, float*, float*, i32*) {
  %6 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false)
  %7 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %6, %dx.types.ResourceProperties { i32 2, i32 1033 })
  %8 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 3 }, i32 0, i1 false)
  %9 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %8, %dx.types.ResourceProperties { i32 32782, i32 0 })
  %10 = call %dx.types.ResRet.f32 @dx.op.sampleCmpLevelZero.f32(i32 65, %dx.types.Handle %7, %dx.types.Handle %9, float %coord0, float %coord1, float %coord2, float %coord3, i32 0, i32 0, i32 0, float %compareValue)
  %11 = extractvalue %dx.types.ResRet.f32 %10, 0
  store float %11, float* %0, align 4
  ret void
}

; Function Attrs: nounwind readonly
declare %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i32) #0

define void @TextureLoad0(i32 %mipLevelOrSampleCount, i32 %coord0, i32 %coord1, i32 %coord2, float*, float*, float*, float*, i32*) {
  %6 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false)
  %7 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %6, %dx.types.ResourceProperties { i32 3, i32 263177 })
  %8 = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %7, i32 %mipLevelOrSampleCount, i32 %coord0, i32 %coord1, i32 %coord2, i32 0, i32 0, i32 0)
  %9 = extractvalue %dx.types.ResRet.f32 %8, 0
  store float %9, float* %0, align 4
  %10 = extractvalue %dx.types.ResRet.f32 %8, 1
  store float %10, float* %1, align 4
  %11 = extractvalue %dx.types.ResRet.f32 %8, 2
  store float %11, float* %2, align 4
  %12 = extractvalue %dx.types.ResRet.f32 %8, 3
  store float %12, float* %3, align 4
  ret void
}

define void @TextureLoad1(i32 %mipLevelOrSampleCount, i32 %coord0, i32 %coord1, i32 %coord2, float*, float*, float*, float*, i32*) {
  %6 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false)
  %7 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %6, %dx.types.ResourceProperties { i32 2, i32 1033 })
  %8 = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %7, i32 %mipLevelOrSampleCount, i32 %coord0, i32 %coord1, i32 %coord2, i32 0, i32 0, i32 0)
  %9 = extractvalue %dx.types.ResRet.f32 %8, 0
  store float %9, float* %0, align 4
  %10 = extractvalue %dx.types.ResRet.f32 %8, 1
  store float %10, float* %1, align 4
  %11 = extractvalue %dx.types.ResRet.f32 %8, 2
  store float %11, float* %2, align 4
  %12 = extractvalue %dx.types.ResRet.f32 %8, 3
  store float %12, float* %3, align 4
  ret void
}

; Function Attrs: nounwind
declare void @dx.op.textureStore.f32(i32, %dx.types.Handle, i32, i32, i32, float, float, float, float, i8) #2

define void @TextureStore(i32 %coord0, i32 %coord1, i32 %coord2, float %value0, float %value1, float %value2, float %value3) {
  %1 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 1 }, i32 0, i1 false)
  %2 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %1, %dx.types.ResourceProperties { i32 4098, i32 1033 })
  call void @dx.op.textureStore.f32(i32 67, %dx.types.Handle %2, i32 %coord0, i32 %coord1, i32 %coord2, float %value0, float %value1, float %value2, float %value3, i8 15)
  ret void
}

; Function Attrs: nounwind readonly
declare %dx.types.Dimensions @dx.op.getDimensions(i32, %dx.types.Handle, i32) #0

define void @GetDimensions0(i32 %mipLevel, i32*, i32*, i32*, i32*) {
  %5 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false)
  %6 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %5, %dx.types.ResourceProperties { i32 10, i32 1033 })
  %7 = call %dx.types.Dimensions @dx.op.getDimensions(i32 72, %dx.types.Handle %6, i32 %mipLevel)
  %8 = extractvalue %dx.types.Dimensions %7, 0
  store i32 %8, i32* %0, align 4
  ret void
}

define void @GetDimensions1(i32*, i32*, i32*, i32*) {
  %5 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false)
  %6 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %5, %dx.types.ResourceProperties { i32 2, i32 1033 })
  %7 = call %dx.types.Dimensions @dx.op.getDimensions(i32 72, %dx.types.Handle %6, i32 undef)
  %8 = extractvalue %dx.types.Dimensions %7, 0
  store i32 %8, i32* %0, align 4
  %9 = extractvalue %dx.types.Dimensions %7, 1
  store i32 %9, i32* %1, align 4
  ret void
}

define void @GetDimensions2(i32 %mipLevel, i32*, i32*, i32*, i32*) {
  %5 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false)
  %6 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %5, %dx.types.ResourceProperties { i32 2, i32 1033 })
  %7 = call %dx.types.Dimensions @dx.op.getDimensions(i32 72, %dx.types.Handle %6, i32 %mipLevel)
  %8 = extractvalue %dx.types.Dimensions %7, 0
  store i32 %8, i32* %0, align 4
  %9 = extractvalue %dx.types.Dimensions %7, 1
  store i32 %9, i32* %1, align 4
  ret void
}

; Function Attrs: nounwind readonly
declare %dx.types.ResRet.f32 @dx.op.textureGather.f32(i32, %dx.types.Handle, %dx.types.Handle, float, float, float, float, i32, i32, i32) #0

define void @TextureGather(float %coord0, float %coord1, float %coord2, float %coord3, i32 %channel, float*, float*, float*, float*, i32*) {
  %6 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false)
  %7 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %6, %dx.types.ResourceProperties { i32 2, i32 1033 })
  %8 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 3 }, i32 0, i1 false)
  %9 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %8, %dx.types.ResourceProperties { i32 14, i32 0 })
  %10 = call %dx.types.ResRet.f32 @dx.op.textureGather.f32(i32 73, %dx.types.Handle %7, %dx.types.Handle %9, float %coord0, float %coord1, float %coord2, float %coord3, i32 0, i32 0, i32 %channel)
  %11 = extractvalue %dx.types.ResRet.f32 %10, 0
  store float %11, float* %0, align 4
  %12 = extractvalue %dx.types.ResRet.f32 %10, 1
  store float %12, float* %1, align 4
  %13 = extractvalue %dx.types.ResRet.f32 %10, 2
  store float %13, float* %2, align 4
  %14 = extractvalue %dx.types.ResRet.f32 %10, 3
  store float %14, float* %3, align 4
  ret void
}

; Function Attrs: nounwind readonly
declare %dx.types.ResRet.f32 @dx.op.textureGatherCmp.f32(i32, %dx.types.Handle, %dx.types.Handle, float, float, float, float, i32, i32, i32, float) #0

define void @TextureGatherCmp(float %coord0, float %coord1, float %coord2, float %coord3, i32 %channel, float %compareValue, float*, float*, float*, float*, i32*) {
  %6 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false)
  %7 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %6, %dx.types.ResourceProperties { i32 2, i32 1033 })
  %8 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 3 }, i32 0, i1 false)
  %9 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %8, %dx.types.ResourceProperties { i32 32782, i32 0 })
  %10 = call %dx.types.ResRet.f32 @dx.op.textureGatherCmp.f32(i32 74, %dx.types.Handle %7, %dx.types.Handle %9, float %coord0, float %coord1, float %coord2, float %coord3, i32 0, i32 0, i32 %channel, float %compareValue)
  %11 = extractvalue %dx.types.ResRet.f32 %10, 0
  store float %11, float* %0, align 4
  %12 = extractvalue %dx.types.ResRet.f32 %10, 1
  store float %12, float* %1, align 4
  %13 = extractvalue %dx.types.ResRet.f32 %10, 2
  store float %13, float* %2, align 4
  %14 = extractvalue %dx.types.ResRet.f32 %10, 3
  store float %14, float* %3, align 4
  ret void
}

; Function Attrs: nounwind readonly
declare float @dx.op.calculateLOD.f32(i32, %dx.types.Handle, %dx.types.Handle, float, float, float, i1) #0

define float @CalculateLOD0(float %coord0, float %coord1, float %coord2) {
  %1 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false)
  %2 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %1, %dx.types.ResourceProperties { i32 2, i32 1033 })
  %3 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 3 }, i32 0, i1 false)
  %4 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %3, %dx.types.ResourceProperties { i32 14, i32 0 })
  %5 = call float @dx.op.calculateLOD.f32(i32 81, %dx.types.Handle %2, %dx.types.Handle %4, float %coord0, float %coord1, float %coord2, i1 true)
  ret float %5
}

define float @CalculateLOD1(float %coord0, float %coord1, float %coord2) {
  %1 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false)
  %2 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %1, %dx.types.ResourceProperties { i32 2, i32 1033 })
  %3 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 3 }, i32 0, i1 false)
  %4 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %3, %dx.types.ResourceProperties { i32 14, i32 0 })
  %5 = call float @dx.op.calculateLOD.f32(i32 81, %dx.types.Handle %2, %dx.types.Handle %4, float %coord0, float %coord1, float %coord2, i1 false)
  ret float %5
}

attributes #0 = { nounwind readonly }
attributes #1 = { nounwind readnone }
attributes #2 = { nounwind }

!dx.version = !{!0}
!dx.shaderModel = !{!1}

!0 = !{i32 1, i32 9}
!1 = !{!"lib", i32 6, i32 9}
