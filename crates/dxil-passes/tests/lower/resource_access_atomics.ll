; Atomic operations through addresses in buffers.
; RUN: dxil-resource-access
target triple = "dxil-pc-shadermodel6.6-library"
%S = type { float, i32, i64 }

; CHECK-LABEL: define i32 @structured
; CHECK: [[OLD:%.*]] = call i32 @llvm.dx.resource.atomic.binop{{.*}} %b, i32 0, i32 %i, i32 4, i32 poison, i32 3)
; CHECK: [[LESS:%.*]] = sub i32 0, [[OLD]]
; CHECK: call i32 @llvm.dx.resource.atomic.binop{{.*}} %b, i32 0, i32 %i, i32 4, i32 poison, i32 [[LESS]])
; CHECK: call i64 @llvm.dx.resource.atomic.binop{{.*}} %b, i32 6, i32 %i, i32 8, i32 poison, i64 9)
; CHECK: [[NEW:%.*]] = bitcast float 1.000000e+00 to i32
; CHECK: [[WAS:%.*]] = call i32 @llvm.dx.resource.atomic.binop{{.*}} %b, i32 8, i32 %i, i32 0, i32 poison, i32 [[NEW]])
; CHECK: bitcast i32 [[WAS]] to float
; CHECK: [[OLDER:%.*]] = call i32 @llvm.dx.resource.atomic.compare.exchange{{.*}} %b, i32 %i, i32 4, i32 1, i32 2)
; CHECK: icmp eq i32 [[OLDER]], 1
; CHECK-NOT: getpointer
; CHECK: ret i32
define i32 @structured(target("dx.RawBuffer", %S, 1, 0) %b, i32 %i) {
  %p = call ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_s_Ss_1_0t(target("dx.RawBuffer", %S, 1, 0) %b, i32 %i)
  %n = getelementptr %S, ptr %p, i32 0, i32 1
  %old = atomicrmw add ptr %n, i32 3 monotonic
  %less = atomicrmw sub ptr %n, i32 %old monotonic
  %l = getelementptr i8, ptr %p, i32 8
  %least = atomicrmw umin ptr %l, i64 9 monotonic
  %was = atomicrmw xchg ptr %p, float 1.0 monotonic
  %pair = cmpxchg ptr %n, i32 1, i32 2 monotonic monotonic
  %older = extractvalue { i32, i1 } %pair, 0
  %is = extractvalue { i32, i1 } %pair, 1
  %bit = zext i1 %is to i32
  %one = add i32 %less, %older
  %two = add i32 %one, %bit
  %short = trunc i64 %least to i32
  %three = add i32 %two, %short
  %f = fptoui float %was to i32
  %four = add i32 %three, %f
  ret i32 %four
}

; CHECK-LABEL: define void @raw_and_typed
; CHECK: [[BYTE:%.*]] = add i32 %i, 12
; CHECK: call i32 @llvm.dx.resource.atomic.binop{{.*}} %r, i32 1, i32 [[BYTE]], i32 poison, i32 poison, i32 7)
; CHECK: call i32 @llvm.dx.resource.atomic.binop{{.*}} %t, i32 7, i32 %i, i32 poison, i32 poison, i32 7)
; CHECK-NOT: getpointer
; CHECK: ret void
define void @raw_and_typed(target("dx.RawBuffer", i8, 1, 0) %r, target("dx.TypedBuffer", i32, 1, 0, 0) %t, i32 %i) {
  %p = call ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_i8_1_0t(target("dx.RawBuffer", i8, 1, 0) %r, i32 %i)
  %n = getelementptr i8, ptr %p, i32 12
  %old = atomicrmw and ptr %n, i32 7 seq_cst
  %q = call ptr @llvm.dx.resource.getpointer.p0.tdx.TypedBuffer_i32_1_0_0t(target("dx.TypedBuffer", i32, 1, 0, 0) %t, i32 %i)
  %most = atomicrmw umax ptr %q, i32 7 monotonic
  ret void
}

declare ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_s_Ss_1_0t(target("dx.RawBuffer", %S, 1, 0), i32)
declare ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_i8_1_0t(target("dx.RawBuffer", i8, 1, 0), i32)
declare ptr @llvm.dx.resource.getpointer.p0.tdx.TypedBuffer_i32_1_0_0t(target("dx.TypedBuffer", i32, 1, 0, 0), i32)
