//! The analysis of the handles of one function body: a depth-first walk to the origins of a value, and a worklist for
//! values that depend on phis or selects.

use az::SaturatingAs as _;
use dx_container::enums::{ResourceClass, ResourceKind};
use dxil_ir::{Body, Instruction, InstructionId, Module, Op, Value, ValueKind};
use hashbrown::HashMap;

use super::alternatives::Web;
use super::declared_resource::DeclaredResource;
use super::origin::{self, Binding, HandleOrigin};
use super::resource::{Creation, Provenance, Reason, Resource};
use super::resource_set::{Link, ResourceId, ResourceSet};
use super::resource_table::{Address, ResourceTable};
use crate::ops::{FUNCTION_PREFIX, Opcode};
use crate::shader::HandleProperties;

/// The handles of a function body.
#[derive(Debug)]
pub struct Handles<'m> {
    module: &'m Module,
    body: &'m Body,
    known: HashMap<Value, Known>,
    resources: ResourceSet,
    /// The alternatives of ambiguous values.
    sets: Vec<Box<[ResourceId]>>,
}

/// The result for a value.
#[derive(Debug, Clone, Copy)]
enum Known {
    Resource(ResourceId),
    /// An index into [`Handles::sets`].
    Set(u32),
    Unknown(Reason),
    /// The value is on the path that is being walked.
    Pending,
}

/// The dependencies of a value.
#[derive(Debug, Clone, Copy)]
enum Step<'m> {
    /// The value is an origin.
    Origin(Known),
    /// The value depends on one operand.
    Operand(Value, Link),
    /// The value is a phi or select of these operands.
    Join(&'m [Value]),
}

impl<'m> Handles<'m> {
    /// The handles of a body. Nothing is computed before the first query.
    pub fn new(module: &'m Module, body: &'m Body) -> Self {
        Self { module, body, known: HashMap::new(), resources: ResourceSet::default(), sets: Vec::new() }
    }

    /// The resource of a value. `table` is the same for all queries.
    pub fn provenance(&mut self, table: &ResourceTable<'_>, value: Value) -> Provenance {
        match self.resolve(table, value) {
            Known::Resource(id) => match self.resources.get(id) {
                Some(resource) => Provenance::Resource(resource),
                None => Provenance::Unknown(Reason::Other),
            },
            Known::Set(_) => Provenance::Ambiguous,
            Known::Unknown(reason) => Provenance::Unknown(reason),
            Known::Pending => Provenance::Unknown(Reason::Undefined),
        }
    }

    /// The only resource of a value.
    pub fn resource(&mut self, table: &ResourceTable<'_>, value: Value) -> Option<Resource> {
        match self.provenance(table, value) {
            Provenance::Resource(resource) => Some(resource),
            Provenance::Ambiguous | Provenance::Unknown(_) => None,
        }
    }

    /// All resources that a value may refer to; none if the resource is unknown.
    pub fn alternatives(
        &mut self,
        table: &ResourceTable<'_>,
        value: Value,
    ) -> impl Iterator<Item = Resource> {
        let (one, set) = match self.resolve(table, value) {
            Known::Resource(id) => (Some(id), &[][..]),
            Known::Set(index) => (None, self.sets.get(index as usize).map_or(&[][..], |set| set)),
            Known::Unknown(_) | Known::Pending => (None, &[][..]),
        };
        let resources = &self.resources;
        one.into_iter().chain(set.iter().copied()).filter_map(|id| resources.get(id))
    }

    /// The properties of the resource of a value, if all alternatives have the same.
    pub fn properties(&mut self, table: &ResourceTable<'_>, value: Value) -> Option<HandleProperties> {
        let module = self.module;
        let mut all = self.alternatives(table, value).map(|it| table.properties(module, &it));
        let first = all.next()??;
        all.all(|it| it == Some(first)).then_some(first)
    }

