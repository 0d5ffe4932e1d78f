//! The builder of a shader: entries, resources, signatures, properties and variables. Separate from the emitter of
//! function bodies because it owns the module.

use az::SaturatingAs as _;
use dx_container::enums::ShaderKind;
use dxil_ir::{GlobalId, Module, TypeId, Value};
use hashbrown::HashMap;

use crate::emit::emitter::Emitter;
use crate::emit::error::{EmitError, Result};
use crate::emit::resource::{Resource, ResourceDesc};
use crate::emit::signature::{Element, Slot, point_of};
use crate::emit::state::{Bound, Entry, State};
use crate::emit::target::{NATIVE_16_BIT_LAYOUT, Target};
use crate::emit::variables::{set_variable, variable_methods};
use crate::ops::HANDLE;
use crate::semantics::SignatureKind;
use crate::shader::{EntryProperty, Grid, Shader, ShaderModel, Version, WaveRange, WaveSize};

/// Builds a shader: see [the module](super).
#[derive(Debug)]
pub struct ShaderBuilder {
    pub(super) module: Module,
    pub(super) shader: Shader,
    pub(super) state: State,
}

impl ShaderBuilder {
    variable_methods!();

    /// A shader whose entry function has no parameters and the name `entry`.
    pub fn new(target: Target, entry: &str) -> Self {
        let mut builder = Self::library(target);
        builder.add_entry(entry, target.stage, &[]);
        builder
    }

    /// A shader without entries: [`add_entry`](Self::add_entry) adds the entries of a library.
    pub fn library(target: Target) -> Self {
        let mut module = Module::dxil();
        if target.native_16_bit {
            module.data_layout = NATIVE_16_BIT_LAYOUT.into();
        }
        let (major, minor) = target.model;
        let shader = Shader {
            version: Some(Version::new(1, minor)),
            validator_version: Some(Version::new(target.validator.0, target.validator.1)),
            model: ShaderModel::new(target.stage, major, minor),
            ..Shader::default()
        };
        let state = State {
            target,
            resources: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            patch_or_primitive: Vec::new(),
            entries: Vec::new(),
            current_blocks: HashMap::new(),
            open: None,
        };
        Self { module, shader, state }
    }

    /// Adds an entry of a library, a function without a result. `name` is the mangled name.
    pub fn add_entry(&mut self, name: &str, stage: ShaderKind, parameters: &[TypeId]) -> GlobalId {
        let void = self.module.types.void();
        let function = self.add_function(name, void, parameters);
        let mut properties = Vec::new();
        if self.state.target.is_library() {
            properties.push(EntryProperty::ShaderKind(stage));
        }
        self.state.entries.push(Entry { function, name: name.into(), stage, properties });
        function
    }

    /// Adds a function that is not an entry, such as the patch constant function of a hull shader.
    /// [`body_of`](Self::body_of) emits its body.
    pub fn add_function(&mut self, name: &str, result: TypeId, parameters: &[TypeId]) -> GlobalId {
        let ty = self.module.types.function(result, parameters);
        self.module.define_function(name, ty)
    }

    /// The module, for types, constants and editing sessions ([`Editor`](dxil_ir::edit::Editor)).
    pub fn module(&mut self) -> &mut Module {
        &mut self.module
    }

    /// The metadata. [`finish`](Self::finish) sets the resources and entries; other fields, such as the root signature,
    /// are the caller's.
    pub fn shader(&mut self) -> &mut Shader {
        &mut self.shader
    }

    /// The function of the first entry.
    pub fn entry(&self) -> Option<GlobalId> {
        self.state.entries.first().map(|entry| entry.function)
    }

    /// Adds a property of the last entry, such as [`EntryProperty::Mesh`]. Shader flags are additional flags: `finish`
    /// derives all flags that follow from the code.
    ///
    /// In a library, call [`add_entry`](Self::add_entry) first: without an entry, this method,
    /// [`thread_group`](Self::thread_group), [`wave_size`](Self::wave_size) and [`wave_range`](Self::wave_range) set
    /// nothing.
    pub fn property(&mut self, property: EntryProperty) {
        if let Some(entry) = self.state.entries.last_mut() {
            entry.properties.push(property);
        }
    }

