//! Root signatures as layouts of user data: where registers are, and which of them are nowhere.

use amdgpu_compile::bindings::{Binding, BindingMap, Registers};
use amdgpu_compile::root_layout::{RootLayout, Rooted};
use dx_container::parts::View as _;
use dx_container::parts::root_signature::RootSignature;
use dx_container::{Container, FourCc};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![registers_are_where_the_root_signature_has_them];

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
