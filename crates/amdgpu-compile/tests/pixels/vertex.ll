; What a vertex has, passed on in three ways: with perspective, as on the screen, and of the first vertex alone.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

define void @main() {
  %p0 = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 0, i32 undef)
  %p1 = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 1, i32 undef)
  %p2 = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 2, i32 undef)
  %p3 = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 3, i32 undef)
  %a0 = call float @dx.op.loadInput.f32(i32 4, i32 1, i32 0, i8 0, i32 undef)
  %a1 = call float @dx.op.loadInput.f32(i32 4, i32 1, i32 0, i8 1, i32 undef)
  %a2 = call float @dx.op.loadInput.f32(i32 4, i32 1, i32 0, i8 2, i32 undef)
  %a3 = call float @dx.op.loadInput.f32(i32 4, i32 1, i32 0, i8 3, i32 undef)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float %p0)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 1, float %p1)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 2, float %p2)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 3, float %p3)
  call void @dx.op.storeOutput.f32(i32 5, i32 1, i32 0, i8 0, float %a0)
  call void @dx.op.storeOutput.f32(i32 5, i32 1, i32 0, i8 1, float %a1)
  call void @dx.op.storeOutput.f32(i32 5, i32 1, i32 0, i8 2, float %a2)
  call void @dx.op.storeOutput.f32(i32 5, i32 1, i32 0, i8 3, float %a3)
  call void @dx.op.storeOutput.f32(i32 5, i32 2, i32 0, i8 0, float %a0)
  call void @dx.op.storeOutput.f32(i32 5, i32 2, i32 0, i8 1, float %a1)
  call void @dx.op.storeOutput.f32(i32 5, i32 2, i32 0, i8 2, float %a2)
  call void @dx.op.storeOutput.f32(i32 5, i32 2, i32 0, i8 3, float %a3)
  call void @dx.op.storeOutput.f32(i32 5, i32 3, i32 0, i8 0, float %a0)
  call void @dx.op.storeOutput.f32(i32 5, i32 3, i32 0, i8 1, float %a1)
  call void @dx.op.storeOutput.f32(i32 5, i32 3, i32 0, i8 2, float %a2)
  call void @dx.op.storeOutput.f32(i32 5, i32 3, i32 0, i8 3, float %a3)
  ret void
}

declare float @dx.op.loadInput.f32(i32, i32, i32, i8, i32)
declare void @dx.op.storeOutput.f32(i32, i32, i32, i8, float)

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.entryPoints = !{!4}
!0 = !{i32 1, i32 0}
!1 = !{i32 1, i32 8}
!2 = !{!"vs", i32 6, i32 0}
!4 = !{void ()* @main, !"main", !5, null, null}
!5 = !{!6, !7, null}
!6 = !{!8, !9}
!7 = !{!10, !11, !12, !13}
!8 = !{i32 0, !"POSITION", i8 9, i8 0, !90, i8 0, i32 1, i8 4, i32 0, i8 0, !91}
!9 = !{i32 1, !"A", i8 9, i8 0, !90, i8 0, i32 1, i8 4, i32 1, i8 0, !91}
!10 = !{i32 0, !"SV_Position", i8 9, i8 3, !90, i8 4, i32 1, i8 4, i32 0, i8 0, !91}
!11 = !{i32 1, !"A", i8 9, i8 0, !90, i8 2, i32 1, i8 4, i32 1, i8 0, !91}
!12 = !{i32 2, !"N", i8 9, i8 0, !90, i8 4, i32 1, i8 4, i32 2, i8 0, !91}
!13 = !{i32 3, !"F", i8 9, i8 0, !90, i8 1, i32 1, i8 4, i32 3, i8 0, !91}
!90 = !{i32 0}
!91 = !{i32 3, i32 15}
!92 = !{i32 3, i32 1}
!93 = !{i32 3, i32 7}