    /// Sets the number of threads of a group of a compute shader or node.
    pub fn thread_group(&mut self, [x, y, z]: [u32; 3]) {
        self.property(EntryProperty::ThreadGroup(Grid::new(x, y, z)));
    }

    /// Sets the wave size, from shader model 6.6 on.
    pub fn wave_size(&mut self, lanes: u32) -> Result<()> {
        if self.state.target.has(6, 8) {
            return self.wave_range(lanes, 0, 0);
        }
        self.state.target.needs("a wave size", (6, 6))?;
        self.property(EntryProperty::WaveSize(WaveSize::new(lanes)));
        Ok(())
    }

    /// Sets the range of wave sizes, from shader model 6.8 on.
    pub fn wave_range(&mut self, min: u32, max: u32, preferred: u32) -> Result<()> {
        self.state.target.needs("a range of wave sizes", (6, 8))?;
        self.property(EntryProperty::WaveRange(WaveRange::new(min, max, preferred)));
        Ok(())
    }

    /// Binds a resource.
    pub fn bind(&mut self, desc: ResourceDesc) -> Result<Resource> {
        desc.check()?;
        desc.check_collision(self.state.resources.iter().map(|bound| &bound.desc))?;
        let of_class = self.state.resources.iter().filter(|bound| bound.desc.class() == desc.class());
        let id = of_class.count().saturating_as();
        let variable = self.state.target.is_library().then(|| self.resource_variable(&desc));
        self.state.resources.push(Bound { desc, id, variable });
        Ok(Resource(self.state.resources.len() - 1))
    }

    /// The variable of a resource in a library: a handle from shader model 6.6 on, before a value of the HLSL type.
    fn resource_variable(&mut self, desc: &ResourceDesc) -> GlobalId {
        let element = match self.state.target.has(6, 6) {
            true => {
                let byte = self.module.types.int(8);
                let pointer = self.module.types.pointer(byte, 0);
                self.module.types.structure(HANDLE, &[pointer])
            }
            false => desc.element_type(&mut self.module),
        };
        let ty = desc.variable_type(&mut self.module, element);
        let name = desc.symbol.as_ref().unwrap_or(&desc.name);
        let variable = self.module.add_variable(name, ty, 0, None);
        set_variable(&mut self.module, variable, |is_constant, _| *is_constant = true);
        variable
    }

    /// Declares an input.
    pub fn input(&mut self, element: Element) -> Result<Slot> {
        self.declare(SignatureKind::Input, element)
    }

    /// Declares an output.
    pub fn output(&mut self, element: Element) -> Result<Slot> {
        self.declare(SignatureKind::Output, element)
    }

    /// Declares a patch constant of a hull or domain shader, or an attribute of the primitives of a mesh shader.
    pub fn patch_or_primitive(&mut self, element: Element) -> Result<Slot> {
        self.declare(SignatureKind::PatchConstantOrPrimitive, element)
    }

    fn declare(&mut self, signature: SignatureKind, element: Element) -> Result<Slot> {
        let point = point_of(self.state.target.stage, signature)?;
        let elements = self.state.elements_mut(signature);
        let index = elements.len();
        element.record(index, point)?;
        elements.push(element);
        Ok(Slot { signature, index })
    }

    /// An emitter for the body of the first entry. Continues in the current block of the previous emitter of the entry.
    pub fn body(&mut self) -> Result<Emitter<'_>> {
        let missing = || EmitError::usage("the library has no entry", "call add_entry before body");
        let entry = self.entry().ok_or_else(missing)?;
        self.body_of(entry)
    }

    /// Calls `emit` with an emitter for the body of the first entry: a shorter form of [`body`](Self::body) that ends
    /// the borrow of the builder.
    pub fn emit<R>(&mut self, emit: impl FnOnce(&mut Emitter<'_>) -> Result<R>) -> Result<R> {
        emit(&mut self.body()?)
    }

    /// An emitter for the body of a function of this shader. Continues in the current block of the previous emitter of
    /// the function, or in the last block if the body has another origin.
    pub fn body_of(&mut self, function: GlobalId) -> Result<Emitter<'_>> {
        Emitter::new(&mut self.module, function, &mut self.state)
    }
}
