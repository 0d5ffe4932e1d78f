//! What the runtime must know of a pipeline: the runtime-info record of PSV0, line by line. Separate because each stage
//! has lines of its own, and each version of the record more.

use std::borrow::Cow;

use bstr::BStr;
use dx_container::enums::{
    InputPrimitive, MeshOutputTopology, PrimitiveTopology, ShaderKind, TessellatorDomain,
    TessellatorOutputPrimitive,
};
use dx_container::parts::psv::{RuntimeInfo, StageInfo, Version};

use super::page::{Name, Page};

/// Writes the section. `program_kind` is the stage that the program says, for records that do not say it.
pub(super) fn print(page: &mut Page, info: &RuntimeInfo<&BStr>, program_kind: Option<ShaderKind>) {
    page.lines(&["", " Pipeline Runtime Information: ", "", "PSVRuntimeInfo:"]);
    let stage = match info.version {
        Version::V0 => program_kind,
        Version::V1 | Version::V2 | Version::V3 | Version::V4 => Some(info.stage),
    };
    if let Some(stage) = stage {
        let stage_info = match (info.stage_info, stage) {
            (StageInfo::Other(bytes), stage) => StageInfo::of(stage, &bytes),
            (known, _) => known,
        };
        print_stage(page, info, stage, &stage_info);
    }
    match (info.min_wave_lanes, info.max_wave_lanes) {
        (least, most) if least == most => page.line(format_args!(" WaveSize={least}")),
        (least, most) => {
            page.line(format_args!(" MinimumExpectedWaveLaneCount: {least}"));
            page.line(format_args!(" MaximumExpectedWaveLaneCount: {most}"));
        }
    }
    if info.version >= Version::V1 {
        print_signature_sizes(page, info);
    }
    if info.version >= Version::V3 {
        page.line(format_args!(" EntryFunctionName: {}", Name(info.entry_name)));
    }
    page.blank();
}

fn print_stage(page: &mut Page, info: &RuntimeInfo<&BStr>, stage: ShaderKind, stage_info: &StageInfo) {
    let title = match stage {
        ShaderKind::HULL => "Hull",
        ShaderKind::DOMAIN => "Domain",
        ShaderKind::GEOMETRY => "Geometry",
        ShaderKind::VERTEX => "Vertex",
        ShaderKind::PIXEL => "Pixel",
        ShaderKind::COMPUTE => "Compute",
        ShaderKind::AMPLIFICATION => "Amplification",
        ShaderKind::MESH => "Mesh",
        _ => return,
    };
    page.line(format_args!(" {title} Shader"));
    stage_fields(stage_info).into_iter().for_each(|(name, value)| page.line(format_args!(" {name}={value}")));
    if let Some(topology) = info.mesh_output_topology().filter(|_| info.version >= Version::V1) {
        page.line(format_args!(" MeshOutputTopology={}", word_of(&MESH_TOPOLOGIES, topology)));
    }
    if matches!(stage, ShaderKind::COMPUTE | ShaderKind::AMPLIFICATION | ShaderKind::MESH) {
        if info.version >= Version::V2 {
            let [x, y, z] = info.num_threads;
            page.line(format_args!(" NumThreads=({x},{y},{z})"));
        }
        if info.version >= Version::V4 {
            page.line(format_args!(" NumBytesGroupSharedMemory: {}", info.group_shared_bytes));
        }
    }
}

/// What the listing shows of a stage's own fields; it leaves some out.
fn stage_fields(stage_info: &StageInfo) -> Vec<(&'static str, Cow<'static, str>)> {
    let number = |number: u32| Cow::from(number.to_string());
    let flag = |flag: u8| Cow::from(if flag == 0 { "0" } else { "1" });
    match *stage_info {
        StageInfo::Hull { input_control_points, output_control_points, domain, output_primitive } => vec![
            ("InputControlPointCount", number(input_control_points)),
            ("OutputControlPointCount", number(output_control_points)),
            ("Domain", word_of(&DOMAINS, domain)),
            ("OutputPrimitive", word_of(&TESSELLATOR_PRIMITIVES, output_primitive)),
        ],
        StageInfo::Domain { input_control_points, output_position_present, .. } => vec![
            ("InputControlPointCount", number(input_control_points)),
            ("OutputPositionPresent", flag(output_position_present)),
        ],
        StageInfo::Geometry {
            input_primitive,
            output_topology,
            output_stream_mask,
            output_position_present,
        } => vec![
            ("InputPrimitive", input_primitive_word(input_primitive)),
            ("OutputTopology", word_of(&TOPOLOGIES, output_topology)),
            ("OutputStreamMask", number(output_stream_mask)),
            ("OutputPositionPresent", flag(output_position_present)),
        ],
        StageInfo::Vertex { output_position_present } => {
            vec![("OutputPositionPresent", flag(output_position_present))]
        }
        StageInfo::Pixel { depth_output, sample_frequency } => {
            vec![("DepthOutput", flag(depth_output)), ("SampleFrequency", flag(sample_frequency))]
        }
        StageInfo::Mesh { .. } | StageInfo::Amplification { .. } | StageInfo::Other(_) => Vec::new(),
    }
}

