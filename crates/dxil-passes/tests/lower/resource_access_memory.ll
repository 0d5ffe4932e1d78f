; An address in memory may be one of several, too: which one is computed, or each is accessed where it is the one.
; RUN: dxil-resource-access
target triple = "dxil-pc-shadermodel6.6-compute"

@one = internal addrspace(3) global [4 x i32] poison
@other = internal addrspace(3) global [4 x i32] poison

; CHECK-LABEL: define i32 @same
; CHECK: [[I:%.*]] = mul i32 %i, 4
; CHECK: [[BYTES:%.*]] = select i1 %c, i32 [[I]], i32 8
; CHECK: [[SUM:%.*]] = add i32 [[BYTES]], 0
; CHECK: [[ADDRESS:%.*]] = getelementptr i8, ptr addrspace(3) @one, i32 [[SUM]]
; CHECK: load i32, ptr addrspace(3) [[ADDRESS]]
define i32 @same(i1 %c, i32 %i) {
  %p = getelementptr i32, ptr addrspace(3) @one, i32 %i
  %q = select i1 %c, ptr addrspace(3) %p, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @one, i32 8)
  %x = load i32, ptr addrspace(3) %q
  ret i32 %x
}

; CHECK-LABEL: define void @two
; CHECK-DAG: getelementptr i8, ptr addrspace(3) @one,
; CHECK-DAG: getelementptr i8, ptr addrspace(3) @other,
; CHECK-NOT: phi ptr
define void @two(i1 %c, i32 %i) {
entry:
  br i1 %c, label %left, label %right
left:
  %p = getelementptr i32, ptr addrspace(3) @one, i32 %i
  br label %end
right:
  %q = getelementptr i32, ptr addrspace(3) @other, i32 %i
  br label %end
end:
  %r = phi ptr addrspace(3) [ %p, %left ], [ %q, %right ]
  store i32 1, ptr addrspace(3) %r
  ret void
}

; Atomics, too.
; CHECK-LABEL: define i32 @atomics
; CHECK: [[A:%.*]] = atomicrmw add ptr addrspace(3) %{{.*}}, i32 3 monotonic
; CHECK: [[B:%.*]] = atomicrmw add ptr addrspace(3) %{{.*}}, i32 3 monotonic
; CHECK: [[OLD:%.*]] = phi i32 [ [[A]], {{.*}} ], [ [[B]], {{.*}} ]
; CHECK-COUNT-2: cmpxchg ptr addrspace(3) %{{.*}}, i32 [[OLD]], i32 1 monotonic monotonic
; CHECK: phi i32
; CHECK: ret i32
define i32 @atomics(i1 %c, i32 %i) {
  %p = getelementptr i32, ptr addrspace(3) @one, i32 %i
  %q = getelementptr i32, ptr addrspace(3) @other, i32 %i
  %r = select i1 %c, ptr addrspace(3) %p, ptr addrspace(3) %q
  %old = atomicrmw add ptr addrspace(3) %r, i32 3 monotonic
  %pair = cmpxchg ptr addrspace(3) %r, i32 %old, i32 1 monotonic monotonic
  %x = extractvalue { i32, i1 } %pair, 0
  ret i32 %x
}
