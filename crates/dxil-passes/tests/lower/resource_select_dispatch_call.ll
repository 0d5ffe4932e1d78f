; A function that is only known elsewhere may do anything with it.
; FAIL: handle-phis
; CHECK: phi or select of handles from different resource ranges has a use that is not a resource access in function f > call @g
target triple = "dxil-pc-shadermodel6.5-library"

define void @f(i1 %c) {
  %a = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 0, i32 1, i32 0, ptr null)
  %b = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 1, i32 1, i32 0, ptr null)
  %h = select i1 %c, target("dx.RawBuffer", i32, 1, 0) %a, target("dx.RawBuffer", i32, 1, 0) %b
  call void @g(target("dx.RawBuffer", i32, 1, 0) %h)
  ret void
}

declare target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32, i32, i32, i32, ptr)
declare void @g(target("dx.RawBuffer", i32, 1, 0))
