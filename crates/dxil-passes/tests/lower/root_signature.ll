; What is right is said nothing of.
; RUN: dxil-root-signature
; CHECK: define void @main
target triple = "dxil-pc-shadermodel6.6-compute"

define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  ret void
}

!dx.rootsignatures = !{!0}
!0 = !{ptr @main, !1, i32 2}
!1 = !{!2, !3, !4, !5, !6}
!2 = !{!"RootFlags", i32 1}
!3 = !{!"RootConstants", i32 0, i32 1, i32 2, i32 3}
!4 = !{!"RootCBV", i32 0, i32 0, i32 0, i32 4}
!5 = !{!"DescriptorTable", i32 0, !7, !8}
!6 = !{!"StaticSampler", i32 4, i32 2, i32 3, i32 5, float 0.0, i32 9, i32 3, i32 2, float -128.0, float 128.0, i32 42, i32 0, i32 0, i32 0}
!7 = !{!"SRV", i32 -1, i32 1, i32 0, i32 -1, i32 4}
!8 = !{!"UAV", i32 5, i32 1, i32 10, i32 5, i32 2}
