; UPGRADE: 22-dx
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%dx.types.ResBind = type { i32, i32, i32, i8 }
%dx.types.ResourceProperties = type { i32, i32 }
%dx.types.ResRet.f32 = type { float, float, float, float, i32 }
%dx.types.CBufRet.f32 = type { float, float, float, float }
%"class.Texture2D<vector<float, 4> >" = type { <4 x float>, %"class.Texture2D<vector<float, 4> >::mips_type" }
%"class.Texture2D<vector<float, 4> >::mips_type" = type { i32 }
%"class.Texture2D<float>" = type { float, %"class.Texture2D<float>::mips_type" }
%"class.Texture2D<float>::mips_type" = type { i32 }
%hostlayout.Frame = type { [4 x <4 x float>], <3 x float>, float }
%struct.SamplerState = type { i32 }

define void @PSMain() {
entry:
  %occlusion_texture_2d = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 1, i32 1, i32 0, i8 0 }, i32 1, i1 false), !dbg !122
  %albedo_texture_2d = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false), !dbg !122
  %anisotropic_sampler = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 3 }, i32 0, i1 false), !dbg !122
  %Frame_cbuffer = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 2 }, i32 0, i1 false), !dbg !122
  %0 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %Frame_cbuffer, %dx.types.ResourceProperties { i32 13, i32 80 }), !dbg !123
  %1 = call i32 @dx.op.loadInput.i32(i32 4, i32 3, i32 0, i8 0, i32 undef), !dbg !123
  %2 = call float @dx.op.loadInput.f32(i32 4, i32 2, i32 0, i8 0, i32 undef), !dbg !123
  %3 = call float @dx.op.loadInput.f32(i32 4, i32 2, i32 0, i8 1, i32 undef), !dbg !123
  %4 = call float @dx.op.loadInput.f32(i32 4, i32 1, i32 0, i8 0, i32 undef), !dbg !123
  call void @llvm.dbg.value(metadata float %4, i64 0, metadata !124, metadata !125), !dbg !123
  %5 = call float @dx.op.loadInput.f32(i32 4, i32 1, i32 0, i8 1, i32 undef), !dbg !123
  call void @llvm.dbg.value(metadata float %5, i64 0, metadata !124, metadata !126), !dbg !123
  %6 = call float @dx.op.loadInput.f32(i32 4, i32 1, i32 0, i8 2, i32 undef), !dbg !123
  call void @llvm.dbg.value(metadata i32 %1, i64 0, metadata !124, metadata !127), !dbg !123
  call void @llvm.dbg.value(metadata float %2, i64 0, metadata !124, metadata !128), !dbg !123
  call void @llvm.dbg.value(metadata float %3, i64 0, metadata !124, metadata !129), !dbg !123
  call void @llvm.dbg.value(metadata float %4, i64 0, metadata !124, metadata !125), !dbg !123
  call void @llvm.dbg.value(metadata float %5, i64 0, metadata !124, metadata !126), !dbg !123
  call void @llvm.dbg.value(metadata float %6, i64 0, metadata !124, metadata !130), !dbg !123
  %7 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %albedo_texture_2d, %dx.types.ResourceProperties { i32 2, i32 1033 }), !dbg !131
  %8 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %anisotropic_sampler, %dx.types.ResourceProperties { i32 14, i32 0 }), !dbg !131
  %9 = call %dx.types.ResRet.f32 @dx.op.sample.f32(i32 60, %dx.types.Handle %7, %dx.types.Handle %8, float %2, float %3, float undef, float undef, i32 0, i32 0, i32 undef, float undef), !dbg !131
  %10 = extractvalue %dx.types.ResRet.f32 %9, 0, !dbg !131
  %11 = extractvalue %dx.types.ResRet.f32 %9, 1, !dbg !131
  %12 = extractvalue %dx.types.ResRet.f32 %9, 2, !dbg !131
  %13 = extractvalue %dx.types.ResRet.f32 %9, 3, !dbg !131
  %14 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %occlusion_texture_2d, %dx.types.ResourceProperties { i32 2, i32 265 }), !dbg !122
  %15 = call %dx.types.ResRet.f32 @dx.op.sample.f32(i32 60, %dx.types.Handle %14, %dx.types.Handle %8, float %2, float %3, float undef, float undef, i32 0, i32 0, i32 undef, float undef), !dbg !122
  %16 = extractvalue %dx.types.ResRet.f32 %15, 0, !dbg !122
  %mul.i3 = fmul fast float %16, %13, !dbg !132
  call void @llvm.dbg.value(metadata float %mul.i0, i64 0, metadata !133, metadata !134), !dbg !135
  call void @llvm.dbg.value(metadata float %mul.i0, i64 0, metadata !133, metadata !136), !dbg !135
  call void @llvm.dbg.value(metadata float %mul.i0, i64 0, metadata !133, metadata !137), !dbg !135
  call void @llvm.dbg.value(metadata float %mul.i3, i64 0, metadata !133, metadata !138), !dbg !135
  %17 = call %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32 59, %dx.types.Handle %0, i32 4), !dbg !139
  %18 = extractvalue %dx.types.CBufRet.f32 %17, 0, !dbg !139
  %19 = extractvalue %dx.types.CBufRet.f32 %17, 1, !dbg !139
  %20 = extractvalue %dx.types.CBufRet.f32 %17, 2, !dbg !139
  %21 = call float @dx.op.dot3.f32(i32 55, float %4, float %5, float %6, float %4, float %5, float %6), !dbg !140
  %Rsqrt = call float @dx.op.unary.f32(i32 25, float %21), !dbg !140
  %.i0 = fmul fast float %Rsqrt, %4, !dbg !140
  %.i1 = fmul fast float %Rsqrt, %5, !dbg !140
  %.i2 = fmul fast float %Rsqrt, %6, !dbg !140
  %22 = call float @dx.op.dot3.f32(i32 55, float %.i0, float %.i1, float %.i2, float %18, float %19, float %20), !dbg !141
  %Saturate = call float @dx.op.unary.f32(i32 7, float %22), !dbg !142
  %23 = extractvalue %dx.types.CBufRet.f32 %17, 3, !dbg !143
  %mul6 = fmul fast float %23, %16, !dbg !144
  %mul.i0 = fmul fast float %mul6, %Saturate, !dbg !132
  %mul9.i0 = fmul fast float %mul.i0, %10, !dbg !145
  %mul9.i1 = fmul fast float %mul.i0, %11, !dbg !145
  %mul9.i2 = fmul fast float %mul.i0, %12, !dbg !145
  call void @llvm.dbg.value(metadata float %mul9.i0, i64 0, metadata !133, metadata !134), !dbg !135
  call void @llvm.dbg.value(metadata float %mul9.i1, i64 0, metadata !133, metadata !136), !dbg !135
  call void @llvm.dbg.value(metadata float %mul9.i2, i64 0, metadata !133, metadata !137), !dbg !135
  call void @llvm.dbg.value(metadata float %mul.i3, i64 0, metadata !133, metadata !138), !dbg !135
  %cmp = icmp eq i32 %1, 0, !dbg !146
  %mul11.i0 = fmul fast float %mul9.i0, 5.000000e-01, !dbg !147
  %mul11.i1 = fmul fast float %mul9.i1, 5.000000e-01, !dbg !147
  %mul11.i2 = fmul fast float %mul9.i2, 5.000000e-01, !dbg !147
  %mul11.i3 = fmul fast float %mul.i3, 5.000000e-01, !dbg !147
  %cond.i0 = select i1 %cmp, float %mul9.i0, float %mul11.i0, !dbg !148
  %cond.i1 = select i1 %cmp, float %mul9.i1, float %mul11.i1, !dbg !148
  %cond.i2 = select i1 %cmp, float %mul9.i2, float %mul11.i2, !dbg !148
  %cond.i3 = select i1 %cmp, float %mul.i3, float %mul11.i3, !dbg !148
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float %cond.i0), !dbg !149
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 1, float %cond.i1), !dbg !149
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 2, float %cond.i2), !dbg !149
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 3, float %cond.i3), !dbg !149
  ret void, !dbg !149
}

