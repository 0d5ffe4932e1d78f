//! Parts made by hand and at random: what is written reads as the same, and every part with a decoder is among
//! them. Real files are the business of `containers.rs`.
//! Long because each part has its values by hand and at random here, over the same few names.

pub(crate) mod fxc_parts;
pub(crate) mod level9;
pub(crate) mod rdef_parts;
pub(crate) mod round_trip;
pub(crate) mod runtime_data;

use std::collections::BTreeSet;

use bstr::BString;
use dx_container::enums::*;
use dx_container::flags::*;
use dx_container::parts::compiler_version::CompilerVersionBuf;
use dx_container::parts::debug_name::DebugNameBuf;
use dx_container::parts::feature_info::FeatureInfoBuf;
use dx_container::parts::level9::Level9Buf;
use dx_container::parts::pdb_info::PdbInfoBuf;
use dx_container::parts::private_data::PrivateDataBuf;
use dx_container::parts::program::{ProgramHeader, ProgramPartBuf};
use dx_container::parts::psv::{self, MaskSizes, Masks, PsvBuf, RuntimeInfo, StageExtra, StageInfo, Version};
use dx_container::parts::root_signature::{
    DescriptorRange, Parameter, ParameterContent, RootSignatureBuf, StaticSampler,
};
use dx_container::parts::shader_hash::ShaderHashBuf;
use dx_container::parts::shader_tokens::ShaderTokensBuf;
use dx_container::parts::signature::{self, Form, SignatureBuf};
use dx_container::parts::source_info::{
    Argument, Arrangement, Content, Name, SectionBuf, SectionContentBuf, SourceInfo, SourceInfoBuf, Stored,
};
use dx_container::parts::spdb::ProgramDatabaseBuf;
use dx_container::parts::statistics::{CommonCounters, Counters, Model5Counters, StatisticsBuf};
use dx_container::parts::symbol_strings::Packing;
use dx_container::parts::{self, Carried, Layout, Owned, PARTS, PartBuf, PartKind, View as _};
use dx_container::pdb::MsfBuilder;
use dx_container::reader::Payload;
use dx_container::symbols::{Symbol, SymbolTable};
use dx_container::{ContainerErrorKind, FourCc, ProgramVersion};
use proptest::prelude::*;
use round_trip::{any_name, check};
use runtime_data::{pdb_info, rdat};
use testkit::{Test, tests, times};

pub(crate) const TESTS: &[Test] = tests![
    every_part_with_a_decoder_is_written_and_read,
    an_edit_keeps_the_rest_of_the_layout,
    larger_records_than_known_are_kept,
    sources_are_read_however_they_are_stored,
    names_may_take_more_than_their_size_says,
    bombs_are_refused,
    what_does_not_fit_is_refused_by_name,
    any_source_info,
    any_signature,
    any_psv,
    any_rdef,
    any_class_linkage,
    any_level9,
    any_root_signature,
    any_program,
    any_names
];

