//! Root signatures as text, by hand and at random; their rules; their versions. Those of real files are the
//! business of `containers.rs`.

use dx_container::enums::*;
use dx_container::flags::*;
use dx_container::parts::PartBuf as _;
use dx_container::parts::psv::Resource;
use dx_container::parts::root_signature::{
    At, ConversionError, DescriptorRange, Parameter, ParameterContent, RootSignatureBuf, ShaderFinding,
    StaticSampler, check, check_shader,
};
use dx_container::{Container, FourCc};
use dx_text::root_signature::{parse, parse_unchecked, print, print_define};
use located::Kind as _;
use proptest::prelude::*;
use testkit::{Test, tests, times};

pub(crate) const TESTS: &[Test] = tests![
    a_shaders_text_compiles_to_what_dxc_made_of_it,
    documented_examples_are_read,
    spelling_is_free_where_dxcs_is,
    mistakes_have_a_code_and_a_place,
    broken_rules_are_found,
    a_shader_is_held_against_what_is_bound,
    versions_are_converted_as_dxc_converts_them,
    any_root_signature_comes_back_from_its_text,
    no_text_is_too_much
];

const V1_0: RootSignatureVersion = RootSignatureVersion::V1_0;
const V1_1: RootSignatureVersion = RootSignatureVersion::V1_1;
const V1_2: RootSignatureVersion = RootSignatureVersion::V1_2;

/// What DXC made of the text in the source lies in the shader: the same bytes.
fn a_shaders_text_compiles_to_what_dxc_made_of_it() {
    let source = include_str!("../../../../examples/triangle.hlsl");
    let define = source.lines().find(|line| line.starts_with("#define RS")).unwrap();
    let shader = Container::parse(include_bytes!("../../../../examples/triangle_vs.dxil")).unwrap();
    let part = shader.part(FourCc::RTS0).unwrap();
    let signature = parse(define, RootSignatureVersion(u32::from(part.data[0]))).unwrap();
    assert_eq!(signature.arrange(None).unwrap(), part.data);
    assert_eq!(
        print_define(&signature, "RS").unwrap(),
        "#define RS \\\n    \"RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), \" \\\n    \"CBV(b0), \" \\\n    \
         \"DescriptorTable(SRV(t0, numDescriptors = 2), visibility = SHADER_VISIBILITY_PIXEL), \" \\\n    \
         \"StaticSampler(s0)\"\n"
    );
}

/// Microsoft's documentation has these two; every default and every kind of clause is in them.
fn documented_examples_are_read() {
    let first = "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT | DENY_VERTEX_SHADER_ROOT_ACCESS), CBV(b0, space = 1), \
        SRV(t0), UAV(u0, visibility = SHADER_VISIBILITY_GEOMETRY), DescriptorTable(CBV(b0), \
        UAV(u1, numDescriptors = 2), SRV(t1, numDescriptors = unbounded)), DescriptorTable(Sampler(s0, numDescriptors = 2)), \
        RootConstants(num32BitConstants=1, b9), DescriptorTable(UAV(u3), UAV(u4), UAV(u5, offset=1)), StaticSampler(s2), \
        StaticSampler(s3, addressU = TEXTURE_ADDRESS_CLAMP, filter = FILTER_MIN_MAG_MIP_LINEAR)";
    let second = "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT | DENY_VERTEX_SHADER_ROOT_ACCESS), \
        CBV(b0, space = 1, flags = DATA_STATIC), SRV(t0), UAV(u0), DescriptorTable(CBV(b1), \
        SRV(t1, numDescriptors = 8,         flags = DESCRIPTORS_VOLATILE), \
        UAV(u1, numDescriptors = unbounded,         flags = DESCRIPTORS_VOLATILE)), \
        DescriptorTable(Sampler(s0, space=1, numDescriptors = 4)), RootConstants(num32BitConstants=3, b10), StaticSampler(s1),\
        StaticSampler(s2, addressU = TEXTURE_ADDRESS_CLAMP, filter = FILTER_MIN_MAG_MIP_LINEAR )";
    let signature = parse(first, V1_0).unwrap();
    assert_eq!((signature.parameters.len(), signature.samplers.len()), (7, 2));
    let sampler = signature.samplers[0];
    assert_eq!((sampler.filter, sampler.comparison), (Filter::ANISOTROPIC, ComparisonFunc::LESS_EQUAL));
    assert_eq!((sampler.max_anisotropy, sampler.border_color), (16, StaticBorderColor::OPAQUE_WHITE));
    assert_eq!((sampler.mip_lod_bias, sampler.min_lod, sampler.max_lod), (0.0, 0.0, f32::MAX));
    let signature = parse(second, V1_1).unwrap();
    let ParameterContent::Table(ranges) = &signature.parameters[3].content else { panic!("a table") };
    let flags = ranges.iter().map(|range| range.flags);
    let volatile = DescriptorRangeFlags::DESCRIPTORS_VOLATILE;
    assert_eq!(flags.collect::<Vec<_>>(), [DescriptorRangeFlags::empty(), volatile, volatile]);
}

