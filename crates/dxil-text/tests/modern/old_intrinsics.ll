; Intrinsics as older LLVMs had them. LLVM 22 declares `llvm.lifetime.start.i64(i64)` beside what it makes of lifetimes; it is
; left out of what is expected.
source_filename = "x"
define void @f(ptr %q, <4 x i32> %v, <4 x float> %x) {
  %a = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %a) #1, !foo !0
  %b = addrspacecast ptr %a to ptr addrspace(1)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr %q)
  %1 = call i32 @llvm.experimental.vector.reduce.add.v4i32(<4 x i32> %v)
  %2 = call float @llvm.experimental.vector.reduce.v2.fadd.f32.v4f32(float 0.0, <4 x float> %x)
  call void @llvm.memcpy.p0.p0.i32(ptr %q, ptr noalias %q, i32 4, i32 8, i1 false)
  tail call void @llvm.memset.p0.i32(ptr %q, i8 0, i32 4, i32 8, i1 false) #1
  call void @llvm.memmove.p0.p0.i32(ptr %q, ptr %q, i32 4, i32 0, i1 false)
  %3 = tail call i32 @llvm.ctlz.i32(i32 1)
  %4 = call i32 @llvm.cttz.i32(i32 1)
  ret void
}
declare void @g()
declare void @llvm.lifetime.start.p0(i64, ptr nocapture) #0
declare void @llvm.lifetime.end.p0(i64, ptr nocapture) #0
declare i32 @llvm.experimental.vector.reduce.add.v4i32(<4 x i32>)
declare float @llvm.experimental.vector.reduce.v2.fadd.f32.v4f32(float, <4 x float>)
declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i32, i1)
declare void @llvm.memset.p0.i32(ptr, i8, i32, i32, i1)
declare i32 @llvm.ctlz.i32(i32)
declare void @h()
attributes #0 = { argmemonly nounwind }
attributes #1 = { nounwind }
!0 = !{}
