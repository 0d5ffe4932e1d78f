; RUN: dxil-translate-metadata
target triple = "dxil-pc-shadermodel6.6-compute"

; CHECK: br i1 %c, label %a, label %b, !dx.controlflow.hints [[HINT:![0-9]+]]
; CHECK-DAG: !llvm.module.flags = !{[[FLAG:![0-9]+]]}
; CHECK-DAG: !dx.shaderModel = !{[[MODEL:![0-9]+]]}
; CHECK-DAG: [[MODEL]] = !{!"cs", i32 6, i32 6}
; CHECK-DAG: [[HINT]] = !{!"dx.controlflow.hints", i32 1}
; CHECK-DAG: [[FLAG]] = !{i32 2, !"frame-pointer", i32 2}
define void @main(i1 %c) "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  br i1 %c, label %a, label %b, !hlsl.controlflow.hint !0

a:
  br label %b

b:
  ret void
}

!llvm.module.flags = !{!1}
!0 = !{!"hlsl.controlflow.hint", i32 1}
!1 = !{i32 7, !"frame-pointer", i32 2}
