; FAIL: dxil-translate-metadata
; CHECK: Shader stage 'cs' for entry 'main' different from specified target profile 'pixel'
target triple = "dxil-pc-shadermodel6.6-pixel"

define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  ret void
}