; Function Attrs: nounwind readnone
declare void @llvm.dbg.value(metadata, i64, metadata, metadata) #0

; Function Attrs: nounwind readnone
declare float @dx.op.loadInput.f32(i32, i32, i32, i8, i32) #0

; Function Attrs: nounwind readnone
declare i32 @dx.op.loadInput.i32(i32, i32, i32, i8, i32) #0

; Function Attrs: nounwind
declare void @dx.op.storeOutput.f32(i32, i32, i32, i8, float) #1

; Function Attrs: nounwind readonly
declare %dx.types.ResRet.f32 @dx.op.sample.f32(i32, %dx.types.Handle, %dx.types.Handle, float, float, float, float, i32, i32, i32, float) #2

; Function Attrs: nounwind readnone
declare float @dx.op.unary.f32(i32, float) #0

; Function Attrs: nounwind readnone
declare float @dx.op.dot3.f32(i32, float, float, float, float, float, float) #0

; Function Attrs: nounwind readonly
declare %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32, %dx.types.Handle, i32) #2

; Function Attrs: nounwind readnone
declare %dx.types.Handle @dx.op.annotateHandle(i32, %dx.types.Handle, %dx.types.ResourceProperties) #0

; Function Attrs: nounwind readnone
declare %dx.types.Handle @dx.op.createHandleFromBinding(i32, %dx.types.ResBind, i32, i1) #0

