; RUN: dxil-translate-metadata
target triple = "dxil-pc-shadermodel6.6-library"

; A loop that refers to another one has the hints of that; what is no hint of DXIL goes; what is no loop goes.
; CHECK: br i1 %c, label %a, label %b, !llvm.loop [[LOOP:![0-9]+]]
; CHECK: br i1 %c, label %b, label %d, !llvm.loop [[BARE:![0-9]+]]
; CHECK: br i1 %c, label %d, label %e{{$}}
; CHECK-DAG: [[LOOP]] = distinct !{[[LOOP]], [[COUNT:![0-9]+]]}
; CHECK-DAG: [[COUNT]] = !{!"llvm.loop.unroll.count", i32 4}
; CHECK-DAG: [[BARE]] = distinct !{[[BARE]]}
; CHECK-NOT: mustprogress
define void @main(i1 %c) {
  br label %a

a:
  br i1 %c, label %a, label %b, !llvm.loop !0

b:
  br i1 %c, label %b, label %d, !llvm.loop !3

d:
  br i1 %c, label %d, label %e, !llvm.loop !5

e:
  ret void
}

!0 = distinct !{!0, !1}
!1 = distinct !{!1, !2, !4}
!2 = !{!"llvm.loop.unroll.count", i32 4}
!3 = distinct !{!3, !4}
!4 = !{!"llvm.loop.mustprogress"}
!5 = !{!"llvm.loop.unroll.disable"}