/// One part by hand for each name that has a decoder.
fn every_part_with_a_decoder_is_written_and_read() {
    let mut done = BTreeSet::new();
    let mut each = |names: &[FourCc], check: &dyn Fn(FourCc)| {
        for &name in names {
            check(name);
            done.insert(name);
        }
    };
    each(&[FourCc::DXIL, FourCc::ILDB], &|name| check(name, program(b"BC\xc0\xde!".to_vec())));
    each(&[FourCc::SFI0], &|name| {
        check(name, FeatureInfoBuf { flags: FeatureFlags::WAVE_OPS, unknown: vec![] });
    });
    each(&[FourCc::HASH], &|name| {
        check(name, ShaderHashBuf { flags: HashFlags::INCLUDES_SOURCE, digest: [7; 16], unknown: vec![1] });
    });
    each(
        &[FourCc::ISG1, FourCc::OSG1, FourCc::PSG1, FourCc::ISGN, FourCc::OSGN, FourCc::OSG5, FourCc::PCSG],
        &|name| {
            let form = Form::of(name);
            let elements = ["POSITION", "TEXCOORD", "TEXCOORD"].map(|name| element(form, name));
            check(name, SignatureBuf { form, elements: elements.into() });
        },
    );
    each(&[FourCc::PSV0], &|name| check(name, psv(Version::V4)));
    each(&[FourCc::RTS0], &|name| check(name, root_signature(RootSignatureVersion::V1_2)));
    each(&[FourCc::ILDN], &|name| check(name, DebugNameBuf { flags: 0, name: "a.pdb".into() }));
    each(&[FourCc::VERS], &|name| {
        check(name, CompilerVersionBuf { major: 1, minor: 8, commit: "abc".into(), ..Default::default() });
    });
    each(&[FourCc::SRCI], &|name| check(name, source_info()));
    each(&[FourCc::SPDB], &|name| {
        let streams = vec![None, Some(vec![1; 700].into()), Some(vec![].into())];
        let data = MsfBuilder { streams, ..Default::default() }.build().unwrap();
        check(name, ProgramDatabaseBuf { data });
    });
    each(&[FourCc::AON9], &|name| {
        check(name, level9::level9());
        check(name, Level9Buf::default());
    });
    each(&[FourCc::STAT], &|name| {
        let common = CommonCounters { unknown_22: 1, sample_frequency: 2, ..Default::default() };
        let model_5 = Some(Model5Counters { texture_store_instructions: 7, ..Default::default() });
        check(name, StatisticsBuf::Counters(Counters { common, model_5: None }));
        check(name, StatisticsBuf::Counters(Counters { common, model_5 }));
        check(name, StatisticsBuf::Program(program(vec![1; 148 - 24])));
    });
    each(&[FourCc::RDEF], &|name| {
        check(name, rdef_parts::resource_definitions((4, 0)));
        check(name, rdef_parts::resource_definitions((5, 0)));
        check(name, rdef_parts::resource_definitions((5, 1)));
        check(name, rdef_parts::classes());
    });
    each(&[FourCc::SHDR, FourCc::SHEX], &|name| {
        let version = ProgramVersion(0xffff_ff50);
        check(name, ShaderTokensBuf { version, tokens: vec![0x0100_003e], unknown: vec![1] });
    });
    each(&[FourCc::RDAT], &|name| check(name, rdat()));
    each(&[FourCc::PDBI], &|name| {
        for compression in [PdbInfoCompression::NONE, PdbInfoCompression::ZLIB] {
            check(name, PdbInfoBuf { compression, rdat: pdb_info(), ..Default::default() });
        }
    });
    each(&[FourCc::IFCE], &|name| check(name, fxc_parts::class_linkage()));
    each(&[FourCc::SDBG], &|name| check(name, fxc_parts::debug_information()));
    each(&[FourCc::SYM0, FourCc::STR0], &|name| {
        let symbols = ["main", "a longer name"].map(|name| Symbol::function(name, 3));
        let (symbols, strings) = SymbolTable { symbols: symbols.into() }.to_parts(Packing::None).unwrap();
        let bytes = if name == FourCc::SYM0 { symbols } else { strings.unwrap() };
        let rewritten = parts::rewrite(Payload::new(name, &bytes)).unwrap();
        assert_eq!((rewritten.bytes, rewritten.carried), (bytes, Carried::Nothing), "{name}");
    });
    each(&[FourCc::PRIV], &|name| check(name, PrivateDataBuf { data: vec![1, 2, 3] }));

    let with_decoder = PARTS.iter().filter(|row| row.kind != PartKind::Opaque).map(|row| row.fourcc);
    assert_eq!(done, with_decoder.collect(), "parts without a round trip");
}

