//! The shaders and the changes. Separate because they are long.

/// Shader, text, its replacement, and the rule that is broken then.
pub(crate) type Case = (&'static str, &'static str, &'static str, Option<&'static str>);

pub(crate) const CASES: &[Case] = &[
    ("counter", "%h2, i8 1)", "%h2, i8 -1)", Some("INSTR.ONLYONEALLOCCONSUME")),
    ("counter", "i32 4, !10}", "i32 4, !10, i32 11, !{!\"4\"}}", Some("SM.WAVESIZENEEDSCONSTANTOPERANDS")),
    (
        "counter",
        "i32 4, !10}",
        "i32 4, !10, i32 23, !{i32 4, i32 0, !\"4\"}}",
        Some("SM.WAVESIZENEEDSCONSTANTOPERANDS"),
    ),
    (
        "counter",
        "!0 = !{i32 1, i32 5}\n!1 = !{i32 1, i32 5}\n!2 = !{!\"cs\", i32 6, i32 5}",
        "!0 = !{i32 1, i32 6}\n!1 = !{i32 1, i32 6}\n!2 = !{!\"cs\", i32 6, i32 6}",
        Some("SM.OPCODEININVALIDFUNCTION"),
    ),
    ("library", "%S* @two, !\"two\"", "%T* @one, !\"two\"", Some("INSTR.RESOURCEMAPTOSINGLEENTRY")),
    ("library", "  ; another use", "  store %T %t, %T* @one", Some("INSTR.RESOURCEUSER")),
    (
        "library",
        "  ; another use",
        "  %u = bitcast %T* @one to %S*\n  %v = load %S, %S* %u",
        Some("INSTR.RESOURCEUSER"),
    ),
    ("library", "  ; another use", "  %u = bitcast %T* @one to %S*", None),
    // An entry that says nothing has zeros.
    ("counter", "null, !3, !9}", "null, !3, null}", Some("SM.THREADGROUPCHANNELRANGE")),
    ("counter", "!dx.entryPoints = !{!8}", "!dx.entryPoints = !{!8, !8}", Some("META.WELLFORMED")),
    (
        "library",
        "define float @main() {",
        "define void @again() {\n  call void @again()\n  ret void\n}\ndefine float @main() {",
        Some("FLOW.NORECURSION"),
    ),
    ("library", "i32 1, i32 0, null}", "i32 1, i32 3, null}", Some("META.VALIDSAMPLERMODE")),
    // Modes behind that of no sampler are let pass.
    ("library", "i32 1, i32 0, null}", "i32 1, i32 4, null}", None),
    // An entry that is only declared.
    (
        "counter",
        "define void @main() {",
        "declare void @main()\ndefine void @other() {",
        Some("META.ENTRYFUNCTION"),
    ),
    // A tag that only what is written has.
    ("library", "!10 = !{i32 0, i32 9}", "!10 = !{i32 0, i32 9, i32 2, i32 0}", Some("META.WELLFORMED")),
    // Rays are traced in what consists of numbers.
    (
        "library",
        "i32 1, i32 2, i32 0, !10}",
        "i32 1, i32 16, i32 0, null}",
        Some("SM.INVALIDRESOURCECOMPTYPE"),
    ),
    ("pixel", "!\"SV_Position\", i8 9", "!\"OTHER\", i8 9", None),
    ("pixel", "!\"SV_Position\", i8 9", "!\"\", i8 9", None),
    ("pixel", "!\"B\", i8 9", "!\"\", i8 9", Some("META.SEMANTICLEN")),
    ("pixel", "!\"B\", i8 9, i8 0, !20", "!\"B\", i8 9, i8 0, null", Some("META.WELLFORMED")),
    // What is wider than a word has no width, and goes with what has none.
    ("pixel", "!\"B\", i8 9", "!\"B\", i8 17", None),
    (
        "pixel",
        "!6 = !{!10, !11}",
        "!13 = !{i32 2, !\"C\", i8 10, i8 0, !20, i8 1, i32 1, i8 1, i32 1, i8 1, null}\n!6 = !{!10, !11, !13}",
        Some("META.SIGNATUREDATAWIDTH"),
    ),
    // Whether something has to be exact is asked where numbers may be less exact than they say.
    ("pixel", "%s = fadd float %b, %f", "%s = fadd float %b, %f, !dx.precise !21", None),
    // The number of the view takes a register.
    ("pixel", "!20, i8 1, i32 1, i8 1, i32 1", "!20, i8 1, i32 31, i8 4, i32 1", Some("SM.VIEWIDNEEDSSLOT")),
    // What is said of functions: as many parameters as they have, and in tags that are read.
    ("pixel", "!{i32 1, void ()* @main, !30}", "!{i32 1, void ()* @main, !31}", Some("META.WELLFORMED")),
    ("pixel", "!{i32 1, void ()* @main, !30}", "!{i32 2, void ()* @main, !30}", Some("META.WELLFORMED")),
    ("pixel", "!32 = !{i32 0, !33, !33}", "!32 = !{i32 0, !34, !33}", Some("META.WELLFORMED")),
];

