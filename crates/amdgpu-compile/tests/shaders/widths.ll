; Numbers of 16 and 64 bits, in byte-address and typed buffers.
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%dx.types.ResRet.f16 = type { half, half, half, half, i32 }
%dx.types.ResRet.f32 = type { float, float, float, float, i32 }
%dx.types.ResRet.f64 = type { double, double, double, double, i32 }
%dx.types.ResRet.i16 = type { i16, i16, i16, i16, i32 }
%dx.types.ResRet.i64 = type { i64, i64, i64, i64, i32 }
%struct.T = type { i32 }

define void @main() {
entry:
  %In = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 0, i32 0, i1 false)
  %Typed = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 1, i32 1, i1 false)
  %Out = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)
  %TypedOut = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 1, i32 1, i1 false)
  %thread = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %at = mul i32 %thread, 48
  %two = mul i32 %thread, 2
  %eight = mul i32 %thread, 8
  %halves = add i32 %two, 32
  %longs = add i32 %eight, 64
  %doubles = add i32 %eight, 192
  %l1 = call %dx.types.ResRet.i16 @dx.op.rawBufferLoad.i16(i32 139, %dx.types.Handle %In, i32 %two, i32 undef, i8 1, i32 2)
  %short = extractvalue %dx.types.ResRet.i16 %l1, 0
  %l2 = call %dx.types.ResRet.f16 @dx.op.rawBufferLoad.f16(i32 139, %dx.types.Handle %In, i32 %halves, i32 undef, i8 1, i32 2)
  %half = extractvalue %dx.types.ResRet.f16 %l2, 0
  %l3 = call %dx.types.ResRet.i64 @dx.op.rawBufferLoad.i64(i32 139, %dx.types.Handle %In, i32 %longs, i32 undef, i8 1, i32 8)
  %long = extractvalue %dx.types.ResRet.i64 %l3, 0
  %l4 = call %dx.types.ResRet.f64 @dx.op.rawBufferLoad.f64(i32 139, %dx.types.Handle %In, i32 %doubles, i32 undef, i8 1, i32 8)
  %double = extractvalue %dx.types.ResRet.f64 %l4, 0
  %short2 = mul i16 %short, 3
  %short3 = ashr i16 %short2, 1
  %half2 = fmul half %half, 0xH4000
  %half3 = fadd half %half2, 0xH3C00
  %long2 = mul i64 %long, 1000000007
  %long3 = sdiv i64 %long2, 12345
  %long4 = lshr i64 %long2, 21
  %double2 = fmul double %double, 2.500000e+00
  %double3 = fadd double %double2, 1.000000e+00
  %wide = sext i16 %short3 to i64
  %sum = add i64 %wide, %long4
  %put1 = add i32 %at, 0
  call void @dx.op.rawBufferStore.i16(i32 140, %dx.types.Handle %Out, i32 %put1, i32 undef, i16 %short3, i16 undef, i16 undef, i16 undef, i8 1, i32 2)
  %put2 = add i32 %at, 2
  call void @dx.op.rawBufferStore.f16(i32 140, %dx.types.Handle %Out, i32 %put2, i32 undef, half %half3, half undef, half undef, half undef, i8 1, i32 2)
  %put3 = add i32 %at, 8
  call void @dx.op.rawBufferStore.i64(i32 140, %dx.types.Handle %Out, i32 %put3, i32 undef, i64 %long3, i64 undef, i64 undef, i64 undef, i8 1, i32 4)
  %put4 = add i32 %at, 16
  call void @dx.op.rawBufferStore.i64(i32 140, %dx.types.Handle %Out, i32 %put4, i32 undef, i64 %sum, i64 undef, i64 undef, i64 undef, i8 1, i32 4)
  %put5 = add i32 %at, 24
  call void @dx.op.rawBufferStore.f64(i32 140, %dx.types.Handle %Out, i32 %put5, i32 undef, double %double3, double undef, double undef, double undef, i8 1, i32 4)
  %l5 = call %dx.types.ResRet.f32 @dx.op.bufferLoad.f32(i32 68, %dx.types.Handle %Typed, i32 %thread, i32 undef)
  %first = extractvalue %dx.types.ResRet.f32 %l5, 0
  %second = extractvalue %dx.types.ResRet.f32 %l5, 1
  %both = fadd float %first, %second
  %number = fptosi float %both to i32
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %TypedOut, i32 %thread, i32 undef, i32 %number, i32 %number, i32 %number, i32 %number, i8 15)
  %put6 = add i32 %at, 32
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %Out, i32 %put6, i32 undef, float %both, float undef, float undef, float undef, i8 1, i32 4)
  ret void
}

declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1)
declare %dx.types.ResRet.f16 @dx.op.rawBufferLoad.f16(i32, %dx.types.Handle, i32, i32, i8, i32)
declare %dx.types.ResRet.f32 @dx.op.bufferLoad.f32(i32, %dx.types.Handle, i32, i32)
declare %dx.types.ResRet.f64 @dx.op.rawBufferLoad.f64(i32, %dx.types.Handle, i32, i32, i8, i32)
declare %dx.types.ResRet.i16 @dx.op.rawBufferLoad.i16(i32, %dx.types.Handle, i32, i32, i8, i32)
declare %dx.types.ResRet.i64 @dx.op.rawBufferLoad.i64(i32, %dx.types.Handle, i32, i32, i8, i32)
declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32)
declare void @dx.op.bufferStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i8)
declare void @dx.op.rawBufferStore.f16(i32, %dx.types.Handle, i32, i32, half, half, half, half, i8, i32)
declare void @dx.op.rawBufferStore.f32(i32, %dx.types.Handle, i32, i32, float, float, float, float, i8, i32)
declare void @dx.op.rawBufferStore.f64(i32, %dx.types.Handle, i32, i32, double, double, double, double, i8, i32)
declare void @dx.op.rawBufferStore.i16(i32, %dx.types.Handle, i32, i32, i16, i16, i16, i16, i8, i32)
declare void @dx.op.rawBufferStore.i64(i32, %dx.types.Handle, i32, i32, i64, i64, i64, i64, i8, i32)

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.resources = !{!3}
!dx.entryPoints = !{!4}
!0 = !{i32 1, i32 3}
!1 = !{i32 1, i32 8}
!2 = !{!"cs", i32 6, i32 3}
!3 = !{!7, !11, null, null}
!4 = !{void ()* @main, !"main", null, !3, !5}
!5 = !{i32 0, i64 9437236, i32 4, !6}
!6 = !{i32 16, i32 1, i32 1}
!8 = !{i32 0, %struct.T* undef, !"In", i32 0, i32 0, i32 1, i32 11, i32 0, null}
!9 = !{i32 0, i32 9}
!10 = !{i32 1, %struct.T* undef, !"Typed", i32 0, i32 1, i32 1, i32 10, i32 0, !9}
!7 = !{!8, !10}
!12 = !{i32 0, %struct.T* undef, !"Out", i32 0, i32 0, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!13 = !{i32 0, i32 4}
!14 = !{i32 1, %struct.T* undef, !"TypedOut", i32 0, i32 1, i32 1, i32 10, i1 false, i1 false, i1 false, !13}
!11 = !{!12, !14}
