; UPGRADE: 22-dx 22-generic
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%dx.types.CBufRet.f32 = type { float, float, float, float }
%Params = type { <4 x float> }

@results = addrspace(3) global [8 x i32] undef, align 4

; What leads to `x` promises that there is no NaN and no infinity, and asks whether there is.
define void @main() {
  %1 = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 2, i32 0, i32 2, i1 false)
  %2 = call %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32 59, %dx.types.Handle %1, i32 0)
  %3 = extractvalue %dx.types.CBufRet.f32 %2, 0
  %4 = extractvalue %dx.types.CBufRet.f32 %2, 1
  %5 = extractvalue %dx.types.CBufRet.f32 %2, 2
  %6 = fadd fast float %3, %4
  %7 = fmul fast float %6, %5
  %8 = call i1 @dx.op.isSpecialFloat.f32(i32 8, float %7)
  %9 = call i1 @dx.op.isSpecialFloat.f32(i32 9, float %7)
  %10 = fsub fast float %3, %5
  %11 = call float @dx.op.tertiary.f32(i32 46, float %10, float %4, float %5), !dx.precise !10
  %12 = call float @dx.op.unary.f32(i32 7, float %11)
  %13 = zext i1 %8 to i32
  %14 = zext i1 %9 to i32
  %15 = bitcast float %12 to i32
  store i32 %13, i32 addrspace(3)* getelementptr inbounds ([8 x i32], [8 x i32] addrspace(3)* @results, i32 0, i32 0), align 4
  store i32 %14, i32 addrspace(3)* getelementptr inbounds ([8 x i32], [8 x i32] addrspace(3)* @results, i32 0, i32 1), align 4
  store i32 %15, i32 addrspace(3)* getelementptr inbounds ([8 x i32], [8 x i32] addrspace(3)* @results, i32 0, i32 2), align 4
  ret void
}

declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1) #1
declare %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32, %dx.types.Handle, i32) #1
declare i1 @dx.op.isSpecialFloat.f32(i32, float) #0
declare float @dx.op.tertiary.f32(i32, float, float, float) #0
declare float @dx.op.unary.f32(i32, float) #0

attributes #0 = { nounwind readnone }
attributes #1 = { nounwind readonly }

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.resources = !{!3}
!dx.entryPoints = !{!6}

!0 = !{i32 1, i32 0}
!1 = !{i32 1, i32 8}
!2 = !{!"cs", i32 6, i32 0}
!3 = !{null, null, !4, null}
!4 = !{!5}
!5 = !{i32 0, %Params* undef, !"Params", i32 0, i32 2, i32 1, i32 16, null}
!6 = !{void ()* @main, !"main", null, !3, !7}
!7 = !{i32 0, i64 0, i32 4, !8}
!8 = !{i32 1, i32 1, i32 1}
!10 = !{i32 1}
