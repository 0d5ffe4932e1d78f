; FAIL: dxil-translate-metadata
; CHECK: Invalid "llvm.loop" metadata: Provided conflicting hints
target triple = "dxil-pc-shadermodel6.6-library"

define void @main(i1 %c) {
  br label %a

a:
  br i1 %c, label %a, label %b, !llvm.loop !0

b:
  ret void
}

!0 = distinct !{!0, !1, !2}
!1 = !{!"llvm.loop.unroll.full"}
!2 = !{!"llvm.loop.unroll.disable"}
