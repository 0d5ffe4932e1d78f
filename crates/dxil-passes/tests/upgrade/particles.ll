; UPGRADE: 22-dx main-dx
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%dx.types.ResBind = type { i32, i32, i32, i8 }
%dx.types.ResourceProperties = type { i32, i32 }
%dx.types.CBufRet.i32 = type { i32, i32, i32, i32 }
%dx.types.ResRet.f32 = type { float, float, float, float, i32 }
%dx.types.ResRet.i32 = type { i32, i32, i32, i32, i32 }
%dx.types.CBufRet.f32 = type { float, float, float, float }
%"class.StructuredBuffer<vector<float, 4> >" = type { <4 x float> }
%"class.RWStructuredBuffer<Particle>" = type { %struct.Particle }
%struct.Particle = type { <3 x float>, float, <3 x float>, i32 }
%struct.RWByteAddressBuffer = type { i32 }
%Step = type { float, i32, <2 x float> }

@"\01?alive_in_group@@3IA" = external addrspace(3) global i32, align 4

define void @CSMain() {
  %1 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 1, i32 1, i32 0, i8 1 }, i32 1, i1 false)
  %2 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 1 }, i32 0, i1 false)
  %3 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 1, i8 0 }, i32 0, i1 false)
  %4 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 2 }, i32 0, i1 false)
  %5 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %4, %dx.types.ResourceProperties { i32 13, i32 16 })
  %6 = call i32 @dx.op.threadId.i32(i32 93, i32 0)
  %7 = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %9, label %10

; <label>:9                                       ; preds = %0
  store i32 0, i32 addrspace(3)* @"\01?alive_in_group@@3IA", align 4, !tbaa !17
  br label %10

; <label>:10                                      ; preds = %9, %0
  call void @dx.op.barrier(i32 80, i32 9)
  %11 = call %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32 59, %dx.types.Handle %5, i32 0)
  %12 = extractvalue %dx.types.CBufRet.i32 %11, 1
  %13 = icmp ult i32 %6, %12
  br i1 %13, label %14, label %76

; <label>:14                                      ; preds = %10
  %15 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %2, %dx.types.ResourceProperties { i32 4620, i32 32 })
  %16 = call %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32 139, %dx.types.Handle %15, i32 %6, i32 0, i8 7, i32 4)
  %17 = extractvalue %dx.types.ResRet.f32 %16, 0
  %18 = extractvalue %dx.types.ResRet.f32 %16, 1
  %19 = extractvalue %dx.types.ResRet.f32 %16, 2
  %20 = call %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32 139, %dx.types.Handle %15, i32 %6, i32 12, i8 1, i32 4)
  %21 = extractvalue %dx.types.ResRet.f32 %20, 0
  %22 = call %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32 139, %dx.types.Handle %15, i32 %6, i32 16, i8 7, i32 4)
  %23 = extractvalue %dx.types.ResRet.f32 %22, 0
  %24 = extractvalue %dx.types.ResRet.f32 %22, 1
  %25 = extractvalue %dx.types.ResRet.f32 %22, 2
  %26 = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %15, i32 %6, i32 28, i8 1, i32 4)
  %27 = extractvalue %dx.types.ResRet.i32 %26, 0
  %28 = call %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32 59, %dx.types.Handle %5, i32 0)
  %29 = extractvalue %dx.types.CBufRet.f32 %28, 0
  %30 = fadd fast float %29, %21
  %31 = extractvalue %dx.types.CBufRet.f32 %28, 2
  %32 = extractvalue %dx.types.CBufRet.f32 %28, 3
  %33 = fmul fast float %29, %31
  %34 = fmul fast float %29, %32
  %35 = fadd fast float %33, %23
  %36 = fadd fast float %34, %25
  %37 = fmul fast float %29, 0x40239EB860000000
  %38 = fsub fast float %24, %37
  %39 = fmul fast float %35, %29
  %40 = fmul fast float %38, %29
  %41 = fmul fast float %36, %29
  %42 = fadd fast float %39, %17
  %43 = fadd fast float %40, %18
  %44 = fadd fast float %41, %19
  %45 = fcmp fast ogt float %30, 4.000000e+00
  br i1 %45, label %46, label %62

; <label>:46                                      ; preds = %14
  %47 = lshr i32 %27, 16
  %48 = xor i32 %47, %27
  %49 = mul i32 %48, 2146121005
  %50 = lshr i32 %49, 15
  %51 = xor i32 %50, %49
  %52 = mul i32 %51, -2073254261
  %53 = and i32 %52, 3
  %54 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %3, %dx.types.ResourceProperties { i32 12, i32 16 })
  %55 = call %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32 139, %dx.types.Handle %54, i32 %53, i32 0, i8 15, i32 4)
  %56 = extractvalue %dx.types.ResRet.f32 %55, 0
  %57 = extractvalue %dx.types.ResRet.f32 %55, 1
  %58 = extractvalue %dx.types.ResRet.f32 %55, 2
  %59 = extractvalue %dx.types.ResRet.f32 %55, 3
  %60 = call float @dx.op.unary.f32(i32 13, float %59)
  %61 = call float @dx.op.unary.f32(i32 12, float %59)
  br label %62

