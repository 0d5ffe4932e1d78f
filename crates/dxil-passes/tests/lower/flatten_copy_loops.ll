; A loop that copies an array of handles is as many blocks as it has runs, and none that is not about handles.
; RUN: flatten
target triple = "dxil-pc-shadermodel6.6-compute"

; CHECK-LABEL: define void @main()
; CHECK: [[FIRST:%.*]] = call target("dx.RawBuffer", float, 1, 0) @llvm.dx.resource.handlefrombinding{{.*}}(i32 0, i32 1,
; CHECK: [[SECOND:%.*]] = call target("dx.RawBuffer", float, 1, 0) @llvm.dx.resource.handlefrombinding{{.*}}(i32 0, i32 2,
; CHECK-NOT: alloca
; CHECK: call void @llvm.dx.resource.store.rawbuffer{{.*}}(target("dx.RawBuffer", float, 1, 0) [[SECOND]], i32 2,
; CHECK: loop:
; CHECK: phi i32
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
entry:
  %from = alloca [2 x target("dx.RawBuffer", float, 1, 0)], align 4
  %to = alloca [2 x target("dx.RawBuffer", float, 1, 0)], align 4
  %a = call target("dx.RawBuffer", float, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_f32_1_0t(i32 0, i32 1, i32 1, i32 0, ptr null)
  store target("dx.RawBuffer", float, 1, 0) %a, ptr %from, align 4
  %b = call target("dx.RawBuffer", float, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_f32_1_0t(i32 0, i32 2, i32 1, i32 0, ptr null)
  %place = getelementptr [2 x target("dx.RawBuffer", float, 1, 0)], ptr %from, i32 0, i32 1
  store target("dx.RawBuffer", float, 1, 0) %b, ptr %place, align 4
  br label %copy
copy:
  %i = phi i32 [ 0, %entry ], [ %next, %copy ]
  %p = getelementptr [2 x target("dx.RawBuffer", float, 1, 0)], ptr %from, i32 0, i32 %i
  %h = load target("dx.RawBuffer", float, 1, 0), ptr %p, align 4
  %q = getelementptr [2 x target("dx.RawBuffer", float, 1, 0)], ptr %to, i32 0, i32 %i
  store target("dx.RawBuffer", float, 1, 0) %h, ptr %q, align 4
  %next = add nuw i32 %i, 1
  %done = icmp eq i32 %next, 2
  br i1 %done, label %behind, label %copy
behind:
  %r = getelementptr [2 x target("dx.RawBuffer", float, 1, 0)], ptr %to, i32 0, i32 1
  %read = load target("dx.RawBuffer", float, 1, 0), ptr %r, align 4
  call void @llvm.dx.resource.store.rawbuffer.tdx.RawBuffer_f32_1_0t.f32(target("dx.RawBuffer", float, 1, 0) %read, i32 %next, i32 0, float 1.0)
  br label %loop
loop:
  %j = phi i32 [ 0, %behind ], [ %after, %loop ]
  call void @llvm.dx.resource.store.rawbuffer.tdx.RawBuffer_f32_1_0t.f32(target("dx.RawBuffer", float, 1, 0) %a, i32 %j, i32 0, float 1.0)
  %after = add i32 %j, 1
  %ends = icmp eq i32 %after, 2
  br i1 %ends, label %end, label %loop
end:
  ret void
}

declare target("dx.RawBuffer", float, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_f32_1_0t(i32, i32, i32, i32, ptr)
declare void @llvm.dx.resource.store.rawbuffer.tdx.RawBuffer_f32_1_0t.f32(target("dx.RawBuffer", float, 1, 0), i32, i32, float)
