; All that is wrong is told, in the order of the metadata.
; FAIL: dxil-root-signature
; CHECK: Invalid Root Signature Element NOTONE
; CHECK-NEXT: Invalid value for AddressU: 666
; CHECK-NEXT: Invalid value for RootFlags: 65536
; CHECK-NEXT: Invalid value for ShaderRegister: 4294967295
; CHECK-NEXT: Invalid value for RegisterSpace: 4294967280
; CHECK-NEXT: Invalid value for RootDescriptorFlag: 6
; CHECK-NEXT: Invalid value for NumDescriptors: 0
; CHECK-NEXT: Samplers cannot be mixed with other resource types in a descriptor table, SRV(location=0)
; CHECK-NEXT: Samplers cannot be mixed with other resource types in a descriptor table, SRV(location=0)
; CHECK-NEXT: Range SRV(register=9, space=0) cannot be appended after an unbounded range
; CHECK-NEXT: Overflow for shader register range: UAV(register=4294967295, space=0)
; CHECK-NEXT: First element of root signature is not a Function
target triple = "dxil-pc-shadermodel6.6-compute"

@variable = internal global i32 0

define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  ret void
}

!dx.rootsignatures = !{!0, !20}
!0 = !{ptr @main, !1, i32 2}
!1 = !{!2, !3, !4, !5, !6}
!2 = !{!"NOTONE", i32 1}
!3 = !{!"StaticSampler", i32 4, i32 666, i32 3, i32 5, float 0.0, i32 9, i32 3, i32 2, float -128.0, float 128.0, i32 42, i32 0, i32 0, i32 0}
!4 = !{!"RootFlags", i32 65536}
!5 = !{!"RootSRV", i32 0, i32 -1, i32 -16, i32 6}
!6 = !{!"DescriptorTable", i32 0, !7, !8, !9, !10, !11}
!7 = !{!"SRV", i32 0, i32 1, i32 0, i32 -1, i32 4}
!8 = !{!"Sampler", i32 1, i32 1, i32 0, i32 -1, i32 0}
!9 = !{!"Sampler", i32 -1, i32 7, i32 0, i32 -1, i32 0}
!10 = !{!"SRV", i32 1, i32 9, i32 0, i32 -1, i32 4}
!11 = !{!"UAV", i32 2, i32 -1, i32 0, i32 0, i32 2}
!20 = !{ptr @variable, !1, i32 2}