/// Keywords in any case, arguments in any order, a comma at the end: as DXC takes them.
fn spelling_is_free_where_dxcs_is() {
    let plain = "RootConstants(num32BitConstants = 3, b2, space = 1, visibility = SHADER_VISIBILITY_MESH)";
    let other = "rootCONSTANTS( visibility=shader_visibility_mesh ,SPACE=+1,B_,num32bitconstants=0x3),"
        .replace("B_", "b2");
    assert_eq!(parse(plain, V1_1).unwrap(), parse(&other, V1_1).unwrap());
    let nothing = parse("", V1_1).unwrap();
    assert_eq!(print(&nothing).unwrap(), "RootFlags(0)\n");
    assert_eq!(parse("RootFlags(0)", V1_1).unwrap(), nothing);
    let no_ranges = parse("DescriptorTable(visibility = SHADER_VISIBILITY_ALL)", V1_1).unwrap();
    assert_eq!(parse(&print(&no_ranges).unwrap(), V1_1).unwrap(), no_ranges);
}

/// The code of each mistake and where it is, marked in the text with `^`.
fn mistakes_have_a_code_and_a_place() {
    let cases = [
        (V1_1, "^Foo(b0)", "unknown-word"),
        (V1_1, "^Sampler(s0)", "unknown-word"),
        (V1_1, "CBV(b0) ^SRV(t0)", "expected"),
        (V1_1, "CBV(b0), ^, SRV(t0)", "expected"),
        (V1_1, "CBV ^b0", "expected"),
        (V1_1, "CBV(b0^]", "expected"),
        (V1_1, "CBV(^)", "expected"),
        (V1_1, "CBV(b0, ^)", "expected"),
        (V1_1, "CBV^(b0", "unclosed"),
        (V1_1, "RootFlags^(0", "unclosed"),
        (V1_1, "DescriptorTable^(CBV(b0)", "unclosed"),
        (V1_1, "DescriptorTable(^)", "expected"),
        (V1_1, "DescriptorTable(^StaticSampler(s0))", "unknown-word"),
        (V1_1, "RootFlags(^)", "expected"),
        (V1_1, "RootFlags(^ALLOW)", "unknown-word"),
        (V1_1, "RootFlags(0), ^RootFlags(0)", "twice"),
        (V1_1, "RootFlags(DENY_MESH_SHADER_ROOT_ACCESS |^)", "expected"),
        (V1_1, "CBV(^t0)", "register"),
        (V1_1, "CBV(^B0)", "register"),
        (V1_1, "StaticSampler(^b0)", "register"),
        (V1_1, "CBV(^b4294967296)", "out-of-range"),
        (V1_1, "CBV(b0, ^b1)", "twice"),
        (V1_1, "CBV(b0, space = 1, ^space = 1)", "twice"),
        (
            V1_1,
            "DescriptorTable(visibility = SHADER_VISIBILITY_ALL, ^visibility = SHADER_VISIBILITY_ALL)",
            "twice",
        ),
        (V1_1, "CBV^(space = 1)", "missing"),
        (V1_1, "RootConstants^(b0)", "missing"),
        (V1_1, "CBV(b0, ^numDescriptors = 2)", "unknown-word"),
        (V1_1, "CBV(b0, space ^1)", "expected"),
        (V1_1, "CBV(b0, space = ^-1)", "out-of-range"),
        (V1_1, "CBV(b0, space = ^1.5)", "expected"),
        (V1_1, "CBV(b0, space = ^12abc)", "number"),
        (V1_1, "CBV(b0, space = ^unbounded)", "expected"),
        (V1_1, "CBV(b0, visibility = ^PIXEL)", "unknown-word"),
        (V1_1, "StaticSampler(s0, maxLOD = ^1e39)", "out-of-range"),
        (V1_1, "StaticSampler(s0, maxLOD = ^high)", "number"),
        (V1_1, "CBV(b0), ^/* never closed", "comment"),
        (V1_0, "CBV(b0, ^flags = DATA_STATIC)", "flags-of-version"),
        (V1_0, "DescriptorTable(CBV(b0, ^flags = 0))", "flags-of-version"),
        (V1_1, "StaticSampler(s0, ^flags = UINT_BORDER_COLOR)", "flags-of-version"),
        // What can be read and breaks the rules: the place is that of the element.
        (V1_1, "CBV(b0), ^CBV(b0)", "invalid"),
        (V1_1, "^RootFlags(0x1000)", "invalid"),
        (V1_1, "CBV(b0), DescriptorTable(Sampler(s0), ^SRV(t0))", "invalid"),
        (V1_1, "StaticSampler(s1), ^StaticSampler(s0, maxAnisotropy = 17)", "invalid"),
    ];
    for (version, marked, code) in cases {
        let text = marked.replace('^', "");
        let error = parse(&text, version).expect_err(marked);
        assert_eq!(error.kind().code(), format!("root-signature.{code}"), "{marked}: {error}");
        assert_eq!(error.place().offset, marked.find('^').unwrap() as u64, "{marked}: {error}");
    }
    assert!(parse("", RootSignatureVersion(4)).is_err());
}

