; UPGRADE: 22-dx main-dx
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

; Differences between lanes, before a branch that only some of them take.
define void @main() {
  %1 = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 0, i32 undef)
  %2 = call float @dx.op.unary.f32(i32 83, float %1)
  %3 = call float @dx.op.unary.f32(i32 84, float %1)
  %4 = call float @dx.op.unary.f32(i32 85, float %1)
  %5 = fcmp ogt float %1, 0.000000e+00
  br i1 %5, label %6, label %9

; <label>:6                                       ; preds = %0
  %7 = fadd float %2, %3
  %8 = fadd float %7, %4
  br label %9

; <label>:9                                       ; preds = %6, %0
  %10 = phi float [ %8, %6 ], [ 0.000000e+00, %0 ]
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float %10)
  call void @dx.op.discard(i32 82, i1 %5)
  ret void
}

declare float @dx.op.loadInput.f32(i32, i32, i32, i8, i32) #0
declare float @dx.op.unary.f32(i32, float) #0
declare void @dx.op.storeOutput.f32(i32, i32, i32, i8, float) #1
declare void @dx.op.discard(i32, i1) #1

attributes #0 = { nounwind readnone }
attributes #1 = { nounwind }

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.entryPoints = !{!3}

!0 = !{i32 1, i32 0}
!1 = !{i32 1, i32 8}
!2 = !{!"ps", i32 6, i32 0}
!3 = !{void ()* @main, !"main", !4, null, null}
!4 = !{!5, !8, null}
!5 = !{!6}
!6 = !{i32 0, !"A", i8 9, i8 0, !7, i8 2, i32 1, i8 1, i32 0, i8 0, null}
!7 = !{i32 0}
!8 = !{!9}
!9 = !{i32 0, !"SV_Target", i8 9, i8 16, !7, i8 0, i32 1, i8 1, i32 0, i8 0, null}
