; RUN: dxil-joined-handles
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
