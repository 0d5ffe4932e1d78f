//! RDAT of a library: its resources, its functions and what each asks, its subobjects and nodes.
//!
//! Which tables there are, how long a function's record is, and whether equal records are one, depends on the
//! validator: subobjects came with 1.4, equal records once with 1.7, nodes and longer functions with 1.8. What stages
//! say of themselves is in libraries only that are for no released validator.
//!
//! Subobjects are no longer in the module once a library is in a container: who derives the part again takes them from
//! the part that there is, [`subobjects`].
//!
//! Source: DirectXShaderCompiler, `DxilContainerAssembler.cpp`.

mod nodes;
mod stages;
mod subobjects;

use bstr::{BStr, ByteSlice as _};
use dx_container::enums::{ResourceClass, ResourceKind, RuntimeDataPart, ShaderKind};
use dx_container::error::ContainerError;
use dx_container::flags::{FunctionFlags, RuntimeResourceFlags};
use dx_container::mangled_name::unmangled;
use dx_container::parts::Owned;
use dx_container::parts::rdat::record::RecordRow;
use dx_container::parts::rdat::{RdatBuf, RdatBuilder};
use hashbrown::HashMap;

use super::functions::{Entry, FunctionInfo, entries};
use super::group_shared::is_group_shared;
use super::references::References;
use super::{DeriveErrorKind, DescribedModule, Functions, error, features_of, need};
use crate::Result;
use crate::ops::FUNCTION_PREFIX;
use crate::shader::{ResourceRange, Uav};
use dxil_ir::data_layout::DataLayout;
use dxil_ir::{Global, GlobalId, Linkage, SymbolReferences};
pub use subobjects::subobjects;

/// What the names of functions that LLVM knows begin with.
const INTRINSIC_PREFIX: &str = "llvm.";
/// The newest validator that was released; later ones may try what is to come.
const RELEASED_VALIDATOR: (u32, u32) = (1, 9);
/// The shader models that were not released and are known.
const EXPERIMENTAL_MODELS: [(u32, u32); 1] = [(6, 10)];

/// RDAT of a library, laid out as DXC does it; `None` for a program that is none, which has no such part.
///
/// # Errors
///
/// The program does not say what the part needs, or is one that no part can hold; see [`Functions::of`].
pub fn rdat(program: &DescribedModule<'_>) -> Result<Option<Owned<RdatBuf>>> {
    rdat_with(program, None)
}

/// The same, where what the functions of that very program do and name may be known already.
///
/// # Errors
///
/// As [`rdat`].
pub fn rdat_with(
    program: &DescribedModule<'_>,
    known: Option<(Functions, SymbolReferences)>,
) -> Result<Option<Owned<RdatBuf>>> {
    if program.stage()? != ShaderKind::LIBRARY {
        return Ok(None);
    }
    let (functions, mentions) = match known {
        Some(known) => known,
        None => {
            let mentions = SymbolReferences::of(program.module);
            (Functions::with(program, &mentions)?, mentions)
        }
    };
    let mut writer = Writer::new(program, functions, &mentions)?;
    writer.resources()?;
    writer.dependencies()?;
    for (id, global, _) in program.module.bodies() {
        writer.function(id, global)?;
    }
    if program.validator_is_at_least(1, 4) {
        writer.subobjects()?;
    }
    Ok(Some(writer.builder.finish()))
}

/// What a part cannot hold.
fn part(fault: ContainerError) -> crate::DxilError {
    error(fault.kind().clone().into())
}

