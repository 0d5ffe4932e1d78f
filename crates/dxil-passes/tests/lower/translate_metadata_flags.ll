; RUN: dxil-op-lower dxil-translate-metadata
target triple = "dxil-pc-shadermodel6.7-library"

; Whether UAVs may be the same is what the source says, whatever else there is.
; CHECK-NOT: 8589934
; CHECK-DAG: !dx.entryPoints = !{[[LIBRARY:![0-9]+]], {{.*}}}
; CHECK-DAG: [[LIBRARY]] = !{null, !"", null, {{![0-9]+}}, [[PROPERTIES:![0-9]+]]}
; Without optimizations, and with UAVs at every stage.
; CHECK-DAG: [[PROPERTIES]] = !{i32 0, i64 65537}
define void @main() noinline optnone "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  %u = call target("dx.TypedBuffer", float, 1, 0, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, ptr null)
  call void @llvm.dx.resource.store.typedbuffer(target("dx.TypedBuffer", float, 1, 0, 0) %u, i32 0, <4 x float> zeroinitializer)
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"dx.resmayalias", i32 1}
