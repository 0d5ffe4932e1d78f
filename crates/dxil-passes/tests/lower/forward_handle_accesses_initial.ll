; A function that a library exports has the handles that functions which set variables up put there.
; RUN: dxil-forward-handle-accesses
target triple = "dxil-pc-shadermodel6.5-library"
%class = type { target("dx.RawBuffer", i32, 1, 0), target("dx.RawBuffer", i32, 1, 0) }
@buffer = internal global %class poison
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @initialize, ptr null }]

; CHECK-LABEL: define i32 @exported
; CHECK-NEXT: [[HANDLE:%.*]] = call {{.*}} @llvm.dx.resource.handlefrombinding{{.*}}(i32 0, i32 2, i32 1, i32 0, ptr null)
; CHECK-NEXT: @llvm.dx.resource.load.rawbuffer{{.*}}[[HANDLE]], i32 %i, i32 0)
define i32 @exported(i32 %i) {
  %h = load target("dx.RawBuffer", i32, 1, 0), ptr getelementptr (%class, ptr @buffer, i32 0, i32 1)
  %loaded = call { i32, i1 } @llvm.dx.resource.load.rawbuffer.i32.tdx.RawBuffer_i32_1_0t(target("dx.RawBuffer", i32, 1, 0) %h, i32 %i, i32 0)
  %value = extractvalue { i32, i1 } %loaded, 0
  ret i32 %value
}

define internal void @initialize() {
  %a = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 1, i32 1, i32 0, ptr null)
  store target("dx.RawBuffer", i32, 1, 0) %a, ptr @buffer
  %b = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 2, i32 1, i32 0, ptr null)
  %second = getelementptr %class, ptr @buffer, i32 0, i32 1
  store target("dx.RawBuffer", i32, 1, 0) %b, ptr %second
  ret void
}

; What an entry has of them says the same.
; CHECK-LABEL: define void @entry
; CHECK: store
define void @entry() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  %a = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 1, i32 1, i32 0, ptr null)
  store target("dx.RawBuffer", i32, 1, 0) %a, ptr @buffer
  ret void
}

declare target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32, i32, i32, i32, ptr)
declare { i32, i1 } @llvm.dx.resource.load.rawbuffer.i32.tdx.RawBuffer_i32_1_0t(target("dx.RawBuffer", i32, 1, 0), i32, i32)