/// An edit keeps what the writer cannot derive as far as it still fits: other names stay where they were.
fn an_edit_keeps_the_rest_of_the_layout() {
    let form = Form::Full;
    let part = SignatureBuf { form, elements: ["B", "A"].map(|name| element(form, name)).into() };
    let mut bytes = part.arrange(None).unwrap();
    // The strings the other way round, as DXC has them where it sorts elements by register.
    let strings = 8 + 2 * 32;
    bytes[strings..strings + 4].copy_from_slice(b"A\0B\0");
    bytes[8 + 4] += 2;
    bytes[8 + 32 + 4] -= 2;

    let mut part = Owned::<SignatureBuf>::read(Payload::new(FourCc::ISG1, &bytes)).unwrap();
    assert_eq!(part.meaning.elements[0].name, "B");
    assert_eq!(part.write().unwrap(), bytes);
    part.elements[0].register = 5;
    part.elements[1].name = "LONG".into();
    let edited = part.write().unwrap();
    assert_eq!(&edited[strings..], b"A\0B\0LONG\0\0\0\0", "padded as it was before");
    let again = Owned::<SignatureBuf>::read(Payload::new(FourCc::ISG1, &edited)).unwrap();
    assert_eq!(again.meaning, part.meaning);
    part.layout = None;
    assert_eq!(&part.write().unwrap()[strings..], b"B\0LONG\0\0");
}

/// Records larger than this crate knows keep what it does not know, through an edit too.
fn larger_records_than_known_are_kept() {
    let mut part = psv(Version::V4);
    part.info_unknown = vec![1, 2, 3, 4];
    part.resource_size = 28;
    part.resources_unknown = vec![5, 6, 7, 8];
    part.element_size = 20;
    part.elements_unknown = vec![9, 10, 11, 12];
    check(FourCc::PSV0, part.clone());

    let mut owned = Owned::<PsvBuf>::read(Payload::new(FourCc::PSV0, &part.arrange(None).unwrap())).unwrap();
    owned.info.entry_name = "another_name".into();
    owned.resources.push(psv::Resource { space: 3, ..Default::default() });
    let again = Owned::<PsvBuf>::read(Payload::new(FourCc::PSV0, &owned.write().unwrap())).unwrap();
    assert_eq!(again.resources_unknown, [5, 6, 7, 8, 0, 0, 0, 0]);
    assert_eq!(
        (again.info_unknown.as_slice(), again.elements_unknown.as_slice()),
        (&[1, 2, 3, 4][..], &[9, 10, 11, 12][..])
    );
    assert_eq!(again.info.entry_name, "another_name");
}

/// Two files and two arguments.
fn source_info() -> SourceInfoBuf {
    let sources = [("a.hlsl", "#include \"b.hlsl\"\n"), ("b.hlsl", "")];
    let arguments = [("E", "main"), ("", "a.hlsl")];
    let owned = |(a, b): (&str, &str)| (BString::from(a), BString::from(b));
    SourceInfoBuf::new(sources.map(owned), arguments.map(owned))
}

fn sources_are_read_however_they_are_stored() {
    let part = source_info();
    let entries =
        [(32, 19, "#include \"b.hlsl\"\n\0\0"), (16, 1, "\0\0\0\0")].map(|(size, text_size, text)| {
            let header = [size, 0, text_size].map(|word: u32| word.to_le_bytes()).concat();
            [header.as_slice(), text.as_bytes()].concat()
        });
    let entries = entries.concat();
    // zlib's way to store bytes as they are.
    let len = entries.len() as u16;
    let adler = entries.iter().fold((1_u32, 0_u32), |(a, b), &byte| {
        let a = (a + u32::from(byte)) % 65_521;
        (a, (a + b) % 65_521)
    });
    let mut bytes = vec![0x78, 0x9c, 1];
    bytes.extend(len.to_le_bytes());
    bytes.extend((!len).to_le_bytes());
    bytes.extend(&entries);
    bytes.extend((adler.1 << 16 | adler.0).to_be_bytes());
    let others = [Stored::Compressed { bytes, uncompressed_size: len.into() }, Stored::Plain];
    for stored in others {
        let known = Arrangement { contents: vec![stored] };
        let bytes = part.arrange(Some(&known)).unwrap();
        let mut owned = Owned::<SourceInfoBuf>::read(Payload::new(FourCc::SRCI, &bytes)).unwrap();
        assert_eq!(owned.meaning, part);
        assert_eq!(owned.layout, Some(Layout::Known(known)));
        assert_eq!(owned.write().unwrap(), bytes);

        let view = SourceInfo::parse(Payload::new(FourCc::SRCI, &bytes)).unwrap();
        let sources: Vec<_> =
            view.sources().map(|source| (source.name.to_string(), source.content)).collect();
        assert_eq!(sources[0], ("a.hlsl".into(), "#include \"b.hlsl\"\n".into()));
        assert_eq!(sources[1], ("b.hlsl".into(), "".into()));
        let arguments: Vec<_> = view.arguments().map(|argument| argument.value.to_string()).collect();
        assert_eq!(arguments, ["main", "a.hlsl"]);

        // An edit of a text leaves kept bytes behind, and the size beside the name follows.
        let SectionContentBuf::Contents { contents, .. } = &mut owned.sections[1].content else { panic!() };
        contents[1].text = "float x;".into();
        let again = owned.write().unwrap();
        let again = SourceInfo::parse(Payload::new(FourCc::SRCI, &again)).unwrap();
        assert_eq!(again.sources().last().unwrap().content, "float x;");
        assert_eq!(again.to_buf(), owned.meaning);
    }
}

