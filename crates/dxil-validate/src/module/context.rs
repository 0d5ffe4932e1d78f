//! What all checks ask of a module: for which stage and shader model it is, where it begins, what it declares. Gathered
//! once.

use std::fmt;

use bstr::ByteSlice as _;
use dx_container::ProgramVersion;
use dx_container::enums::{ResourceClass, ShaderKind};
use dx_container::flags::ShaderFlags;
use dxil::derive::DescribedModule;
use dxil::half;
use dxil::handles::ResourceTable;
use dxil::shader::{
    EntryPoint, EntryProperties, ResourceRange, Resources, Shader, SignatureElement, TargetType,
};
use dxil_ir::constants::ConstantKind;
use dxil_ir::verify::IrPlace;
use dxil_ir::{Global, GlobalId, Module, SymbolReferences, Type, TypeId, Value, ValueKind};
use hashbrown::{HashMap, HashSet};

use super::bound_resource::BoundResource;
use super::bounds;
use super::module_facts::ModuleFacts;
use super::uses::Uses;
use crate::names::Symbol;
use crate::reflection::{Reflection, Resource};
use crate::report::{Place, Report};
use crate::rule::Rule;

/// Where a program begins.
#[derive(Clone, Copy)]
pub(super) struct Entry<'m> {
    /// Its function; `None` for a hull shader that passes its control points through.
    pub(super) function: Option<GlobalId>,
    /// Its stage.
    pub(super) kind: ShaderKind,
    /// What it says of itself.
    pub(super) point: &'m EntryPoint,
}

/// What checks ask of a module.
pub(super) struct Context<'m> {
    pub(super) module: &'m Module,
    pub(super) shader: &'m Shader,
    /// Has the names of resources that the module lacks.
    pub(super) reflection: &'m Reflection<'m>,
    pub(super) program: DescribedModule<'m>,
    /// The stage; [`ShaderKind::LIBRARY`] for libraries.
    pub(super) stage: ShaderKind,
    pub(super) model: (u32, u32),
    pub(super) is_library: bool,
    /// What the module declares.
    pub(super) flags: ShaderFlags,
    /// Whether 16 bits stand for at least 16 bits.
    pub(super) has_min_precision: bool,
    pub(super) resources: Option<&'m Resources>,
    /// The resources by ID, binding and variable.
    pub(super) resource_table: ResourceTable<'m>,
    /// In the order in which the module has them; of a library without the one that is the library.
    pub(super) entries: Vec<Entry<'m>>,
    /// What functions name.
    pub(super) mentions: SymbolReferences,
    pub(super) uses: Uses,
    pub(super) facts: ModuleFacts<'m>,
    /// Structures that operations give.
    pub(super) results: HashSet<TypeId>,
    /// What the module says of types of matrices.
    pub(super) targets: HashMap<TypeId, &'m TargetType>,
    entry_of: HashMap<GlobalId, usize>,
    /// Functions that compute patch constants, and the first entry that they do it for.
    patch_functions: HashMap<GlobalId, usize>,
}

impl<'m> Context<'m> {
    /// That of a module whose metadata was read; `None` where it does not say for which stage it is.
    pub(super) fn of(
        module: &'m Module,
        shader: &'m Shader,
        reflection: &'m Reflection<'m>,
        report: &mut Report,
    ) -> Option<Self> {
        let place = Place::Module(IrPlace::Module);
        let program = DescribedModule::new(module, shader);
        let Some(model) = &shader.model else {
            report.add(
                Rule::META_REQUIRED,
                place,
                format_args!("metadata !dx.shaderModel is missing or empty"),
            );
            return None;
        };
        let Some(stage) = model.kind() else {
            report.add(Rule::SM_NAME, place, format_args!("unknown shader model {model}"));
            return None;
        };
        let is_library = stage == ShaderKind::LIBRARY;
        let first = shader.entry_points.first();
        let flags = first.map(EntryPoint::flags).unwrap_or_default();
        let resources = first.and_then(|entry| entry.resources.as_ref());
        let mentions = SymbolReferences::of(module);
        let mut context = Self {
            module,
            shader,
            reflection,
            program,
            stage,
            model: model.pair(),
            is_library,
            flags,
            has_min_precision: !flags.contains(ShaderFlags::USE_NATIVE_LOW_PRECISION),
            resources,
            resource_table: ResourceTable::new(module, resources),
            entries: Vec::new(),
            uses: Uses::of(module, &mentions),
            mentions,
            facts: ModuleFacts::of(module),
            results: HashSet::new(),
            targets: HashMap::new(),
            entry_of: HashMap::new(),
            patch_functions: HashMap::new(),
        };
        context.gather_entries();
        context.gather_results();
        for target in &shader.target_types {
            context.targets.entry(target.ty).or_insert(target);
        }
        Some(context)
    }

