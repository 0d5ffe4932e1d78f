; Which of several resources is accessed is chosen, and each is accessed where it is the one.
; RUN: handle-phis
target triple = "dxil-pc-shadermodel6.5-library"

; CHECK-LABEL: define i32 @by_condition
; CHECK-NOT: select {{.*}} target
; CHECK: br i1 %c, label %[[ONE:.*]], label %[[OTHER:.*]]
; CHECK: [[ONE]]:
; CHECK-NEXT: [[A:%.*]] = call {{.*}} @llvm.dx.resource.handlefrombinding{{.*}}(i32 0, i32 4, i32 8, i32 1, ptr null)
; CHECK-NEXT: [[READ:%.*]] = call {{.*}} @llvm.dx.resource.load.rawbuffer{{.*}}[[A]], i32 %i, i32 0)
; CHECK-NEXT: [[FIRST:%.*]] = extractvalue {{.*}}[[READ]], 0
; CHECK: [[OTHER]]:
; CHECK-NEXT: [[B:%.*]] = call {{.*}} @llvm.dx.resource.handlefrombinding{{.*}}(i32 1, i32 4, i32 8, i32 1, ptr null)
; CHECK: [[SECOND:%.*]] = extractvalue
; CHECK: phi i32 [ [[FIRST]], %[[ONE]] ], [ [[SECOND]], %[[OTHER]] ]
define i32 @by_condition(i1 %c, i32 %i) {
  %a = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 4, i32 8, i32 1, ptr null)
  %b = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 1, i32 4, i32 8, i32 1, ptr null)
  %h = select i1 %c, target("dx.RawBuffer", i32, 1, 0) %a, target("dx.RawBuffer", i32, 1, 0) %b
  %loaded = call { i32, i1 } @llvm.dx.resource.load.rawbuffer.i32.tdx.RawBuffer_i32_1_0t(target("dx.RawBuffer", i32, 1, 0) %h, i32 %i, i32 0)
  %value = extractvalue { i32, i1 } %loaded, 0
  ret i32 %value
}

; An index in one of the ranges is chosen, too; an atomic operation goes through an address.
; CHECK-LABEL: define i32 @by_flow
; CHECK: [[WHICH:%.*]] = phi i32 [ 0, %entry ], [ 1, %then ], [ 2, %other ]
; CHECK: [[INDEX:%.*]] = phi i32 [ 0, %entry ], [ %i, %then ], [ 0, %other ]
; CHECK: icmp eq i32 [[WHICH]], 0
; CHECK: @llvm.dx.resource.handlefrombinding{{.*}}(i32 0, i32 0, i32 1, i32 0, ptr null)
; CHECK: @llvm.dx.resource.getpointer
; CHECK: getelementptr i8, {{.*}}, i32 4
; CHECK: atomicrmw add
; CHECK: icmp eq i32 [[WHICH]], 1
; CHECK: @llvm.dx.resource.handlefrombinding{{.*}}(i32 0, i32 4, i32 8, i32 [[INDEX]], ptr null)
; CHECK: atomicrmw add
; CHECK: @llvm.dx.resource.handlefrombinding{{.*}}(i32 0, i32 1, i32 1, i32 0, ptr null)
; CHECK: atomicrmw add
; CHECK: phi i32
; CHECK-NOT: poison
; CHECK: ret i32
define i32 @by_flow(i32 %c, i32 %i) {
entry:
  %a = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 0, i32 1, i32 0, ptr null)
  switch i32 %c, label %end [
    i32 0, label %then
    i32 1, label %other
  ]

then:
  %b = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 4, i32 8, i32 %i, ptr null)
  br label %end

other:
  %d = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 1, i32 1, i32 0, ptr null)
  br label %end

end:
  %h = phi target("dx.RawBuffer", i32, 1, 0) [ %a, %entry ], [ %b, %then ], [ %d, %other ]
  %address = call ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_i32_1_0t(target("dx.RawBuffer", i32, 1, 0) %h, i32 %i)
  %member = getelementptr i8, ptr %address, i32 4
  %old = atomicrmw add ptr %member, i32 1 monotonic
  ret i32 %old
}

