; UPGRADE: main-dx
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%struct.Task = type { i32, i32 }
%dx.types.ResRet.f32 = type { float, float, float, float, i32 }
%"class.StructuredBuffer<vector<float, 3> >" = type { <3 x float> }

define void @MSMain() {
  %1 = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 0, i32 0, i1 false)
  %2 = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %3 = call %struct.Task* @dx.op.getMeshPayload.struct.Task(i32 170)
  call void @dx.op.setMeshOutputCounts(i32 168, i32 64, i32 62)
  %4 = getelementptr inbounds %struct.Task, %struct.Task* %3, i32 0, i32 0
  %5 = load i32, i32* %4, align 4, !tbaa !24
  %6 = add i32 %5, %2
  %7 = call %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32 139, %dx.types.Handle %1, i32 %6, i32 0, i8 7, i32 4)
  %8 = extractvalue %dx.types.ResRet.f32 %7, 0
  %9 = extractvalue %dx.types.ResRet.f32 %7, 1
  %10 = extractvalue %dx.types.ResRet.f32 %7, 2
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 0, i32 0, i8 0, float %8, i32 %2)
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 0, i32 0, i8 1, float %9, i32 %2)
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 0, i32 0, i8 2, float %10, i32 %2)
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 0, i32 0, i8 3, float 1.000000e+00, i32 %2)
  %11 = load i32, i32* %4, align 4, !tbaa !24
  %12 = add i32 %11, %2
  %13 = call %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32 139, %dx.types.Handle %1, i32 %12, i32 0, i8 7, i32 4)
  %14 = extractvalue %dx.types.ResRet.f32 %13, 0
  %15 = extractvalue %dx.types.ResRet.f32 %13, 1
  %16 = extractvalue %dx.types.ResRet.f32 %13, 2
  %17 = call float @dx.op.dot3.f32(i32 55, float %14, float %15, float %16, float %14, float %15, float %16)
  %18 = call float @dx.op.unary.f32(i32 25, float %17)
  %19 = fmul fast float %18, %14
  %20 = fmul fast float %18, %15
  %21 = fmul fast float %18, %16
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 1, i32 0, i8 0, float %19, i32 %2)
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 1, i32 0, i8 1, float %20, i32 %2)
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 1, i32 0, i8 2, float %21, i32 %2)
  %22 = icmp ult i32 %2, 62
  br i1 %22, label %23, label %28

; <label>:23                                      ; preds = %0
  %24 = add i32 %2, 1
  %25 = add i32 %2, 2
  call void @dx.op.emitIndices(i32 169, i32 %2, i32 %2, i32 %24, i32 %25)
  call void @dx.op.storePrimitiveOutput.i32(i32 172, i32 0, i32 0, i8 0, i32 %2, i32 %2)
  %26 = getelementptr inbounds %struct.Task, %struct.Task* %3, i32 0, i32 1
  %27 = load i32, i32* %26, align 4, !tbaa !24
  call void @dx.op.storePrimitiveOutput.i32(i32 172, i32 1, i32 0, i8 0, i32 %27, i32 %2)
  br label %28

; <label>:28                                      ; preds = %23, %0
  ret void
}

; Function Attrs: nounwind
declare void @dx.op.emitIndices(i32, i32, i32, i32, i32) #0

; Function Attrs: nounwind readonly
declare %struct.Task* @dx.op.getMeshPayload.struct.Task(i32) #1

; Function Attrs: nounwind readnone
declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32) #2

; Function Attrs: nounwind
declare void @dx.op.storeVertexOutput.f32(i32, i32, i32, i8, float, i32) #0

; Function Attrs: nounwind
declare void @dx.op.storePrimitiveOutput.i32(i32, i32, i32, i8, i32, i32) #0

; Function Attrs: nounwind
declare void @dx.op.setMeshOutputCounts(i32, i32, i32) #0

; Function Attrs: nounwind readonly
declare %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32, %dx.types.Handle, i32, i32, i8, i32) #1

; Function Attrs: nounwind readnone
declare float @dx.op.dot3.f32(i32, float, float, float, float, float, float) #2

; Function Attrs: nounwind readnone
declare float @dx.op.unary.f32(i32, float) #2

; Function Attrs: nounwind readonly
declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1) #1

attributes #0 = { nounwind }
attributes #1 = { nounwind readonly }
attributes #2 = { nounwind readnone }

!llvm.ident = !{!0}
!dx.version = !{!1}
!dx.valver = !{!2}
!dx.shaderModel = !{!3}
!dx.resources = !{!4}
!dx.viewIdState = !{!8}
!dx.entryPoints = !{!9}

!0 = !{!"dxc(private) 1.9.0.15466 (main, 9a3e225da-dirty)"}
!1 = !{i32 1, i32 5}
!2 = !{i32 1, i32 10}
!3 = !{!"ms", i32 6, i32 5}
!4 = !{!5, null, null, null}
!5 = !{!6}
!6 = !{i32 0, %"class.StructuredBuffer<vector<float, 3> >"* undef, !"", i32 0, i32 0, i32 1, i32 12, i32 0, !7}
!7 = !{i32 1, i32 12}
!8 = !{[3 x i32] [i32 0, i32 7, i32 5]}
!9 = !{void ()* @MSMain, !"MSMain", !10, !4, !21}
!10 = !{null, !11, !17}
!11 = !{!12, !15}
!12 = !{i32 0, !"SV_Position", i8 9, i8 3, !13, i8 4, i32 1, i8 4, i32 0, i8 0, !14}
!13 = !{i32 0}
!14 = !{i32 3, i32 15}
!15 = !{i32 1, !"NORMAL", i8 9, i8 0, !13, i8 2, i32 1, i8 3, i32 1, i8 0, !16}
!16 = !{i32 3, i32 7}
!17 = !{!18, !20}
!18 = !{i32 0, !"SV_PrimitiveID", i8 5, i8 10, !13, i8 1, i32 1, i8 1, i32 0, i8 0, !19}
!19 = !{i32 3, i32 1}
!20 = !{i32 1, !"MATERIAL", i8 5, i8 0, !13, i8 1, i32 1, i8 1, i32 1, i8 0, !19}
!21 = !{i32 0, i64 16, i32 9, !22}
!22 = !{!23, i32 64, i32 62, i32 2, i32 8}
!23 = !{i32 64, i32 1, i32 1}
!24 = !{!25, !25, i64 0}
!25 = !{!"int", !26, i64 0}
!26 = !{!"omnipotent char", !27, i64 0}
!27 = !{!"Simple C/C++ TBAA"}
