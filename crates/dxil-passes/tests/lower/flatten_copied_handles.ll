; A handle that is copied as the integer that it is to an optimizer is a handle.
; RUN: flatten
target triple = "dxil-pc-shadermodel6.6-compute"

; CHECK-LABEL: define void @main()
; CHECK: [[HANDLE:%.*]] = call target("dx.RawBuffer", float, 1, 0) @llvm.dx.resource.handlefrombinding
; CHECK-NOT: alloca
; CHECK: call void @llvm.dx.resource.store.rawbuffer{{.*}}(target("dx.RawBuffer", float, 1, 0) [[HANDLE]],
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  %one = alloca target("dx.RawBuffer", float, 1, 0), align 4
  %two = alloca target("dx.RawBuffer", float, 1, 0), align 4
  %handle = call target("dx.RawBuffer", float, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_f32_1_0t(i32 0, i32 1, i32 1, i32 0, ptr null)
  store target("dx.RawBuffer", float, 1, 0) %handle, ptr %one, align 4
  %copy = load i32, ptr %one, align 4
  store i32 %copy, ptr %two, align 4
  %read = load target("dx.RawBuffer", float, 1, 0), ptr %two, align 4
  call void @llvm.dx.resource.store.rawbuffer.tdx.RawBuffer_f32_1_0t.f32(target("dx.RawBuffer", float, 1, 0) %read, i32 0, i32 0, float 1.0)
  ret void
}

declare target("dx.RawBuffer", float, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_f32_1_0t(i32, i32, i32, i32, ptr)
declare void @llvm.dx.resource.store.rawbuffer.tdx.RawBuffer_f32_1_0t.f32(target("dx.RawBuffer", float, 1, 0), i32, i32, float)