    fn resolve(&mut self, table: &ResourceTable<'_>, value: Value) -> Known {
        let mut path: Vec<(Value, Link)> = Vec::new();
        let mut at = value;
        let mut found = loop {
            if let Some(known) = self.known.get(&at) {
                break match known {
                    // A cycle without a phi, which only unreachable code can have.
                    Known::Pending => Known::Unknown(Reason::Undefined),
                    known => *known,
                };
            }
            match self.step(table, at) {
                Step::Origin(known) => {
                    self.known.insert(at, known);
                    break known;
                }
                Step::Operand(operand, link) => {
                    self.known.insert(at, Known::Pending);
                    path.push((at, link));
                    at = operand;
                }
                Step::Join(_) => {
                    for (value, _) in &path {
                        self.known.remove(value);
                    }
                    self.solve(table, value);
                    return self.known.get(&value).copied().unwrap_or(Known::Unknown(Reason::Undefined));
                }
            }
        };
        for (value, link) in path.into_iter().rev() {
            found = self.linked(found, link);
            self.known.insert(value, found);
        }
        found
    }

    /// Resolves all values that `value` depends on, across phis and selects.
    fn solve(&mut self, table: &ResourceTable<'_>, value: Value) {
        let mut web = Web::default();
        web.node(value);
        let mut next = 0;
        while let Some(value) = web.value(next) {
            let step = match self.known.get(&value) {
                Some(known) => Step::Origin(*known),
                None => self.step(table, value),
            };
            match step {
                Step::Origin(Known::Resource(resource)) => web.add(next, resource),
                Step::Origin(Known::Set(index)) => {
                    let set = self.sets.get(index as usize).map_or(&[][..], |set| set);
                    set.iter().for_each(|resource| web.add(next, *resource));
                }
                // A phi or select can have any value in place of an undefined operand.
                Step::Origin(Known::Unknown(Reason::Undefined) | Known::Pending) => {}
                Step::Origin(Known::Unknown(reason)) => web.add_unknown(next, reason),
                Step::Operand(operand, link) => web.connect(operand, next, link),
                Step::Join(operands) => {
                    operands.iter().for_each(|operand| web.connect(*operand, next, Link::Join));
                }
            }
            next += 1;
        }
        for (value, result) in web.solve(&mut self.resources) {
            let known = match result {
                Ok(set) => self.set(set),
                Err(reason) => Known::Unknown(reason),
            };
            self.known.entry(value).or_insert(known);
        }
    }

    /// Stores the alternatives of a value.
    fn set(&mut self, set: Vec<ResourceId>) -> Known {
        match set[..] {
            [] => Known::Unknown(Reason::Undefined),
            [resource] => Known::Resource(resource),
            _ => {
                let index = self.sets.len().saturating_as::<u32>();
                self.sets.push(set.into());
                Known::Set(index)
            }
        }
    }

    /// The result for a value with one operand.
    fn linked(&mut self, operand: Known, link: Link) -> Known {
        if let Link::Same | Link::Join = link {
            return operand;
        }
        match operand {
            Known::Resource(id) => Known::Resource(self.resources.linked(id, link)),
            Known::Set(index) => {
                let set = self.sets.get(index as usize).map_or(&[][..], |set| set);
                let mut linked: Vec<_> = set.iter().map(|id| self.resources.linked(*id, link)).collect();
                linked.sort_unstable();
                linked.dedup();
                self.set(linked)
            }
            Known::Unknown(reason) => {
                self.resources.linked_unknown(reason, link).map_or(operand, Known::Resource)
            }
            Known::Pending => operand,
        }
    }

    fn step(&mut self, table: &ResourceTable<'_>, value: Value) -> Step<'m> {
        let unknown = |reason| Step::Origin(Known::Unknown(reason));
        match value.kind() {
            ValueKind::Instruction(id) => match self.body.instructions.get(id) {
                Some(instruction) => self.instruction(table, id, instruction),
                None => unknown(Reason::Other),
            },
            ValueKind::Global(variable) => {
                let address = Address { variable, is_element: false };
                self.variable(table, address)
            }
            ValueKind::Constant(_) if self.module.is_undefined(value) => unknown(Reason::Undefined),
            ValueKind::Constant(id) => match table.address(id) {
                Some(address) => self.variable(table, address),
                None => unknown(Reason::Other),
            },
            ValueKind::Argument(_) => unknown(Reason::Parameter),
            ValueKind::Metadata(_) | ValueKind::LocalMetadata(_) | ValueKind::Forward(_) => {
                unknown(Reason::Other)
            }
        }
    }

    fn instruction(
        &mut self,
        table: &ResourceTable<'_>,
        id: InstructionId,
        instruction: &'m Instruction,
    ) -> Step<'m> {
        let lists = &self.body.lists;
        let unknown = |reason| Step::Origin(Known::Unknown(reason));
        match &instruction.op {
            Op::Phi(values, _) => Step::Join(values.as_slice(&lists.values)),
            Op::Select([_, values @ ..]) => Step::Join(values),
            Op::Cast(_, operand) | Op::Load(operand, _) => Step::Operand(*operand, Link::Same),
            Op::ElementPointer { operands, .. } => match operands.first(&lists.values) {
                Some(base) => Step::Operand(base, Link::Element),
                None => unknown(Reason::Other),
            },
            Op::Call { .. } => match self.origin(id) {
                Some(HandleOrigin::Library { resource }) => Step::Operand(resource, Link::Same),
                Some(HandleOrigin::Annotation { handle, properties }) => {
                    Step::Operand(handle, Link::Annotation(HandleProperties::of(self.module, properties)))
                }
                Some(origin) => Step::Origin(match self.created(table, &origin) {
                    Ok(resource) => Known::Resource(self.resources.add(resource)),
                    Err(reason) => Known::Unknown(reason),
                }),
                None => unknown(Reason::Call),
            },
            _ => unknown(Reason::Other),
        }
    }

