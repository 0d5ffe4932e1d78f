; What a computed offset is a multiple of need not be seen: the access says how its address is aligned.
; RUN: dxil-flatten-arrays
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64"
target triple = "dxil-pc-shadermodel6.5-compute"

; CHECK-LABEL: define i32 @computed
; CHECK: [[MEMORY:%.*]] = alloca [8 x i32]
; CHECK: [[WORD:%.*]] = lshr i32 %bytes, 2
; CHECK: [[ADDRESS:%.*]] = getelementptr inbounds [8 x i32], ptr [[MEMORY]], i32 0, i32 [[WORD]]
; CHECK: load i32, ptr [[ADDRESS]], align 4
define i32 @computed(i1 %c, i32 %i, i32 %j) {
  %memory = alloca [8 x i32], align 4
  store [8 x i32] zeroinitializer, ptr %memory, align 4
  %one = mul i32 %i, 4
  %bytes = select i1 %c, i32 %one, i32 %j
  %address = getelementptr i8, ptr %memory, i32 %bytes
  %x = load i32, ptr %address, align 4
  ret i32 %x
}

; Atomics are of what is aligned, whatever they say.
; CHECK-LABEL: define i32 @atomic
; CHECK: [[WORD:%.*]] = lshr i32 %j, 2
; CHECK: getelementptr inbounds [8 x i32], ptr addrspace(3) @shared, i32 0, i32 [[WORD]]
; CHECK: atomicrmw add
@shared = internal addrspace(3) global [4 x { i32, float }] poison, align 4
define i32 @atomic(i32 %i, i32 %j) {
  %float = getelementptr [4 x { i32, float }], ptr addrspace(3) @shared, i32 0, i32 %i, i32 1
  store float 1.0, ptr addrspace(3) %float
  store i64 0, ptr addrspace(3) @shared
  %address = getelementptr i8, ptr addrspace(3) @shared, i32 %j
  %old = atomicrmw add ptr addrspace(3) %address, i32 1 monotonic
  ret i32 %old
}
