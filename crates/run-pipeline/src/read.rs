//! From a document to a pipeline: names become numbers of lists, data become bytes, and what does not fit is a mistake
//! at its place.

mod graphics;
mod passes;
mod reader;

use hashbrown::HashMap;
use located::Place;

use super::document::{
    self, At, Document, IndexFormat, InstanceFlag, InstanceOrList, Node, RuleName, SamplerKind,
    TextureDimension, VertexFormat, mistake,
};
use super::{
    AccelerationStructures, BottomLevel, Boxes, BufferData, Comparison, DataFormat, Instance, NamedSampler,
    Pipeline, Rule, TextureSize, TopLevel, Triangles,
};
use crate::limits;
use dxil_run::Result;
use dxil_run::resources::sampler::Filter;
use dxil_run::resources::{Dimension, Sampler};
use reader::{Reader, find};

/// Reads a document.
pub(super) fn pipeline(text: &str) -> Result<Pipeline> {
    let document = document::parse(text)?;
    let mut reader = Reader { text, pipeline: Pipeline::default(), buffers: HashMap::new(), bytes: 0 };
    reader.read(&document)?;
    Ok(reader.pipeline)
}

/// Bytes that a corner of a triangle takes in an acceleration structure, and those that a box does. Documents may name
/// more of them than they have data for.
const CORNER_BYTES: u64 = 12;
const BOX_BYTES: u64 = 24;

/// Bytes that a resource takes besides its data.
const RESOURCE_BYTES: u64 = 256;

