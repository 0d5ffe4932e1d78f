//! The resources that a shader binds, each with its range ID. Separate from the handles, because creating a handle
//! requires the range IDs of all resources, and `dx.resources` lists the same resources.

use std::rc::Rc;

use bstr::BString;
use dx_container::enums::ResourceClass;
use dxil::shader::{ResourceRange, Shader};
use dxil_ir::constants::ConstantKind;
use dxil_ir::globals::GlobalKind;
use dxil_ir::{Module, TypeId, Value, ValueKind};

use crate::lower::metadata::cbuffer_layouts::Layout;
use crate::upgrade::descriptors::Description;
use crate::upgrade::target_types::description;

/// A resource: a range of registers in a register space, with its type and range ID.
#[derive(Debug, Clone)]
pub(in crate::lower) struct Binding {
    pub class: ResourceClass,
    pub space: u32,
    pub lower_bound: u32,
    pub size: u32,
    /// The name in HLSL; empty if the module has no name.
    pub name: BString,
    /// The target extension type of the resource, such as `target("dx.Texture", …)`.
    pub ty: TypeId,
    pub description: Description,
    /// The layout of a constant buffer, if it is known.
    pub layout: Option<Rc<Layout>>,
    /// True if the counter of the UAV is used.
    pub has_counter: bool,
    /// The uses of a sampler.
    pub sampling: SamplerUse,
    /// The range ID, which is unique in the resource class.
    pub id: u32,
    /// In a library, the name of the global variable that the resource is loaded from.
    pub variable: Option<BString>,
    /// True if the global variable is only a symbol for the resource
    /// ([`symbols`](crate::lower::metadata::resource_symbols)).
    pub is_symbol: bool,
}

/// The uses of a sampler: clang has one target type for `SamplerState` and `SamplerComparisonState`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::lower) struct SamplerUse {
    /// Operations with a comparison value use the sampler.
    pub compares: bool,
    /// Operations without a comparison value use the sampler.
    pub samples: bool,
}

impl SamplerUse {
    /// Returns the use of the sampler operand of an intrinsic; `None` if the intrinsic has no sampler operand. The
    /// sampler is the second operand.
    pub(in crate::lower) fn of(intrinsic: &[u8]) -> Option<Self> {
        let operation = intrinsic.strip_prefix(b"llvm.dx.resource.")?;
        let is = |prefix: &[u8]| operation.starts_with(prefix);
        let compares = is(b"samplecmp") || is(b"gather.cmp");
        let samples = !compares && (is(b"sample") || is(b"gather") || is(b"calculate.lod"));
        (compares || samples).then_some(Self { compares, samples })
    }

    /// Returns the uses of both.
    pub(in crate::lower) fn and(self, other: Self) -> Self {
        Self { compares: self.compares || other.compares, samples: self.samples || other.samples }
    }
}

/// All resources of a module. After [`number`](Self::number), they are sorted by class, space and register.
#[derive(Debug, Default)]
pub(in crate::lower) struct Bindings {
    all: Vec<Binding>,
}

impl Binding {
    /// Reads the operands of a call of `llvm.dx.resource.handlefrombinding`: space, lower bound, size, index and name.
    /// Returns `None` if the space, lower bound or size is not a constant, or if `ty` is not the type of a resource.
    pub(in crate::lower) fn of(module: &Module, ty: TypeId, arguments: &[Value]) -> Option<Self> {
        let &[space, lower_bound, size, _, name] = arguments else { return None };
        let word = |value: Value| module.signed_integer(value).map(|number| number.to_le_bytes());
        let word = |value: Value| word(value).map(|[a, b, c, d, ..]| u32::from_le_bytes([a, b, c, d]));
        let description = description(module, ty)?;
        Some(Self {
            class: description.class(),
            space: word(space)?,
            lower_bound: word(lower_bound)?,
            size: match word(size)? {
                // LLVM encodes an unbounded range as size 0 in some places and as -1 in others.
                0 => ResourceRange::UNBOUNDED,
                size => size,
            },
            name: string(module, name),
            ty,
            description,
            layout: None,
            has_counter: false,
            sampling: SamplerUse::default(),
            id: 0,
            variable: None,
            is_symbol: false,
        })
    }

