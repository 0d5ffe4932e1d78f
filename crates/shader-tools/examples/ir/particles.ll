target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64"
target triple = "dxilv1.6-pc-shadermodel6.6-compute"

%struct.Particle = type { <3 x float>, float, <3 x float>, i32 }
%dx.types.Handle = type { ptr }
%"class.StructuredBuffer<vector<float, 4> >" = type { <4 x float> }
%"class.RWStructuredBuffer<Particle>" = type { %struct.Particle }
%struct.RWByteAddressBuffer = type { i32 }
%Step = type { float, i32, <2 x float> }

@"\01?alive_in_group@@3IA" = external addrspace(3) global i32, align 4

; Function Attrs: convergent
define void @CSMain() #0 {
  %1 = call target("dx.CBuffer", [16 x i8]) @llvm.dx.resource.handlefrombinding.tdx.CBuffer_a16i8t(i32 0, i32 0, i32 1, i32 0, ptr null)
  %2 = call i32 @llvm.dx.thread.id(i32 0)
  %3 = call i32 @llvm.dx.flattened.thread.id.in.group()
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %5, label %6

5:                                                ; preds = %0
  store i32 0, ptr addrspace(3) @"\01?alive_in_group@@3IA", align 4, !tbaa !25
  br label %6

6:                                                ; preds = %5, %0
  call void @llvm.dx.group.memory.barrier.with.group.sync()
  %7 = call { i32, i32, i32, i32 } @llvm.dx.resource.load.cbufferrow.4.i32.i32.i32.i32.tdx.CBuffer_a16i8t(target("dx.CBuffer", [16 x i8]) %1, i32 0)
  %8 = extractvalue { i32, i32, i32, i32 } %7, 1
  %9 = icmp ult i32 %2, %8
  br i1 %9, label %10, label %81