/// What the 16 bits for the size of all names cannot hold is cut off, and no reader relies on it.
fn names_may_take_more_than_their_size_says() {
    let sources = (0..3000).map(|index| (format!("folder/file{index}.hlsl").into(), BString::default()));
    check(FourCc::SRCI, SourceInfoBuf::new(sources, []));
}

fn bombs_are_refused() {
    let sources = |size: usize| [("a".into(), BString::from(vec![b' '; size]))];
    let error = |size| {
        let bytes = SourceInfoBuf::new(sources(size), []).arrange(None).unwrap();
        SourceInfo::parse(Payload::new(FourCc::SRCI, &bytes)).err().map(|error| error.kind().clone())
    };
    assert_eq!(error(4 << 20), None);
    let refused = error(5 << 20);
    assert!(matches!(refused, Some(ContainerErrorKind::Inflated { .. })), "{refused:?}");
}

fn what_does_not_fit_is_refused_by_name() {
    let kind = |result: dx_container::Result<Vec<u8>>| result.unwrap_err().kind().clone();
    let nul = DebugNameBuf { flags: 0, name: "a\0b".into() };
    assert_eq!(kind(nul.arrange(None)), ContainerErrorKind::NulInText { what: "debug name" });

    let mut part = psv(Version::V1);
    part.elements[0] = vec![psv_element("A", 1); 256];
    let what = "signature element count";
    assert_eq!(kind(part.arrange(None)), ContainerErrorKind::TooLarge { what, value: 256, max: 255 });

    let mut part = psv(Version::V1);
    part.masks.input_to_outputs[0].push(0);
    assert!(matches!(
        kind(part.arrange(None)),
        ContainerErrorKind::Mismatch { what: "number of dwords in a dependency mask", .. }
    ));

    let mut part = psv(Version::V1);
    part.elements[0][0].cols = 20;
    let what = "element columns";
    assert_eq!(kind(part.arrange(None)), ContainerErrorKind::TooLarge { what, value: 20, max: 15 });

    let mut part = program(vec![]);
    part.header.minor = 22;
    let what = "minor version";
    assert_eq!(kind(part.arrange(None)), ContainerErrorKind::TooLarge { what, value: 22, max: 15 });

    let mut part = program(vec![]);
    part.header.kind = ShaderKind(70_000);
    assert!(matches!(kind(part.arrange(None)), ContainerErrorKind::TooLarge { what: "ShaderKind", .. }));
}