    /// Returns the last register of the range; `u32::MAX` if the range is unbounded.
    pub(in crate::lower) fn upper_bound(&self) -> u32 {
        match self.size {
            ResourceRange::UNBOUNDED => u32::MAX,
            size => self.lower_bound.saturating_add(size.saturating_sub(1)),
        }
    }

    /// Returns true if both describe the same resource. Ignores the use of the counter.
    fn is(&self, other: &Self) -> bool {
        (self.class, self.space, self.lower_bound, self.size, self.ty)
            == (other.class, other.space, other.lower_bound, other.size, other.ty)
            && self.name == other.name
    }
}

impl Bindings {
    /// Adds a resource. If it is already present, only records the use of its counter.
    pub(in crate::lower) fn add(&mut self, binding: Binding) {
        match self.all.iter_mut().find(|known| known.is(&binding)) {
            Some(known) => {
                known.has_counter |= binding.has_counter;
                known.sampling = known.sampling.and(binding.sampling);
            }
            None => self.all.push(binding),
        }
    }

    /// Sorts the resources, and assigns range IDs. A resource that `preserved` metadata describes keeps its ID; the
    /// others get the next free IDs of their class, by space and register.
    pub(in crate::lower) fn number(&mut self, preserved: &Shader) {
        let key = |binding: &Binding| {
            (binding.class.0, binding.space, binding.lower_bound, binding.size, binding.description.kind.0)
        };
        self.all.sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.name.cmp(&b.name)));
        let mut ranges = Vec::new();
        if let Some(resources) = &preserved.resources {
            resources
                .each_range(|class, range| ranges.push((class, range.space, range.lower_bound, range.id)));
        }
        let mut next = [0_u32; 4];
        for (class, _, _, id) in &ranges {
            if let Some(next) = usize::try_from(class.0).ok().and_then(|class| next.get_mut(class)) {
                *next = (*next).max(id.saturating_add(1));
            }
        }
        for binding in &mut self.all {
            let location = (binding.class, binding.space, binding.lower_bound);
            let known = ranges.iter().find(|known| (known.0, known.1, known.2) == location);
            if let Some(known) = known {
                binding.id = known.3;
            } else if let Some(next) =
                usize::try_from(binding.class.0).ok().and_then(|class| next.get_mut(class))
            {
                binding.id = *next;
                *next += 1;
            }
        }
    }

    /// Removes the resources that do not satisfy `is_wanted`, and assigns the range IDs again.
    pub(in crate::lower) fn retain(&mut self, preserved: &Shader, is_wanted: impl Fn(&Binding) -> bool) {
        self.all.retain(is_wanted);
        self.number(preserved);
    }

    /// Returns the known resource that is equal to `wanted`, with its range ID.
    pub(in crate::lower) fn find(&self, wanted: &Binding) -> Option<&Binding> {
        self.all.iter().find(|known| known.is(wanted))
    }

    /// Like [`iter`](Self::iter), but with mutable references.
    pub(in crate::lower) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Binding> {
        self.all.iter_mut()
    }

    /// Returns the resources, sorted by class, space and register.
    pub(in crate::lower) fn iter(&self) -> impl Iterator<Item = &Binding> {
        self.all.iter()
    }
}

/// Returns the string of a constant global without its terminating zero; empty if `pointer` is not such a global.
fn string(module: &Module, pointer: Value) -> BString {
    let read = || {
        let ValueKind::Global(id) = pointer.kind() else { return None };
        let GlobalKind::Variable(variable) = &module.globals.get(id)?.kind else { return None };
        let ValueKind::Constant(content) = variable.initializer?.kind() else { return None };
        match &module.constants.get(content)?.kind {
            ConstantKind::Bytes(bytes) => Some(bytes.strip_suffix(b"\0").unwrap_or(bytes).into()),
            _ => None,
        }
    };
    read().unwrap_or_default()
}
