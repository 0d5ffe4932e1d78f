source_filename = "x"

define void @f(ptr %q, <4 x i32> %v, <4 x float> %x) {
  %a = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr %a)
  %b = addrspacecast ptr %a to ptr addrspace(1)
  call void @llvm.lifetime.end.p0(ptr %a)
  %1 = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
  %2 = call float @llvm.vector.reduce.fadd.v4f32(float 0.000000e+00, <4 x float> %x)
  call void @llvm.memcpy.p0.p0.i32(ptr align 8 %q, ptr noalias align 8 %q, i32 4, i1 false)
  call void @llvm.memset.p0.i32(ptr align 8 %q, i8 0, i32 4, i1 false) #4
  call void @llvm.memmove.p0.p0.i32(ptr %q, ptr %q, i32 4, i1 false)
  %3 = call i32 @llvm.ctlz.i32(i32 1, i1 false)
  %4 = call i32 @llvm.cttz.i32(i32 1, i1 false)
  ret void
}

declare void @g()

declare void @h()

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.cttz.i32(i32, i1 immarg) #0

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memmove.p0.p0.i32(ptr writeonly captures(none), ptr readonly captures(none), i32, i1 immarg) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>) #0

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i32(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i32, i1 immarg) #1

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i32(ptr writeonly captures(none), i8, i32, i1 immarg) #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctlz.i32(i32, i1 immarg) #0

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #4 = { nounwind }
