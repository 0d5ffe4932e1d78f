target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64"
target triple = "dxilv1.6-pc-shadermodel6.6-compute"

%"class.StructuredBuffer<unsigned int>" = type { i32 }
%"class.RWStructuredBuffer<unsigned int>" = type { i32 }
%Constants = type { i32 }

@"\01?shared_sums@@3PAIA" = external addrspace(3) global [64 x i32], align 4

; Function Attrs: convergent
define void @CSMain() #0 {
  %1 = call target("dx.CBuffer", [4 x i8]) @llvm.dx.resource.handlefrombinding.tdx.CBuffer_a4i8t(i32 0, i32 0, i32 1, i32 0, ptr null)
  %2 = call i32 @llvm.dx.thread.id(i32 0)
  %3 = call i32 @llvm.dx.flattened.thread.id.in.group()
  %4 = call { i32, i32, i32, i32 } @llvm.dx.resource.load.cbufferrow.4.i32.i32.i32.i32.tdx.CBuffer_a4i8t(target("dx.CBuffer", [4 x i8]) %1, i32 0)
  %5 = extractvalue { i32, i32, i32, i32 } %4, 0
  %6 = icmp ult i32 %2, %5
  br i1 %6, label %7, label %11

7:                                                ; preds = %0
  %8 = call target("dx.RawBuffer", i32, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_0_0t(i32 0, i32 0, i32 1, i32 0, ptr null)
  %9 = call { i32, i1 } @llvm.dx.resource.load.rawbuffer.i32.tdx.RawBuffer_i32_0_0t(target("dx.RawBuffer", i32, 0, 0) %8, i32 %2, i32 0)
  %10 = extractvalue { i32, i1 } %9, 0
  br label %11

11:                                               ; preds = %7, %0
  %12 = phi i32 [ %10, %7 ], [ 0, %0 ]
  %13 = getelementptr [64 x i32], ptr addrspace(3) @"\01?shared_sums@@3PAIA", i32 0, i32 %3
  store i32 %12, ptr addrspace(3) %13, align 4, !tbaa !22
  call void @llvm.dx.group.memory.barrier.with.group.sync()
  br label %18

14:                                               ; preds = %25
  %15 = call { i32, i32, i32, i32 } @llvm.dx.resource.load.cbufferrow.4.i32.i32.i32.i32.tdx.CBuffer_a4i8t(target("dx.CBuffer", [4 x i8]) %1, i32 0)
  %16 = extractvalue { i32, i32, i32, i32 } %15, 0
  %17 = icmp ult i32 %2, %16
  br i1 %17, label %31, label %34

18:                                               ; preds = %25, %11
  %19 = phi i32 [ 1, %11 ], [ %29, %25 ]
  %20 = icmp ult i32 %3, %19
  br i1 %20, label %25, label %21

21:                                               ; preds = %18
  %22 = sub i32 %3, %19
  %23 = getelementptr [64 x i32], ptr addrspace(3) @"\01?shared_sums@@3PAIA", i32 0, i32 %22
  %24 = load i32, ptr addrspace(3) %23, align 4, !tbaa !22
  br label %25

25:                                               ; preds = %21, %18
  %26 = phi i32 [ %24, %21 ], [ 0, %18 ]
  call void @llvm.dx.group.memory.barrier.with.group.sync()
  %27 = load i32, ptr addrspace(3) %13, align 4, !tbaa !22
  %28 = add i32 %27, %26
  store i32 %28, ptr addrspace(3) %13, align 4, !tbaa !22
  call void @llvm.dx.group.memory.barrier.with.group.sync()
  %29 = shl i32 %19, 1
  %30 = icmp ult i32 %29, 64
  br i1 %30, label %18, label %14

31:                                               ; preds = %14
  %32 = load i32, ptr addrspace(3) %13, align 4, !tbaa !22
  %33 = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 0, i32 1, i32 0, ptr null)
  call void @llvm.dx.resource.store.rawbuffer.tdx.RawBuffer_i32_1_0t.i32(target("dx.RawBuffer", i32, 1, 0) %33, i32 %2, i32 0, i32 %32)
  br label %34