attributes #0 = { nounwind readnone }
attributes #1 = { nounwind }
attributes #2 = { nounwind readonly }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!80, !81}
!llvm.ident = !{!82}
!dx.source.contents = !{!83}
!dx.source.defines = !{!2}
!dx.source.mainFileName = !{!84}
!dx.source.args = !{!85}
!dx.version = !{!86}
!dx.valver = !{!87}
!dx.shaderModel = !{!88}
!dx.resources = !{!89}
!dx.typeAnnotations = !{!98, !104}
!dx.viewIdState = !{!107}
!dx.entryPoints = !{!108}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, producer: "dxc(private) 1.9.0.15466 (main, 9a3e225da-dirty)", isOptimized: false, runtimeVersion: 0, emissionKind: 1, enums: !2, subprograms: !3, globals: !42)
!1 = !DIFile(filename: "triangle.hlsl", directory: "")
!2 = !{}
!3 = !{!4}
!4 = !DISubprogram(name: "PSMain", scope: !1, file: !1, line: 12, type: !5, isLocal: false, isDefinition: true, scopeLine: 12, flags: DIFlagPrototyped, isOptimized: false, function: void ()* @PSMain)
!5 = !DISubroutineType(types: !6)
!6 = !{!7, !19}
!7 = !DIDerivedType(tag: DW_TAG_typedef, name: "float4", file: !1, line: 3, baseType: !8)
!8 = !DICompositeType(tag: DW_TAG_class_type, name: "vector<float, 4>", file: !1, line: 3, size: 128, align: 32, elements: !9, templateParams: !15)
!9 = !{!10, !12, !13, !14}
!10 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !8, file: !1, line: 3, baseType: !11, size: 32, align: 32, flags: DIFlagPublic)
!11 = !DIBasicType(name: "float", size: 32, align: 32, encoding: DW_ATE_float)
!12 = !DIDerivedType(tag: DW_TAG_member, name: "y", scope: !8, file: !1, line: 3, baseType: !11, size: 32, align: 32, offset: 32, flags: DIFlagPublic)
!13 = !DIDerivedType(tag: DW_TAG_member, name: "z", scope: !8, file: !1, line: 3, baseType: !11, size: 32, align: 32, offset: 64, flags: DIFlagPublic)
!14 = !DIDerivedType(tag: DW_TAG_member, name: "w", scope: !8, file: !1, line: 3, baseType: !11, size: 32, align: 32, offset: 96, flags: DIFlagPublic)
!15 = !{!16, !17}
!16 = !DITemplateTypeParameter(name: "element", type: !11)
!17 = !DITemplateValueParameter(name: "element_count", type: !18, value: i32 4)
!18 = !DIBasicType(name: "int", size: 32, align: 32, encoding: DW_ATE_signed)
!19 = !DICompositeType(tag: DW_TAG_structure_type, name: "PixelIn", file: !1, line: 8, size: 320, align: 32, elements: !20)
!20 = !{!21, !22, !31, !39}
!21 = !DIDerivedType(tag: DW_TAG_member, name: "position", scope: !19, file: !1, line: 8, baseType: !7, size: 128, align: 32)
!22 = !DIDerivedType(tag: DW_TAG_member, name: "normal", scope: !19, file: !1, line: 8, baseType: !23, size: 96, align: 32, offset: 128)
!23 = !DIDerivedType(tag: DW_TAG_typedef, name: "float3", file: !1, line: 3, baseType: !24)
!24 = !DICompositeType(tag: DW_TAG_class_type, name: "vector<float, 3>", file: !1, line: 3, size: 96, align: 32, elements: !25, templateParams: !29)
!25 = !{!26, !27, !28}
!26 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !24, file: !1, line: 3, baseType: !11, size: 32, align: 32, flags: DIFlagPublic)
!27 = !DIDerivedType(tag: DW_TAG_member, name: "y", scope: !24, file: !1, line: 3, baseType: !11, size: 32, align: 32, offset: 32, flags: DIFlagPublic)
!28 = !DIDerivedType(tag: DW_TAG_member, name: "z", scope: !24, file: !1, line: 3, baseType: !11, size: 32, align: 32, offset: 64, flags: DIFlagPublic)
!29 = !{!16, !30}
!30 = !DITemplateValueParameter(name: "element_count", type: !18, value: i32 3)
!31 = !DIDerivedType(tag: DW_TAG_member, name: "uv", scope: !19, file: !1, line: 8, baseType: !32, size: 64, align: 32, offset: 224)
!32 = !DIDerivedType(tag: DW_TAG_typedef, name: "float2", file: !1, line: 3, baseType: !33)
!33 = !DICompositeType(tag: DW_TAG_class_type, name: "vector<float, 2>", file: !1, line: 3, size: 64, align: 32, elements: !34, templateParams: !37)
!34 = !{!35, !36}
!35 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !33, file: !1, line: 3, baseType: !11, size: 32, align: 32, flags: DIFlagPublic)
!36 = !DIDerivedType(tag: DW_TAG_member, name: "y", scope: !33, file: !1, line: 3, baseType: !11, size: 32, align: 32, offset: 32, flags: DIFlagPublic)
!37 = !{!16, !38}
!38 = !DITemplateValueParameter(name: "element_count", type: !18, value: i32 2)
!39 = !DIDerivedType(tag: DW_TAG_member, name: "layer", scope: !19, file: !1, line: 8, baseType: !40, size: 32, align: 32, offset: 288)
!40 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint", file: !1, line: 3, baseType: !41)
!41 = !DIBasicType(name: "unsigned int", size: 32, align: 32, encoding: DW_ATE_unsigned)
!42 = !{!43, !67, !69, !71, !75, !78}
!43 = !DIGlobalVariable(name: "view_projection", linkageName: "\01?view_projection@Frame@@3V?$matrix@M$03$03@@B", scope: !0, file: !1, line: 3, type: !44, isLocal: false, isDefinition: true)
!44 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !45)
!45 = !DIDerivedType(tag: DW_TAG_typedef, name: "float4x4", file: !1, line: 3, baseType: !46)
!46 = !DICompositeType(tag: DW_TAG_class_type, name: "matrix<float, 4, 4>", file: !1, line: 3, size: 512, align: 32, elements: !47, templateParams: !64)
!47 = !{!48, !49, !50, !51, !52, !53, !54, !55, !56, !57, !58, !59, !60, !61, !62, !63}
!48 = !DIDerivedType(tag: DW_TAG_member, name: "_11", scope: !46, file: !1, line: 3, baseType: !11, size: 32, align: 32, flags: DIFlagPublic)
!49 = !DIDerivedType(tag: DW_TAG_member, name: "_12", scope: !46, file: !1, line: 3, baseType: !11, size: 32, align: 32, offset: 32, flags: DIFlagPublic)
!50 = !DIDerivedType(tag: DW_TAG_member, name: "_13", scope: !46, file: !1, line: 3, baseType: !11, size: 32, align: 32, offset: 64, flags: DIFlagPublic)
!51 = !DIDerivedType(tag: DW_TAG_member, name: "_14", scope: !46, file: !1, line: 3, baseType: !11, size: 32, align: 32, offset: 96, flags: DIFlagPublic)
!52 = !DIDerivedType(tag: DW_TAG_member, name: "_21", scope: !46, file: !1, line: 3, baseType: !11, size: 32, align: 32, offset: 128, flags: DIFlagPublic)
!53 = !DIDerivedType(tag: DW_TAG_member, name: "_22", scope: !46, file: !1, line: 3, baseType: !11, size: 32, align: 32, offset: 160, flags: DIFlagPublic)
!54 = !DIDerivedType(tag: DW_TAG_member, name: "_23", scope: !46, file: !1, line: 3, baseType: !11, size: 32, align: 32, offset: 192, flags: DIFlagPublic)
!55 = !DIDerivedType(tag: DW_TAG_member, name: "_24", scope: !46, file: !1, line: 3, baseType: !11, size: 32, align: 32, offset: 224, flags: DIFlagPublic)
!56 = !DIDerivedType(tag: DW_TAG_member, name: "_31", scope: !46, file: !1, line: 3, baseType: !11, size: 32, align: 32, offset: 256, flags: DIFlagPublic)
!57 = !DIDerivedType(tag: DW_TAG_member, name: "_32", scope: !46, file: !1, line: 3, baseType: !11, size: 32, align: 32, offset: 288, flags: DIFlagPublic)
!58 = !DIDerivedType(tag: DW_TAG_member, name: "_33", scope: !46, file: !1, line: 3, baseType: !11, size: 32, align: 32, offset: 320, flags: DIFlagPublic)
!59 = !DIDerivedType(tag: DW_TAG_member, name: "_34", scope: !46, file: !1, line: 3, baseType: !11, size: 32, align: 32, offset: 352, flags: DIFlagPublic)
!60 = !DIDerivedType(tag: DW_TAG_member, name: "_41", scope: !46, file: !1, line: 3, baseType: !11, size: 32, align: 32, offset: 384, flags: DIFlagPublic)
!61 = !DIDerivedType(tag: DW_TAG_member, name: "_42", scope: !46, file: !1, line: 3, baseType: !11, size: 32, align: 32, offset: 416, flags: DIFlagPublic)
!62 = !DIDerivedType(tag: DW_TAG_member, name: "_43", scope: !46, file: !1, line: 3, baseType: !11, size: 32, align: 32, offset: 448, flags: DIFlagPublic)
!63 = !DIDerivedType(tag: DW_TAG_member, name: "_44", scope: !46, file: !1, line: 3, baseType: !11, size: 32, align: 32, offset: 480, flags: DIFlagPublic)
!64 = !{!16, !65, !66}
!65 = !DITemplateValueParameter(name: "row_count", type: !18, value: i32 4)
!66 = !DITemplateValueParameter(name: "col_count", type: !18, value: i32 4)
!67 = !DIGlobalVariable(name: "light_direction", linkageName: "\01?light_direction@Frame@@3V?$vector@M$02@@B", scope: !0, file: !1, line: 3, type: !68, isLocal: false, isDefinition: true)
!68 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !23)
!69 = !DIGlobalVariable(name: "exposure", linkageName: "\01?exposure@Frame@@3MB", scope: !0, file: !1, line: 3, type: !70, isLocal: false, isDefinition: true)
!70 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !11)
!71 = !DIGlobalVariable(name: "albedo", linkageName: "\01?albedo@@3V?$Texture2D@V?$vector@M$03@@@@A", scope: !0, file: !1, line: 4, type: !72, isLocal: false, isDefinition: true)
!72 = !DICompositeType(tag: DW_TAG_class_type, name: "Texture2D<vector<float, 4> >", file: !1, line: 4, size: 160, align: 32, elements: !2, templateParams: !73)
!73 = !{!74}
!74 = !DITemplateTypeParameter(name: "element", type: !8)
!75 = !DIGlobalVariable(name: "occlusion", linkageName: "\01?occlusion@@3V?$Texture2D@M@@A", scope: !0, file: !1, line: 5, type: !76, isLocal: false, isDefinition: true)
!76 = !DICompositeType(tag: DW_TAG_class_type, name: "Texture2D<float>", file: !1, line: 5, size: 64, align: 32, elements: !2, templateParams: !77)
!77 = !{!16}
!78 = !DIGlobalVariable(name: "anisotropic", linkageName: "\01?anisotropic@@3USamplerState@@A", scope: !0, file: !1, line: 6, type: !79, isLocal: false, isDefinition: true)
!79 = !DICompositeType(tag: DW_TAG_structure_type, name: "SamplerState", file: !1, line: 6, size: 32, align: 32, elements: !2)
!80 = !{i32 2, !"Dwarf Version", i32 4}
!81 = !{i32 2, !"Debug Info Version", i32 3}
!82 = !{!"dxc(private) 1.9.0.15466 (main, 9a3e225da-dirty)"}
!83 = !{!"triangle.hlsl", !"// A textured, lit triangle: the smallest shader pair that has everything a container describes.\0A#define RS \22RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), CBV(b0), DescriptorTable(SRV(t0, numDescriptors = 2), visibility = SHADER_VISIBILITY_PIXEL), StaticSampler(s0, filter = FILTER_ANISOTROPIC)\22\0Acbuffer Frame : register(b0) { float4x4 view_projection; float3 light_direction; float exposure; };\0ATexture2D<float4> albedo : register(t0);\0ATexture2D<float> occlusion : register(t1);\0ASamplerState anisotropic : register(s0);\0Astruct VertexIn { float3 position : POSITION; float3 normal : NORMAL; float2 uv : TEXCOORD0; uint instance : SV_InstanceID; };\0Astruct PixelIn { float4 position : SV_Position; float3 normal : NORMAL; float2 uv : TEXCOORD0; nointerpolation uint layer : LAYER; };\0A[RootSignature(RS)] PixelIn VSMain(VertexIn i) {\0A  PixelIn o; o.position = mul(view_projection, float4(i.position, 1)); o.normal = i.normal; o.uv = i.uv; o.layer = i.instance & 7; return o;\0A}\0A[RootSignature(RS)] float4 PSMain(PixelIn i) : SV_Target {\0A  float4 c = albedo.Sample(anisotropic, i.uv) * occlusion.Sample(anisotropic, i.uv);\0A  c.rgb *= saturate(dot(normalize(i.normal), light_direction)) * exposure;\0A  return i.layer == 0 ? c : c * 0.5;\0A}\0A"}
!84 = !{!"triangle.hlsl"}
!85 = !{!"-E", !"PSMain", !"-T", !"ps_6_6", !"-Fo", !"triangle_ps_debug.dxil", !"-Zi", !"-Qembed_debug"}
!86 = !{i32 1, i32 6}
!87 = !{i32 1, i32 10}
!88 = !{!"ps", i32 6, i32 6}
!89 = !{!90, null, !94, !96}
!90 = !{!91, !93}
!91 = !{i32 0, %"class.Texture2D<vector<float, 4> >"* undef, !"albedo", i32 0, i32 0, i32 1, i32 2, i32 0, !92}
!92 = !{i32 0, i32 9}
!93 = !{i32 1, %"class.Texture2D<float>"* undef, !"occlusion", i32 0, i32 1, i32 1, i32 2, i32 0, !92}
!94 = !{!95}
!95 = !{i32 0, %hostlayout.Frame* undef, !"Frame", i32 0, i32 0, i32 1, i32 80, null}
!96 = !{!97}
!97 = !{i32 0, %struct.SamplerState* undef, !"anisotropic", i32 0, i32 0, i32 1, i32 0, null}
!98 = !{i32 0, %hostlayout.Frame undef, !99}
!99 = !{i32 80, !100, !102, !103}
!100 = !{i32 6, !"view_projection", i32 2, !101, i32 3, i32 0, i32 7, i32 9}
!101 = !{i32 4, i32 4, i32 2}
!102 = !{i32 6, !"light_direction", i32 3, i32 64, i32 7, i32 9, i32 9, i1 true}
!103 = !{i32 6, !"exposure", i32 3, i32 76, i32 7, i32 9, i32 9, i1 true}
!104 = !{i32 1, void ()* @PSMain, !105}
!105 = !{!106}
!106 = !{i32 0, !2, !2}
!107 = !{[15 x i32] [i32 13, i32 4, i32 0, i32 0, i32 0, i32 0, i32 7, i32 7, i32 7, i32 0, i32 15, i32 15, i32 0, i32 0, i32 15]}
!108 = !{void ()* @PSMain, !"PSMain", !109, !89, null}
!109 = !{!110, !119, null}
!110 = !{!111, !113, !115, !117}
!111 = !{i32 0, !"SV_Position", i8 9, i8 3, !112, i8 4, i32 1, i8 4, i32 0, i8 0, null}
!112 = !{i32 0}
!113 = !{i32 1, !"NORMAL", i8 9, i8 0, !112, i8 2, i32 1, i8 3, i32 1, i8 0, !114}
!114 = !{i32 3, i32 7}
!115 = !{i32 2, !"TEXCOORD", i8 9, i8 0, !112, i8 2, i32 1, i8 2, i32 2, i8 0, !116}
!116 = !{i32 3, i32 3}
!117 = !{i32 3, !"LAYER", i8 5, i8 0, !112, i8 1, i32 1, i8 1, i32 3, i8 0, !118}
!118 = !{i32 3, i32 1}
!119 = !{!120}
!120 = !{i32 0, !"SV_Target", i8 9, i8 16, !112, i8 0, i32 1, i8 4, i32 0, i8 0, !121}
!121 = !{i32 3, i32 15}
!122 = !DILocation(line: 13, column: 49, scope: !4)
!123 = !DILocation(line: 12, column: 43, scope: !4)
!124 = !DILocalVariable(tag: DW_TAG_arg_variable, name: "i", arg: 1, scope: !4, file: !1, line: 12, type: !19)
!125 = !DIExpression(DW_OP_bit_piece, 128, 32)
!126 = !DIExpression(DW_OP_bit_piece, 160, 32)
!127 = !DIExpression(DW_OP_bit_piece, 288, 32)
!128 = !DIExpression(DW_OP_bit_piece, 224, 32)
!129 = !DIExpression(DW_OP_bit_piece, 256, 32)
!130 = !DIExpression(DW_OP_bit_piece, 192, 32)
!131 = !DILocation(line: 13, column: 14, scope: !4)
!132 = !DILocation(line: 13, column: 47, scope: !4)
!133 = !DILocalVariable(tag: DW_TAG_auto_variable, name: "c", scope: !4, file: !1, line: 13, type: !7)
!134 = !DIExpression(DW_OP_bit_piece, 0, 32)
!135 = !DILocation(line: 13, column: 10, scope: !4)
!136 = !DIExpression(DW_OP_bit_piece, 32, 32)
!137 = !DIExpression(DW_OP_bit_piece, 64, 32)
!138 = !DIExpression(DW_OP_bit_piece, 96, 32)
!139 = !DILocation(line: 14, column: 46, scope: !4)
!140 = !DILocation(line: 14, column: 25, scope: !4)
!141 = !DILocation(line: 14, column: 21, scope: !4)
!142 = !DILocation(line: 14, column: 12, scope: !4)
!143 = !DILocation(line: 14, column: 66, scope: !4)
!144 = !DILocation(line: 14, column: 64, scope: !4)
!145 = !DILocation(line: 14, column: 9, scope: !4)
!146 = !DILocation(line: 15, column: 18, scope: !4)
!147 = !DILocation(line: 15, column: 31, scope: !4)
!148 = !DILocation(line: 15, column: 10, scope: !4)
!149 = !DILocation(line: 15, column: 3, scope: !4)