fn any_section() -> impl Strategy<Value = SectionBuf> {
    let name = (any::<u32>(), any_name()).prop_map(|(flags, name)| Name { flags, name });
    let text = prop::collection::vec(any::<u8>(), 0..300).prop_map(BString::from);
    let content = (any::<u32>(), text).prop_map(|(flags, text)| Content { flags, text });
    let argument = (any_name(), any_name()).prop_map(|(name, value)| Argument { name, value });
    let content = prop_oneof![
        (any::<u32>(), prop::collection::vec(name, 0..5))
            .prop_map(|(flags, names)| SectionContentBuf::Names { flags, names }),
        (any::<u16>(), any::<u32>(), prop::collection::vec(content, 0..5)).prop_map(
            |(flags, reserved, contents)| SectionContentBuf::Contents { flags, reserved, contents }
        ),
        (any::<u32>(), prop::collection::vec(argument, 0..5))
            .prop_map(|(flags, arguments)| SectionContentBuf::Arguments { flags, arguments }),
        (3..9_u32, prop::collection::vec(any::<u8>(), 0..9)).prop_map(|(kind, data)| {
            SectionContentBuf::Unknown { kind: SourceInfoSectionType(kind), data }
        }),
    ];
    (any::<u16>(), content).prop_map(|(flags, content)| SectionBuf { flags, content })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(times(256) as u32))]

    fn any_source_info(
        flags in any::<u16>(),
        sections in prop::collection::vec(any_section(), 0..5),
        unknown in prop::collection::vec(any::<u8>(), 0..5),
    ) {
        check(FourCc::SRCI, SourceInfoBuf { flags, sections, unknown });
    }

    fn any_signature(name in prop::sample::select(vec![FourCc::ISG1, FourCc::OSGN, FourCc::OSG5]), elements in prop::collection::vec(any_element(), 0..40)) {
        let form = Form::of(name);
        let fit = |mut element: signature::Element<BString>| {
            if form == Form::Plain { element.stream = 0; }
            if form != Form::Full { element.min_precision = MinPrecision::DEFAULT; }
            element
        };
        check(name, SignatureBuf { form, elements: elements.into_iter().map(fit).collect() });
    }

    fn any_psv(part in any_psv_part()) {
        check(FourCc::PSV0, part);
    }

    fn any_rdef(part in rdef_parts::any_rdef_part()) {
        check(FourCc::RDEF, part);
    }

    fn any_class_linkage(part in fxc_parts::any_class_linkage()) {
        check(FourCc::IFCE, part);
    }

    fn any_level9(part in level9::any_level9()) {
        check(FourCc::AON9, part);
    }

    fn any_root_signature(part in any_root_signature_part()) {
        check(FourCc::RTS0, part);
    }

    fn any_program(bitcode in prop::collection::vec(any::<u8>(), 0..64)) {
        let program = program(bitcode);
        assert_eq!(program.clone().into_payload().unwrap(), program.arrange(None).unwrap());
        check(FourCc::DXIL, program);
    }

    fn any_names(debug in any_name(), commit in any_name(), custom in any_name()) {
        check(FourCc::ILDN, DebugNameBuf { flags: 3, name: debug });
        check(FourCc::VERS, CompilerVersionBuf { commit, custom, ..Default::default() });
    }
}

fn program(bitcode: Vec<u8>) -> ProgramPartBuf {
    let kind = ShaderKind::COMPUTE;
    let header = ProgramHeader { kind, major: 6, minor: 8, dxil_major: 1, dxil_minor: 8, reserved: (0, 0) };
    ProgramPartBuf { header, bitcode }
}

fn element(form: Form, name: &str) -> signature::Element<BString> {
    signature::Element {
        stream: if form == Form::Plain { 0 } else { 1 },
        name: name.into(),
        index: 2,
        system_value: SystemValue::UNDEFINED,
        component_type: ComponentType::FLOAT32,
        register: signature::NO_REGISTER,
        mask: 7,
        exclusive_mask: 3,
        reserved: 0,
        min_precision: if form == Form::Full { MinPrecision::FLOAT16 } else { MinPrecision::DEFAULT },
    }
}