/// Each rule, broken in one text; what is said of it.
fn broken_rules_are_found() {
    let cases = [
        ("RootFlags(0x80001000)", "root signature: unknown flags 0x1000"),
        (
            "CBV(b0, visibility = 8)",
            "root parameter 0: unknown shader visibility 8, expected 0 (All) to 7 (Mesh)",
        ),
        (
            "DescriptorTable(SRV(t0), Sampler(s0))",
            "range 1 of root parameter 0: descriptor table mixes samplers with CBVs, SRVs or UAVs: use a \
             separate table for samplers",
        ),
        (
            "DescriptorTable(SRV(t0, numDescriptors = 0))",
            "range 0 of root parameter 0: numDescriptors is 0, expected at least 1",
        ),
        (
            "DescriptorTable(SRV(t0, numDescriptors = unbounded), SRV(t0, space = 1))",
            "range 1 of root parameter 0: offset DESCRIPTOR_RANGE_OFFSET_APPEND after an unbounded range: \
             give this range an explicit offset",
        ),
        (
            "DescriptorTable(SRV(t4294967295, numDescriptors = 2))",
            "range 0 of root parameter 0: 2 registers starting at 4294967295 exceed the largest register number, 4294967295",
        ),
        (
            "DescriptorTable(SRV(t0, numDescriptors = 3, offset = 4294967294))",
            "range 0 of root parameter 0: 3 descriptors starting at table offset 4294967294 exceed the largest offset, 4294967295",
        ),
        (
            "SRV(t0, flags = DATA_VOLATILE | DATA_STATIC)",
            "root parameter 0: more than one of the flags DATA_VOLATILE, DATA_STATIC_WHILE_SET_AT_EXECUTE and DATA_STATIC is set",
        ),
        (
            "DescriptorTable(SRV(t0, flags = DESCRIPTORS_VOLATILE | DATA_STATIC))",
            "range 0 of root parameter 0: DATA_STATIC cannot be combined with DESCRIPTORS_VOLATILE; use DATA_STATIC_WHILE_SET_AT_EXECUTE",
        ),
        (
            "DescriptorTable(Sampler(s0, flags = DATA_STATIC))",
            "range 0 of root parameter 0: sampler range has a DATA_* flag, which only CBV, SRV and UAV ranges can have",
        ),
        ("DescriptorTable(SRV(t0, flags = 0x20))", "range 0 of root parameter 0: unknown flags 0x20"),
        ("SRV(t0, flags = 1)", "root parameter 0: unknown flags 0x1"),
        (
            "SRV(t0, space = 4294967280)",
            "root parameter 0: register space 0xfffffff0 is reserved for the system, expected less than 0xfffffff0",
        ),
        (
            "CBV(b0, visibility = SHADER_VISIBILITY_PIXEL), RootConstants(num32BitConstants = 1, b0)",
            "root parameter 1: CBV b0, space0 is already bound by root parameter 0",
        ),
        (
            "DescriptorTable(Sampler(s0, numDescriptors = unbounded)), StaticSampler(s7)",
            "static sampler 0: sampler s7, space0 is already bound by range 0 of root parameter 0",
        ),
        ("StaticSampler(s0, filter = 2)", "static sampler 0: unknown filter 0x2"),
        (
            "StaticSampler(s0, addressV = 0)",
            "static sampler 0: addressV is 0, expected 1 (Wrap) to 5 (MirrorOnce)",
        ),
        ("StaticSampler(s0, mipLODBias = 16)", "static sampler 0: mipLODBias is 16, expected -16.0 to 15.99"),
        ("StaticSampler(s0, maxAnisotropy = 17)", "static sampler 0: maxAnisotropy is 17, expected 0 to 16"),
        (
            "StaticSampler(s0, filter = FILTER_COMPARISON_ANISOTROPIC, comparisonFunc = COMPARISON_NONE)",
            "static sampler 0: comparison filter has comparisonFunc 0, expected 1 (Never) to 8 (Always)",
        ),
        ("StaticSampler(s0, flags = 4)", "static sampler 0: unknown flags 0x4"),
    ];
    for (text, expected) in cases {
        let findings = check(&parse_unchecked(text, V1_2).unwrap());
        let findings: Vec<String> = findings.iter().map(ToString::to_string).collect();
        assert_eq!(findings, [expected], "{text}");
    }
    for fine in [
        "CBV(b0, visibility = SHADER_VISIBILITY_PIXEL), CBV(b0, visibility = SHADER_VISIBILITY_VERTEX)",
        "CBV(b0), SRV(t0), UAV(u0), StaticSampler(s0), CBV(b0, space = 1)",
        "DescriptorTable(SRV(t0, numDescriptors = unbounded), SRV(t0, space = 1, offset = 0))",
        "StaticSampler(s0, comparisonFunc = COMPARISON_NONE, minLOD = -inf, maxLOD = inf)",
        "RootFlags(0x80000000)",
    ] {
        assert_eq!(check(&parse_unchecked(fine, V1_2).unwrap()), [], "{fine}");
    }
}