; <label>:62                                      ; preds = %46, %14
  %63 = phi i32 [ %52, %46 ], [ %27, %14 ]
  %64 = phi float [ %60, %46 ], [ %35, %14 ]
  %65 = phi float [ %59, %46 ], [ %38, %14 ]
  %66 = phi float [ %61, %46 ], [ %36, %14 ]
  %67 = phi float [ 0.000000e+00, %46 ], [ %30, %14 ]
  %68 = phi float [ %56, %46 ], [ %42, %14 ]
  %69 = phi float [ %57, %46 ], [ %43, %14 ]
  %70 = phi float [ %58, %46 ], [ %44, %14 ]
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %15, i32 %6, i32 0, float %68, float %69, float %70, float undef, i8 7, i32 4)
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %15, i32 %6, i32 12, float %67, float undef, float undef, float undef, i8 1, i32 4)
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %15, i32 %6, i32 16, float %64, float %65, float %66, float undef, i8 7, i32 4)
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %15, i32 %6, i32 28, i32 %63, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %71 = fcmp fast olt float %67, 1.000000e+00
  %72 = call i32 @dx.op.waveAllOp(i32 135, i1 %71)
  %73 = call i1 @dx.op.waveIsFirstLane(i32 110)
  br i1 %73, label %74, label %76

; <label>:74                                      ; preds = %62
  %75 = atomicrmw add i32 addrspace(3)* @"\01?alive_in_group@@3IA", i32 %72 seq_cst
  br label %76

; <label>:76                                      ; preds = %74, %62, %10
  call void @dx.op.barrier(i32 80, i32 9)
  br i1 %8, label %77, label %81

; <label>:77                                      ; preds = %76
  %78 = load i32, i32 addrspace(3)* @"\01?alive_in_group@@3IA", align 4, !tbaa !17
  %79 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %1, %dx.types.ResourceProperties { i32 4107, i32 0 })
  %80 = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %79, i32 0, i32 0, i32 undef, i32 undef, i32 %78)
  br label %81

; <label>:81                                      ; preds = %77, %76
  ret void
}

; Function Attrs: nounwind readnone
declare i32 @dx.op.threadId.i32(i32, i32) #0

; Function Attrs: nounwind readnone
declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32) #0

; Function Attrs: noduplicate nounwind
declare void @dx.op.barrier(i32, i32) #1

; Function Attrs: nounwind readonly
declare %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32, %dx.types.Handle, i32, i32, i8, i32) #2

; Function Attrs: nounwind readonly
declare %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32, %dx.types.Handle, i32, i32, i8, i32) #2

; Function Attrs: nounwind
declare void @dx.op.rawBufferStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i8, i32) #3

; Function Attrs: nounwind
declare void @dx.op.rawBufferStore.f32(i32, %dx.types.Handle, i32, i32, float, float, float, float, i8, i32) #3

; Function Attrs: nounwind readnone
declare float @dx.op.unary.f32(i32, float) #0

; Function Attrs: nounwind
declare i32 @dx.op.waveAllOp(i32, i1) #3

; Function Attrs: nounwind
declare i1 @dx.op.waveIsFirstLane(i32) #3

; Function Attrs: nounwind
declare i32 @dx.op.atomicBinOp.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32) #3

; Function Attrs: nounwind readonly
declare %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32, %dx.types.Handle, i32) #2

; Function Attrs: nounwind readonly
declare %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32, %dx.types.Handle, i32) #2

; Function Attrs: nounwind readnone
declare %dx.types.Handle @dx.op.annotateHandle(i32, %dx.types.Handle, %dx.types.ResourceProperties) #0

; Function Attrs: nounwind readnone
declare %dx.types.Handle @dx.op.createHandleFromBinding(i32, %dx.types.ResBind, i32, i1) #0

attributes #0 = { nounwind readnone }
attributes #1 = { noduplicate nounwind }
attributes #2 = { nounwind readonly }
attributes #3 = { nounwind }

!llvm.ident = !{!0}
!dx.version = !{!1}
!dx.valver = !{!2}
!dx.shaderModel = !{!3}
!dx.resources = !{!4}
!dx.entryPoints = !{!14}

!0 = !{!"dxc(private) 1.9.0.15466 (main, 9a3e225da-dirty)"}
!1 = !{i32 1, i32 6}
!2 = !{i32 1, i32 10}
!3 = !{!"cs", i32 6, i32 6}
!4 = !{!5, !8, !12, null}
!5 = !{!6}
!6 = !{i32 0, %"class.StructuredBuffer<vector<float, 4> >"* undef, !"", i32 1, i32 0, i32 1, i32 12, i32 0, !7}
!7 = !{i32 1, i32 16}
!8 = !{!9, !11}
!9 = !{i32 0, %"class.RWStructuredBuffer<Particle>"* undef, !"", i32 0, i32 0, i32 1, i32 12, i1 false, i1 false, i1 false, !10}
!10 = !{i32 1, i32 32}
!11 = !{i32 1, %struct.RWByteAddressBuffer* undef, !"", i32 0, i32 1, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!12 = !{!13}
!13 = !{i32 0, %Step* undef, !"", i32 0, i32 0, i32 1, i32 16, null}
!14 = !{void ()* @CSMain, !"CSMain", null, !4, !15}
!15 = !{i32 0, i64 524304, i32 4, !16}
!16 = !{i32 64, i32 1, i32 1}
!17 = !{!18, !18, i64 0}
!18 = !{!"int", !19, i64 0}
!19 = !{!"omnipotent char", !20, i64 0}
!20 = !{!"Simple C/C++ TBAA"}