fn psv_element(name: &str, rows: u32) -> psv::Element<BString, Vec<u32>> {
    psv::Element {
        name: name.into(),
        indices: (0..rows).collect(),
        cols: 4,
        allocated: true,
        component_type: ComponentType::FLOAT32,
        interpolation: InterpolationMode::LINEAR,
        ..Default::default()
    }
}

fn psv(version: Version) -> PsvBuf {
    let info = RuntimeInfo {
        version,
        stage_info: StageInfo::Hull {
            input_control_points: 3,
            output_control_points: 4,
            domain: TessellatorDomain::TRI,
            output_primitive: TessellatorOutputPrimitive::TRIANGLE_CW,
        },
        max_wave_lanes: psv::ANY_LANES,
        stage: ShaderKind::HULL,
        uses_view_id: 1,
        stage_extra: StageExtra::patch(1),
        element_counts: [1, 0, 0],
        input_vectors: 1,
        output_vectors: [9, 0, 0, 0],
        entry_name: if version >= Version::V3 { "HSMain".into() } else { BString::default() },
        ..Default::default()
    };
    let masks = masks(&info);
    PsvBuf {
        info,
        resources: vec![psv::Resource { resource_type: ResourceType::CBV, ..Default::default() }],
        resource_size: if version >= Version::V2 { 24 } else { 16 },
        elements: [vec![psv_element("POSITION", 1)], vec![], vec![]],
        element_size: psv::Element::SIZE,
        masks,
        ..Default::default()
    }
}

fn masks<Name>(info: &RuntimeInfo<Name>) -> Masks<Vec<u32>> {
    MaskSizes::of(info).map(|size| (0..size).map(|word| word as u32).collect())
}

fn root_signature(version: RootSignatureVersion) -> RootSignatureBuf {
    let range = DescriptorRange {
        kind: DescriptorRangeType::SRV,
        num_descriptors: 2,
        base_register: 1,
        space: 0,
        flags: DescriptorRangeFlags::empty(),
        offset: 7,
    };
    let content = [
        ParameterContent::Table(vec![range, DescriptorRange { space: 5, ..range }]),
        ParameterContent::Constants { register: 0, space: 1, num_values: 4 },
        ParameterContent::Descriptor {
            kind: RootParameterType::UAV,
            register: 1,
            space: 0,
            flags: RootDescriptorFlags::empty(),
        },
    ];
    RootSignatureBuf {
        version,
        flags: RootSignatureFlags::ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT,
        parameters: content.map(|content| Parameter { visibility: ShaderVisibility::PIXEL, content }).into(),
        samplers: vec![sampler(f32::NAN, StaticSamplerFlags::UINT_BORDER_COLOR)],
    }
}

fn sampler(max_lod: f32, flags: StaticSamplerFlags) -> StaticSampler {
    StaticSampler {
        filter: Filter::ANISOTROPIC,
        address: [TextureAddressMode::WRAP, TextureAddressMode::CLAMP, TextureAddressMode(9)],
        mip_lod_bias: -1.5,
        max_anisotropy: 16,
        comparison: ComparisonFunc::LESS,
        border_color: StaticBorderColor::OPAQUE_WHITE,
        min_lod: 0.0,
        max_lod,
        register: 2,
        space: 3,
        visibility: ShaderVisibility::ALL,
        flags,
    }
}

prop_compose! {
    fn any_element()(
        name in any_name(),
        [stream, index, system_value, component_type, register, min_precision] in any::<[u32; 6]>(),
        [mask, exclusive_mask] in any::<[u8; 2]>(),
        reserved in any::<u16>(),
    ) -> signature::Element<BString> {
        signature::Element {
            stream,
            name,
            index,
            system_value: SystemValue(system_value),
            component_type: ComponentType(component_type),
            register,
            mask,
            exclusive_mask,
            reserved,
            min_precision: MinPrecision(min_precision),
        }
    }
}