pub(crate) const SHADERS: &[(&str, &str)] = &[("counter", COUNTER), ("library", LIBRARY), ("pixel", PIXEL)];

/// A compute shader that counts in a buffer, twice.
const COUNTER: &str = r#"
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"
%dx.types.Handle = type { i8* }
%B = type { i32 }
declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1)
declare i32 @dx.op.bufferUpdateCounter(i32, %dx.types.Handle, i8)
define void @main() {
  %h1 = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)
  %h2 = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)
  %c1 = call i32 @dx.op.bufferUpdateCounter(i32 70, %dx.types.Handle %h1, i8 1)
  %c2 = call i32 @dx.op.bufferUpdateCounter(i32 70, %dx.types.Handle %h2, i8 1)
  ret void
}
!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.resources = !{!3}
!dx.entryPoints = !{!8}
!0 = !{i32 1, i32 5}
!1 = !{i32 1, i32 5}
!2 = !{!"cs", i32 6, i32 5}
!3 = !{null, !4, null, null}
!4 = !{!5}
!5 = !{i32 0, %B* undef, !"", i32 0, i32 0, i32 1, i32 12, i1 false, i1 true, i1 false, !6}
!6 = !{i32 1, i32 4}
!8 = !{void ()* @main, !"main", null, !3, !9}
!9 = !{i32 0, i64 16, i32 4, !10}
!10 = !{i32 1, i32 1, i32 1}
"#;

/// A library with a texture and a sampler.
const LIBRARY: &str = r#"
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"
%dx.types.Handle = type { i8* }
%dx.types.ResRet.f32 = type { float, float, float, float, i32 }
%T = type { <4 x float> }
%S = type { <4 x i32> }
@one = external constant %T
@two = external constant %S
declare %dx.types.Handle @dx.op.createHandleForLib.T(i32, %T)
declare %dx.types.Handle @dx.op.createHandleForLib.S(i32, %S)
declare %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32, %dx.types.Handle, %dx.types.Handle, float, float, float, float, i32, i32, i32, float)
define float @main() {
  %t = load %T, %T* @one
  %s = load %S, %S* @two
  ; another use
  %h1 = call %dx.types.Handle @dx.op.createHandleForLib.T(i32 160, %T %t)
  %h2 = call %dx.types.Handle @dx.op.createHandleForLib.S(i32 160, %S %s)
  %r = call %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32 62, %dx.types.Handle %h1, %dx.types.Handle %h2, float 0.0, float 0.0, float undef, float undef, i32 0, i32 0, i32 undef, float 0.0)
  %x = extractvalue %dx.types.ResRet.f32 %r, 0
  ret float %x
}
!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.resources = !{!3}
!dx.entryPoints = !{!8}
!0 = !{i32 1, i32 3}
!1 = !{i32 1, i32 8}
!2 = !{!"lib", i32 6, i32 3}
!3 = !{!4, null, null, !6}
!4 = !{!5}
!5 = !{i32 0, %T* @one, !"one", i32 0, i32 0, i32 1, i32 2, i32 0, !10}
!6 = !{!7}
!7 = !{i32 0, %S* @two, !"two", i32 0, i32 0, i32 1, i32 0, null}
!8 = !{null, !"", null, !3, !9}
!9 = !{i32 0, i64 0}
!10 = !{i32 0, i32 9}
"#;

/// A pixel shader that reads the number of the view.
const PIXEL: &str = r#"
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"
declare float @dx.op.loadInput.f32(i32, i32, i32, i8, i32)
declare i32 @dx.op.viewID.i32(i32)
declare void @dx.op.storeOutput.f32(i32, i32, i32, i8, float)
define void @main() {
  %b = call float @dx.op.loadInput.f32(i32 4, i32 1, i32 0, i8 0, i32 undef)
  %v = call i32 @dx.op.viewID.i32(i32 138)
  %f = uitofp i32 %v to float
  %s = fadd float %b, %f
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float %s)
  ret void
}
!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.typeAnnotations = !{!3}
!dx.entryPoints = !{!4}
!0 = !{i32 1, i32 2}
!1 = !{i32 1, i32 8}
!2 = !{!"ps", i32 6, i32 2}
!3 = !{i32 1, void ()* @main, !30}
!4 = !{void ()* @main, !"main", !5, null, !9}
!5 = !{!6, !7, null}
!6 = !{!10, !11}
!7 = !{!12}
!9 = !{i32 0, i64 2097152}
!10 = !{i32 0, !"SV_Position", i8 9, i8 3, !20, i8 4, i32 1, i8 4, i32 0, i8 0, null}
!11 = !{i32 1, !"B", i8 9, i8 0, !20, i8 1, i32 1, i8 1, i32 1, i8 0, null}
!12 = !{i32 0, !"SV_Target", i8 9, i8 16, !20, i8 0, i32 1, i8 1, i32 0, i8 0, null}
!20 = !{i32 0}
!21 = !{i32 2}
!30 = !{!32}
!31 = !{!32, !32}
!32 = !{i32 0, !33, !33}
!33 = !{}
!34 = !{i32 0, i32 0}
"#;