; Choices that feed each other are of all that any of them is of.
; CHECK-LABEL: define void @in_loop
; CHECK: [[NOW:%.*]] = phi i32 [ 0, %entry ], [ [[NEXT:%[0-9]+]], %{{.*}} ]
; CHECK: [[NEXT]] = select i1 %c, i32 1, i32 [[NOW]]
; CHECK: icmp eq i32 [[NEXT]], 0
; CHECK: call void @llvm.dx.resource.store.rawbuffer
; CHECK: call void @llvm.dx.resource.store.rawbuffer
define void @in_loop(i1 %c, i32 %i) {
entry:
  %a = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 0, i32 1, i32 0, ptr null)
  %b = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 1, i32 1, i32 0, ptr null)
  br label %loop

loop:
  %h = phi target("dx.RawBuffer", i32, 1, 0) [ %a, %entry ], [ %next, %loop ]
  %n = phi i32 [ 0, %entry ], [ %m, %loop ]
  %next = select i1 %c, target("dx.RawBuffer", i32, 1, 0) %b, target("dx.RawBuffer", i32, 1, 0) %h
  call void @llvm.dx.resource.store.rawbuffer.tdx.RawBuffer_i32_1_0t.i32(target("dx.RawBuffer", i32, 1, 0) %next, i32 %n, i32 0, i32 7)
  %m = add i32 %n, 1
  %again = icmp ult i32 %m, %i
  br i1 %again, label %loop, label %end

end:
  ret void
}

; An address that is chosen itself.
; CHECK-LABEL: define i32 @of_address
; CHECK: [[P:%.*]] = call ptr @llvm.dx.resource.getpointer
; CHECK: [[Q:%.*]] = call ptr @llvm.dx.resource.getpointer
; CHECK: [[R:%.*]] = select i1 %c, ptr {{.*}}, ptr
; CHECK: select i1 %d, ptr [[R]], ptr
define i32 @of_address(i1 %c, i1 %d, i32 %i) {
  %a = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 0, i32 1, i32 0, ptr null)
  %b = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 1, i32 1, i32 0, ptr null)
  %h = select i1 %c, target("dx.RawBuffer", i32, 1, 0) %a, target("dx.RawBuffer", i32, 1, 0) %b
  %one = call ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_i32_1_0t(target("dx.RawBuffer", i32, 1, 0) %h, i32 %i)
  %other = call ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_i32_1_0t(target("dx.RawBuffer", i32, 1, 0) %a, i32 0)
  %address = select i1 %d, ptr %one, ptr %other
  %value = load i32, ptr %address
  ret i32 %value
}

; An operation of DXIL's own. A sampler is one of several, and the texture is not.
; CHECK-LABEL: define void @of_operation
; CHECK: call %dx.types.ResRet.f32 @dx.op.sampleLevel.f32
; CHECK: call %dx.types.ResRet.f32 @dx.op.sampleLevel.f32
; CHECK: phi float
; CHECK: ret void
define void @of_operation(i1 %c, ptr %to) {
  %t = call target("dx.Texture", <4 x float>, 0, 0, 0, 2) @llvm.dx.resource.handlefrombinding.tdx.Texture_v4f32_0_0_0_2t(i32 0, i32 0, i32 1, i32 0, ptr null)
  %s = call target("dx.Sampler", 0) @llvm.dx.resource.handlefrombinding.tdx.Sampler_0t(i32 0, i32 0, i32 1, i32 0, ptr null)
  %o = call target("dx.Sampler", 0) @llvm.dx.resource.handlefrombinding.tdx.Sampler_0t(i32 0, i32 5, i32 1, i32 0, ptr null)
  %h = select i1 %c, target("dx.Sampler", 0) %s, target("dx.Sampler", 0) %o
  %texture = call %dx.types.Handle @llvm.dx.resource.casthandle.s_dx.types.Handles.tdx.Texture_v4f32_0_0_0_2t(target("dx.Texture", <4 x float>, 0, 0, 0, 2) %t)
  %sampler = call %dx.types.Handle @llvm.dx.resource.casthandle.s_dx.types.Handles.tdx.Sampler_0t(target("dx.Sampler", 0) %h)
  %texel = call %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32 62, %dx.types.Handle %texture, %dx.types.Handle %sampler, float 0.5, float 0.5, float undef, float undef, i32 0, i32 0, i32 undef, float 0.0)
  %x = extractvalue %dx.types.ResRet.f32 %texel, 0
  store float %x, ptr %to
  ret void
}

