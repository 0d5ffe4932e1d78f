//! Where registers are bound, and which wave sizes and processors there are.

use amdgpu_compile::bindings::{Binding, BindingMap, Listed, Registers};
use amdgpu_compile::heaps::Heap;
use amdgpu_compile::{Processor, WaveSize};
use dx_container::enums::ResourceClass;
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] =
    tests![registers_are_read_and_written, registers_have_bindings, processors_are_known];

fn registers_are_read_and_written() {
    for text in ["t0", "u7, space3", "b65536", "s1, space4294967295"] {
        assert_eq!(Registers::parse(text).unwrap().to_string(), text);
    }
    for text in ["", "t", "x0", "t-1", "t4294967296", "t0 space1", "t0, 1", "t0, space", "t0,space1,"] {
        assert!(Registers::parse(text).is_err(), "{text}");
    }
}

fn registers_have_bindings() {
    let parse = |text| Registers::parse(text).unwrap();
    let all = BindingMap::Registers;
    let binding = |set, binding| Binding { set, binding };
    assert_eq!(all.binding(parse("t3")).unwrap(), binding(0, 3));
    assert_eq!(all.binding(parse("u3, space2")).unwrap(), binding(2, 65_539));
    assert_eq!(all.binding(parse("b65535")).unwrap(), binding(0, 3 * 65_536 - 1));
    assert_eq!(all.binding(parse("s0")).unwrap(), binding(0, 3 * 65_536));
    // It would be that of u0.
    assert!(all.binding(parse("t65536")).is_err());
    let listed = BindingMap::Listed(vec![Listed {
        registers: parse("t3, space1"),
        binding: binding(7, 9),
        counter: None,
    }]);
    assert_eq!(listed.binding(parse("t3, space1")).unwrap(), binding(7, 9));
    assert!(listed.binding(parse("t3")).is_err());
    let counter = all.counter(parse("u3, space2"), binding(2, 65_539), None).unwrap();
    assert_eq!(counter, binding(2, 4 * 65_536 + 3));
    let error = listed.counter(parse("t3, space1"), binding(7, 9), None).unwrap_err().to_string();
    assert!(error.contains("does not list the counter of t3, space1"), "{error}");
    assert_eq!(all.heap(Heap::Resources).unwrap().0, binding(254, 0));
    assert_eq!(all.heap(Heap::Samplers).unwrap().0, binding(255, 0));
    assert_eq!(parse("s0").class, ResourceClass::SAMPLER);
}

fn processors_are_known() {
    for name in ["gfx1030", "gfx1036", "gfx1100", "gfx1103"] {
        assert_eq!(Processor::named(name).unwrap().to_string(), name);
    }
    for name in ["gfx900", "gfx1010", "gfx1150", "gfx1201", "gfx103f", "gfx", "1030", "gfx1030 "] {
        assert!(Processor::named(name).is_none(), "{name}");
    }
    assert_eq!(WaveSize::of_lanes(64).map(WaveSize::lanes), Some(64));
    assert_eq!(WaveSize::of_lanes(16), None);
}