prop_compose! {
    fn any_psv_element()(
        name in any_name(),
        indices in prop::collection::vec(0..4_u32, 0..5),
        [start_row, kind, component_type, interpolation, last] in any::<[u8; 5]>(),
        cols in 0..16_u8,
        start_col in 0..4_u8,
        allocated in any::<bool>(),
        dynamic_mask in 0..16_u8,
        stream in 0..4_u8,
        reserved in (0..2_u8, 0..4_u8),
    ) -> psv::Element<BString, Vec<u32>> {
        psv::Element {
            name,
            indices,
            start_row,
            cols,
            start_col,
            allocated,
            kind: SemanticKind(kind.into()),
            component_type: ComponentType(component_type.into()),
            interpolation: InterpolationMode(interpolation.into()),
            dynamic_mask,
            stream,
            reserved: (reserved.0, reserved.1, last),
        }
    }
}

prop_compose! {
    fn any_resource(size: u32)([resource_type, space, lower_bound, upper_bound, kind, flags] in any::<[u32; 6]>()) -> psv::Resource {
        let mut resource = psv::Resource { resource_type: ResourceType(resource_type), space, lower_bound, upper_bound, ..Default::default() };
        if size >= psv::Resource::SIZE_V1 {
            resource.kind = ResourceKind(kind);
            resource.flags = ResourceFlags::from_bits_retain(flags);
        }
        resource
    }
}

/// A union that reads back as the same variant.
fn any_stage_info(stage: u32) -> StageInfo {
    let (one, many) = (1, 0x0102_0304);
    match ShaderKind(stage) {
        ShaderKind::VERTEX => StageInfo::Vertex { output_position_present: one },
        ShaderKind::PIXEL => StageInfo::Pixel { depth_output: one, sample_frequency: 7 },
        ShaderKind::AMPLIFICATION => StageInfo::Amplification { payload_bytes: many },
        ShaderKind::GEOMETRY => StageInfo::Geometry {
            input_primitive: InputPrimitive(many),
            output_topology: PrimitiveTopology::LINE_LIST,
            output_stream_mask: 15,
            output_position_present: one,
        },
        ShaderKind::DOMAIN => StageInfo::Domain {
            input_control_points: many,
            output_position_present: one,
            domain: TessellatorDomain::QUAD,
        },
        ShaderKind::HULL => StageInfo::Hull {
            input_control_points: many,
            output_control_points: one.into(),
            domain: TessellatorDomain(many),
            output_primitive: TessellatorOutputPrimitive::LINE,
        },
        ShaderKind::MESH => StageInfo::Mesh {
            group_shared_bytes: many,
            group_shared_bytes_view_dependent: 2,
            payload_bytes: 3,
            max_output_vertices: 4,
            max_output_primitives: 5,
        },
        _ => StageInfo::Other([stage as u8; 16]),
    }
}

fn any_psv_part() -> impl Strategy<Value = PsvBuf> {
    let lists = || prop::collection::vec(any_psv_element(), 0..6);
    let version = prop::sample::select(Version::ALL.to_vec());
    let sizes = (prop::sample::select(vec![16_u32, 20, 24, 28]), 16..20_u32);
    (version, sizes, [lists(), lists(), lists()], 0..16_u32, any::<[u8; 9]>(), any_name(), any::<[u32; 6]>())
        .prop_flat_map(|(version, (resource_size, element_size), elements, stage, bytes, name, words)| {
            let resources = prop::collection::vec(any_resource(resource_size), 0..4);
            resources.prop_map(move |resources| {
                psv_of(
                    version,
                    resource_size,
                    element_size,
                    elements.clone(),
                    stage,
                    bytes,
                    &name,
                    words,
                    resources,
                )
            })
        })
}

