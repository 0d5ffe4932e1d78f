; ModuleID = 'lines.hlsl'
source_filename = "lines.hlsl"
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64"
target triple = "dxilv1.6-pc-shadermodel6.6-compute"

%"class.hlsl::RWBuffer" = type { target("dx.TypedBuffer", i32, 1, 0, 0) }

@_ZL3Out = internal global %"class.hlsl::RWBuffer" poison, align 4, !dbg !0
@.str = private unnamed_addr constant [4 x i8] c"Out\00", align 1
@_ZL2In = internal global %"class.hlsl::RWBuffer" poison, align 4, !dbg !5
@.str.2 = private unnamed_addr constant [3 x i8] c"In\00", align 1

; Function Attrs: alwaysinline convergent mustprogress norecurse nounwind
define hidden noundef i32 @_Z4foldjj(i32 noundef %a, i32 noundef %b) #0 !dbg !64 {
entry:
  %a.addr = alloca i32, align 4
  %b.addr = alloca i32, align 4
  %high = alloca i32, align 4
  store i32 %a, ptr %a.addr, align 4
    #dbg_declare(ptr %a.addr, !70, !DIExpression(), !71)
  store i32 %b, ptr %b.addr, align 4
    #dbg_declare(ptr %b.addr, !72, !DIExpression(), !73)
    #dbg_declare(ptr %high, !74, !DIExpression(), !75)
  %0 = load i32, ptr %a.addr, align 4, !dbg !76
  %shl = shl i32 %0, 16, !dbg !77
  store i32 %shl, ptr %high, align 4, !dbg !75
  %1 = load i32, ptr %high, align 4, !dbg !78
  %2 = load i32, ptr %b.addr, align 4, !dbg !79
  %and = and i32 %2, 65535, !dbg !80
  %or = or i32 %1, %and, !dbg !81
  ret i32 %or, !dbg !82
}

