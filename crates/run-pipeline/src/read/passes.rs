//! Passes of a document: shaders become dispatches and draws, with what is bound to them. What several passes share is
//! read once.

use std::ops::Range;
use std::sync::Arc;

use located::Place;

use super::super::document::{
    self, At, DescriptorSet, Document, PushConstantBlock, RootParameterKind, RuntimeSettings, mistake,
};
use super::super::{
    BindingPlace, DrawCounts, Graphics, Pass, PushConstants, Resource, ResourceKind, RootArgument,
    ShaderStage, Source, Stage,
};
use super::reader::{Reader, find};
use dxil_run::Result;

/// What a pass has besides its shaders: its own, or the document's.
#[derive(Clone)]
struct Keys {
    dispatch: [u32; 3],
    counts: DrawCounts,
    root_arguments: Arc<Vec<RootArgument>>,
    resources: Arc<Vec<Resource>>,
    push_constants: Range<usize>,
    graphics: Arc<Graphics>,
}

impl Reader<'_> {
    pub(super) fn passes(&mut self, document: &Document) -> Result<()> {
        let (settings, sets) = (&document.runtime_settings, &document.descriptor_sets);
        let (bindings, state) = (&document.bindings, &document.pipeline_state);
        let (dispatch, counts) = parameters(&document.dispatch_parameters);
        let common = Keys {
            dispatch,
            counts,
            root_arguments: Arc::new(self.root_arguments(settings, sets)?),
            resources: Arc::new(self.resources(sets)?),
            push_constants: self.push_constants(&document.push_constants)?,
            graphics: Arc::new(self.graphics(bindings, state, &document.resolves)?),
        };
        match (&document.shaders, &document.passes) {
            (Some(shaders), None) => self.add(shaders, &common),
            (None, Some(passes)) => {
                if passes.value.is_empty() {
                    return Err(mistake(passes.place, "a pipeline requires at least one pass"));
                }
                for pass in &passes.value {
                    let keys = self.keys(document, pass, &common)?;
                    self.add(&pass.shaders, &keys)?;
                }
                Ok(())
            }
            (Some(shaders), Some(_)) => {
                Err(mistake(shaders.place, "a pipeline cannot have both Shaders and Passes"))
            }
            (None, None) => {
                Err(mistake(Place::default(), "a pipeline requires Shaders, or Passes with Shaders"))
            }
        }
    }

    /// The keys of a pass, those that it does not have from the document.
    fn keys(&mut self, document: &Document, pass: &document::Pass, common: &Keys) -> Result<Keys> {
        let mut keys = common.clone();
        if let Some(own) = &pass.dispatch_parameters {
            (keys.dispatch, keys.counts) = parameters(own);
        }
        let settings = pass.runtime_settings.as_ref().unwrap_or(&document.runtime_settings);
        let sets = pass.descriptor_sets.as_ref().unwrap_or(&document.descriptor_sets);
        if pass.runtime_settings.is_some() || pass.descriptor_sets.is_some() {
            keys.root_arguments = Arc::new(self.root_arguments(settings, sets)?);
        }
        if pass.descriptor_sets.is_some() {
            keys.resources = Arc::new(self.resources(sets)?);
        }
        if let Some(own) = &pass.push_constants {
            keys.push_constants = self.push_constants(own)?;
        }
        let (bindings, state) = (pass.bindings.as_ref(), pass.pipeline_state.as_ref());
        if bindings.is_some() || state.is_some() || pass.resolves.is_some() {
            let bindings = bindings.unwrap_or(&document.bindings);
            let state = state.unwrap_or(&document.pipeline_state);
            let resolves = pass.resolves.as_ref().unwrap_or(&document.resolves);
            keys.graphics = Arc::new(self.graphics(bindings, state, resolves)?);
        }
        Ok(keys)
    }

    /// Adds a pass for each compute shader, and one for stages of a draw that follow each other.
    fn add(&mut self, shaders: &At<Vec<document::Shader>>, keys: &Keys) -> Result<()> {
        if shaders.value.is_empty() {
            return Err(mistake(shaders.place, "a pipeline requires at least one shader"));
        }
        let is_compute = |shader: &document::Shader| shader.stage == Stage::Compute;
        for shaders in shaders.value.chunk_by(|one, other| !is_compute(one) && !is_compute(other)) {
            let own = shaders.iter().find_map(|shader| shader.dispatch_group_count);
            let stages =
                shaders.iter().map(|shader| ShaderStage { stage: shader.stage, entry: shader.entry.clone() });
            let keys = keys.clone();
            self.pipeline.passes.push(Pass {
                shaders: stages.collect(),
                dispatch: own.unwrap_or(keys.dispatch),
                counts: keys.counts,
                root_arguments: keys.root_arguments,
                resources: keys.resources,
                push_constants: keys.push_constants,
                graphics: keys.graphics,
            });
        }
        Ok(())
    }

    fn resources(&self, sets: &At<Vec<DescriptorSet>>) -> Result<Vec<Resource>> {
        sets.value.iter().flat_map(|set| &set.resources).map(|resource| self.resource(resource)).collect()
    }

    /// Adds blocks of push constants: which of all they are.
    fn push_constants(&mut self, blocks: &[PushConstantBlock]) -> Result<Range<usize>> {
        let first = self.pipeline.push_constants.len();
        for block in blocks {
            let mut data = Vec::new();
            for value in &block.values {
                self.push_constant(value, &mut data)?;
            }
            self.pipeline.push_constants.push(PushConstants { stage: block.stage, data });
        }
        Ok(first..self.pipeline.push_constants.len())
    }

    fn push_constant(&mut self, value: &document::PushConstantValue, data: &mut Vec<u8>) -> Result<()> {
        let bytes = self.scalars(value.format, &value.data)?;
        let start = u64::from(value.offset.value);
        self.take(start, value.offset.place)?;
        let start = usize::try_from(start).unwrap_or(0);
        let end = start.saturating_add(bytes.len());
        if data.len() < end {
            data.resize(end, 0);
        }
        if let Some(to) = data.get_mut(start..end) {
            to.copy_from_slice(&bytes);
        }
        Ok(())
    }

    fn resource(&self, resource: &document::Resource) -> Result<Resource> {
        let (name, kind) = (&resource.name, resource.kind.value);
        let place = match (&resource.directx_binding, resource.heap_index) {
            (Some(binding), None) => {
                BindingPlace::Register { register: binding.register, space: binding.space }
            }
            (None, Some(index)) => BindingPlace::Heap(index),
            _ => {
                let why = format!("resource {} requires either DirectXBinding or HeapIndex", name.value);
                return Err(mistake(name.place, why));
            }
        };
        let source = match kind {
            ResourceKind::Sampler => {
                let names = self.pipeline.samplers.iter().map(|sampler| sampler.name.as_str());
                Source::Sampler(find(name, "sampler", names)?)
            }
            ResourceKind::AccelerationStructure => {
                let names = self.pipeline.acceleration.top.iter().map(|top| top.name.as_str());
                Source::Acceleration(find(name, "TLAS", names)?)
            }
            ResourceKind::SampledTexture2D => {
                let why = "SampledTexture2D is not supported: bind the texture and the sampler separately, \
                           as in Direct3D";
                return Err(mistake(resource.kind.place, why));
            }
            _ => Source::Buffer(self.find_buffer(name)?),
        };
        if let Source::Buffer(index) = source {
            self.check_kind(resource, index)?;
        }
        let mapped_tiles = mapped_tiles(resource)?;
        let (name, has_counter) = (name.value.clone(), resource.has_counter);
        Ok(Resource { kind, name, source, place, has_counter, mapped_tiles })
    }

    fn check_kind(&self, resource: &document::Resource, index: usize) -> Result<()> {
        let (name, kind) = (&resource.name.value, resource.kind.value);
        let is_texture = kind.is_texture();
        let buffer = self.pipeline.buffers.get(index);
        if is_texture && buffer.is_some_and(|buffer| buffer.texture.is_none()) {
            let why =
                format!("buffer {name} is bound as a texture, but has no OutputProps with the texture size");
            return Err(mistake(resource.kind.place, why));
        }
        let dimension = buffer.and_then(|buffer| buffer.texture).map(|texture| texture.dimension);
        if let (Some(wanted), Some(found)) = (kind.dimension(), dimension)
            && wanted != found
        {
            let why =
                format!("buffer {name} is bound as {kind:?}, but Dimension in its OutputProps is {found:?}");
            return Err(mistake(resource.kind.place, why));
        }
        if resource.has_counter && kind != ResourceKind::RWStructuredBuffer {
            return Err(mistake(resource.kind.place, "only an RWStructuredBuffer can have a counter"));
        }
        Ok(())
    }

    fn root_arguments(
        &self,
        settings: &RuntimeSettings,
        sets: &At<Vec<DescriptorSet>>,
    ) -> Result<Vec<RootArgument>> {
        let parameters = &settings.directx.root_parameters;
        let mut arguments = Vec::with_capacity(parameters.len());
        for parameter in parameters {
            let (place, parameter) = (parameter.place, &parameter.value);
            let argument = match (parameter.kind, &parameter.name, &parameter.resource) {
                (RootParameterKind::Constant, Some(name), _) => {
                    RootArgument::Constants(self.find_buffer(name)?)
                }
                (RootParameterKind::Constant, None, _) => {
                    return Err(mistake(place, "root constants require the Name of a buffer"));
                }
                (RootParameterKind::DescriptorTable, ..) => RootArgument::Table,
                (RootParameterKind::RootDescriptor, _, Some(resource)) => {
                    let is_raw = matches!(
                        resource.kind,
                        ResourceKind::StructuredBuffer
                            | ResourceKind::RWStructuredBuffer
                            | ResourceKind::ByteAddressBuffer
                            | ResourceKind::RWByteAddressBuffer
                            | ResourceKind::ConstantBuffer
                    );
                    if !is_raw {
                        let why = "a root descriptor must be a constant, structured or byte-address buffer";
                        return Err(mistake(resource.name.place, why));
                    }
                    RootArgument::Descriptor(self.find_buffer(&resource.name)?, resource.kind)
                }
                (RootParameterKind::RootDescriptor, _, None) => {
                    return Err(mistake(
                        place,
                        "a root parameter of type RootDescriptor requires the key `Resource`",
                    ));
                }
            };
            arguments.push(argument);
        }
        let tables = arguments.iter().filter(|argument| **argument == RootArgument::Table).count();
        let count = sets.value.len();
        if !parameters.is_empty() && tables != count {
            let why = format!(
                "found {count} DescriptorSets, expected {tables}, one for each DescriptorTable of \
                 RootParameters"
            );
            return Err(mistake(sets.place, why));
        }
        Ok(arguments)
    }
}