10:                                               ; preds = %6
  %11 = call target("dx.RawBuffer", %struct.Particle, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_s_struct.Particles_1_0t(i32 0, i32 0, i32 1, i32 0, ptr null)
  %12 = call { <3 x float>, i1 } @llvm.dx.resource.load.rawbuffer.v3f32.tdx.RawBuffer_s_struct.Particles_1_0t(target("dx.RawBuffer", %struct.Particle, 1, 0) %11, i32 %2, i32 0)
  %13 = extractvalue { <3 x float>, i1 } %12, 0
  %14 = extractelement <3 x float> %13, i32 0
  %15 = extractelement <3 x float> %13, i32 1
  %16 = extractelement <3 x float> %13, i32 2
  %17 = call { float, i1 } @llvm.dx.resource.load.rawbuffer.f32.tdx.RawBuffer_s_struct.Particles_1_0t(target("dx.RawBuffer", %struct.Particle, 1, 0) %11, i32 %2, i32 12)
  %18 = extractvalue { float, i1 } %17, 0
  %19 = call { <3 x float>, i1 } @llvm.dx.resource.load.rawbuffer.v3f32.tdx.RawBuffer_s_struct.Particles_1_0t(target("dx.RawBuffer", %struct.Particle, 1, 0) %11, i32 %2, i32 16)
  %20 = extractvalue { <3 x float>, i1 } %19, 0
  %21 = extractelement <3 x float> %20, i32 0
  %22 = extractelement <3 x float> %20, i32 1
  %23 = extractelement <3 x float> %20, i32 2
  %24 = call { i32, i1 } @llvm.dx.resource.load.rawbuffer.i32.tdx.RawBuffer_s_struct.Particles_1_0t(target("dx.RawBuffer", %struct.Particle, 1, 0) %11, i32 %2, i32 28)
  %25 = extractvalue { i32, i1 } %24, 0
  %26 = call { float, float, float, float } @llvm.dx.resource.load.cbufferrow.4.f32.f32.f32.f32.tdx.CBuffer_a16i8t(target("dx.CBuffer", [16 x i8]) %1, i32 0)
  %27 = extractvalue { float, float, float, float } %26, 0
  %28 = fadd fast float %27, %18
  %29 = extractvalue { float, float, float, float } %26, 2
  %30 = extractvalue { float, float, float, float } %26, 3
  %31 = fmul fast float %27, %29
  %32 = fmul fast float %27, %30
  %33 = fadd fast float %31, %21
  %34 = fadd fast float %32, %23
  %35 = fmul fast float %27, 0x40239EB860000000
  %36 = fsub fast float %22, %35
  %37 = fmul fast float %33, %27
  %38 = fmul fast float %36, %27
  %39 = fmul fast float %34, %27
  %40 = fadd fast float %37, %14
  %41 = fadd fast float %38, %15
  %42 = fadd fast float %39, %16
  %43 = fcmp fast ogt float %28, 4.000000e+00
  br i1 %43, label %44, label %61

44:                                               ; preds = %10
  %45 = lshr i32 %25, 16
  %46 = xor i32 %45, %25
  %47 = mul i32 %46, 2146121005
  %48 = lshr i32 %47, 15
  %49 = xor i32 %48, %47
  %50 = mul i32 %49, -2073254261
  %51 = and i32 %50, 3
  %52 = call target("dx.RawBuffer", <4 x float>, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_v4f32_0_0t(i32 1, i32 0, i32 1, i32 0, ptr null)
  %53 = call { <4 x float>, i1 } @llvm.dx.resource.load.rawbuffer.v4f32.tdx.RawBuffer_v4f32_0_0t(target("dx.RawBuffer", <4 x float>, 0, 0) %52, i32 %51, i32 0)
  %54 = extractvalue { <4 x float>, i1 } %53, 0
  %55 = extractelement <4 x float> %54, i32 0
  %56 = extractelement <4 x float> %54, i32 1
  %57 = extractelement <4 x float> %54, i32 2
  %58 = extractelement <4 x float> %54, i32 3
  %59 = call float @llvm.sin.f32(float %58)
  %60 = call float @llvm.cos.f32(float %58)
  br label %61

61:                                               ; preds = %44, %10
  %62 = phi i32 [ %50, %44 ], [ %25, %10 ]
  %63 = phi float [ %59, %44 ], [ %33, %10 ]
  %64 = phi float [ %58, %44 ], [ %36, %10 ]
  %65 = phi float [ %60, %44 ], [ %34, %10 ]
  %66 = phi float [ 0.000000e+00, %44 ], [ %28, %10 ]
  %67 = phi float [ %55, %44 ], [ %40, %10 ]
  %68 = phi float [ %56, %44 ], [ %41, %10 ]
  %69 = phi float [ %57, %44 ], [ %42, %10 ]
  %70 = insertelement <3 x float> poison, float %67, i32 0
  %71 = insertelement <3 x float> %70, float %68, i32 1
  %72 = insertelement <3 x float> %71, float %69, i32 2
  call void @llvm.dx.resource.store.rawbuffer.tdx.RawBuffer_s_struct.Particles_1_0t.v3f32(target("dx.RawBuffer", %struct.Particle, 1, 0) %11, i32 %2, i32 0, <3 x float> %72)
  call void @llvm.dx.resource.store.rawbuffer.tdx.RawBuffer_s_struct.Particles_1_0t.f32(target("dx.RawBuffer", %struct.Particle, 1, 0) %11, i32 %2, i32 12, float %66)
  %73 = insertelement <3 x float> poison, float %63, i32 0
  %74 = insertelement <3 x float> %73, float %64, i32 1
  %75 = insertelement <3 x float> %74, float %65, i32 2
  call void @llvm.dx.resource.store.rawbuffer.tdx.RawBuffer_s_struct.Particles_1_0t.v3f32(target("dx.RawBuffer", %struct.Particle, 1, 0) %11, i32 %2, i32 16, <3 x float> %75)
  call void @llvm.dx.resource.store.rawbuffer.tdx.RawBuffer_s_struct.Particles_1_0t.i32(target("dx.RawBuffer", %struct.Particle, 1, 0) %11, i32 %2, i32 28, i32 %62)
  %76 = fcmp fast olt float %66, 1.000000e+00
  %77 = call i32 @llvm.dx.wave.active.countbits(i1 %76)
  %78 = call i1 @llvm.dx.wave.is.first.lane()
  br i1 %78, label %79, label %81

79:                                               ; preds = %61
  %80 = atomicrmw add ptr addrspace(3) @"\01?alive_in_group@@3IA", i32 %77 seq_cst, align 4
  br label %81

81:                                               ; preds = %79, %61, %6
  call void @llvm.dx.group.memory.barrier.with.group.sync()
  br i1 %4, label %82, label %87

82:                                               ; preds = %81
  %83 = load i32, ptr addrspace(3) @"\01?alive_in_group@@3IA", align 4, !tbaa !25
  %84 = call target("dx.RawBuffer", i8, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i8_1_0t(i32 0, i32 1, i32 1, i32 0, ptr null)
  %85 = call %dx.types.Handle @llvm.dx.resource.casthandle.s_dx.types.Handles.tdx.RawBuffer_i8_1_0t(target("dx.RawBuffer", i8, 1, 0) %84) #3
  %86 = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %85, i32 0, i32 0, i32 undef, i32 undef, i32 %83) #1
  br label %87

87:                                               ; preds = %82, %81
  ret void
}

; Function Attrs: nounwind
declare i32 @dx.op.atomicBinOp.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.CBuffer", [16 x i8]) @llvm.dx.resource.handlefrombinding.tdx.CBuffer_a16i8t(i32, i32, i32, i32, ptr) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.RawBuffer", %struct.Particle, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_s_struct.Particles_1_0t(i32, i32, i32, i32, ptr) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.RawBuffer", <4 x float>, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_v4f32_0_0t(i32, i32, i32, i32, ptr) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.RawBuffer", i8, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i8_1_0t(i32, i32, i32, i32, ptr) #2

; Function Attrs: nounwind
declare %dx.types.Handle @llvm.dx.resource.casthandle.s_dx.types.Handles.tdx.RawBuffer_i8_1_0t(target("dx.RawBuffer", i8, 1, 0)) #1

; Function Attrs: nounwind willreturn memory(none)
declare i32 @llvm.dx.thread.id(i32) #3

; Function Attrs: nounwind willreturn memory(none)
declare i32 @llvm.dx.flattened.thread.id.in.group() #3

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn
declare void @llvm.dx.group.memory.barrier.with.group.sync() #4

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare { i32, i32, i32, i32 } @llvm.dx.resource.load.cbufferrow.4.i32.i32.i32.i32.tdx.CBuffer_a16i8t(target("dx.CBuffer", [16 x i8]), i32) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare { <3 x float>, i1 } @llvm.dx.resource.load.rawbuffer.v3f32.tdx.RawBuffer_s_struct.Particles_1_0t(target("dx.RawBuffer", %struct.Particle, 1, 0), i32, i32) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare { float, i1 } @llvm.dx.resource.load.rawbuffer.f32.tdx.RawBuffer_s_struct.Particles_1_0t(target("dx.RawBuffer", %struct.Particle, 1, 0), i32, i32) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare { i32, i1 } @llvm.dx.resource.load.rawbuffer.i32.tdx.RawBuffer_s_struct.Particles_1_0t(target("dx.RawBuffer", %struct.Particle, 1, 0), i32, i32) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare { float, float, float, float } @llvm.dx.resource.load.cbufferrow.4.f32.f32.f32.f32.tdx.CBuffer_a16i8t(target("dx.CBuffer", [16 x i8]), i32) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare { <4 x float>, i1 } @llvm.dx.resource.load.rawbuffer.v4f32.tdx.RawBuffer_v4f32_0_0t(target("dx.RawBuffer", <4 x float>, 0, 0), i32, i32) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sin.f32(float) #6

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.cos.f32(float) #6

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(write)
declare void @llvm.dx.resource.store.rawbuffer.tdx.RawBuffer_s_struct.Particles_1_0t.v3f32(target("dx.RawBuffer", %struct.Particle, 1, 0), i32, i32, <3 x float>) #7

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(write)
declare void @llvm.dx.resource.store.rawbuffer.tdx.RawBuffer_s_struct.Particles_1_0t.f32(target("dx.RawBuffer", %struct.Particle, 1, 0), i32, i32, float) #7

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(write)
declare void @llvm.dx.resource.store.rawbuffer.tdx.RawBuffer_s_struct.Particles_1_0t.i32(target("dx.RawBuffer", %struct.Particle, 1, 0), i32, i32, i32) #7

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.dx.wave.active.countbits(i1) #8

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn
declare i1 @llvm.dx.wave.is.first.lane() #4

attributes #0 = { convergent "hlsl.numthreads"="64,1,1" "hlsl.shader"="compute" }
attributes #1 = { nounwind }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #3 = { nounwind willreturn memory(none) }
attributes #4 = { convergent nocallback nofree nosync nounwind willreturn }
attributes #5 = { nocallback nofree nosync nounwind willreturn memory(read) }
attributes #6 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nocallback nofree nosync nounwind willreturn memory(write) }
attributes #8 = { convergent nocallback nofree nosync nounwind willreturn memory(none) }

!llvm.ident = !{!0}
!dxil.upgrade.version = !{!1}
!dx.valver = !{!2}
!dxil.upgrade.shaderModel = !{!3}
!dxil.upgrade.resources = !{!4}
!dxil.upgrade.entryPoints = !{!14}

!0 = !{!"dxc(private) 1.9.0.15466 (main, 9a3e225da-dirty)"}
!1 = !{i32 1, i32 6}
!2 = !{i32 1, i32 10}
!3 = !{!"cs", i32 6, i32 6}
!4 = !{!5, !8, !12, null}
!5 = !{!6}
!6 = !{i32 0, %"class.StructuredBuffer<vector<float, 4> >" undef, !"", i32 1, i32 0, i32 1, i32 12, i32 0, !7}
!7 = !{i32 1, i32 16}
!8 = !{!9, !11}
!9 = !{i32 0, %"class.RWStructuredBuffer<Particle>" undef, !"", i32 0, i32 0, i32 1, i32 12, i1 false, i1 false, i1 false, !10}
!10 = !{i32 1, i32 32}
!11 = !{i32 1, %struct.RWByteAddressBuffer undef, !"", i32 0, i32 1, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!12 = !{!13}
!13 = !{i32 0, %Step undef, !"", i32 0, i32 0, i32 1, i32 16, null}
!14 = !{ptr @CSMain, !"CSMain", null, !15, !23}
!15 = !{!16, !18, !21, null}
!16 = !{!17}
!17 = !{i32 0, ptr undef, !"", i32 1, i32 0, i32 1, i32 12, i32 0, !7}
!18 = !{!19, !20}
!19 = !{i32 0, ptr undef, !"", i32 0, i32 0, i32 1, i32 12, i1 false, i1 false, i1 false, !10}
!20 = !{i32 1, ptr undef, !"", i32 0, i32 1, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!21 = !{!22}
!22 = !{i32 0, ptr undef, !"", i32 0, i32 0, i32 1, i32 16, null}
!23 = !{i32 0, i64 524304, i32 4, !24}
!24 = !{i32 64, i32 1, i32 1}
!25 = !{!26, !26, i64 0}
!26 = !{!"int", !27, i64 0}
!27 = !{!"omnipotent char", !28, i64 0}
!28 = !{!"Simple C/C++ TBAA"}
