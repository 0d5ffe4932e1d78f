//! Something for each register of any program: small buffers, textures and samplers of the kind that the program asks
//! for, so that what it does with them is executed.

use dx_container::enums::{ResourceClass, ResourceKind};
use dxil_run::resources::{
    ALL_MAPPED, AccelerationStructure, Dimension, Geometry, Instance, Sampler, Shape, Texture,
};
use dxil_run::{Bound, Buffer, Descriptor, Format, Memory, Program, Resources, Slot};

/// Bytes of each buffer, and texels along each side of a texture.
const BYTES: u64 = 4096;
const SIDE: u32 = 8;

/// What descriptors refer to: the first memory is the one of all buffers and textures that are read, the second one of
/// those that are written.
pub(crate) fn resources() -> Resources {
    let mut resources = Resources::default();
    let words: Vec<u8> =
        (0..1 << 16).map(|index: u32| (index.wrapping_mul(0x9e37_79b9) >> 24) as u8).collect();
    for _ in 0..2 {
        resources.add(Memory::new(&words));
    }
    resources.add(Memory::new(&[0; 4]));
    let triangle = [[0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0]];
    let shape = Shape::Triangles(vec![triangle]);
    resources.structures.push(AccelerationStructure {
        objects: [vec![Geometry { shape, is_opaque: false }]].into(),
        instances: vec![Instance::new(0)],
    });
    resources
}

/// Binds something to the first registers of each range, and to the heaps.
pub(crate) fn bind<'r>(program: &Program, resources: &'r Resources) -> Bound<'r> {
    let mut bound = Bound::new(program, resources);
    for slot in program.slots() {
        for index in 0..slot.count.min(3) {
            let register = slot.register.saturating_add(index);
            bound.bind(program, slot.class, register, slot.space, descriptor(slot));
        }
    }
    let heap = [ResourceKind::RAW_BUFFER, ResourceKind::TEXTURE_2D, ResourceKind::TYPED_BUFFER];
    for (place, kind) in (0..).zip(heap) {
        bound.bind_in_heap(ResourceClass::UAV, place, of_kind(kind, 1, 0));
    }
    bound.bind_in_heap(ResourceClass::SAMPLER, 0, Descriptor::Sampler(Sampler::default()));
    bound
}

fn descriptor(slot: &Slot) -> Descriptor {
    match slot.class {
        ResourceClass::SAMPLER => Descriptor::Sampler(Sampler::default()),
        class => of_kind(slot.kind, usize::from(class == ResourceClass::UAV), slot.view.words[1]),
    }
}

fn of_kind(kind: ResourceKind, memory: usize, stride: u32) -> Descriptor {
    let format = Format::named("R32G32B32A32_FLOAT").expect("there is such a format");
    let buffer = Buffer {
        memory,
        offset: 0,
        bytes: BYTES,
        stride: 0,
        format: None,
        counter: None,
        mapped: ALL_MAPPED,
    };
    let texture = |dimension, size, layers| {
        let texture = Texture { memory, offset: 0, format, dimension, size, layers, levels: 1, samples: 1 };
        Descriptor::Texture(texture)
    };
    match kind {
        ResourceKind::STRUCTURED_BUFFER => {
            Descriptor::Buffer(Buffer { stride, counter: (memory == 1).then_some(2), ..buffer })
        }
        ResourceKind::TYPED_BUFFER => Descriptor::Buffer(Buffer { format: Some(format), ..buffer }),
        ResourceKind::TEXTURE_1D => texture(Dimension::One, [SIDE, 1, 1], 1),
        ResourceKind::TEXTURE_1D_ARRAY => texture(Dimension::One, [SIDE, 1, 1], 2),
        ResourceKind::TEXTURE_2D => texture(Dimension::Two, [SIDE, SIDE, 1], 1),
        ResourceKind::TEXTURE_2D_ARRAY => texture(Dimension::Two, [SIDE, SIDE, 1], 2),
        ResourceKind::TEXTURE_3D => texture(Dimension::Three, [SIDE; 3], 1),
        ResourceKind::TEXTURE_CUBE | ResourceKind::TEXTURE_CUBE_ARRAY => {
            texture(Dimension::Cube, [SIDE, SIDE, 1], 6)
        }
        ResourceKind::RT_ACCELERATION_STRUCTURE => Descriptor::Structure(0),
        _ => Descriptor::Buffer(buffer),
    }
}
