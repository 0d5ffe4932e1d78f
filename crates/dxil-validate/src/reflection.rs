//! Resources by name and register. The names that DXC removes from the program are in the part STAT.

use std::cell::OnceCell;
use std::fmt;

use bstr::{BStr, BString, ByteSlice as _};
use dx_container::enums::ResourceClass;
use dx_container::fields::Printable;
use dx_container::reader::Payload;
use dx_container::{Container, FourCc};
use dxil::shader::{ResourceRange, Resources, Shader};
use dxil::stored::StoredProgram;
use hashbrown::HashMap;

/// The reflection of a container, read when a finding first needs a name.
#[derive(Default)]
pub(crate) struct Reflection<'c> {
    stat: Option<Payload<'c>>,
    names: OnceCell<HashMap<Binding, BString>>,
}

/// The class, space and first register of a resource.
pub(crate) type Binding = (ResourceClass, u32, u32);

pub(crate) fn binding(class: ResourceClass, range: &ResourceRange) -> Binding {
    (class, range.space, range.lower_bound)
}

impl<'c> Reflection<'c> {
    pub(crate) fn of(container: &Container<'c>) -> Self {
        let stat = container.part(FourCc::STAT).map(|part| container.payload(&part));
        Self { stat, names: OnceCell::new() }
    }

    /// The name of the resource at these registers.
    pub(crate) fn name(&self, class: ResourceClass, range: &ResourceRange) -> Option<&BStr> {
        let names = self.names.get_or_init(|| self.stat.and_then(names).unwrap_or_default());
        names.get(&binding(class, range)).map(|name| name.as_bstr())
    }
}

fn names(stat: Payload<'_>) -> Option<HashMap<Binding, BString>> {
    let module = StoredProgram::in_part(stat).ok()??.module().ok()?;
    let resources = Shader::read_partly(&module).0.resources?;
    let of_class = |class| ranges(&resources, class).map(move |range| (binding(class, range), range));
    let named = CLASSES.into_iter().flat_map(of_class).filter(|(_, range)| !range.name.is_empty());
    Some(named.map(|(binding, range)| (binding, range.name.clone())).collect())
}

pub(crate) const CLASSES: [ResourceClass; 4] =
    [ResourceClass::SRV, ResourceClass::UAV, ResourceClass::CBUFFER, ResourceClass::SAMPLER];

/// The ranges of all resources of a class.
pub(crate) fn ranges(all: &Resources, class: ResourceClass) -> impl Iterator<Item = &ResourceRange> {
    let of = move |wanted| class == wanted;
    let srvs = all.srvs.iter().flatten().map(|srv| &srv.range).filter(move |_| of(ResourceClass::SRV));
    let uavs = all.uavs.iter().flatten().map(|uav| &uav.range).filter(move |_| of(ResourceClass::UAV));
    let buffers = all.cbuffers.iter().flatten().map(|buffer| &buffer.range);
    let samplers = all.samplers.iter().flatten().map(|sampler| &sampler.range);
    srvs.chain(uavs)
        .chain(buffers.filter(move |_| of(ResourceClass::CBUFFER)))
        .chain(samplers.filter(move |_| of(ResourceClass::SAMPLER)))
}

/// A resource: `` `occlusion` (t1)``, with its register space where that is not 0; without a name `t1`.
pub(crate) struct Resource<'c> {
    pub(crate) reflection: &'c Reflection<'c>,
    pub(crate) class: ResourceClass,
    pub(crate) range: &'c ResourceRange,
}

/// The register of a resource that has none yet, in a library.
const UNALLOCATED: u32 = u32::MAX;

impl fmt::Display for Resource<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { reflection, class, range } = self;
        let own = Some(range.name.as_ref()).filter(|name: &&bstr::BStr| !name.is_empty());
        match own.or_else(|| reflection.name(*class, range)) {
            Some(name) if range.lower_bound == UNALLOCATED => write!(f, "`{}`", Printable(name)),
            None if range.lower_bound == UNALLOCATED => write!(f, "{class} {}", range.id),
            Some(name) => write!(f, "`{}` ({})", Printable(name), Register(*class, range)),
            None => write!(f, "{}", Register(*class, range)),
        }
    }
}

/// The first register of a resource: `t1`, `t1 in space2`.
struct Register<'m>(ResourceClass, &'m ResourceRange);

impl fmt::Display for Register<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(class, range) = self;
        write!(f, "{}{}", register(*class), range.lower_bound)?;
        if range.space == 0 { Ok(()) } else { write!(f, " in space{}", range.space) }
    }
}

/// The letter of a class's registers.
pub(crate) fn register(class: ResourceClass) -> &'static str {
    match class {
        ResourceClass::SRV => "t",
        ResourceClass::UAV => "u",
        ResourceClass::CBUFFER => "b",
        ResourceClass::SAMPLER => "s",
        _ => "register ",
    }
}
