; RUN: flatten

; Unoptimized code constructs arrays of handles by a loop over their addresses, which stores nothing known.

target triple = "dxil-pc-shadermodel6.5-compute"

%Buffer = type { target("dx.RawBuffer", float, 1, 0) }

; CHECK-LABEL: define void @main()
; CHECK-NOT: alloca
; CHECK-NOT: phi
; CHECK: [[HANDLE:%.+]] = call target("dx.RawBuffer", float, 1, 0) @llvm.dx.resource.handlefrombinding{{.*}}(i32 0, i32 1,
; CHECK-NOT: alloca
; CHECK: call void @llvm.dx.resource.store.rawbuffer{{.*}}(target("dx.RawBuffer", float, 1, 0) [[HANDLE]], i32 0, i32 0, float 1.000000e+00)
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
entry:
  %array = alloca [2 x %Buffer]
  %end = getelementptr inbounds %Buffer, ptr %array, i32 2
  br label %construct

construct:
  %current = phi ptr [ %array, %entry ], [ %next, %construct ]
  call void @constructor(ptr %current)
  %next = getelementptr inbounds %Buffer, ptr %current, i32 1
  %is_done = icmp eq ptr %next, %end
  br i1 %is_done, label %body, label %construct

body:
  %handle = call target("dx.RawBuffer", float, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_f32_1_0t(i32 0, i32 1, i32 1, i32 0, ptr null)
  %second = getelementptr inbounds [2 x %Buffer], ptr %array, i32 0, i32 1
  store target("dx.RawBuffer", float, 1, 0) %handle, ptr %second
  %stored = load target("dx.RawBuffer", float, 1, 0), ptr %second
  call void @llvm.dx.resource.store.rawbuffer.tdx.RawBuffer_f32_1_0t.f32(target("dx.RawBuffer", float, 1, 0) %stored, i32 0, i32 0, float 1.0)
  ret void
}

define internal void @constructor(ptr %this) noinline optnone {
  store target("dx.RawBuffer", float, 1, 0) poison, ptr %this
  ret void
}

; A loop that stores something goes round.
; CHECK-LABEL: define void @stores(
; CHECK: phi ptr
define void @stores(ptr %from, ptr %to) {
entry:
  br label %loop

loop:
  %current = phi ptr [ %from, %entry ], [ %next, %loop ]
  store float 1.0, ptr %current
  %next = getelementptr inbounds float, ptr %current, i32 1
  %is_done = icmp eq ptr %next, %to
  br i1 %is_done, label %end, label %loop

end:
  ret void
}

declare target("dx.RawBuffer", float, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_f32_1_0t(i32, i32, i32, i32, ptr)
declare void @llvm.dx.resource.store.rawbuffer.tdx.RawBuffer_f32_1_0t.f32(target("dx.RawBuffer", float, 1, 0), i32, i32, float)
