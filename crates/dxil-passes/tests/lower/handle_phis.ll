; RUN: handle-phis
target triple = "dxil-pc-shadermodel6.5-library"

; CHECK-LABEL: define i32 @by_flow
; CHECK: [[INDEX:%.*]] = phi i32 [ 0, %entry ], [ %one, %then ]
; CHECK-NEXT: [[MARKED:%.*]] = call i32 @llvm.dx.resource.nonuniformindex(i32 [[INDEX]])
; CHECK-NEXT: [[HANDLE:%.*]] = call {{.*}} @llvm.dx.resource.handlefrombinding{{.*}}(i32 0, i32 4, i32 8, i32 [[MARKED]], ptr null)
; CHECK-NEXT: @llvm.dx.resource.load.rawbuffer{{.*}}[[HANDLE]]
define i32 @by_flow(i1 %c, i32 %i) {
entry:
  %a = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 4, i32 8, i32 0, ptr null)
  br i1 %c, label %then, label %end

then:
  %one = call i32 @llvm.dx.resource.nonuniformindex(i32 %i)
  %b = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 4, i32 8, i32 %one, ptr null)
  br label %end

end:
  %h = phi target("dx.RawBuffer", i32, 1, 0) [ %b, %then ], [ %a, %entry ]
  %loaded = call { i32, i1 } @llvm.dx.resource.load.rawbuffer.i32.tdx.RawBuffer_i32_1_0t(target("dx.RawBuffer", i32, 1, 0) %h, i32 %i, i32 0)
  %value = extractvalue { i32, i1 } %loaded, 0
  ret i32 %value
}

; A choice of a choice, in a loop.
; CHECK-LABEL: define i32 @by_condition
; CHECK: phi i32 [ 1, %entry ], [ [[NEXT:%.*]], %loop ]
; CHECK: [[NEXT]] = select i1 %c, i32 2, i32 %{{.*}}
; CHECK-NOT: phi target
; CHECK-NOT: select {{.*}} target
; CHECK: ret i32
define i32 @by_condition(i1 %c, i32 %i) {
entry:
  %a = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 4, i32 8, i32 1, ptr null)
  %b = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 4, i32 8, i32 2, ptr null)
  br label %loop

loop:
  %h = phi target("dx.RawBuffer", i32, 1, 0) [ %a, %entry ], [ %next, %loop ]
  %next = select i1 %c, target("dx.RawBuffer", i32, 1, 0) %b, target("dx.RawBuffer", i32, 1, 0) %h
  %loaded = call { i32, i1 } @llvm.dx.resource.load.rawbuffer.i32.tdx.RawBuffer_i32_1_0t(target("dx.RawBuffer", i32, 1, 0) %next, i32 %i, i32 0)
  %value = extractvalue { i32, i1 } %loaded, 0
  %again = icmp eq i32 %value, 0
  br i1 %again, label %loop, label %end

end:
  ret i32 %value
}

declare i32 @llvm.dx.resource.nonuniformindex(i32)
declare target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32, i32, i32, i32, ptr)
declare { i32, i1 } @llvm.dx.resource.load.rawbuffer.i32.tdx.RawBuffer_i32_1_0t(target("dx.RawBuffer", i32, 1, 0), i32, i32)

; Handles that operations give: of a heap, and what is said of them.
; CHECK-LABEL: define i32 @of_heap
; CHECK: end:
; CHECK-NEXT: [[INDEX:%.*]] = phi i32 [ %i, %entry ], [ %j, %then ]
; CHECK-NEXT: [[HANDLE:%.*]] = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 [[INDEX]], i1 false, i1 true)
; CHECK-NEXT: [[SAID:%.*]] = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle [[HANDLE]], {{.*}} { i32 11, i32 0 })
; CHECK-NEXT: call {{.*}} @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle [[SAID]]
define i32 @of_heap(i1 %c, i32 %i, i32 %j) {
entry:
  %a = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 %i, i1 false, i1 false)
  %b = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %a, %dx.types.ResourceProperties { i32 11, i32 0 })
  br i1 %c, label %then, label %end

then:
  %d = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 %j, i1 false, i1 true)
  %e = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %d, %dx.types.ResourceProperties { i32 11, i32 0 })
  br label %end

end:
  %h = phi %dx.types.Handle [ %e, %then ], [ %b, %entry ]
  %loaded = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %h, i32 0, i32 undef, i8 1, i32 4)
  %value = extractvalue %dx.types.ResRet.i32 %loaded, 0
  ret i32 %value
}

; A cast of a choice, of which the resource is chosen, of which the index is.
; CHECK-LABEL: define i32 @cast
; CHECK: [[INDEX:%.*]] = select i1 %c, i32 1, i32 2
; CHECK-NEXT: [[RESOURCE:%.*]] = call target({{.*}}) @llvm.dx.resource.handlefrombinding{{.*}}(i32 0, i32 4, i32 8, i32 [[INDEX]], ptr null)
; CHECK-NEXT: call %dx.types.Handle @llvm.dx.resource.casthandle{{.*}} [[RESOURCE]])
define i32 @cast(i1 %c) {
  %a = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 4, i32 8, i32 1, ptr null)
  %b = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 4, i32 8, i32 2, ptr null)
  %d = call %dx.types.Handle @llvm.dx.resource.casthandle.s_dx.types.Handles.tdx.RawBuffer_i32_1_0t(target("dx.RawBuffer", i32, 1, 0) %a)
  %e = call %dx.types.Handle @llvm.dx.resource.casthandle.s_dx.types.Handles.tdx.RawBuffer_i32_1_0t(target("dx.RawBuffer", i32, 1, 0) %b)
  %h = select i1 %c, %dx.types.Handle %d, %dx.types.Handle %e
  %loaded = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %h, i32 0, i32 undef, i8 1, i32 4)
  %value = extractvalue %dx.types.ResRet.i32 %loaded, 0
  ret i32 %value
}

%dx.types.Handle = type { ptr }
%dx.types.ResourceProperties = type { i32, i32 }
%dx.types.ResRet.i32 = type { i32, i32, i32, i32, i32 }

declare %dx.types.Handle @dx.op.createHandleFromHeap(i32, i32, i1, i1)
declare %dx.types.Handle @dx.op.annotateHandle(i32, %dx.types.Handle, %dx.types.ResourceProperties)
declare %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32, %dx.types.Handle, i32, i32, i8, i32)
declare %dx.types.Handle @llvm.dx.resource.casthandle.s_dx.types.Handles.tdx.RawBuffer_i32_1_0t(target("dx.RawBuffer", i32, 1, 0))