/// A record's fields by name.
type Fields<'f> = &'f [(&'static str, u64)];

struct Writer<'m> {
    program: DescribedModule<'m>,
    functions: Functions,
    entries: HashMap<GlobalId, Entry<'m>>,
    references: References,
    builder: RdatBuilder,
    /// The rows of the resources that each function uses.
    resources_of: HashMap<GlobalId, Vec<u32>>,
    /// The names of the functions that each function uses and the library does not have.
    dependencies_of: HashMap<GlobalId, Vec<u32>>,
    /// How many bytes each function shares with its thread group; `None` until somebody asks.
    group_shared: Option<HashMap<GlobalId, u64>>,
}

impl<'m> Writer<'m> {
    fn new(program: &DescribedModule<'m>, functions: Functions, mentions: &SymbolReferences) -> Result<Self> {
        Ok(Self {
            program: *program,
            functions,
            entries: entries(program)?,
            references: References::of(program.module, mentions),
            builder: RdatBuilder::new(program.validator_is_at_least(1, 7)),
            resources_of: HashMap::new(),
            dependencies_of: HashMap::new(),
            group_shared: None,
        })
    }

    fn text(&mut self, text: &BStr) -> Result<u64> {
        self.builder.text(text).map(u64::from).map_err(part)
    }

    fn list(&mut self, words: &[u32]) -> Result<u64> {
        self.builder.list(words).map(u64::from).map_err(part)
    }

    /// The row of a record that is as long as the newest ones.
    fn record(&mut self, table: RuntimeDataPart, fields: Fields<'_>) -> Result<u32> {
        let stride = RecordRow::of(table).map_or(0, |row| row.size);
        self.builder.record(table, stride, fields).map_err(part)
    }

    /// Whether there are tables that are yet to be released.
    fn is_experimental(&self) -> bool {
        let DescribedModule { validator_version: version, shader, .. } = self.program;
        let model = shader.model.as_ref().map(|model| model.pair());
        version.0 == 0
            || version > RELEASED_VALIDATOR && model.is_some_and(|model| EXPERIMENTAL_MODELS.contains(&model))
    }

    fn resources(&mut self) -> Result<()> {
        let Some(all) = self.program.resources()? else { return Ok(()) };
        let none = RuntimeResourceFlags::empty();
        for it in all.cbuffers.iter().flatten() {
            self.resource(ResourceClass::CBUFFER, ResourceKind::CBUFFER, &it.range, none)?;
        }
        for it in all.samplers.iter().flatten() {
            self.resource(ResourceClass::SAMPLER, ResourceKind::SAMPLER, &it.range, none)?;
        }
        for it in all.srvs.iter().flatten() {
            self.resource(ResourceClass::SRV, it.shape, &it.range, none)?;
        }
        for (index, it) in all.uavs.iter().flatten().enumerate() {
            let flags = self.uav_flags(index, it);
            self.resource(ResourceClass::UAV, it.shape, &it.range, flags)?;
        }
        Ok(())
    }

    fn uav_flags(&self, index: usize, uav: &Uav) -> RuntimeResourceFlags {
        let properties = uav.properties.as_ref();
        let is_reorder_coherent = properties.and_then(|all| all.is_reorder_coherent()) == Some(&true);
        let has_atomic64_use = properties.and_then(|all| all.atomic64_use()).is_some_and(|uses| *uses != 0)
            || self.functions.has_atomic64_use(index);
        let mut flags = RuntimeResourceFlags::empty();
        flags.set(RuntimeResourceFlags::UAV_COUNTER, uav.has_counter);
        flags.set(RuntimeResourceFlags::UAV_GLOBALLY_COHERENT, uav.is_globally_coherent);
        flags.set(RuntimeResourceFlags::UAV_REORDER_COHERENT, is_reorder_coherent);
        flags.set(RuntimeResourceFlags::UAV_RASTERIZER_ORDERED_VIEW, uav.is_rasterizer_ordered);
        flags.set(RuntimeResourceFlags::ATOMICS64_USE, has_atomic64_use);
        flags
    }

    fn resource(
        &mut self,
        class: ResourceClass,
        kind: ResourceKind,
        range: &ResourceRange,
        flags: RuntimeResourceFlags,
    ) -> Result<()> {
        let name = self.text(range.name.as_bstr())?;
        let row = self.record(
            RuntimeDataPart::RESOURCE_TABLE,
            &[
                ("Class", class.0.into()),
                ("Kind", kind.0.into()),
                ("ID", range.id.into()),
                ("Space", range.space.into()),
                ("LowerBound", range.lower_bound.into()),
                ("UpperBound", range.last_register().into()),
                ("Name", name),
                ("Flags", flags.bits().into()),
            ],
        )?;
        if let Some(global) = range.global(self.program.module) {
            for function in self.references.to(global)? {
                let rows = self.resources_of.entry(function).or_default();
                if rows.last() != Some(&row) {
                    rows.push(row);
                }
            }
        }
        Ok(())
    }

    /// The functions that are used and are somewhere else. Their names come before all others of functions.
    fn dependencies(&mut self) -> Result<()> {
        let module = self.program.module;
        for (id, global) in module.globals.iter().filter(|(_, global)| is_dependency(global)) {
            let users = self.references.to(id)?;
            if users.is_empty() {
                continue;
            }
            let name = self.builder.text(global.name.as_bstr()).map_err(part)?;
            for user in users {
                self.dependencies_of.entry(user).or_default().push(name);
            }
        }
        Ok(())
    }

    fn function(&mut self, id: GlobalId, global: &Global) -> Result<()> {
        let info = need(self.functions.get(id), "analyzed body of a function in RDAT")?.clone();
        let entry = self.entries.get(&id).copied();
        let name = self.text(global.name.as_bstr())?;
        let unmangled_name = self.text(unmangled(global.name.as_bstr()))?;
        let null = u64::from(RdatBuilder::NULL);
        let resources = self.resources_of.remove(&id).map_or(Ok(null), |rows| self.list(&rows))?;
        let dependencies = self.dependencies_of.remove(&id).map_or(Ok(null), |names| self.list(&names))?;
        let (payload, attributes) = payload_sizes(entry.as_ref());
        let (major, minor) = info.model;
        let mut fields = vec![
            ("Name", name),
            ("UnmangledName", unmangled_name),
            ("Resources", resources),
            ("FunctionDependencies", dependencies),
            ("ShaderKind", info.kind.0.into()),
            ("PayloadSizeInBytes", payload.into()),
            ("AttributeSizeInBytes", attributes.into()),
            ("FeatureInfo", features_of(info.flags).bits()),
            ("ShaderStageFlag", info.stages.bits().into()),
            ("MinShaderTarget", (info.kind.0 << 16 | major << 4 | minor).into()),
        ];
        let table = RuntimeDataPart::FUNCTION_TABLE;
        let row = need(RecordRow::of(table), "record size of the function table of RDAT")?;
        let stride = if self.program.validator_is_at_least(1, 8) {
            self.newer_fields(&info, entry.as_ref(), &mut fields)?;
            row.size
        } else {
            row.least
        };
        self.builder.record(table, stride, &fields).map(drop).map_err(part)
    }

    /// What the records of functions have from validator 1.8 on.
    fn newer_fields(
        &mut self,
        info: &FunctionInfo,
        entry: Option<&Entry<'m>>,
        fields: &mut Vec<(&'static str, u64)>,
    ) -> Result<()> {
        let mut flags = FunctionFlags::empty();
        let mut reference = None;
        if let Some(entry) = entry {
            let (least, most) = entry.wave_lanes();
            let most = if most == 0 { least } else { most };
            // As many lanes as a byte cannot hold are no validator's; DXC cuts them.
            let [least, most] =
                [least, if least == 0 { 0 } else { most }].map(|lanes| u64::from(lanes & 0xff));
            fields.push(("MinimumExpectedWaveLaneCount", least));
            fields.push(("MaximumExpectedWaveLaneCount", most));
            if info.kind == ShaderKind::NODE {
                reference = Some(self.node(info.function, entry, &mut flags)?);
            } else if self.is_experimental() {
                reference = self.stage(info, entry, &mut flags)?;
            }
        }
        fields.push(("ShaderFlags", flags.bits().into()));
        let name = match info.kind {
            ShaderKind::NODE => "Node",
            ShaderKind::VERTEX => "VS",
            ShaderKind::PIXEL => "PS",
            ShaderKind::HULL => "HS",
            ShaderKind::DOMAIN => "DS",
            ShaderKind::GEOMETRY => "GS",
            ShaderKind::COMPUTE => "CS",
            ShaderKind::MESH => "MS",
            ShaderKind::AMPLIFICATION => "AS",
            _ => "RawShaderRef",
        };
        fields.push((name, reference.unwrap_or(RdatBuilder::NULL).into()));
        Ok(())
    }

    /// How many bytes a function and those it calls share with their thread group.
    fn group_shared(&mut self, function: GlobalId) -> Result<u64> {
        if let Some(known) = &self.group_shared {
            return Ok(known.get(&function).copied().unwrap_or(0));
        }
        let module = self.program.module;
        let mut layout = DataLayout::of(module);
        let mut bytes = HashMap::<GlobalId, u64>::new();
        for (id, global) in module.globals.iter().filter(|(_, global)| is_group_shared(module, global)) {
            let size = layout.size(global.value_type);
            if layout.is_cut() {
                return Err(error(DeriveErrorKind::NoSize { name: global.name.clone() }));
            }
            for function in self.references.reaching(id)? {
                let all = bytes.entry(function).or_default();
                *all = all.saturating_add(size);
            }
        }
        Ok(self.group_shared.insert(bytes).get(&function).copied().unwrap_or(0))
    }
}

/// Whether a global is a function that has to come from another library.
fn is_dependency(global: &Global) -> bool {
    global.function().is_some_and(|function| function.body.is_none())
        && global.linkage == Linkage::External
        && !global.name.starts_with_str(INTRINSIC_PREFIX)
        && !global.name.starts_with_str(FUNCTION_PREFIX)
}

/// Bytes of what a ray tracing shader is handed, and of a hit's attributes.
fn payload_sizes(entry: Option<&Entry<'_>>) -> (u32, u32) {
    let Some((entry, properties)) = entry.and_then(|entry| Some((entry, entry.properties()?))) else {
        return (0, 0);
    };
    let payload = properties.ray_payload_size().copied().unwrap_or(0);
    let attributes = properties.ray_attribute_size().copied().unwrap_or(0);
    match entry.kind {
        ShaderKind::ANY_HIT | ShaderKind::CLOSEST_HIT => (payload, attributes),
        ShaderKind::MISS | ShaderKind::CALLABLE => (payload, 0),
        _ => (0, 0),
    }
}