34:                                               ; preds = %31, %14
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.CBuffer", [4 x i8]) @llvm.dx.resource.handlefrombinding.tdx.CBuffer_a4i8t(i32, i32, i32, i32, ptr) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.RawBuffer", i32, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_0_0t(i32, i32, i32, i32, ptr) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32, i32, i32, i32, ptr) #1

; Function Attrs: nounwind willreturn memory(none)
declare i32 @llvm.dx.thread.id(i32) #2

; Function Attrs: nounwind willreturn memory(none)
declare i32 @llvm.dx.flattened.thread.id.in.group() #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare { i32, i32, i32, i32 } @llvm.dx.resource.load.cbufferrow.4.i32.i32.i32.i32.tdx.CBuffer_a4i8t(target("dx.CBuffer", [4 x i8]), i32) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare { i32, i1 } @llvm.dx.resource.load.rawbuffer.i32.tdx.RawBuffer_i32_0_0t(target("dx.RawBuffer", i32, 0, 0), i32, i32) #3

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn
declare void @llvm.dx.group.memory.barrier.with.group.sync() #4

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(write)
declare void @llvm.dx.resource.store.rawbuffer.tdx.RawBuffer_i32_1_0t.i32(target("dx.RawBuffer", i32, 1, 0), i32, i32, i32) #5

attributes #0 = { convergent "hlsl.numthreads"="64,1,1" "hlsl.shader"="compute" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #2 = { nounwind willreturn memory(none) }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(read) }
attributes #4 = { convergent nocallback nofree nosync nounwind willreturn }
attributes #5 = { nocallback nofree nosync nounwind willreturn memory(write) }

!llvm.ident = !{!0}
!dxil.upgrade.version = !{!1}
!dx.valver = !{!2}
!dxil.upgrade.shaderModel = !{!3}
!dxil.upgrade.resources = !{!4}
!dxil.upgrade.entryPoints = !{!12}

!0 = !{!"dxc(private) 1.8.0.4597 (fd7e54bcd)"}
!1 = !{i32 1, i32 6}
!2 = !{i32 1, i32 8}
!3 = !{!"cs", i32 6, i32 6}
!4 = !{!5, !8, !10, null}
!5 = !{!6}
!6 = !{i32 0, %"class.StructuredBuffer<unsigned int>" undef, !"", i32 0, i32 0, i32 1, i32 12, i32 0, !7}
!7 = !{i32 1, i32 4}
!8 = !{!9}
!9 = !{i32 0, %"class.RWStructuredBuffer<unsigned int>" undef, !"", i32 0, i32 0, i32 1, i32 12, i1 false, i1 false, i1 false, !7}
!10 = !{!11}
!11 = !{i32 0, %Constants undef, !"", i32 0, i32 0, i32 1, i32 4, null}
!12 = !{ptr @CSMain, !"CSMain", null, !13, !20}
!13 = !{!14, !16, !18, null}
!14 = !{!15}
!15 = !{i32 0, ptr undef, !"", i32 0, i32 0, i32 1, i32 12, i32 0, !7}
!16 = !{!17}
!17 = !{i32 0, ptr undef, !"", i32 0, i32 0, i32 1, i32 12, i1 false, i1 false, i1 false, !7}
!18 = !{!19}
!19 = !{i32 0, ptr undef, !"", i32 0, i32 0, i32 1, i32 4, null}
!20 = !{i32 0, i64 16, i32 4, !21}
!21 = !{i32 64, i32 1, i32 1}
!22 = !{!23, !23, i64 0}
!23 = !{!"int", !24, i64 0}
!24 = !{!"omnipotent char", !25, i64 0}
!25 = !{!"Simple C/C++ TBAA"}
