source_filename = "resources.ll"
target triple = "dxilv1.6-unknown-shadermodel6.6-compute"
%"class.hlsl::RWBuffer" = type { target("dx.TypedBuffer", <4 x float>, 1, 0, 0) }
%s = type { target("dx.RawBuffer", i32, 0, 0) }
@g = internal global %"class.hlsl::RWBuffer" poison, align 4
@h = internal unnamed_addr global target("dx.CBuffer", target("dx.Layout", %s, 4, 0)) poison
define void @main() "hlsl.numthreads"="1,1,1" "hlsl.shader"="compute" {
  %h = call target("dx.RawBuffer", i32, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_0_0t(i32 0, i32 0, i32 1, i32 0, ptr null)
  store target("dx.RawBuffer", i32, 0, 0) %h, ptr @g, align 4
  %x = load target("dx.RawBuffer", i32, 0, 0), ptr @g, align 4
  ret void
}