impl Reader<'_> {
    fn read(&mut self, document: &Document) -> Result<()> {
        for buffer in &document.buffers {
            let buffer = self.buffer(buffer)?;
            self.pipeline.buffers.push(buffer);
        }
        for sampler in &document.samplers {
            self.pipeline.samplers.push(read_sampler(sampler)?);
        }
        self.acceleration_structures(&document.acceleration_structures)?;
        self.passes(document)?;
        for result in &document.results {
            let result = self.result(result)?;
            self.pipeline.results.push(result);
        }
        Ok(())
    }

    fn buffer(&mut self, buffer: &document::Buffer) -> Result<BufferData> {
        let name = &buffer.name;
        if self.buffers.insert(name.value.clone(), self.pipeline.buffers.len()).is_some() {
            return Err(mistake(name.place, format!("another buffer already has the name {}", name.value)));
        }
        let channels = buffer.channels.value;
        if !(1..=16).contains(&channels) {
            return Err(mistake(buffer.channels.place, "expected 1 to 16 channels"));
        }
        if buffer.stride != 0 && channels != 1 {
            let why = "a buffer cannot have both Stride and Channels";
            return Err(mistake(buffer.channels.place, why));
        }
        let data = self.data(buffer)?;
        let mut data = BufferData {
            name: name.value.clone(),
            format: buffer.format,
            channels,
            stride: buffer.stride,
            data,
            counters: Vec::new(),
            texture: None,
        };
        if let Some(size) = buffer.output_props.as_ref().filter(|size| size.width > 0) {
            data.texture = Some(texture_size(&data, size, name.place)?);
        }
        Ok(data)
    }

    /// The bytes of each resource of an array.
    fn data(&mut self, buffer: &document::Buffer) -> Result<Vec<Vec<u8>>> {
        let place = buffer.name.place;
        let count = buffer.array_size.value;
        if count == 0 || u64::from(count) > limits::PIPELINE_ARRAY {
            let why = format!("expected an array of 1 to {} resources", limits::PIPELINE_ARRAY);
            return Err(mistake(buffer.array_size.place, why));
        }
        match (&buffer.fill_size, &buffer.fill_value, &buffer.data) {
            (Some(size), value, _) if size.value > 0 => {
                let bits = match value {
                    Some(value) => self.scalar(buffer.format, value)?,
                    None => 0,
                };
                let each = size.value.saturating_add(RESOURCE_BYTES);
                self.take(each.saturating_mul(u64::from(count)), size.place)?;
                let width = buffer.format.bytes() as usize;
                let pattern: Vec<u8> = bits.to_le_bytes().into_iter().take(width).collect();
                let size = usize::try_from(size.value).unwrap_or(0);
                let filled: Vec<u8> = pattern.into_iter().cycle().take(size).collect();
                Ok((0..count).map(|_| filled.clone()).collect())
            }
            (_, Some(value), _) => Err(mistake(value.place, "FillValue requires FillSize")),
            (_, None, None) => {
                let why = format!("buffer {} has neither Data nor FillSize", buffer.name.value);
                Err(mistake(place, why))
            }
            (_, None, Some(data)) => self.elements(buffer.format, data, count),
        }
    }

    fn elements(&mut self, format: DataFormat, data: &Node, count: u32) -> Result<Vec<Vec<u8>>> {
        if count == 1 {
            return Ok(vec![self.scalars(format, data)?]);
        }
        let lists = data.list.as_deref().unwrap_or_default();
        if u32::try_from(lists.len()) != Ok(count) {
            let why =
                format!("expected {count} lists, one for each resource of the array, found {}", lists.len());
            return Err(mistake(data.place, why));
        }
        let mut all: Vec<Vec<u8>> = Vec::with_capacity(lists.len());
        for list in lists {
            let bytes = self.scalars(format, list)?;
            if all.first().is_some_and(|first| first.len() != bytes.len()) {
                return Err(mistake(list.place, "all resources of an array must have the same size"));
            }
            all.push(bytes);
        }
        Ok(all)
    }

    fn result(&self, result: &document::ResultEntry) -> Result<Comparison> {
        let (actual, expected) = (self.find_buffer(&result.actual)?, self.find_buffer(&result.expected)?);
        let place = result.rule.place;
        let denormals = result.denorm_mode;
        let rule = match (result.rule.value, result.ulpt, result.epsilon) {
            (RuleName::BufferExact, ..) => Rule::Exact,
            (RuleName::BufferFloatUlp, Some(tolerance), _) => {
                Rule::Ulp { tolerance, denormals, zero_tolerance: result.zero_tolerance }
            }
            (RuleName::BufferFloatUlp, None, _) => {
                return Err(mistake(place, "rule BufferFloatULP requires ULPT"));
            }
            (RuleName::BufferFloatEpsilon, _, Some(epsilon)) => Rule::Epsilon { epsilon, denormals },
            (RuleName::BufferFloatEpsilon, ..) => {
                return Err(mistake(place, "rule BufferFloatEpsilon requires Epsilon"));
            }
        };
        let format = |index: usize| self.pipeline.buffers.get(index).map(|buffer| buffer.format);
        if rule != Rule::Exact {
            if !format(actual).is_some_and(DataFormat::is_float)
                || !format(expected).is_some_and(DataFormat::is_float)
            {
                return Err(mistake(
                    place,
                    "the rule compares floats, but one of the buffers does not contain \
                                           floats",
                ));
            }
            if format(actual) != format(expected) {
                return Err(mistake(
                    place,
                    "the rule compares floats of the same format, but the two buffers have different formats",
                ));
            }
        }
        Ok(Comparison { name: result.result.clone(), rule, actual, expected })
    }

    fn acceleration_structures(&mut self, all: &document::AccelerationStructures) -> Result<()> {
        let mut acceleration = AccelerationStructures::default();
        for bottom in &all.bottom {
            let triangles = bottom.triangles.iter().map(|triangles| self.triangles(triangles));
            let triangles = triangles.collect::<Result<_>>()?;
            let boxes = bottom.boxes.iter().map(|boxes| self.boxes(boxes)).collect::<Result<_>>()?;
            acceleration.bottom.push(BottomLevel { name: bottom.name.clone(), triangles, boxes });
        }
        for top in &all.top {
            let elements = self.instances(top, &acceleration.bottom)?;
            acceleration.top.push(TopLevel { name: top.name.clone(), elements });
        }
        self.pipeline.acceleration = acceleration;
        Ok(())
    }

    fn boxes(&mut self, boxes: &document::Boxes) -> Result<Boxes> {
        let (buffer, stride) = (self.find_buffer(&boxes.buffer)?, boxes.stride.unwrap_or(24));
        let At { value: count, place } = boxes.count;
        self.take(u64::from(count) * BOX_BYTES, place)?;
        Ok(Boxes { buffer, count, stride, is_opaque: boxes.opaque })
    }

    fn triangles(&mut self, triangles: &document::Triangles) -> Result<Triangles> {
        let indices = match &triangles.index_buffer {
            Some(name) => {
                let bytes = match triangles.index_format {
                    IndexFormat::Uint16 => 2,
                    IndexFormat::Uint32 => 4,
                };
                Some((self.find_buffer(name)?, triangles.index_count, bytes))
            }
            None => None,
        };
        let corners = indices.map_or(triangles.vertex_count.value, |(_, count, _)| count);
        if corners == 0 || corners % 3 != 0 {
            let why = format!("number of triangle vertices is {corners}, expected a multiple of 3");
            return Err(mistake(triangles.vertex_count.place, why));
        }
        self.take(u64::from(corners) * CORNER_BYTES, triangles.vertex_count.place)?;
        let components = match triangles.vertex_format {
            VertexFormat::RG32Float => 2,
            VertexFormat::RGB32Float => 3,
            VertexFormat::RGBA32Float => 4,
        };
        Ok(Triangles {
            vertices: self.find_buffer(&triangles.vertex_buffer)?,
            components,
            stride: triangles.vertex_stride.unwrap_or(12),
            count: triangles.vertex_count.value,
            indices,
            is_opaque: triangles.opaque,
            transform: triangles.transform.as_ref().map(|node| self.transform(node)).transpose()?,
        })
    }

    fn instances(&self, top: &document::TopLevel, bottom: &[BottomLevel]) -> Result<Vec<Vec<Instance>>> {
        let mut elements = Vec::new();
        let mut flat = Vec::new();
        for entry in &top.instances.value {
            match entry {
                InstanceOrList::One(instance) => flat.push(self.instance(instance, bottom)?),
                InstanceOrList::List(list) => {
                    let list = list.iter().map(|instance| self.instance(instance, bottom));
                    elements.push(list.collect::<Result<_>>()?);
                }
            }
        }
        let count = top.array_size.value;
        let fits = if count == 1 { elements.is_empty() } else { u32::try_from(elements.len()) == Ok(count) };
        if !fits || !flat.is_empty() && count != 1 {
            let why = match count {
                1 => "expected one list of instances".to_owned(),
                count => format!("expected {count} lists of instances, one for each structure of the array"),
            };
            return Err(mistake(top.instances.place, why));
        }
        if count == 1 {
            elements.push(flat);
        }
        Ok(elements)
    }

    fn instance(&self, instance: &document::Instance, bottom: &[BottomLevel]) -> Result<Instance> {
        const IDENTITY: [f32; 12] = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0];
        let flags = instance.instance_flags.iter().fold(0, |flags, flag| {
            flags
                | match flag {
                    InstanceFlag::TriangleCullDisable => 1,
                    InstanceFlag::TriangleFrontCounterclockwise => 2,
                    InstanceFlag::ForceOpaque => 4,
                    InstanceFlag::ForceNonOpaque => 8,
                }
        });
        let mask = instance.instance_mask.unwrap_or(0xff) & 0xff;
        Ok(Instance {
            bottom: find(&instance.bottom, "BLAS", bottom.iter().map(|bottom| bottom.name.as_str()))?,
            transform: instance.transform.as_ref().map_or(Ok(IDENTITY), |node| self.transform(node))?,
            id: instance.instance_id,
            mask: u8::try_from(mask).unwrap_or(0xff),
            hit_group: instance.instance_contribution_to_hit_group_index,
            flags,
        })
    }

    fn transform(&self, node: &Node) -> Result<[f32; 12]> {
        let members = node.list.as_deref().unwrap_or_default();
        let Ok(members) = <&[Node; 12]>::try_from(members) else {
            let why = format!("expected a transform of 12 floats (3 rows of 4), found {}", members.len());
            return Err(mistake(node.place, why));
        };
        let mut transform = [0.0; 12];
        for (to, node) in transform.iter_mut().zip(members) {
            *to = f32::from_bits(dxil_run::lanes::low(self.scalar(DataFormat::Float32, node)?));
        }
        Ok(transform)
    }
}