fn a_shader_is_held_against_what_is_bound() {
    let text = "RootFlags(DENY_HULL_SHADER_ROOT_ACCESS), SRV(t0), UAV(u0), DescriptorTable(SRV(t1, numDescriptors = 4), \
        visibility = SHADER_VISIBILITY_PIXEL)";
    let signature = parse(text, V1_1).unwrap();
    let resource = |resource_type, lower_bound, upper_bound| Resource {
        resource_type,
        lower_bound,
        upper_bound,
        ..Resource::default()
    };
    let find = |stage, resource: Resource| check_shader(&signature, stage, [resource]);
    let (raw, typed) = (ResourceType::SRV_RAW, ResourceType::SRV_TYPED);
    assert_eq!(find(ShaderKind::COMPUTE, resource(raw, 0, 0)), []);
    assert_eq!(find(ShaderKind::PIXEL, resource(typed, 2, 4)), []);
    assert_eq!(find(ShaderKind::PIXEL, resource(typed, 4, u32::MAX)), [], "the first of an endless array");
    for (stage, first, last) in
        [(ShaderKind::PIXEL, 2, 5), (ShaderKind::PIXEL, 0, 1), (ShaderKind::VERTEX, 1, 1)]
    {
        let binding = resource(typed, first, last);
        assert_eq!(find(stage, binding), [ShaderFinding::NotBound { resource: 0, binding }]);
    }
    let with_counter = resource(ResourceType::UAV_STRUCTURED_WITH_COUNTER, 0, 0);
    for (at, binding) in [(At::Parameter(0), resource(typed, 0, 0)), (At::Parameter(1), with_counter)] {
        let expected = ShaderFinding::RootDescriptor { resource: 0, binding, at };
        assert_eq!(find(ShaderKind::PIXEL, binding), [expected]);
    }
    let texts = [
        (
            resource(typed, 2, 5),
            "root signature does not bind SRV t2 to t5, space0 with a single range or parameter",
        ),
        (resource(raw, 7, u32::MAX), "root signature does not bind SRV t7 and up, space0"),
        (
            resource(typed, 0, 0),
            "root parameter 0 cannot bind SRV t0, space0 (a typed resource): root descriptors bind only raw buffers, \
             and structured buffers without a counter",
        ),
    ];
    for (binding, expected) in texts {
        let found: Vec<String> = find(ShaderKind::PIXEL, binding).iter().map(ToString::to_string).collect();
        assert_eq!(found, [expected]);
    }
    let denied = [ShaderFinding::Denied(ShaderVisibility::HULL)];
    assert!(denied[0].to_string().contains("DENY_HULL_SHADER_ROOT_ACCESS"), "{}", denied[0]);
    assert_eq!(find(ShaderKind::HULL, resource(raw, 0, 0)), denied);
    assert_eq!(check_shader(&signature, ShaderKind::HULL, []), []);
}

