; A constructor may have overwritten the handle through an unknown pointer, also before the first known store.
; FAIL: dxil-forward-handle-accesses
; CHECK: is not a global resource handle in function exported > %h = load
target triple = "dxil-pc-shadermodel6.5-library"
%class = type { target("dx.RawBuffer", i32, 1, 0), target("dx.RawBuffer", i32, 1, 0) }
@buffer = internal global %class poison
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @initialize, ptr null }]

define i32 @exported(i32 %i) {
  %h = load target("dx.RawBuffer", i32, 1, 0), ptr getelementptr (%class, ptr @buffer, i32 0, i32 1)
  %loaded = call { i32, i1 } @llvm.dx.resource.load.rawbuffer.i32.tdx.RawBuffer_i32_1_0t(target("dx.RawBuffer", i32, 1, 0) %h, i32 %i, i32 0)
  %value = extractvalue { i32, i1 } %loaded, 0
  ret i32 %value
}

@where = external addrspace(2) global ptr

define internal void @initialize() {
  %z = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 3, i32 1, i32 0, ptr null)
  %pointer = load ptr, ptr addrspace(2) @where
  store target("dx.RawBuffer", i32, 1, 0) %z, ptr %pointer
  %a = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 1, i32 1, i32 0, ptr null)
  store target("dx.RawBuffer", i32, 1, 0) %a, ptr @buffer
  %b = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 2, i32 1, i32 0, ptr null)
  %second = getelementptr %class, ptr @buffer, i32 0, i32 1
  store target("dx.RawBuffer", i32, 1, 0) %b, ptr %second
  ret void
}

declare target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32, i32, i32, i32, ptr)
declare { i32, i1 } @llvm.dx.resource.load.rawbuffer.i32.tdx.RawBuffer_i32_1_0t(target("dx.RawBuffer", i32, 1, 0), i32, i32)