fn print_signature_sizes(page: &mut Page, info: &RuntimeInfo<&BStr>) {
    page.line(format_args!(" UsesViewID: {}", info.uses_view_id != 0));
    let [inputs, outputs, patch_or_primitives] = info.element_counts;
    page.line(format_args!(" SigInputElements: {inputs}"));
    page.line(format_args!(" SigOutputElements: {outputs}"));
    page.line(format_args!(" SigPatchConstOrPrimElements: {patch_or_primitives}"));
    page.line(format_args!(" SigInputVectors: {}", info.input_vectors));
    for (stream, vectors) in info.output_vectors.iter().enumerate() {
        page.line(format_args!(" SigOutputVectors[{stream}]: {vectors}"));
    }
}

const DOMAINS: [(TessellatorDomain, &str); 3] = [
    (TessellatorDomain::ISO_LINE, "isoline"),
    (TessellatorDomain::TRI, "tri"),
    (TessellatorDomain::QUAD, "quad"),
];

const TESSELLATOR_PRIMITIVES: [(TessellatorOutputPrimitive, &str); 4] = [
    (TessellatorOutputPrimitive::POINT, "point"),
    (TessellatorOutputPrimitive::LINE, "line"),
    (TessellatorOutputPrimitive::TRIANGLE_CW, "triangle_cw"),
    (TessellatorOutputPrimitive::TRIANGLE_CCW, "triangle_ccw"),
];

/// Lists have no word: geometry shaders emit strips.
const TOPOLOGIES: [(PrimitiveTopology, &str); 3] = [
    (PrimitiveTopology::POINT_LIST, "point"),
    (PrimitiveTopology::LINE_STRIP, "line"),
    (PrimitiveTopology::TRIANGLE_STRIP, "triangle"),
];

const MESH_TOPOLOGIES: [(MeshOutputTopology, &str); 3] = [
    (MeshOutputTopology::UNDEFINED, "undefined"),
    (MeshOutputTopology::LINE, "line"),
    (MeshOutputTopology::TRIANGLE, "triangle"),
];

const INPUT_PRIMITIVES: [(InputPrimitive, &str); 5] = [
    (InputPrimitive::POINT, "point"),
    (InputPrimitive::LINE, "line"),
    (InputPrimitive::LINE_WITH_ADJACENCY, "lineadj"),
    (InputPrimitive::TRIANGLE, "triangle"),
    (InputPrimitive::TRIANGLE_WITH_ADJACENCY, "triangleadj"),
];

fn word_of<T: PartialEq + Copy>(words: &[(T, &'static str)], value: T) -> Cow<'static, str> {
    words.iter().find(|(known, _)| *known == value).map_or("invalid", |(_, word)| word).into()
}

fn input_primitive_word(primitive: InputPrimitive) -> Cow<'static, str> {
    let patches = InputPrimitive::CONTROL_POINT_PATCH_1.0..=InputPrimitive::CONTROL_POINT_PATCH_32.0;
    match primitive.0.checked_sub(*patches.start()) {
        Some(points) if patches.contains(&primitive.0) => format!("patch{}", points + 1).into(),
        _ => word_of(&INPUT_PRIMITIVES, primitive),
    }
}

#[cfg(test)]
mod tests {
    use dx_container::parts::psv::StageExtra;

    use super::*;

    fn text(info: &RuntimeInfo<&BStr>, program_kind: Option<ShaderKind>) -> String {
        let mut page = Page::new(0);
        print(&mut page, info, program_kind);
        let text = page.finish();
        text.strip_prefix(";\n; Pipeline Runtime Information: \n;\n;PSVRuntimeInfo:\n").unwrap().to_owned()
    }

    #[test]
    fn older_records_have_fewer_lines() {
        let stage_info = StageInfo::Other([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9]);
        let mut info = RuntimeInfo { stage_info, version: Version::V0, ..RuntimeInfo::default() };
        assert_eq!(text(&info, None), "; WaveSize=0\n;\n");
        let vertex = "; Vertex Shader\n; OutputPositionPresent=1\n; WaveSize=0\n;\n";
        assert_eq!(text(&info, Some(ShaderKind::VERTEX)), vertex);

        info = RuntimeInfo { version: Version::V1, stage: ShaderKind::MESH, ..RuntimeInfo::default() };
        info.stage_extra = StageExtra([0, 7]);
        info.max_wave_lanes = 4;
        let old = text(&info, Some(ShaderKind::PIXEL));
        assert!(old.starts_with(
            "; Mesh Shader\n; MeshOutputTopology=invalid\n; MinimumExpectedWaveLaneCount: 0\n\
             ; MaximumExpectedWaveLaneCount: 4\n; UsesViewID: false\n"
        ));
        info.version = Version::V4;
        info.entry_name = "main".into();
        let new = text(&info, None);
        assert!(new.contains("; NumThreads=(0,0,0)\n; NumBytesGroupSharedMemory: 0\n; Minimum"), "{new}");
        assert!(new.ends_with("; SigOutputVectors[3]: 0\n; EntryFunctionName: main\n;\n"), "{new}");
    }

    #[test]
    fn primitives_have_words() {
        for (primitive, word) in [
            (InputPrimitive::UNDEFINED, "invalid"),
            (InputPrimitive::LINE_WITH_ADJACENCY, "lineadj"),
            (InputPrimitive::CONTROL_POINT_PATCH_1, "patch1"),
            (InputPrimitive::CONTROL_POINT_PATCH_32, "patch32"),
            (InputPrimitive(InputPrimitive::CONTROL_POINT_PATCH_32.0 + 1), "invalid"),
        ] {
            assert_eq!(input_primitive_word(primitive), word);
        }
    }
}