fn versions_are_converted_as_dxc_converts_them() {
    let text = "CBV(b0), DescriptorTable(SRV(t0)), DescriptorTable(Sampler(s0)), StaticSampler(s1)";
    let old = parse(text, V1_0).unwrap();
    let new = old.to_version(V1_1).unwrap();
    assert_eq!(
        print(&new).unwrap(),
        "CBV(b0, flags = DATA_VOLATILE),\nDescriptorTable(SRV(t0, flags = DESCRIPTORS_VOLATILE | DATA_VOLATILE)),\n\
         DescriptorTable(Sampler(s0, flags = DESCRIPTORS_VOLATILE)),\nStaticSampler(s1)\n"
    );
    assert_eq!(new.to_version(V1_0).unwrap(), old);
    let mut newest = new.to_version(V1_2).unwrap();
    assert_eq!(newest.to_version(V1_1).unwrap(), new);
    newest.samplers[0].flags = StaticSamplerFlags::UINT_BORDER_COLOR;
    for version in [V1_0, V1_1] {
        let flags = StaticSamplerFlags::UINT_BORDER_COLOR;
        let lost = ConversionError::SamplerFlags { sampler: 0, flags, version };
        assert_eq!(newest.to_version(version), Err(lost));
    }
    assert!(old.to_version(RootSignatureVersion(0)).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(times(256) as u32))]

    fn any_root_signature_comes_back_from_its_text(signature in any_signature()) {
        let text = print(&signature).unwrap();
        prop_assert_eq!(&parse_unchecked(&text, signature.version).unwrap(), &signature, "{}", &text);
        let define = print_define(&signature, "ANY").unwrap();
        prop_assert_eq!(&parse_unchecked(&define, signature.version).unwrap(), &signature, "{}", &define);
    }

    fn no_text_is_too_much(text in "([A-Za-z0-9_(),=|. +\"/*-]|CBV|DescriptorTable|\\(b0|StaticSampler\\(s0, ){0,40}") {
        if let Err(error) = parse(&text, V1_1) {
            let place = error.place();
            prop_assert!(place.offset + place.len <= text.len() as u64, "{error}");
        }
    }
}

