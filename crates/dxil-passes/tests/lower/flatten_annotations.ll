; What was said of a function that became part of its callers is not said any more.
; RUN: internalize flatten
target triple = "dxil-pc-shadermodel6.3-library"

; CHECK-NOT: @part
; CHECK: !dx.typeAnnotations = !{[[ALL:![0-9]+]]}
; CHECK: [[ALL]] = !{i32 1, ptr @exported, [[PARAMETERS:![0-9]+]]}
define void @exported() {
  call void @part()
  ret void
}

define internal void @part() {
  ret void
}

!dxil.upgrade.typeAnnotations = !{!0}
!0 = !{i32 1, ptr @part, !1, ptr @exported, !1}
!1 = !{!2}
!2 = !{i32 0, !3, !3}
!3 = !{}
