; Functions that the processor has no instruction for, and some that it has.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%dx.types.ResRet.f32 = type { float, float, float, float, i32 }
%struct.T = type { i32 }

define void @main() {
entry:
  %In = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 0, i32 0, i1 false)
  %Out = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)
  %thread = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %at = mul i32 %thread, 64
  %four = mul i32 %thread, 4
  %l1 = call %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32 139, %dx.types.Handle %In, i32 %four, i32 undef, i8 1, i32 4)
  %x = extractvalue %dx.types.ResRet.f32 %l1, 0
  %part = fmul float %x, 1.250000e-01
  %size = call float @dx.op.unary.f32(i32 6, float %x)
  %tan = call float @dx.op.unary.f32(i32 14, float %x)
  %put1 = add i32 %at, 0
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put1, i32 undef, float %tan, float undef, float undef, float undef, i8 1, i32 4)
  %acos = call float @dx.op.unary.f32(i32 15, float %part)
  %put2 = add i32 %at, 4
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put2, i32 undef, float %acos, float undef, float undef, float undef, i8 1, i32 4)
  %asin = call float @dx.op.unary.f32(i32 16, float %part)
  %put3 = add i32 %at, 8
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put3, i32 undef, float %asin, float undef, float undef, float undef, i8 1, i32 4)
  %atan = call float @dx.op.unary.f32(i32 17, float %x)
  %put4 = add i32 %at, 12
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put4, i32 undef, float %atan, float undef, float undef, float undef, i8 1, i32 4)
  %hcos = call float @dx.op.unary.f32(i32 18, float %x)
  %put5 = add i32 %at, 16
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put5, i32 undef, float %hcos, float undef, float undef, float undef, i8 1, i32 4)
  %hsin = call float @dx.op.unary.f32(i32 19, float %x)
  %put6 = add i32 %at, 20
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put6, i32 undef, float %hsin, float undef, float undef, float undef, i8 1, i32 4)
  %htan = call float @dx.op.unary.f32(i32 20, float %x)
  %put7 = add i32 %at, 24
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put7, i32 undef, float %htan, float undef, float undef, float undef, i8 1, i32 4)
  %exp = call float @dx.op.unary.f32(i32 21, float %x)
  %put8 = add i32 %at, 28
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put8, i32 undef, float %exp, float undef, float undef, float undef, i8 1, i32 4)
  %sqrt = call float @dx.op.unary.f32(i32 24, float %size)
  %put9 = add i32 %at, 32
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put9, i32 undef, float %sqrt, float undef, float undef, float undef, i8 1, i32 4)
  %log = call float @dx.op.unary.f32(i32 23, float %size)
  %put10 = add i32 %at, 36
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put10, i32 undef, float %log, float undef, float undef, float undef, i8 1, i32 4)
  %quotient = fdiv float 7.000000e+00, %x
  %put11 = add i32 %at, 40
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put11, i32 undef, float %quotient, float undef, float undef, float undef, i8 1, i32 4)
  ret void
}

declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1)
declare %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32, %dx.types.Handle, i32, i32, i8, i32)
declare float @dx.op.unary.f32(i32, float)
declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32)
declare void @dx.op.rawBufferStore.f32(i32, %dx.types.Handle, i32, i32, float, float, float, float, i8, i32)

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
!6 = !{i32 32, i32 1, i32 1}
!8 = !{i32 0, %struct.T* undef, !"In", i32 0, i32 0, i32 1, i32 11, i32 0, null}
!7 = !{!8}
!10 = !{i32 0, %struct.T* undef, !"Out", i32 0, i32 0, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!9 = !{!10}