#[allow(clippy::too_many_arguments, reason = "the one place that puts random values together")]
fn psv_of(
    version: Version,
    resource_size: u32,
    element_size: u32,
    elements: [Vec<psv::Element<BString, Vec<u32>>>; 3],
    stage: u32,
    bytes: [u8; 9],
    name: &BString,
    words: [u32; 6],
    resources: Vec<psv::Resource>,
) -> PsvBuf {
    let [uses_view_id, extra0, extra1, input_vectors, output_vectors @ .., unknown] = bytes;
    let info =
        RuntimeInfo { version, min_wave_lanes: words[0], max_wave_lanes: words[1], ..Default::default() };
    let mut part = PsvBuf { info, ..Default::default() };
    let known = if resource_size >= 24 { 24 } else { 16 };
    if !resources.is_empty() {
        part.resource_size = resource_size;
        part.resources_unknown = vec![unknown; resources.len() * (resource_size - known) as usize];
    }
    part.resources = resources;
    if version == Version::V0 {
        // Without a stage the union is bytes.
        part.info.stage_info = StageInfo::Other([unknown; 16]);
        return part;
    }
    let counts = elements.each_ref().map(|list| list.len() as u8);
    part.info = RuntimeInfo {
        stage_info: any_stage_info(stage),
        stage: ShaderKind(stage),
        uses_view_id,
        stage_extra: StageExtra([extra0, extra1]),
        element_counts: counts,
        input_vectors,
        output_vectors,
        ..part.info
    };
    let all: usize = elements.iter().map(Vec::len).sum();
    if all > 0 {
        part.element_size = element_size;
        part.elements_unknown = vec![unknown; all * (element_size - 16) as usize];
    }
    part.elements = elements;
    if version >= Version::V2 {
        part.info.num_threads = [words[2], words[3], words[4]];
    }
    if version >= Version::V3 {
        part.info.entry_name = name.clone();
    }
    if version >= Version::V4 {
        part.info.group_shared_bytes = words[5];
    }
    part.masks = masks(&part.info);
    part.unknown = vec![unknown; usize::from(unknown % 3)];
    part
}

fn any_root_signature_part() -> impl Strategy<Value = RootSignatureBuf> {
    let versions = vec![RootSignatureVersion::V1_0, RootSignatureVersion::V1_1, RootSignatureVersion::V1_2];
    let range = any::<[u32; 6]>();
    let parameter = (0..5_u32, any::<[u32; 5]>(), prop::collection::vec(range, 0..4));
    let samplers = prop::collection::vec(any::<(f32, u32)>(), 0..3);
    (prop::sample::select(versions), any::<u32>(), prop::collection::vec(parameter, 0..6), samplers).prop_map(
        |(version, flags, parameters, samplers)| RootSignatureBuf {
            version,
            flags: RootSignatureFlags::from_bits_retain(flags),
            parameters: parameters
                .into_iter()
                .map(|(kind, words, ranges)| parameter_of(version, kind, words, ranges))
                .collect(),
            samplers: samplers
                .into_iter()
                .map(|(lod, flags)| {
                    let flags = if version == RootSignatureVersion::V1_2 { flags } else { 0 };
                    sampler(lod, StaticSamplerFlags::from_bits_retain(flags))
                })
                .collect(),
        },
    )
}

fn parameter_of(
    version: RootSignatureVersion,
    kind: u32,
    words: [u32; 5],
    ranges: Vec<[u32; 6]>,
) -> Parameter<Vec<DescriptorRange>> {
    let [visibility, register, space, num_values, flags] = words;
    let said = |flags: u32| if version == RootSignatureVersion::V1_0 { 0 } else { flags };
    let range = |[kind, num_descriptors, base_register, space, flags, offset]: [u32; 6]| DescriptorRange {
        kind: DescriptorRangeType(kind),
        num_descriptors,
        base_register,
        space,
        flags: DescriptorRangeFlags::from_bits_retain(said(flags)),
        offset,
    };
    let content = match RootParameterType(kind) {
        RootParameterType::DESCRIPTOR_TABLE => {
            ParameterContent::Table(ranges.into_iter().map(range).collect())
        }
        RootParameterType::CONSTANTS_32_BIT => ParameterContent::Constants { register, space, num_values },
        kind => ParameterContent::Descriptor {
            kind,
            register,
            space,
            flags: RootDescriptorFlags::from_bits_retain(said(flags)),
        },
    };
    Parameter { visibility: ShaderVisibility(visibility), content }
}