/// Anything that a text can say: values with and without names, floats that are numbers.
fn any_signature() -> impl Strategy<Value = RootSignatureBuf> {
    let parameters = prop::collection::vec(any_parameter(), 0..6);
    let samplers = prop::collection::vec(any_sampler(), 0..3);
    (0..3_u32, any_value(), parameters, samplers).prop_map(|(version, flags, parameters, samplers)| {
        let version = RootSignatureVersion(V1_0.0 + version);
        let flags = RootSignatureFlags::from_bits_retain(flags);
        let mut signature = RootSignatureBuf { version, flags, parameters, samplers };
        // What a version cannot say is not there.
        signature.parameters.iter_mut().filter(|_| version == V1_0).for_each(
            |parameter| match &mut parameter.content {
                ParameterContent::Table(ranges) => {
                    ranges.iter_mut().for_each(|range| range.flags = DescriptorRangeFlags::empty());
                }
                ParameterContent::Descriptor { flags, .. } => *flags = RootDescriptorFlags::empty(),
                ParameterContent::Constants { .. } => {}
            },
        );
        let old = signature.samplers.iter_mut().filter(|_| version != V1_2);
        old.for_each(|sampler| sampler.flags = StaticSamplerFlags::empty());
        signature
    })
}

/// Values as files have them: mostly small.
fn any_value() -> impl Strategy<Value = u32> {
    prop_oneof![4 => 0..24_u32, 1 => Just(u32::MAX), 1 => any::<u32>()]
}

fn any_parameter() -> impl Strategy<Value = Parameter<Vec<DescriptorRange>>> {
    let range = (0..4_u32, [any_value(), any_value(), any_value(), any_value(), any_value()]);
    let values = [any_value(), any_value(), any_value(), any_value()];
    (0..5_u32, values, prop::collection::vec(range, 0..5)).prop_map(|(kind, values, ranges)| {
        let [visibility, register, space, value] = values;
        let range = |(kind, [num_descriptors, base_register, space, flags, offset]): (u32, [u32; 5])| {
            DescriptorRange {
                kind: DescriptorRangeType(kind),
                num_descriptors,
                base_register,
                space,
                flags: DescriptorRangeFlags::from_bits_retain(flags),
                offset,
            }
        };
        let content = match RootParameterType(kind) {
            RootParameterType::DESCRIPTOR_TABLE => {
                ParameterContent::Table(ranges.into_iter().map(range).collect())
            }
            RootParameterType::CONSTANTS_32_BIT => {
                ParameterContent::Constants { register, space, num_values: value }
            }
            kind => {
                let flags = RootDescriptorFlags::from_bits_retain(value);
                ParameterContent::Descriptor { kind, register, space, flags }
            }
        };
        Parameter { visibility: ShaderVisibility(visibility), content }
    })
}

fn any_sampler() -> impl Strategy<Value = StaticSampler> {
    let float = || any::<u32>().prop_map(f32::from_bits).prop_filter("a number", |float| !float.is_nan());
    let values = prop::collection::vec(any_value(), 11);
    let filters = prop_oneof![0..512_u32, any::<u32>()];
    (filters, values, [float(), float(), float()]).prop_map(|(filter, values, floats)| StaticSampler {
        filter: Filter(filter),
        address: [values[0], values[1], values[2]].map(TextureAddressMode),
        mip_lod_bias: floats[0],
        max_anisotropy: values[3],
        comparison: ComparisonFunc(values[4]),
        border_color: StaticBorderColor(values[5]),
        min_lod: floats[1],
        max_lod: floats[2],
        register: values[6],
        space: values[7],
        visibility: ShaderVisibility(values[8]),
        flags: StaticSamplerFlags::from_bits_retain(values[9]),
    })
}
