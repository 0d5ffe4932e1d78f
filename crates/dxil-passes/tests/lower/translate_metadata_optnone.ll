; FAIL: dxil-translate-metadata
target triple = "dxil-pc-shadermodel6.7-library"

; CHECK: Inconsistent optnone attribute
define void @one() noinline optnone "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  ret void
}

define void @two() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  ret void
}
