; UPGRADE: 22-dx main-dx
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%struct.Payload = type { <4 x float> }
%dx.types.ResourceProperties = type { i32, i32 }
%dx.types.CBufRet.f32 = type { float, float, float, float }
%struct.BuiltInTriangleIntersectionAttributes = type { <2 x float> }
%struct.RaytracingAccelerationStructure = type { i32 }
%"class.RWTexture2D<vector<float, 4> >" = type { <4 x float> }
%Camera = type { <3 x float>, float }

@"\01?scene@@3URaytracingAccelerationStructure@@A" = external constant %dx.types.Handle, align 4
@"\01?image@@3V?$RWTexture2D@V?$vector@M$03@@@@A" = external constant %dx.types.Handle, align 4
@Camera = external constant %dx.types.Handle

; Function Attrs: alwaysinline nounwind readnone
define <4 x float> @"\01?sky@@YA?AV?$vector@M$03@@V?$vector@M$02@@@Z"(<3 x float> %d) #0 {
  %1 = extractelement <3 x float> %d, i32 1
  %2 = fmul fast float %1, 2.500000e-01
  %3 = fmul fast float %1, 0x3FC3333340000000
  %4 = fsub fast float 7.500000e-01, %2
  %5 = fsub fast float 0x3FEB333340000000, %3
  %6 = insertelement <4 x float> undef, float %4, i64 0
  %7 = insertelement <4 x float> %6, float %5, i64 1
  %8 = insertelement <4 x float> %7, float 1.000000e+00, i64 2
  %9 = insertelement <4 x float> %8, float 1.000000e+00, i64 3
  ret <4 x float> %9
}

; Function Attrs: nounwind
define void @"\01?Generate@@YAXXZ"() #1 {
  %1 = load %dx.types.Handle, %dx.types.Handle* @"\01?scene@@3URaytracingAccelerationStructure@@A", align 4
  %2 = load %dx.types.Handle, %dx.types.Handle* @"\01?image@@3V?$RWTexture2D@V?$vector@M$03@@@@A", align 4
  %3 = load %dx.types.Handle, %dx.types.Handle* @Camera, align 4
  %4 = alloca %struct.Payload, align 8
  %5 = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %3)
  %6 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %5, %dx.types.ResourceProperties { i32 13, i32 16 })
  %7 = call i32 @dx.op.dispatchRaysIndex.i32(i32 145, i8 0)
  %8 = call i32 @dx.op.dispatchRaysIndex.i32(i32 145, i8 1)
  %9 = uitofp i32 %7 to float
  %10 = uitofp i32 %8 to float
  %11 = fadd fast float %9, 5.000000e-01
  %12 = fadd fast float %10, 5.000000e-01
  %13 = call i32 @dx.op.dispatchRaysDimensions.i32(i32 146, i8 0)
  %14 = call i32 @dx.op.dispatchRaysDimensions.i32(i32 146, i8 1)
  %15 = uitofp i32 %13 to float
  %16 = uitofp i32 %14 to float
  %17 = fdiv fast float %11, %15
  %18 = fdiv fast float %12, %16
  %19 = fmul fast float %17, 2.000000e+00
  %20 = fmul fast float %18, 2.000000e+00
  %21 = fadd fast float %19, -1.000000e+00
  %22 = fadd fast float %20, -1.000000e+00
  %23 = call %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32 59, %dx.types.Handle %6, i32 0)
  %24 = extractvalue %dx.types.CBufRet.f32 %23, 0
  %25 = extractvalue %dx.types.CBufRet.f32 %23, 1
  %26 = extractvalue %dx.types.CBufRet.f32 %23, 2
  %27 = fsub fast float -0.000000e+00, %22
  %28 = extractvalue %dx.types.CBufRet.f32 %23, 3
  %29 = call float @dx.op.dot3.f32(i32 55, float %21, float %27, float %28, float %21, float %27, float %28)
  %30 = call float @dx.op.unary.f32(i32 25, float %29)
  %31 = fmul fast float %30, %21
  %32 = fmul fast float %30, %27
  %33 = fmul fast float %30, %28
  %34 = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %1)
  %35 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %34, %dx.types.ResourceProperties { i32 16, i32 0 })
  %36 = getelementptr inbounds %struct.Payload, %struct.Payload* %4, i32 0, i32 0
  store <4 x float> zeroinitializer, <4 x float>* %36, align 8
  call void @dx.op.traceRay.struct.Payload(i32 157, %dx.types.Handle %35, i32 0, i32 255, i32 0, i32 0, i32 0, float %24, float %25, float %26, float 0x3F847AE140000000, float %31, float %32, float %33, float 1.000000e+03, %struct.Payload* nonnull %4)
  %37 = load <4 x float>, <4 x float>* %36, align 8
  %38 = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %2)
  %39 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %38, %dx.types.ResourceProperties { i32 4098, i32 1033 })
  %40 = extractelement <4 x float> %37, i64 0
  %41 = extractelement <4 x float> %37, i64 1
  %42 = extractelement <4 x float> %37, i64 2
  %43 = extractelement <4 x float> %37, i64 3
  call void @dx.op.textureStore.f32(i32 67, %dx.types.Handle %39, i32 %7, i32 %8, i32 undef, float %40, float %41, float %42, float %43, i8 15)
  ret void
}

