; Inputs of all kinds: interpolated with and without perspective, of the first vertex, and what the rasterizer knows.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

define void @main() {
  %ax = call float @dx.op.loadInput.f32(i32 4, i32 1, i32 0, i8 0, i32 undef)
  %aw = call float @dx.op.loadInput.f32(i32 4, i32 1, i32 0, i8 3, i32 undef)
  %ny = call float @dx.op.loadInput.f32(i32 4, i32 2, i32 0, i8 1, i32 undef)
  %fz = call float @dx.op.loadInput.f32(i32 4, i32 3, i32 0, i8 2, i32 undef)
  %px = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 0, i32 undef)
  %py = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 1, i32 undef)
  %pz = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 2, i32 undef)
  %pw = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 3, i32 undef)
  %front = call i32 @dx.op.loadInput.i32(i32 4, i32 4, i32 0, i8 0, i32 undef)
  %x = fadd float %ax, %ny
  %is.front = icmp ne i32 %front, 0
  %seen = select i1 %is.front, float 1.000000e+02, float 2.000000e+02
  %y = fadd float %fz, %seen
  %half = fmul float %py, 5.000000e-01
  %z = fadd float %px, %half
  %deep = fmul float %aw, %pw
  %w = fadd float %deep, %pz
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float %x)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 1, float %y)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 2, float %z)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 3, float %w)
  ret void
}

declare float @dx.op.loadInput.f32(i32, i32, i32, i8, i32)
declare i32 @dx.op.loadInput.i32(i32, i32, i32, i8, i32)
declare void @dx.op.storeOutput.f32(i32, i32, i32, i8, float)

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.entryPoints = !{!4}
!0 = !{i32 1, i32 0}
!1 = !{i32 1, i32 8}
!2 = !{!"ps", i32 6, i32 0}
!4 = !{void ()* @main, !"main", !5, null, null}
!5 = !{!6, !7, null}
!6 = !{!10, !11, !12, !13, !14}
!7 = !{!15}
!10 = !{i32 0, !"SV_Position", i8 9, i8 3, !90, i8 4, i32 1, i8 4, i32 0, i8 0, !91}
!11 = !{i32 1, !"A", i8 9, i8 0, !90, i8 2, i32 1, i8 4, i32 1, i8 0, !91}
!12 = !{i32 2, !"N", i8 9, i8 0, !90, i8 4, i32 1, i8 4, i32 2, i8 0, !91}
!13 = !{i32 3, !"F", i8 9, i8 0, !90, i8 1, i32 1, i8 4, i32 3, i8 0, !91}
!14 = !{i32 4, !"SV_IsFrontFace", i8 5, i8 13, !90, i8 1, i32 1, i8 1, i32 4, i8 0, !92}
!15 = !{i32 0, !"SV_Target", i8 9, i8 16, !90, i8 0, i32 1, i8 4, i32 0, i8 0, !91}
!90 = !{i32 0}
!91 = !{i32 3, i32 15}
!92 = !{i32 3, i32 1}
!93 = !{i32 3, i32 7}
