; Derivatives, a sample whose level of detail depends on neighbours, pixels that are discarded, and two ends.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%dx.types.ResRet.f32 = type { float, float, float, float, i32 }
%class.Texture = type { <4 x float>, %mips }
%mips = type { i32 }
%struct.SamplerState = type { i32 }

define void @main() {
entry:
  %Colours = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 0, i32 0, i1 false)
  %Smooth = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 3, i32 0, i32 0, i1 false)
  %ax = call float @dx.op.loadInput.f32(i32 4, i32 1, i32 0, i8 0, i32 undef)
  %ay = call float @dx.op.loadInput.f32(i32 4, i32 1, i32 0, i8 1, i32 undef)
  %az = call float @dx.op.loadInput.f32(i32 4, i32 1, i32 0, i8 2, i32 undef)
  %nx = call float @dx.op.loadInput.f32(i32 4, i32 2, i32 0, i8 0, i32 undef)
  %px = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 0, i32 undef)
  %py = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 1, i32 undef)
  %square = fmul float %ax, %ay
  %across = call float @dx.op.unary.f32(i32 83, float %square)
  %down = call float @dx.op.unary.f32(i32 86, float %square)
  %texel = call %dx.types.ResRet.f32 @dx.op.sample.f32(i32 60, %dx.types.Handle %Colours, %dx.types.Handle %Smooth, float %ax, float %ay, float undef, float undef, i32 0, i32 0, i32 undef, float undef)
  %red = extractvalue %dx.types.ResRet.f32 %texel, 0
  %green = extractvalue %dx.types.ResRet.f32 %texel, 1
  %is.left = fcmp olt float %px, 1.000000e+00
  %is.low = fcmp ogt float %py, 6.000000e+00
  %is.out = and i1 %is.left, %is.low
  call void @dx.op.discard(i32 82, i1 %is.out)
  %is.near = fcmp ogt float %nx, 5.000000e-01
  br i1 %is.near, label %near, label %far

near:
  %sum = fadd float %across, %down
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float %sum)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 1, float %red)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 2, float %az)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 3, float 1.000000e+00)
  ret void

far:
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float %across)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 1, float %down)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 2, float %green)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 3, float 2.000000e+00)
  ret void
}

declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1)
declare %dx.types.ResRet.f32 @dx.op.sample.f32(i32, %dx.types.Handle, %dx.types.Handle, float, float, float, float, i32, i32, i32, float)
declare float @dx.op.unary.f32(i32, float)
declare void @dx.op.discard(i32, i1)
declare float @dx.op.loadInput.f32(i32, i32, i32, i8, i32)
declare void @dx.op.storeOutput.f32(i32, i32, i32, i8, float)

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.resources = !{!3}
!dx.entryPoints = !{!4}
!0 = !{i32 1, i32 0}
!1 = !{i32 1, i32 8}
!2 = !{!"ps", i32 6, i32 0}
!3 = !{!20, null, null, !21}
!4 = !{void ()* @main, !"main", !5, !3, null}
!5 = !{!6, !7, null}
!6 = !{!10, !11, !12}
!7 = !{!15}
!10 = !{i32 0, !"SV_Position", i8 9, i8 3, !90, i8 4, i32 1, i8 4, i32 0, i8 0, !91}
!11 = !{i32 1, !"A", i8 9, i8 0, !90, i8 2, i32 1, i8 4, i32 1, i8 0, !91}
!12 = !{i32 2, !"N", i8 9, i8 0, !90, i8 4, i32 1, i8 4, i32 2, i8 0, !91}
!15 = !{i32 0, !"SV_Target", i8 9, i8 16, !90, i8 0, i32 1, i8 4, i32 0, i8 0, !91}
!20 = !{!22}
!21 = !{!23}
!22 = !{i32 0, %class.Texture* undef, !"Colours", i32 0, i32 0, i32 1, i32 2, i32 0, !24}
!23 = !{i32 0, %struct.SamplerState* undef, !"Smooth", i32 0, i32 0, i32 1, i32 0, null}
!24 = !{i32 0, i32 9}
!90 = !{i32 0}
!91 = !{i32 3, i32 15}
!92 = !{i32 3, i32 1}
!93 = !{i32 3, i32 7}