; Function Attrs: nounwind
define void @"\01?Miss@@YAXUPayload@@@Z"(%struct.Payload* noalias nocapture %o) #1 {
  %1 = call float @dx.op.worldRayDirection.f32(i32 148, i8 1)
  %2 = fmul fast float %1, 2.500000e-01
  %3 = fmul fast float %1, 0x3FC3333340000000
  %4 = fsub fast float 7.500000e-01, %2
  %5 = fsub fast float 0x3FEB333340000000, %3
  %6 = insertelement <4 x float> undef, float %4, i64 0
  %7 = insertelement <4 x float> %6, float %5, i64 1
  %8 = insertelement <4 x float> %7, float 1.000000e+00, i64 2
  %9 = insertelement <4 x float> %8, float 1.000000e+00, i64 3
  %10 = getelementptr inbounds %struct.Payload, %struct.Payload* %o, i32 0, i32 0
  store <4 x float> %9, <4 x float>* %10, align 4
  ret void
}

; Function Attrs: nounwind
define void @"\01?Hit@@YAXUPayload@@UBuiltInTriangleIntersectionAttributes@@@Z"(%struct.Payload* noalias nocapture %o, %struct.BuiltInTriangleIntersectionAttributes* nocapture readonly %a) #1 {
  %1 = getelementptr inbounds %struct.BuiltInTriangleIntersectionAttributes, %struct.BuiltInTriangleIntersectionAttributes* %a, i32 0, i32 0
  %2 = load <2 x float>, <2 x float>* %1, align 4, !tbaa !38
  %3 = extractelement <2 x float> %2, i64 0
  %4 = extractelement <2 x float> %2, i64 1
  %5 = call float @dx.op.rayTCurrent.f32(i32 154)
  %6 = insertelement <4 x float> undef, float %3, i64 0
  %7 = insertelement <4 x float> %6, float %4, i64 1
  %8 = insertelement <4 x float> %7, float %5, i64 2
  %9 = insertelement <4 x float> %8, float 1.000000e+00, i64 3
  %10 = getelementptr inbounds %struct.Payload, %struct.Payload* %o, i32 0, i32 0
  store <4 x float> %9, <4 x float>* %10, align 4
  ret void
}

; Function Attrs: nounwind readnone
declare i32 @dx.op.dispatchRaysDimensions.i32(i32, i8) #2

; Function Attrs: nounwind readnone
declare i32 @dx.op.dispatchRaysIndex.i32(i32, i8) #2

; Function Attrs: nounwind readnone
declare float @dx.op.dot3.f32(i32, float, float, float, float, float, float) #2

; Function Attrs: nounwind readnone
declare float @dx.op.unary.f32(i32, float) #2

; Function Attrs: nounwind
declare void @dx.op.textureStore.f32(i32, %dx.types.Handle, i32, i32, i32, float, float, float, float, i8) #1

; Function Attrs: nounwind readnone
declare float @dx.op.worldRayDirection.f32(i32, i8) #2

; Function Attrs: nounwind readonly
declare float @dx.op.rayTCurrent.f32(i32) #3

; Function Attrs: nounwind readonly
declare %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32, %dx.types.Handle, i32) #3

; Function Attrs: nounwind
declare void @dx.op.traceRay.struct.Payload(i32, %dx.types.Handle, i32, i32, i32, i32, i32, float, float, float, float, float, float, float, float, %struct.Payload*) #1

; Function Attrs: nounwind readnone
declare %dx.types.Handle @dx.op.annotateHandle(i32, %dx.types.Handle, %dx.types.ResourceProperties) #2