%dx.types.Handle = type { ptr }
%dx.types.ResRet.f32 = type { float, float, float, float, i32 }
declare target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32, i32, i32, i32, ptr)
declare { i32, i1 } @llvm.dx.resource.load.rawbuffer.i32.tdx.RawBuffer_i32_1_0t(target("dx.RawBuffer", i32, 1, 0), i32, i32)
declare void @llvm.dx.resource.store.rawbuffer.tdx.RawBuffer_i32_1_0t.i32(target("dx.RawBuffer", i32, 1, 0), i32, i32, i32)
declare ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_i32_1_0t(target("dx.RawBuffer", i32, 1, 0), i32)
declare target("dx.Texture", <4 x float>, 0, 0, 0, 2) @llvm.dx.resource.handlefrombinding.tdx.Texture_v4f32_0_0_0_2t(i32, i32, i32, i32, ptr)
declare target("dx.Sampler", 0) @llvm.dx.resource.handlefrombinding.tdx.Sampler_0t(i32, i32, i32, i32, ptr)
declare %dx.types.Handle @llvm.dx.resource.casthandle.s_dx.types.Handles.tdx.Texture_v4f32_0_0_0_2t(target("dx.Texture", <4 x float>, 0, 0, 0, 2))
declare %dx.types.Handle @llvm.dx.resource.casthandle.s_dx.types.Handles.tdx.Sampler_0t(target("dx.Sampler", 0))
declare %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32, %dx.types.Handle, %dx.types.Handle, float, float, float, float, i32, i32, i32, float)

; Of handles of two heaps, what is said of them is said of each.
; CHECK-LABEL: define i32 @of_two_heaps
; CHECK: br i1 %c, label
; CHECK: [[A:%.*]] = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 %{{.*}}, i1 false, i1 false)
; CHECK-NEXT: [[ONE:%.*]] = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle [[A]],
; CHECK-NEXT: call {{.*}} @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle [[ONE]],
; CHECK: [[B:%.*]] = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 %{{.*}}, i1 true, i1 false)
; CHECK-NEXT: [[OTHER:%.*]] = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle [[B]],
; CHECK-NEXT: call {{.*}} @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle [[OTHER]],
; CHECK: phi i32
define i32 @of_two_heaps(i1 %c, i32 %i) {
  %a = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 %i, i1 false, i1 false)
  %b = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 %i, i1 true, i1 false)
  %h = select i1 %c, %dx.types.Handle %a, %dx.types.Handle %b
  %e = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %h, %dx.types.ResourceProperties { i32 11, i32 0 })
  %loaded = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %e, i32 0, i32 undef, i8 1, i32 4)
  %value = extractvalue %dx.types.ResRet.i32 %loaded, 0
  ret i32 %value
}

%dx.types.ResourceProperties = type { i32, i32 }
%dx.types.ResRet.i32 = type { i32, i32, i32, i32, i32 }

declare %dx.types.Handle @dx.op.createHandleFromHeap(i32, i32, i1, i1)
declare %dx.types.Handle @dx.op.annotateHandle(i32, %dx.types.Handle, %dx.types.ResourceProperties)
declare %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32, %dx.types.Handle, i32, i32, i8, i32)
