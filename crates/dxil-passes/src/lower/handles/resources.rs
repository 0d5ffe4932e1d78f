//! What a shader is bound to: the resources that its handles are made of, each with its number. Separate because
//! handles need the numbers of all of them, and `dx.resources` lists them.

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

/// A range of registers that a handle is made of.
#[derive(Debug, Clone)]
pub(in crate::lower) struct Binding {
    pub class: ResourceClass,
    pub space: u32,
    pub lower_bound: u32,
    pub size: u32,
    /// What it is called; empty where the program does not say.
    pub name: BString,
    /// Its type in LLVM.
    pub ty: TypeId,
    pub description: Description,
    /// The members of a constant buffer, if they are known.
    pub layout: Option<Rc<Layout>>,
    /// Whether its counter is used.
    pub has_counter: bool,
    /// Its number among those of its class.
    pub id: u32,
    /// In a library, the name of the global that it is loaded from.
    pub variable: Option<BString>,
    /// Whether that global is no more than a name for it ([`symbols`](crate::lower::metadata::resource_symbols)).
    pub is_symbol: bool,
}

/// All resources of a module.
#[derive(Debug, Default)]
pub(in crate::lower) struct Bindings {
    all: Vec<Binding>,
}

impl Binding {
    /// The resource of a call of `llvm.dx.resource.handlefrombinding`; `None` where its operands are no constants, or
    /// its type is no resource's.
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
                // LLVM says 0 for ranges without end in some places, and -1 in others.
                0 => ResourceRange::UNBOUNDED,
                size => size,
            },
            name: string(module, name),
            ty,
            description,
            layout: None,
            has_counter: false,
            id: 0,
            variable: None,
            is_symbol: false,
        })
    }

    /// The last register; the largest number where there is no end.
    pub(in crate::lower) fn upper_bound(&self) -> u32 {
        match self.size {
            ResourceRange::UNBOUNDED => u32::MAX,
            size => self.lower_bound.saturating_add(size.saturating_sub(1)),
        }
    }

    /// Whether it is this resource, whatever is known of its counter.
    fn is(&self, other: &Self) -> bool {
        (self.class, self.space, self.lower_bound, self.size, self.ty)
            == (other.class, other.space, other.lower_bound, other.size, other.ty)
            && self.name == other.name
    }
}

impl Bindings {
    /// Adds a resource, unless it is there.
    pub(in crate::lower) fn add(&mut self, binding: Binding) {
        match self.all.iter_mut().find(|known| known.is(&binding)) {
            Some(known) => known.has_counter |= binding.has_counter,
            None => self.all.push(binding),
        }
    }

    /// Gives each its number: what the module has said already, and otherwise by class, space and register.
    pub(in crate::lower) fn number(&mut self, said: &Shader) {
        let key = |one: &Binding| (one.class.0, one.space, one.lower_bound, one.size, one.description.kind.0);
        self.all.sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.name.cmp(&b.name)));
        let mut ranges = Vec::new();
        if let Some(resources) = &said.resources {
            resources
                .each_range(|class, range| ranges.push((class, range.space, range.lower_bound, range.id)));
        }
        let mut next = [0_u32; 4];
        for (class, _, _, id) in &ranges {
            if let Some(next) = usize::try_from(class.0).ok().and_then(|class| next.get_mut(class)) {
                *next = (*next).max(id.saturating_add(1));
            }
        }
        for one in &mut self.all {
            let place = (one.class, one.space, one.lower_bound);
            let known = ranges.iter().find(|known| (known.0, known.1, known.2) == place);
            if let Some(known) = known {
                one.id = known.3;
            } else if let Some(next) = usize::try_from(one.class.0).ok().and_then(|class| next.get_mut(class))
            {
                one.id = *next;
                *next += 1;
            }
        }
    }

    /// Leaves out those that are not wanted, and numbers the others anew.
    pub(in crate::lower) fn retain(&mut self, said: &Shader, is_wanted: impl Fn(&Binding) -> bool) {
        self.all.retain(is_wanted);
        self.number(said);
    }

    /// The resource with its number.
    pub(in crate::lower) fn find(&self, wanted: &Binding) -> Option<&Binding> {
        self.all.iter().find(|known| known.is(wanted))
    }

    /// The same as [`iter`](Self::iter), to be changed.
    pub(in crate::lower) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Binding> {
        self.all.iter_mut()
    }

    /// All of them, by class and number.
    pub(in crate::lower) fn iter(&self) -> impl Iterator<Item = &Binding> {
        self.all.iter()
    }
}

/// The text of a constant that ends in zero; empty for none.
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