fn parameters(keys: &document::DispatchParameters) -> ([u32; 3], DrawCounts) {
    let counts = DrawCounts {
        vertices: keys.vertex_count,
        instances: keys.instance_count,
        first_vertex: keys.first_vertex,
        first_instance: keys.first_instance,
    };
    (keys.dispatch_group_count.unwrap_or([1; 3]), counts)
}

/// The number of mapped tiles of a reserved buffer.
fn mapped_tiles(resource: &document::Resource) -> Result<Option<u32>> {
    let Some(tiles) = &resource.tiles_mapped else { return Ok(None) };
    if !resource.is_reserved {
        return Err(mistake(
            tiles.place,
            "TilesMapped is only for a reserved resource: add `IsReserved: true`",
        ));
    }
    let kind = resource.kind.value;
    let is_buffer = matches!(
        kind,
        ResourceKind::Buffer
            | ResourceKind::RWBuffer
            | ResourceKind::StructuredBuffer
            | ResourceKind::RWStructuredBuffer
            | ResourceKind::ByteAddressBuffer
            | ResourceKind::RWByteAddressBuffer
    );
    if !is_buffer {
        let why =
            format!("TilesMapped is only supported for buffers, found {kind:?}: omit it to map all tiles");
        return Err(mistake(tiles.place, why));
    }
    Ok(Some(tiles.value))
}
