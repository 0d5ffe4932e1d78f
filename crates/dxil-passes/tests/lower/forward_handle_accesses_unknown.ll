; Two handles are put into one element, and an index chooses: it is not known which of them is there.
; FAIL: dxil-forward-handle-accesses
; CHECK: Load of "place" is not a global resource handle
target triple = "dxil-pc-shadermodel6.6-library"

define void @main(i32 %index) {
  %array = alloca [2 x target("dx.RawBuffer", float, 1, 0)]
  %first = call target("dx.RawBuffer", float, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_f32_1_0t(i32 0, i32 0, i32 4, i32 1, ptr null)
  store target("dx.RawBuffer", float, 1, 0) %first, ptr %array
  %second = call target("dx.RawBuffer", float, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_f32_1_0t(i32 0, i32 0, i32 4, i32 2, ptr null)
  store target("dx.RawBuffer", float, 1, 0) %second, ptr %array
  %place = getelementptr [2 x target("dx.RawBuffer", float, 1, 0)], ptr %array, i32 0, i32 %index
  %one = load target("dx.RawBuffer", float, 1, 0), ptr %place
  %address = call ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_f32_1_0t(target("dx.RawBuffer", float, 1, 0) %one, i32 0)
  store float 1.0, ptr %address
  ret void
}