; Function Attrs: convergent noinline norecurse optnone
define void @main() #1 {
entry:
  %this.addr.i15.i = alloca ptr, align 4
  %other.addr.i16.i = alloca ptr, align 4
  %this.addr.i12.i = alloca ptr, align 4
  %other.addr.i13.i = alloca ptr, align 4
  %this.addr.i10.i = alloca ptr, align 4
  %this.addr.i8.i = alloca ptr, align 4
  %this.addr.i5.i = alloca ptr, align 4
  %other.addr.i6.i = alloca ptr, align 4
  %this.addr.i3.i = alloca ptr, align 4
  %other.addr.i.i = alloca ptr, align 4
  %this.addr.i1.i = alloca ptr, align 4
  %this.addr.i.i = alloca ptr, align 4
  %result.ptr.i.i.i = alloca ptr, align 4
  %registerNo.addr.i.i.i = alloca i32, align 4
  %spaceNo.addr.i.i.i = alloca i32, align 4
  %range.addr.i.i.i = alloca i32, align 4
  %index.addr.i.i.i = alloca i32, align 4
  %name.addr.i.i.i = alloca ptr, align 4
  %tmp.i.i.i = alloca %"class.hlsl::RWBuffer", align 4
  %result.ptr.i.i = alloca ptr, align 4
  %registerNo.addr.i.i = alloca i32, align 4
  %spaceNo.addr.i.i = alloca i32, align 4
  %range.addr.i.i = alloca i32, align 4
  %index.addr.i.i = alloca i32, align 4
  %name.addr.i.i = alloca ptr, align 4
  %tmp.i.i = alloca %"class.hlsl::RWBuffer", align 4
  %this.addr.i4 = alloca ptr, align 4
  %Index.addr.i5 = alloca i32, align 4
  %this.addr.i1 = alloca ptr, align 4
  %Index.addr.i2 = alloca i32, align 4
  %this.addr.i = alloca ptr, align 4
  %Index.addr.i = alloca i32, align 4
  %a.addr.i.i = alloca i32, align 4
  %b.addr.i.i = alloca i32, align 4
  %high.i.i = alloca i32, align 4
  %id.addr.i = alloca i32, align 4
  %first.i = alloca i32, align 4
  %second.i = alloca i32, align 4
  %swapped.i = alloca i32, align 4
  call void @llvm.experimental.noalias.scope.decl(metadata !83), !dbg !86
  store ptr @_ZL3Out, ptr %result.ptr.i.i, align 4, !noalias !83
  store i32 0, ptr %registerNo.addr.i.i, align 4, !noalias !83
    #dbg_declare(ptr %registerNo.addr.i.i, !93, !DIExpression(), !95)
  store i32 0, ptr %spaceNo.addr.i.i, align 4, !noalias !83
    #dbg_declare(ptr %spaceNo.addr.i.i, !97, !DIExpression(), !95)
  store i32 1, ptr %range.addr.i.i, align 4, !noalias !83
    #dbg_declare(ptr %range.addr.i.i, !98, !DIExpression(), !95)
  store i32 0, ptr %index.addr.i.i, align 4, !noalias !83
    #dbg_declare(ptr %index.addr.i.i, !99, !DIExpression(), !95)
  store ptr @.str, ptr %name.addr.i.i, align 4, !noalias !83
    #dbg_declare(ptr %name.addr.i.i, !100, !DIExpression(), !95)
    #dbg_declare(ptr %tmp.i.i, !101, !DIExpression(), !95)
  store ptr %tmp.i.i, ptr %this.addr.i1.i, align 4
    #dbg_declare(ptr %this.addr.i1.i, !102, !DIExpression(), !104)
  %this1.i2.i = load ptr, ptr %this.addr.i1.i, align 4
  store ptr %this1.i2.i, ptr %this.addr.i8.i, align 4
    #dbg_declare(ptr %this.addr.i8.i, !106, !DIExpression(), !108)
  %this1.i9.i = load ptr, ptr %this.addr.i8.i, align 4
  store target("dx.TypedBuffer", i32, 1, 0, 0) poison, ptr %this1.i9.i, align 4, !dbg !110
  %0 = load i32, ptr %registerNo.addr.i.i, align 4, !dbg !112, !noalias !83
  %1 = load i32, ptr %spaceNo.addr.i.i, align 4, !dbg !112, !noalias !83
  %2 = load i32, ptr %range.addr.i.i, align 4, !dbg !112, !noalias !83
  %3 = load i32, ptr %index.addr.i.i, align 4, !dbg !112, !noalias !83
  %4 = load ptr, ptr %name.addr.i.i, align 4, !dbg !112, !noalias !83
  %5 = call target("dx.TypedBuffer", i32, 1, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_i32_1_0_0t(i32 %1, i32 %0, i32 %2, i32 %3, ptr %4), !dbg !112
  store target("dx.TypedBuffer", i32, 1, 0, 0) %5, ptr %tmp.i.i, align 4, !dbg !112, !noalias !83
  store ptr @_ZL3Out, ptr %this.addr.i5.i, align 4
    #dbg_declare(ptr %this.addr.i5.i, !113, !DIExpression(), !115)
  store ptr %tmp.i.i, ptr %other.addr.i6.i, align 4
    #dbg_declare(ptr %other.addr.i6.i, !117, !DIExpression(), !118)
  %this1.i7.i = load ptr, ptr %this.addr.i5.i, align 4
  %6 = load ptr, ptr %other.addr.i6.i, align 4, !dbg !119
  store ptr %this1.i7.i, ptr %this.addr.i12.i, align 4
    #dbg_declare(ptr %this.addr.i12.i, !120, !DIExpression(), !122)
  store ptr %6, ptr %other.addr.i13.i, align 4
    #dbg_declare(ptr %other.addr.i13.i, !124, !DIExpression(), !125)
  %this1.i14.i = load ptr, ptr %this.addr.i12.i, align 4
  %7 = load ptr, ptr %other.addr.i13.i, align 4, !dbg !126, !nonnull !69, !align !128
  %8 = load target("dx.TypedBuffer", i32, 1, 0, 0), ptr %7, align 4, !dbg !126
  store target("dx.TypedBuffer", i32, 1, 0, 0) %8, ptr %this1.i14.i, align 4, !dbg !126
  call void @llvm.experimental.noalias.scope.decl(metadata !129), !dbg !132
  store ptr @_ZL2In, ptr %result.ptr.i.i.i, align 4, !noalias !129
  store i32 1, ptr %registerNo.addr.i.i.i, align 4, !noalias !129
    #dbg_declare(ptr %registerNo.addr.i.i.i, !93, !DIExpression(), !135)
  store i32 0, ptr %spaceNo.addr.i.i.i, align 4, !noalias !129
    #dbg_declare(ptr %spaceNo.addr.i.i.i, !97, !DIExpression(), !135)
  store i32 1, ptr %range.addr.i.i.i, align 4, !noalias !129
    #dbg_declare(ptr %range.addr.i.i.i, !98, !DIExpression(), !135)
  store i32 0, ptr %index.addr.i.i.i, align 4, !noalias !129
    #dbg_declare(ptr %index.addr.i.i.i, !99, !DIExpression(), !135)
  store ptr @.str.2, ptr %name.addr.i.i.i, align 4, !noalias !129
    #dbg_declare(ptr %name.addr.i.i.i, !100, !DIExpression(), !135)
    #dbg_declare(ptr %tmp.i.i.i, !101, !DIExpression(), !135)
  store ptr %tmp.i.i.i, ptr %this.addr.i.i, align 4
    #dbg_declare(ptr %this.addr.i.i, !102, !DIExpression(), !137)
  %this1.i.i = load ptr, ptr %this.addr.i.i, align 4
  store ptr %this1.i.i, ptr %this.addr.i10.i, align 4
    #dbg_declare(ptr %this.addr.i10.i, !106, !DIExpression(), !139)
  %this1.i11.i = load ptr, ptr %this.addr.i10.i, align 4
  store target("dx.TypedBuffer", i32, 1, 0, 0) poison, ptr %this1.i11.i, align 4, !dbg !141
  %9 = load i32, ptr %registerNo.addr.i.i.i, align 4, !dbg !142, !noalias !129
  %10 = load i32, ptr %spaceNo.addr.i.i.i, align 4, !dbg !142, !noalias !129
  %11 = load i32, ptr %range.addr.i.i.i, align 4, !dbg !142, !noalias !129
  %12 = load i32, ptr %index.addr.i.i.i, align 4, !dbg !142, !noalias !129
  %13 = load ptr, ptr %name.addr.i.i.i, align 4, !dbg !142, !noalias !129
  %14 = call target("dx.TypedBuffer", i32, 1, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_i32_1_0_0t(i32 %10, i32 %9, i32 %11, i32 %12, ptr %13), !dbg !142
  store target("dx.TypedBuffer", i32, 1, 0, 0) %14, ptr %tmp.i.i.i, align 4, !dbg !142, !noalias !129
  store ptr @_ZL2In, ptr %this.addr.i3.i, align 4
    #dbg_declare(ptr %this.addr.i3.i, !113, !DIExpression(), !143)
  store ptr %tmp.i.i.i, ptr %other.addr.i.i, align 4
    #dbg_declare(ptr %other.addr.i.i, !117, !DIExpression(), !145)
  %this1.i4.i = load ptr, ptr %this.addr.i3.i, align 4
  %15 = load ptr, ptr %other.addr.i.i, align 4, !dbg !146
  store ptr %this1.i4.i, ptr %this.addr.i15.i, align 4
    #dbg_declare(ptr %this.addr.i15.i, !120, !DIExpression(), !147)
  store ptr %15, ptr %other.addr.i16.i, align 4
    #dbg_declare(ptr %other.addr.i16.i, !124, !DIExpression(), !149)
  %this1.i17.i = load ptr, ptr %this.addr.i15.i, align 4
  %16 = load ptr, ptr %other.addr.i16.i, align 4, !dbg !150, !nonnull !69, !align !128
  %17 = load target("dx.TypedBuffer", i32, 1, 0, 0), ptr %16, align 4, !dbg !150
  store target("dx.TypedBuffer", i32, 1, 0, 0) %17, ptr %this1.i17.i, align 4, !dbg !150
  %18 = call i32 @llvm.dx.thread.id(i32 0)
  store i32 %18, ptr %id.addr.i, align 4
    #dbg_declare(ptr %id.addr.i, !151, !DIExpression(), !155)
    #dbg_declare(ptr %first.i, !156, !DIExpression(), !157)
  %19 = load i32, ptr %id.addr.i, align 4, !dbg !158
  store ptr @_ZL2In, ptr %this.addr.i4, align 4
    #dbg_declare(ptr %this.addr.i4, !159, !DIExpression(), !161)
  store i32 %19, ptr %Index.addr.i5, align 4
    #dbg_declare(ptr %Index.addr.i5, !163, !DIExpression(), !164)
  %this1.i6 = load ptr, ptr %this.addr.i4, align 4
  %20 = load target("dx.TypedBuffer", i32, 1, 0, 0), ptr %this1.i6, align 4, !dbg !161
  %21 = load i32, ptr %Index.addr.i5, align 4, !dbg !161
  %22 = call noundef nonnull align 4 dereferenceable(4) ptr @llvm.dx.resource.getpointer.p0.tdx.TypedBuffer_i32_1_0_0t(target("dx.TypedBuffer", i32, 1, 0, 0) %20, i32 %21), !dbg !161
  %23 = load i32, ptr %22, align 4, !dbg !165
  store i32 %23, ptr %first.i, align 4, !dbg !157
    #dbg_declare(ptr %second.i, !166, !DIExpression(), !167)
  %24 = load i32, ptr %id.addr.i, align 4, !dbg !168
  %add.i = add i32 %24, 8, !dbg !169
  store ptr @_ZL2In, ptr %this.addr.i1, align 4
    #dbg_declare(ptr %this.addr.i1, !159, !DIExpression(), !170)
  store i32 %add.i, ptr %Index.addr.i2, align 4
    #dbg_declare(ptr %Index.addr.i2, !163, !DIExpression(), !172)
  %this1.i3 = load ptr, ptr %this.addr.i1, align 4
  %25 = load target("dx.TypedBuffer", i32, 1, 0, 0), ptr %this1.i3, align 4, !dbg !170
  %26 = load i32, ptr %Index.addr.i2, align 4, !dbg !170
  %27 = call noundef nonnull align 4 dereferenceable(4) ptr @llvm.dx.resource.getpointer.p0.tdx.TypedBuffer_i32_1_0_0t(target("dx.TypedBuffer", i32, 1, 0, 0) %25, i32 %26), !dbg !170
  %28 = load i32, ptr %27, align 4, !dbg !173
  store i32 %28, ptr %second.i, align 4, !dbg !167
  %29 = load i32, ptr %first.i, align 4, !dbg !174
  %30 = load i32, ptr %second.i, align 4, !dbg !176
  %cmp.i = icmp ugt i32 %29, %30, !dbg !177
  br i1 %cmp.i, label %if.then.i, label %_Z4mainj.exit, !dbg !177

if.then.i:                                        ; preds = %entry
    #dbg_declare(ptr %swapped.i, !178, !DIExpression(), !180)
  %31 = load i32, ptr %first.i, align 4, !dbg !181
  store i32 %31, ptr %swapped.i, align 4, !dbg !180
  %32 = load i32, ptr %second.i, align 4, !dbg !182
  store i32 %32, ptr %first.i, align 4, !dbg !183
  %33 = load i32, ptr %swapped.i, align 4, !dbg !184
  store i32 %33, ptr %second.i, align 4, !dbg !185
  br label %_Z4mainj.exit, !dbg !186

_Z4mainj.exit:                                    ; preds = %entry, %if.then.i
  %34 = load i32, ptr %first.i, align 4, !dbg !187
  %35 = load i32, ptr %second.i, align 4, !dbg !188
  store i32 %34, ptr %a.addr.i.i, align 4
    #dbg_declare(ptr %a.addr.i.i, !70, !DIExpression(), !189)
  store i32 %35, ptr %b.addr.i.i, align 4
    #dbg_declare(ptr %b.addr.i.i, !72, !DIExpression(), !191)
    #dbg_declare(ptr %high.i.i, !74, !DIExpression(), !192)
  %36 = load i32, ptr %a.addr.i.i, align 4, !dbg !193
  %shl.i.i = shl i32 %36, 16, !dbg !194
  store i32 %shl.i.i, ptr %high.i.i, align 4, !dbg !192
  %37 = load i32, ptr %high.i.i, align 4, !dbg !195
  %38 = load i32, ptr %b.addr.i.i, align 4, !dbg !196
  %and.i.i = and i32 %38, 65535, !dbg !197
  %or.i.i = or i32 %37, %and.i.i, !dbg !198
  %39 = load i32, ptr %id.addr.i, align 4, !dbg !199
  store ptr @_ZL3Out, ptr %this.addr.i, align 4
    #dbg_declare(ptr %this.addr.i, !159, !DIExpression(), !200)
  store i32 %39, ptr %Index.addr.i, align 4
    #dbg_declare(ptr %Index.addr.i, !163, !DIExpression(), !202)
  %this1.i = load ptr, ptr %this.addr.i, align 4
  %40 = load target("dx.TypedBuffer", i32, 1, 0, 0), ptr %this1.i, align 4, !dbg !200
  %41 = load i32, ptr %Index.addr.i, align 4, !dbg !200
  %42 = call noundef nonnull align 4 dereferenceable(4) ptr @llvm.dx.resource.getpointer.p0.tdx.TypedBuffer_i32_1_0_0t(target("dx.TypedBuffer", i32, 1, 0, 0) %40, i32 %41), !dbg !200
  store i32 %or.i.i, ptr %42, align 4, !dbg !203
  ret void
}

; Function Attrs: nounwind willreturn memory(none)
declare i32 @llvm.dx.thread.id(i32) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.TypedBuffer", i32, 1, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_i32_1_0_0t(i32, i32, i32, i32, ptr) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.dx.resource.getpointer.p0.tdx.TypedBuffer_i32_1_0_0t(target("dx.TypedBuffer", i32, 1, 0, 0), i32) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) #4

attributes #0 = { alwaysinline convergent mustprogress norecurse nounwind "no-infs-fp-math"="true" "no-nans-fp-math"="true" "no-signed-zeros-fp-math"="true" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { convergent noinline norecurse optnone "hlsl.numthreads"="8,1,1" "hlsl.shader"="compute" "no-infs-fp-math"="true" "no-nans-fp-math"="true" "no-signed-zeros-fp-math"="true" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { nounwind willreturn memory(none) }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #4 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!58, !59, !60, !61}
!dx.valver = !{!62}
!llvm.ident = !{!63}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "Out", linkageName: "_ZL3Out", scope: !2, file: !7, line: 1, type: !8, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_11, file: !3, producer: "clang version 22.1.8", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "<stdin>", directory: "")
!4 = !{!0, !5}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "In", linkageName: "_ZL2In", scope: !2, file: !7, line: 2, type: !8, isLocal: true, isDefinition: true)
!7 = !DIFile(filename: "lines.hlsl", directory: "")
!8 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "RWBuffer<unsigned int>", scope: !9, size: 32, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !10, templateParams: !56, identifier: "_ZTSN4hlsl8RWBufferIjEE")
!9 = !DINamespace(name: "hlsl", scope: null)
!10 = !{!11, !14, !18, !23, !27, !35, !36, !42, !46, !49, !53}
!11 = !DIDerivedType(tag: DW_TAG_member, name: "__handle", scope: !8, file: !3, line: 1, baseType: !12, size: 32)
!12 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !13, size: 32)
!13 = !DICompositeType(tag: DW_TAG_structure_type, name: "__hlsl_resource_t", file: !3, flags: DIFlagFwdDecl)
!14 = !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIjEC4Ev", scope: !8, file: !3, type: !15, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!15 = !DISubroutineType(types: !16)
!16 = !{null, !17}
!17 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !8, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!18 = !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIjEC4ERKS1_", scope: !8, file: !3, type: !19, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!19 = !DISubroutineType(types: !20)
!20 = !{null, !17, !21}
!21 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !22, size: 32)
!22 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !8)
!23 = !DISubprogram(name: "operator=", linkageName: "_ZN4hlsl8RWBufferIjEaSERKS1_", scope: !8, file: !3, type: !24, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!24 = !DISubroutineType(types: !25)
!25 = !{!26, !17, !21}
!26 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !8, size: 32)
!27 = !DISubprogram(name: "__createFromBinding", linkageName: "_ZN4hlsl8RWBufferIjE19__createFromBindingEjjijPKc", scope: !8, file: !3, type: !28, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: 0)
!28 = !DISubroutineType(types: !29)
!29 = !{!8, !30, !30, !31, !30, !32}
!30 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!31 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!32 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !33, size: 32)
!33 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !34)
!34 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!35 = !DISubprogram(name: "__createFromImplicitBinding", linkageName: "_ZN4hlsl8RWBufferIjE27__createFromImplicitBindingEjjijPKc", scope: !8, file: !3, type: !28, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: 0)
!36 = !DISubprogram(name: "operator[]", linkageName: "_ZNK4hlsl8RWBufferIjEixEj", scope: !8, file: !3, type: !37, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!37 = !DISubroutineType(types: !38)
!38 = !{!39, !41, !30}
!39 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !40, size: 32)
!40 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !30)
!41 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !22, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!42 = !DISubprogram(name: "operator[]", linkageName: "_ZN4hlsl8RWBufferIjEixEj", scope: !8, file: !3, type: !43, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!43 = !DISubroutineType(types: !44)
!44 = !{!45, !17, !30}
!45 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !30, size: 32)
!46 = !DISubprogram(name: "Load", linkageName: "_ZN4hlsl8RWBufferIjE4LoadEj", scope: !8, file: !3, type: !47, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!47 = !DISubroutineType(types: !48)
!48 = !{!30, !17, !30}
!49 = !DISubprogram(name: "Load", linkageName: "_ZN4hlsl8RWBufferIjE4LoadEjRj", scope: !8, file: !3, type: !50, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!50 = !DISubroutineType(types: !51)
!51 = !{!30, !17, !30, !52}
!52 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !45)
!53 = !DISubprogram(name: "GetDimensions", linkageName: "_ZN4hlsl8RWBufferIjE13GetDimensionsERj", scope: !8, file: !3, type: !54, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!54 = !DISubroutineType(types: !55)
!55 = !{null, !17, !52}
!56 = !{!57}
!57 = !DITemplateTypeParameter(name: "element_type", type: !30)
!58 = !{i32 7, !"Dwarf Version", i32 4}
!59 = !{i32 2, !"Debug Info Version", i32 3}
!60 = !{i32 1, !"wchar_size", i32 4}
!61 = !{i32 1, !"dx.nativelowprec", i32 1}
!62 = !{i32 1, i32 8}
!63 = !{!"clang version 22.1.8"}
!64 = distinct !DISubprogram(name: "fold", linkageName: "_Z4foldjj", scope: !7, file: !7, line: 3, type: !65, scopeLine: 3, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !69)
!65 = !DISubroutineType(types: !66)
!66 = !{!67, !67, !67}
!67 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint", scope: !9, file: !68, line: 35, baseType: !30)
!68 = !DIFile(filename: "headers/hlsl/hlsl_basic_types.h", directory: "")
!69 = !{}
!70 = !DILocalVariable(name: "a", arg: 1, scope: !64, file: !7, line: 3, type: !67)
!71 = !DILocation(line: 3, column: 16, scope: !64)
!72 = !DILocalVariable(name: "b", arg: 2, scope: !64, file: !7, line: 3, type: !67)
!73 = !DILocation(line: 3, column: 24, scope: !64)
!74 = !DILocalVariable(name: "high", scope: !64, file: !7, line: 4, type: !67)
!75 = !DILocation(line: 4, column: 8, scope: !64)
!76 = !DILocation(line: 4, column: 15, scope: !64)
!77 = !DILocation(line: 4, column: 17, scope: !64)
!78 = !DILocation(line: 5, column: 10, scope: !64)
!79 = !DILocation(line: 5, column: 18, scope: !64)
!80 = !DILocation(line: 5, column: 20, scope: !64)
!81 = !DILocation(line: 5, column: 15, scope: !64)
!82 = !DILocation(line: 5, column: 3, scope: !64)
!83 = !{!84}
!84 = distinct !{!84, !85, !"_ZN4hlsl8RWBufferIjE19__createFromBindingEjjijPKc: %agg.result"}
!85 = distinct !{!85, !"_ZN4hlsl8RWBufferIjE19__createFromBindingEjjijPKc"}
!86 = !DILocation(line: 0, scope: !87, inlinedAt: !90)
!87 = distinct !DISubprogram(name: "__cxx_global_var_init", scope: !3, file: !3, type: !88, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2)
!88 = !DISubroutineType(types: !89)
!89 = !{null}
!90 = distinct !DILocation(line: 0, scope: !91)
!91 = distinct !DISubprogram(linkageName: "_GLOBAL__sub_I_lines.hlsl", scope: !3, file: !3, type: !92, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2)
!92 = !DISubroutineType(types: !69)
!93 = !DILocalVariable(name: "registerNo", arg: 1, scope: !94, file: !3, type: !30)
!94 = distinct !DISubprogram(name: "__createFromBinding", linkageName: "_ZN4hlsl8RWBufferIjE19__createFromBindingEjjijPKc", scope: !8, file: !3, line: 17, type: !28, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !27, retainedNodes: !69)
!95 = !DILocation(line: 0, column: 1, scope: !94, inlinedAt: !96)
!96 = distinct !DILocation(line: 0, scope: !87, inlinedAt: !90)
!97 = !DILocalVariable(name: "spaceNo", arg: 2, scope: !94, file: !3, type: !30)
!98 = !DILocalVariable(name: "range", arg: 3, scope: !94, file: !3, type: !31)
!99 = !DILocalVariable(name: "index", arg: 4, scope: !94, file: !3, type: !30)
!100 = !DILocalVariable(name: "name", arg: 5, scope: !94, file: !3, type: !32)
!101 = !DILocalVariable(name: "tmp", scope: !94, file: !3, type: !8)
!102 = !DILocalVariable(name: "this", arg: 1, scope: !103, type: !26, flags: DIFlagArtificial | DIFlagObjectPointer)
!103 = distinct !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIjEC1Ev", scope: !8, file: !3, line: 17, type: !15, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !14, retainedNodes: !69)
!104 = !DILocation(line: 0, scope: !103, inlinedAt: !105)
!105 = distinct !DILocation(line: 0, scope: !94, inlinedAt: !96)
!106 = !DILocalVariable(name: "this", arg: 1, scope: !107, type: !26, flags: DIFlagArtificial | DIFlagObjectPointer)
!107 = distinct !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIjEC2Ev", scope: !8, file: !3, line: 17, type: !15, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !14, retainedNodes: !69)
!108 = !DILocation(line: 0, scope: !107, inlinedAt: !109)
!109 = distinct !DILocation(line: 17, column: 1, scope: !103, inlinedAt: !105)
!110 = !DILocation(line: 0, scope: !111, inlinedAt: !109)
!111 = distinct !DILexicalBlock(scope: !107, file: !7, line: 17, column: 1)
!112 = !DILocation(line: 0, scope: !94, inlinedAt: !96)
!113 = !DILocalVariable(name: "this", arg: 1, scope: !114, type: !26, flags: DIFlagArtificial | DIFlagObjectPointer)
!114 = distinct !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIjEC1ERKS1_", scope: !8, file: !3, line: 17, type: !19, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !18, retainedNodes: !69)
!115 = !DILocation(line: 0, scope: !114, inlinedAt: !116)
!116 = distinct !DILocation(line: 0, scope: !94, inlinedAt: !96)
!117 = !DILocalVariable(name: "other", arg: 2, scope: !114, file: !3, type: !21)
!118 = !DILocation(line: 0, column: 1, scope: !114, inlinedAt: !116)
!119 = !DILocation(line: 17, column: 1, scope: !114, inlinedAt: !116)
!120 = !DILocalVariable(name: "this", arg: 1, scope: !121, type: !26, flags: DIFlagArtificial | DIFlagObjectPointer)
!121 = distinct !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIjEC2ERKS1_", scope: !8, file: !3, line: 17, type: !19, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !18, retainedNodes: !69)
!122 = !DILocation(line: 0, scope: !121, inlinedAt: !123)
!123 = distinct !DILocation(line: 17, column: 1, scope: !114, inlinedAt: !116)
!124 = !DILocalVariable(name: "other", arg: 2, scope: !121, file: !3, type: !21)
!125 = !DILocation(line: 0, column: 1, scope: !121, inlinedAt: !123)
!126 = !DILocation(line: 0, scope: !127, inlinedAt: !123)
!127 = distinct !DILexicalBlock(scope: !121, file: !7, line: 17, column: 1)
!128 = !{i64 4}
!129 = !{!130}
!130 = distinct !{!130, !131, !"_ZN4hlsl8RWBufferIjE19__createFromBindingEjjijPKc: %agg.result"}
!131 = distinct !{!131, !"_ZN4hlsl8RWBufferIjE19__createFromBindingEjjijPKc"}
!132 = !DILocation(line: 0, scope: !133, inlinedAt: !134)
!133 = distinct !DISubprogram(name: "__cxx_global_var_init.1", scope: !3, file: !3, type: !88, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2)
!134 = distinct !DILocation(line: 0, scope: !91)
!135 = !DILocation(line: 0, column: 1, scope: !94, inlinedAt: !136)
!136 = distinct !DILocation(line: 0, scope: !133, inlinedAt: !134)
!137 = !DILocation(line: 0, scope: !103, inlinedAt: !138)
!138 = distinct !DILocation(line: 0, scope: !94, inlinedAt: !136)
!139 = !DILocation(line: 0, scope: !107, inlinedAt: !140)
!140 = distinct !DILocation(line: 17, column: 1, scope: !103, inlinedAt: !138)
!141 = !DILocation(line: 0, scope: !111, inlinedAt: !140)
!142 = !DILocation(line: 0, scope: !94, inlinedAt: !136)
!143 = !DILocation(line: 0, scope: !114, inlinedAt: !144)
!144 = distinct !DILocation(line: 0, scope: !94, inlinedAt: !136)
!145 = !DILocation(line: 0, column: 1, scope: !114, inlinedAt: !144)
!146 = !DILocation(line: 17, column: 1, scope: !114, inlinedAt: !144)
!147 = !DILocation(line: 0, scope: !121, inlinedAt: !148)
!148 = distinct !DILocation(line: 17, column: 1, scope: !114, inlinedAt: !144)
!149 = !DILocation(line: 0, column: 1, scope: !121, inlinedAt: !148)
!150 = !DILocation(line: 0, scope: !127, inlinedAt: !148)
!151 = !DILocalVariable(name: "id", arg: 1, scope: !152, file: !7, line: 8, type: !67)
!152 = distinct !DISubprogram(name: "main", linkageName: "_Z4mainj", scope: !7, file: !7, line: 8, type: !153, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !69)
!153 = !DISubroutineType(types: !154)
!154 = !{null, !67}
!155 = !DILocation(line: 8, column: 16, scope: !152)
!156 = !DILocalVariable(name: "first", scope: !152, file: !7, line: 9, type: !67)
!157 = !DILocation(line: 9, column: 8, scope: !152)
!158 = !DILocation(line: 9, column: 19, scope: !152)
!159 = !DILocalVariable(name: "this", arg: 1, scope: !160, type: !26, flags: DIFlagArtificial | DIFlagObjectPointer)
!160 = distinct !DISubprogram(name: "operator[]", linkageName: "_ZN4hlsl8RWBufferIjEixEj", scope: !8, file: !3, line: 17, type: !43, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !42, retainedNodes: !69)
!161 = !DILocation(line: 0, scope: !160, inlinedAt: !162)
!162 = distinct !DILocation(line: 9, column: 16, scope: !152)
!163 = !DILocalVariable(name: "Index", arg: 2, scope: !160, file: !3, type: !30)
!164 = !DILocation(line: 0, column: 1, scope: !160, inlinedAt: !162)
!165 = !DILocation(line: 9, column: 16, scope: !152)
!166 = !DILocalVariable(name: "second", scope: !152, file: !7, line: 10, type: !67)
!167 = !DILocation(line: 10, column: 8, scope: !152)
!168 = !DILocation(line: 10, column: 20, scope: !152)
!169 = !DILocation(line: 10, column: 23, scope: !152)
!170 = !DILocation(line: 0, scope: !160, inlinedAt: !171)
!171 = distinct !DILocation(line: 10, column: 17, scope: !152)
!172 = !DILocation(line: 0, column: 1, scope: !160, inlinedAt: !171)
!173 = !DILocation(line: 10, column: 17, scope: !152)
!174 = !DILocation(line: 11, column: 7, scope: !175)
!175 = distinct !DILexicalBlock(scope: !152, file: !7, line: 11, column: 7)
!176 = !DILocation(line: 11, column: 15, scope: !175)
!177 = !DILocation(line: 11, column: 13, scope: !175)
!178 = !DILocalVariable(name: "swapped", scope: !179, file: !7, line: 12, type: !67)
!179 = distinct !DILexicalBlock(scope: !175, file: !7, line: 11, column: 23)
!180 = !DILocation(line: 12, column: 10, scope: !179)
!181 = !DILocation(line: 12, column: 20, scope: !179)
!182 = !DILocation(line: 13, column: 13, scope: !179)
!183 = !DILocation(line: 13, column: 11, scope: !179)
!184 = !DILocation(line: 14, column: 14, scope: !179)
!185 = !DILocation(line: 14, column: 12, scope: !179)
!186 = !DILocation(line: 15, column: 3, scope: !179)
!187 = !DILocation(line: 16, column: 18, scope: !152)
!188 = !DILocation(line: 16, column: 25, scope: !152)
!189 = !DILocation(line: 3, column: 16, scope: !64, inlinedAt: !190)
!190 = distinct !DILocation(line: 16, column: 13, scope: !152)
!191 = !DILocation(line: 3, column: 24, scope: !64, inlinedAt: !190)
!192 = !DILocation(line: 4, column: 8, scope: !64, inlinedAt: !190)
!193 = !DILocation(line: 4, column: 15, scope: !64, inlinedAt: !190)
!194 = !DILocation(line: 4, column: 17, scope: !64, inlinedAt: !190)
!195 = !DILocation(line: 5, column: 10, scope: !64, inlinedAt: !190)
!196 = !DILocation(line: 5, column: 18, scope: !64, inlinedAt: !190)
!197 = !DILocation(line: 5, column: 20, scope: !64, inlinedAt: !190)
!198 = !DILocation(line: 5, column: 15, scope: !64, inlinedAt: !190)
!199 = !DILocation(line: 16, column: 7, scope: !152)
!200 = !DILocation(line: 0, scope: !160, inlinedAt: !201)
!201 = distinct !DILocation(line: 16, column: 3, scope: !152)
!202 = !DILocation(line: 0, column: 1, scope: !160, inlinedAt: !201)
!203 = !DILocation(line: 16, column: 11, scope: !152)