    fn gather_entries(&mut self) {
        for point in self.shader.entry_points.iter().skip(usize::from(self.is_library)) {
            let own = point.properties.as_ref().and_then(EntryProperties::shader_kind).copied();
            let kind = if self.is_library { own.unwrap_or(ShaderKind::LIBRARY) } else { self.stage };
            let number = self.entries.len();
            if let Some(function) = point.function {
                self.entry_of.entry(function).or_insert(number);
            }
            let entry = Entry { function: point.function, kind, point };
            if let Some(function) = entry.patch_function() {
                self.patch_functions.entry(function).or_insert(number);
            }
            self.entries.push(entry);
        }
    }

    /// Whether the shader model is at least this one.
    pub(super) fn has_model(&self, major: u32, minor: u32) -> bool {
        self.model >= (major, minor)
    }

    /// Whether the shader model has work graphs: 6.10 has them no more. A library that is linked later (6.x) may.
    pub(super) fn has_work_graphs(&self) -> bool {
        let (_, minor) = self.model;
        !self.has_model(6, 10) || self.is_library && minor == ProgramVersion::OFFLINE
    }

    /// Whether the shader model is one for trying out.
    pub(super) fn is_experimental(&self) -> bool {
        self.model > bounds::RELEASED_MODEL && self.model <= bounds::NEWEST_MODEL
    }

    /// The number of the entry that a function is.
    pub(super) fn entry_number(&self, function: GlobalId) -> Option<usize> {
        self.entry_of.get(&function).copied()
    }