; Function Attrs: nounwind readonly
declare %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32, %dx.types.Handle) #3

attributes #0 = { alwaysinline nounwind readnone }
attributes #1 = { nounwind }
attributes #2 = { nounwind readnone }
attributes #3 = { nounwind readonly }

!llvm.ident = !{!0}
!dx.version = !{!1}
!dx.valver = !{!2}
!dx.shaderModel = !{!3}
!dx.resources = !{!4}
!dx.typeAnnotations = !{!13}
!dx.dxrPayloadAnnotations = !{!26}
!dx.entryPoints = !{!29, !31, !34, !36}

!0 = !{!"dxc(private) 1.9.0.15466 (main, 9a3e225da-dirty)"}
!1 = !{i32 1, i32 8}
!2 = !{i32 1, i32 10}
!3 = !{!"lib", i32 6, i32 8}
!4 = !{!5, !8, !11, null}
!5 = !{!6}
!6 = !{i32 0, %struct.RaytracingAccelerationStructure* bitcast (%dx.types.Handle* @"\01?scene@@3URaytracingAccelerationStructure@@A" to %struct.RaytracingAccelerationStructure*), !"scene", i32 0, i32 0, i32 1, i32 16, i32 0, !7}
!7 = !{i32 0, i32 4}
!8 = !{!9}
!9 = !{i32 0, %"class.RWTexture2D<vector<float, 4> >"* bitcast (%dx.types.Handle* @"\01?image@@3V?$RWTexture2D@V?$vector@M$03@@@@A" to %"class.RWTexture2D<vector<float, 4> >"*), !"image", i32 0, i32 0, i32 1, i32 2, i1 false, i1 false, i1 false, !10}
!10 = !{i32 0, i32 9}
!11 = !{!12}
!12 = !{i32 0, %Camera* bitcast (%dx.types.Handle* @Camera to %Camera*), !"Camera", i32 0, i32 0, i32 1, i32 16, null}
!13 = !{i32 1, <4 x float> (<3 x float>)* @"\01?sky@@YA?AV?$vector@M$03@@V?$vector@M$02@@@Z", !14, void ()* @"\01?Generate@@YAXXZ", !20, void (%struct.Payload*)* @"\01?Miss@@YAXUPayload@@@Z", !22, void (%struct.Payload*, %struct.BuiltInTriangleIntersectionAttributes*)* @"\01?Hit@@YAXUPayload@@UBuiltInTriangleIntersectionAttributes@@@Z", !24}
!14 = !{!15, !18}
!15 = !{i32 1, !16, !17}
!16 = !{i32 7, i32 9, i32 13, i32 4}
!17 = !{}
!18 = !{i32 0, !19, !17}
!19 = !{i32 7, i32 9, i32 13, i32 3}
!20 = !{!21}
!21 = !{i32 1, !17, !17}
!22 = !{!21, !23}
!23 = !{i32 2, !17, !17}
!24 = !{!21, !23, !25}
!25 = !{i32 0, !17, !17}
!26 = !{i32 0, %struct.Payload undef, !27}
!27 = !{!28}
!28 = !{i32 0, i32 547}
!29 = !{null, !"", null, !4, !30}
!30 = !{i32 0, i64 8589934592}
!31 = !{void ()* @"\01?Generate@@YAXXZ", !"\01?Generate@@YAXXZ", null, null, !32}
!32 = !{i32 8, i32 7, i32 5, !33}
!33 = !{i32 0}
!34 = !{void (%struct.Payload*, %struct.BuiltInTriangleIntersectionAttributes*)* @"\01?Hit@@YAXUPayload@@UBuiltInTriangleIntersectionAttributes@@@Z", !"\01?Hit@@YAXUPayload@@UBuiltInTriangleIntersectionAttributes@@@Z", null, null, !35}
!35 = !{i32 8, i32 10, i32 6, i32 16, i32 7, i32 8, i32 5, !33}
!36 = !{void (%struct.Payload*)* @"\01?Miss@@YAXUPayload@@@Z", !"\01?Miss@@YAXUPayload@@@Z", null, null, !37}
!37 = !{i32 8, i32 11, i32 6, i32 16, i32 5, !33}
!38 = !{!39, !39, i64 0}
!39 = !{!"omnipotent char", !40, i64 0}
!40 = !{!"Simple C/C++ TBAA"}
