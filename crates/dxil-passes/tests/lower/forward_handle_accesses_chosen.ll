; What is written between where control comes together and the read may be what is read.
; FAIL: flatten dxil-forward-handle-accesses
; CHECK: Load of "of" is not a global resource handle in function main > %read = load
target triple = "dxil-pc-shadermodel6.5-compute"

define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
entry:
  %one = alloca target("dx.RawBuffer", i32, 1, 0), align 4
  %two = alloca target("dx.RawBuffer", i32, 1, 0), align 4
  %a = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 1, i32 1, i32 0, ptr null)
  %b = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 2, i32 1, i32 0, ptr null)
  store target("dx.RawBuffer", i32, 1, 0) %a, ptr %one, align 4
  store target("dx.RawBuffer", i32, 1, 0) %b, ptr %two, align 4
  %id = call i32 @llvm.dx.thread.id(i32 0)
  %c = icmp eq i32 %id, 0
  br i1 %c, label %end, label %other

other:
  br label %end

end:
  %of = phi ptr [ %one, %entry ], [ %two, %other ]
  store target("dx.RawBuffer", i32, 1, 0) %b, ptr %one, align 4
  %read = load target("dx.RawBuffer", i32, 1, 0), ptr %of, align 4
  call void @llvm.dx.resource.store.rawbuffer.tdx.RawBuffer_i32_1_0t.i32(target("dx.RawBuffer", i32, 1, 0) %read, i32 0, i32 0, i32 1)
  ret void
}

declare i32 @llvm.dx.thread.id(i32)
declare target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32, i32, i32, i32, ptr)
declare void @llvm.dx.resource.store.rawbuffer.tdx.RawBuffer_i32_1_0t.i32(target("dx.RawBuffer", i32, 1, 0), i32, i32, i32)