    /// Decodes an instruction that creates or annotates a handle.
    pub fn origin(&self, id: InstructionId) -> Option<HandleOrigin> {
        let Op::Call { callee, arguments, .. } = &self.body.instructions.get(id)?.op else { return None };
        let arguments = arguments.as_slice(&self.body.lists.values);
        let opcode = Opcode::of_call(self.module, arguments).filter(|it| HandleOrigin::is_created_by(*it))?;
        let ValueKind::Global(callee) = callee.kind() else { return None };
        let callee = self.module.globals.get(callee)?;
        if callee.body().is_some() || !callee.name.starts_with(FUNCTION_PREFIX.as_bytes()) {
            return None;
        }
        HandleOrigin::of(opcode, arguments.get(1..)?)
    }

    /// The resource of a handle that a call creates from its own operands.
    fn created(&self, table: &ResourceTable<'_>, origin: &HandleOrigin) -> Result<Resource, Reason> {
        let module = self.module;
        let new = |declared: Option<&DeclaredResource<'_>>, creation, index| Resource {
            class: declared.map(|it| it.class),
            kind: declared.map_or(ResourceKind::INVALID, DeclaredResource::kind),
            declared: declared.map(|it| (it.class, it.position)),
            binding: None,
            index: Some(index),
            annotation: None,
            creation,
        };
        match *origin {
            HandleOrigin::Id { class, id, index, .. } => {
                let [Some(class), Some(id)] = [class, id].map(|value| origin::integer(module, value)) else {
                    return Err(Reason::NotConstant);
                };
                let declared = table.by_id(ResourceClass(class), id).ok_or(Reason::Undeclared)?;
                Ok(new(Some(declared), Creation::Id, index))
            }
            HandleOrigin::Binding { binding, index, .. } => {
                let Some(binding) = Binding::of(module, binding) else {
                    return Err(Reason::NotConstant);
                };
                let found = new(table.by_binding(binding), Creation::Binding, index);
                Ok(Resource { class: Some(binding.class), binding: Some(binding), ..found })
            }
            HandleOrigin::Heap { index, is_sampler, .. } => {
                let is_sampler = origin::integer(module, is_sampler).map(|it| it != 0);
                let (class, kind) = match is_sampler {
                    Some(true) => (Some(ResourceClass::SAMPLER), ResourceKind::SAMPLER),
                    Some(false) | None => (None, ResourceKind::INVALID),
                };
                Ok(Resource { class, kind, ..new(None, Creation::Heap { is_sampler }, index) })
            }
            HandleOrigin::Library { .. } | HandleOrigin::Annotation { .. } => Err(Reason::Call),
        }
    }

    /// The resource with a global variable.
    fn variable(&mut self, table: &ResourceTable<'_>, address: Address) -> Step<'m> {
        let Address { variable, is_element } = address;
        let Some(declared) = table.by_variable(variable) else {
            return Step::Origin(Known::Unknown(Reason::Undeclared));
        };
        Step::Origin(Known::Resource(self.resources.add(Resource {
            class: Some(declared.class),
            kind: declared.kind(),
            declared: Some((declared.class, declared.position)),
            binding: None,
            index: None,
            annotation: None,
            creation: Creation::Variable { variable, is_element },
        })))
    }
}
