//! Root signatures as layouts of user data: where registers are, and which of them are nowhere.

use amdgpu_compile::bindings::{Binding, BindingMap, Registers};
use amdgpu_compile::heaps::Heap;
use amdgpu_compile::root_layout::{RootLayout, Rooted};
use dx_container::enums::{
    ComparisonFunc, Filter, RootSignatureVersion, ShaderVisibility, StaticBorderColor, TextureAddressMode,
};
use dx_container::flags::{RootSignatureFlags, StaticSamplerFlags};
use dx_container::parts::root_signature::{RootSignature, RootSignatureBuf, StaticSampler};
use dx_container::parts::{PartBuf as _, View as _};
use dx_container::reader::Payload;
use dx_container::{Container, FourCc};
use rdna::descriptor::{Clamp, Sampler};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] =
    tests![registers_are_where_the_root_signature_has_them, samplers_and_heaps_are_behind_parameters];

fn registers_are_where_the_root_signature_has_them() {
    let container = Container::parse(include_bytes!("../shaders/rooted.dxil")).unwrap();
    let part = container.part(FourCc::RTS0).unwrap();
    let layout = RootLayout::of(&RootSignature::parse(container.payload(&part)).unwrap()).unwrap();
    assert_eq!((layout.dwords, layout.constants), (8, 5));
    let map = BindingMap::Root(layout);
    let place = |text: &str, count| map.place(Registers::parse(text).unwrap(), count);
    let rows = [
        ("b0", 1, (0, 0), Rooted::Constants { first: 0, count: 5 }),
        ("b1", 1, (1, 0), Rooted::Descriptor),
        ("u0", 1, (2, 0), Rooted::Descriptor),
        ("t0, space1", 1, (3, 0), Rooted::Descriptor),
        ("t1", 2, (4, 0), Rooted::Table),
        ("t2", 1, (4, 1), Rooted::Table),
        // Appended to the range before.
        ("u1", 1, (4, 2), Rooted::Table),
        ("s0", 1, (5, 0), Rooted::Table),
    ];
    for (text, count, (set, binding), rooted) in rows {
        assert_eq!(place(text, count).unwrap(), (Binding { set, binding }, Some(rooted)), "{text}");
    }
    let refused = [
        ("t0", 1, "no parameter for t0"),
        ("t3", 1, "no parameter for t3"),
        ("u1, space1", 1, "no parameter for u1, space1"),
        ("t2", 2, "not all registers"),
        ("t1", u32::MAX, "not all registers"),
        ("b1", 2, "not all registers"),
    ];
    for (text, count, why) in refused {
        let error = place(text, count).unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
}

/// A sampler of register s2.
fn sampler(filter: Filter) -> StaticSampler {
    StaticSampler {
        filter,
        address: [TextureAddressMode::WRAP, TextureAddressMode::MIRROR, TextureAddressMode::BORDER],
        mip_lod_bias: -1.5,
        max_anisotropy: 16,
        comparison: ComparisonFunc::GREATER_EQUAL,
        border_color: StaticBorderColor::OPAQUE_WHITE,
        min_lod: 0.25,
        max_lod: f32::MAX,
        register: 2,
        space: 0,
        visibility: ShaderVisibility::ALL,
        flags: StaticSamplerFlags::empty(),
    }
}

/// The layout of a root signature without parameters.
fn layout(flags: RootSignatureFlags, samplers: Vec<StaticSampler>) -> RootLayout {
    let version = RootSignatureVersion::V1_1;
    let bytes = RootSignatureBuf { version, flags, parameters: Vec::new(), samplers }.arrange(None).unwrap();
    let payload = Payload::new(FourCc::RTS0, &bytes);
    RootLayout::of(&RootSignature::parse(payload).unwrap()).unwrap()
}

fn samplers_and_heaps_are_behind_parameters() {
    let flags = RootSignatureFlags::SAMPLER_HEAP_DIRECTLY_INDEXED;
    let found = layout(flags, vec![sampler(Filter::MIN_MAG_MIP_POINT), sampler(Filter::ANISOTROPIC)]);
    assert_eq!((found.heaps, found.sampler_table, found.dwords), ([None, Some(0)], Some(1), 2));
    let map = BindingMap::Root(found);
    assert_eq!(map.heap(Heap::Samplers).unwrap().0, Binding { set: 1, binding: 0 });
    let error = map.heap(Heap::Resources).unwrap_err().to_string();
    assert!(error.contains("does not have the flag CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED"), "{error}");
    let register = Registers::parse("s2").unwrap();
    let place = map.place(register, 1).unwrap();
    assert_eq!(place, (Binding { set: 2, binding: 0 }, Some(Rooted::Table)));
    let error = map.place(register, 2).unwrap_err().to_string();
    assert!(error.contains("no parameter for s2"), "{error}");
    // Descriptors are what the interpreter, which has them from elsewhere, reads of them.
    let expected = |linear, comparison, reduction| Sampler {
        clamp: [Clamp::Wrap, Clamp::Mirror, Clamp::Border],
        comparison,
        unnormalized: false,
        lod: [0.25, 4095.0 / 256.0],
        bias: -1.5,
        linear,
        border: 2,
        reduction,
    };
    let rows = [
        (Filter::MIN_MAG_MIP_POINT, expected([false, false, false], 0, 0)),
        (Filter::MIN_MAG_MIP_LINEAR, expected([true, true, true], 0, 0)),
        (Filter::MIN_POINT_MAG_LINEAR_MIP_POINT, expected([true, false, false], 0, 0)),
        (Filter::MIN_LINEAR_MAG_POINT_MIP_LINEAR, expected([false, true, true], 0, 0)),
        (Filter::COMPARISON_MIN_MAG_LINEAR_MIP_POINT, expected([true, true, false], 6, 0)),
        (Filter::MINIMUM_MIN_MAG_MIP_POINT, expected([false, false, false], 0, 1)),
        (Filter::MAXIMUM_MIN_MAG_MIP_LINEAR, expected([true, true, true], 0, 2)),
        (Filter::ANISOTROPIC, expected([true, true, true], 0, 0)),
    ];
    for (filter, expected) in rows {
        let layout = layout(RootSignatureFlags::empty(), vec![sampler(filter)]);
        let [sampler] = layout.static_samplers.as_slice() else { panic!("one sampler") };
        assert_eq!(Sampler::parse(sampler.words), expected, "{filter:?}");
    }
}