    /// The entry that a function is.
    pub(super) fn entry(&self, function: GlobalId) -> Option<&Entry<'m>> {
        self.entries.get(self.entry_number(function)?)
    }

    /// The number of the first entry whose patch constants a function computes.
    pub(super) fn patch_entry(&self, function: GlobalId) -> Option<usize> {
        self.patch_functions.get(&function).copied()
    }

    /// The stage that a function belongs to; [`ShaderKind::LIBRARY`] where it is one of a library that any may call.
    pub(super) fn stage_of(&self, function: GlobalId) -> ShaderKind {
        if !self.is_library {
            return self.stage;
        }
        match self.entry(function) {
            Some(entry) => entry.kind,
            None if self.patch_entry(function).is_some() => ShaderKind::HULL,
            None => ShaderKind::LIBRARY,
        }
    }

    /// The name of a function or a variable.
    pub(super) fn global_name(&self, id: GlobalId) -> Symbol<'m> {
        Symbol(self.module.globals.get(id).map_or_else(Default::default, |global| global.name.as_bstr()))
    }

    /// The resource that a handle is of, where it is one of the module's.
    pub(super) fn resource(&self, bound: &BoundResource) -> Option<Resource<'m>> {
        let range = self.resource_table.at(bound.class, bound.index?)?.range();
        Some(Resource { reflection: self.reflection, class: bound.class, range })
    }

    /// Reports a finding about a resource; the message follows the resource's name.
    pub(super) fn report_resource(
        &self,
        report: &mut Report,
        rule: Rule,
        (class, range): (ResourceClass, &ResourceRange),
        message: fmt::Arguments<'_>,
    ) {
        let resource = Resource { reflection: self.reflection, class, range };
        report.add(rule, Place::Module(IrPlace::Module), format_args!("{resource} {message}"));
    }

    /// The place of a function or a variable.
    pub(super) fn global_place(id: GlobalId) -> Place {
        Place::Module(IrPlace::Global(id))
    }

    pub(super) fn global(&self, value: Value) -> Option<(GlobalId, &'m Global)> {
        match value.kind() {
            ValueKind::Global(id) => Some((id, self.module.globals.get(id)?)),
            _ => None,
        }
    }

    pub(super) fn ty(&self, id: TypeId) -> Option<&'m Type> {
        self.module.types.get(id)
    }

    /// What a constant is.
    pub(super) fn constant(&self, value: Value) -> Option<&'m ConstantKind> {
        match value.kind() {
            ValueKind::Constant(id) => Some(&self.module.constants.get(id)?.kind),
            _ => None,
        }
    }

    pub(super) fn is_undef(&self, value: Value) -> bool {
        matches!(self.constant(value), Some(ConstantKind::Undef))
    }

    /// A constant integer, with its sign.
    pub(super) fn integer(&self, value: Value) -> Option<i64> {
        let ValueKind::Constant(id) = value.kind() else { return None };
        let constant = self.module.constants.get(id)?;
        match constant.kind {
            ConstantKind::Integer(number) => Some(number),
            ConstantKind::Null => matches!(self.ty(constant.ty)?, Type::Integer(_)).then_some(0),
            _ => None,
        }
    }

    /// The same without a sign, as many bits as its type has.
    pub(super) fn word(&self, value: Value) -> Option<u64> {
        let number = self.integer(value)?;
        let ty = self.module.type_of(None, value)?;
        let Some(Type::Integer(bits @ ..64)) = self.ty(ty) else { return Some(number.cast_unsigned()) };
        Some(number.cast_unsigned() & ((1 << bits) - 1))
    }

    /// A constant float.
    pub(super) fn float(&self, value: Value) -> Option<f64> {
        let ValueKind::Constant(id) = value.kind() else { return None };
        let constant = self.module.constants.get(id)?;
        match (&constant.kind, self.ty(constant.ty)?) {
            (ConstantKind::Null, Type::Half | Type::Float | Type::Double) => Some(0.0),
            (ConstantKind::Float(bits), Type::Float) => {
                u32::try_from(*bits).ok().map(|bits| f64::from(f32::from_bits(bits)))
            }
            (ConstantKind::Float(bits), Type::Double) => Some(f64::from_bits(*bits)),
            (ConstantKind::Float(bits), Type::Half) => {
                u16::try_from(*bits).ok().map(|bits| f64::from(half::to_single(bits.into())))
            }
            _ => None,
        }
    }
}

impl<'m> Entry<'m> {
    pub(super) fn properties(&self) -> Option<&'m EntryProperties> {
        self.point.properties.as_ref()
    }

    /// The function that computes its patch constants.
    pub(super) fn patch_function(&self) -> Option<GlobalId> {
        self.properties()?.hull()?.patch_constant_function
    }

    pub(super) fn name(&self) -> Symbol<'m> {
        Symbol(self.point.name.as_ref())
    }

    /// Where its findings are told.
    pub(super) fn place(&self) -> Place {
        self.function.map_or(Place::Module(IrPlace::Module), Context::global_place)
    }

    pub(super) fn inputs(&self) -> &'m [SignatureElement] {
        self.point.signatures.as_ref().and_then(|all| all.inputs.as_deref()).unwrap_or_default()
    }

    pub(super) fn outputs(&self) -> &'m [SignatureElement] {
        self.point.signatures.as_ref().and_then(|all| all.outputs.as_deref()).unwrap_or_default()
    }

    pub(super) fn patch_constants(&self) -> &'m [SignatureElement] {
        self.point.signatures.as_ref().and_then(|all| all.patch_constants.as_deref()).unwrap_or_default()
    }

    /// Threads of a group, of the stages that have groups.
    pub(super) fn thread_group(&self) -> Option<[u32; 3]> {
        let properties = self.properties()?;
        let grid = match self.kind {
            ShaderKind::MESH => properties.mesh().map(|mesh| &mesh.thread_group),
            ShaderKind::AMPLIFICATION => properties.amplification().map(|state| &state.thread_group),
            _ => properties.thread_group(),
        };
        grid.map(|grid| grid.dimensions())
    }
}
