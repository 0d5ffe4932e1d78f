; In an unreachable block, a select of handles may be its own operand.
; FAIL: handle-phis
; CHECK: select depends on its own result in function f > %g = select
target triple = "dxil-pc-shadermodel6.5-library"

define void @f(i1 %c) {
  %a = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 0, i32 1, i32 0, ptr null)
  ret void
unreachable:
  %h = select i1 %c, target("dx.RawBuffer", i32, 1, 0) %g, target("dx.RawBuffer", i32, 1, 0) %a
  %g = select i1 %c, target("dx.RawBuffer", i32, 1, 0) %h, target("dx.RawBuffer", i32, 1, 0) %a
  br label %unreachable
}

declare target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32, i32, i32, i32, ptr)