fn texture_size(buffer: &BufferData, size: &document::OutputProps, place: Place) -> Result<TextureSize> {
    let (levels, samples) = (size.mip_levels.unwrap_or(1), size.samples.unwrap_or(1));
    let format = match &size.dxgi_format {
        Some(name) => {
            graphics::dxgi(name, buffer.element_bytes(), &format!("an element of {}", buffer.name))?
        }
        None => buffer.format.format(buffer.channels),
    };
    let dimension = match size.dimension {
        TextureDimension::One => Dimension::One,
        TextureDimension::Two => Dimension::Two,
        TextureDimension::Three => Dimension::Three,
        TextureDimension::Cube => Dimension::Cube,
    };
    let texture = TextureSize {
        width: size.width,
        height: size.height,
        depth: size.depth,
        levels,
        samples,
        dimension,
        format,
    };
    let is_deep = dimension == Dimension::Three;
    let largest = size.width.max(size.height).max(if is_deep { size.depth } else { 1 });
    let is_size = match dimension {
        Dimension::One => size.height == 1 && samples == 1,
        Dimension::Two => samples == 1 || levels == 1,
        Dimension::Three => samples == 1,
        Dimension::Cube => size.width == size.height && size.depth.is_multiple_of(6) && samples == 1,
    };
    let has_no_texel = size.height == 0 || size.depth == 0 || levels == 0;
    if has_no_texel
        || levels > 32 - largest.leading_zeros()
        || !matches!(samples, 1 | 2 | 4 | 8 | 16)
        || !is_size
    {
        return Err(mistake(
            place,
            format!("OutputProps of {} do not describe a valid texture size", buffer.name),
        ));
    }
    let expected = texture.texture(0).bytes();
    let found = buffer.data.first().map_or(0, Vec::len) as u64;
    if found != expected {
        let why = format!(
            "buffer {} has {found} bytes, but its OutputProps describe a texture of {expected} bytes",
            buffer.name
        );
        return Err(mistake(place, why));
    }
    Ok(texture)
}

fn read_sampler(document: &document::Sampler) -> Result<NamedSampler> {
    let is_comparison = document.kind == SamplerKind::SamplerComparison;
    let comparison = document.comparison_op.unwrap_or(dxil_run::resources::Comparison::Never);
    if is_comparison == (comparison == dxil_run::resources::Comparison::Never) {
        let why = if is_comparison {
            "a SamplerComparison needs a ComparisonOp other than Never"
        } else {
            "only a SamplerComparison has a ComparisonOp"
        };
        return Err(mistake(document.name.place, why));
    }
    let default = Sampler::default();
    let sampler = Sampler {
        min: document.min_filter.unwrap_or(Filter::Linear),
        mag: document.mag_filter.unwrap_or(Filter::Linear),
        mip: document.mip_filter.unwrap_or(Filter::Point),
        address: document.address.map_or(default.address, |address| [address; 3]),
        lod_bias: document.lod_bias.unwrap_or(0.0),
        min_lod: document.min_lod.unwrap_or(0.0),
        max_lod: document.max_lod.unwrap_or(f32::MAX),
        comparison: is_comparison.then_some(comparison),
        ..default
    };
    Ok(NamedSampler { name: document.name.value.clone(), sampler })
}
