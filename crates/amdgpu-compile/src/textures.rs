//! Accesses of textures: loads, stores, samples, gathers, sizes. The names of intrinsics say of what dimension a
//! texture is and which operands there are.

use dx_container::enums::ResourceKind;
use dxil::ops::{ArgumentName, Opcode};
use dxil::shader::TextureAxes;
use dxil_ir::builder::Build as _;
use dxil_ir::{BinaryOp, Value};

use crate::error::Result;
use crate::resources::Resource;
use crate::translation::{Call, Translation};

/// What accesses of a kind of texture have.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Dimension {
    /// Its name in intrinsics.
    pub(crate) name: &'static str,
    /// How many coordinates say where, the array's among them.
    coordinates: usize,
    /// How many are not the array's: of offsets and gradients.
    extents: usize,
    is_multisampled: bool,
    is_cube: bool,
}

impl Dimension {
    /// How many coordinates say where, the array's among them.
    pub(crate) fn coordinate_count(self) -> usize {
        self.coordinates
    }
}

/// What accesses of a kind of texture have; `None` for what is none.
pub(crate) fn dimension(kind: ResourceKind) -> Option<Dimension> {
    let name = match kind {
        ResourceKind::TEXTURE_1D => "1d",
        ResourceKind::TEXTURE_1D_ARRAY => "1darray",
        ResourceKind::TEXTURE_2D => "2d",
        ResourceKind::TEXTURE_2D_ARRAY => "2darray",
        ResourceKind::TEXTURE_2D_MS => "2dmsaa",
        ResourceKind::TEXTURE_2D_MS_ARRAY => "2darraymsaa",
        ResourceKind::TEXTURE_3D => "3d",
        ResourceKind::TEXTURE_CUBE | ResourceKind::TEXTURE_CUBE_ARRAY => "cube",
        _ => return None,
    };
    let axes = TextureAxes::of(kind)?;
    Some(Dimension {
        name,
        coordinates: axes.coordinates(),
        extents: axes.axes,
        is_multisampled: axes.is_multisampled,
        is_cube: axes.is_cube,
    })
}

const COORDINATES: [ArgumentName; 4] =
    [ArgumentName::coord0, ArgumentName::coord1, ArgumentName::coord2, ArgumentName::coord3];
const OFFSETS: [ArgumentName; 3] = [ArgumentName::offset0, ArgumentName::offset1, ArgumentName::offset2];

impl Translation<'_, '_> {
    /// A texture, its descriptor and dimension.
    pub(crate) fn texture(
        &self,
        call: &Call<'_>,
        name: ArgumentName,
    ) -> Result<(Value, Resource, Dimension)> {
        let (descriptor, resource) = self.handle(call, name)?;
        let found = dimension(resource.kind).ok_or_else(|| call.refused("the resource is not a texture"))?;
        Ok((descriptor, resource, found))
    }

    /// Arguments by their names, as many as a texture has.
    fn arguments(&self, call: &Call<'_>, names: &[ArgumentName], count: usize) -> Result<Vec<Value>> {
        names.iter().take(count).map(|name| call.argument(*name)).collect()
    }

    /// `textureLoad`.
    pub(crate) fn texture_load(&mut self, call: &Call<'_>) -> Result<()> {
        let (descriptor, resource, dimension) = self.texture(call, ArgumentName::srv)?;
        if dimension.is_cube {
            return Err(call.refused("cube textures cannot be loaded without a sampler"));
        }
        let mut place = self.arguments(call, &COORDINATES, dimension.coordinates)?;
        for (coordinate, name) in place.iter_mut().zip(OFFSETS).take(dimension.extents) {
            let offset = self.or_zero(call.argument(name)?)?;
            *coordinate = self.sum(*coordinate, offset);
        }
        let level = call.argument(ArgumentName::mipLevelOrSampleCount)?;
        let mut form = "load";
        if dimension.is_multisampled {
            place.push(self.or_zero(level)?);
        } else if !self.context().is_undefined(level) && self.context().integer(level) != Some(0) {
            form = "load.mip";
            place.push(level);
        }
        let name = format!("llvm.amdgcn.image.{form}.{}.v4f32.i32", dimension.name);
        let mut arguments = vec![self.word(15)];
        arguments.extend(place);
        let (zero, policy) = (self.word(0), self.cache_policy(&resource));
        arguments.extend([descriptor, zero, policy]);
        self.give_texel(call, &name, &arguments)
    }

    /// Calls what gives four floats, and gives them as what the operation gives.
    fn give_texel(&mut self, call: &Call<'_>, name: &str, arguments: &[Value]) -> Result<()> {
        let types = self.member_types(call)?;
        let [element, ..] = types[..] else { return Err(call.refused("the result type is not a struct")) };
        if self.used_members(call) > 4 {
            return Err(
                call.refused("the status of tiled resources (CheckAccessFullyMapped) is not supported")
            );
        }
        let float = self.float();
        let texel = self.vector_of(float, 4);
        let loaded = self.call(name, texel, arguments)?;
        let word = self.i(32);
        let is_float = self.context().types.is_float(element);
        let mut values = Vec::new();
        for lane in self.lanes(loaded, 4)? {
            let lane = if is_float { lane } else { self.bitcast(lane, word)? };
            values.push(self.narrowed(lane, element)?);
        }
        self.give_members(call, &values)
    }

    /// `textureStore`, `textureStoreSample`.
    pub(crate) fn texture_store(&mut self, call: &Call<'_>) -> Result<()> {
        let (descriptor, resource, dimension) = self.texture(call, ArgumentName::srv)?;
        if self.constant(call, ArgumentName::mask)? != 15 {
            return Err(call.refused("the write mask is not xyzw"));
        }
        let mut place = self.arguments(call, &COORDINATES, dimension.coordinates)?;
        if call.opcode == Opcode::TEXTURE_STORE_SAMPLE {
            place.push(call.argument(ArgumentName::sampleIdx)?);
        } else if dimension.is_multisampled {
            place.push(self.word(0));
        }
        let float = self.float();
        let mut values = Vec::new();
        for name in [ArgumentName::value0, ArgumentName::value1, ArgumentName::value2, ArgumentName::value3] {
            let wide = self.widened(call.argument(name)?)?;
            values.push(self.bitcast(wide, float)?);
        }
        let texel = self.vector(&values)?;
        let mut arguments = vec![texel, self.word(15)];
        arguments.extend(place);
        let (zero, policy) = (self.word(0), self.cache_policy(&resource));
        arguments.extend([descriptor, zero, policy]);
        let name = format!("llvm.amdgcn.image.store.{}.v4f32.i32", dimension.name);
        self.call_void(&name, &arguments)?;
        self.done(call)
    }

    /// All that samples and gathers.
    pub(crate) fn sample(&mut self, call: &Call<'_>) -> Result<()> {
        let (descriptor, _, dimension) = self.texture(call, ArgumentName::srv)?;
        let (sampler, _) = self.handle(call, ArgumentName::sampler)?;
        let mut form = Sample::of(call);
        if form.derives && !self.has_linear_quads() {
            return Err(call.refused(
                "the implicit level of detail requires numthreads(X, 1, 1) with X a multiple of 4",
            ));
        }
        let mut name = format!("llvm.amdgcn.image.{}", form.base);
        let channel = if form.is_gather { self.constant(call, ArgumentName::channel)? } else { 0 };
        let dmask = match (form.is_gather, form.compares) {
            (true, true) => 1,
            (true, false) => 1 << channel.clamp(0, 3),
            (false, true) => 1,
            (false, false) => 15,
        };
        let mut operands = vec![self.word(dmask)];
        let offset = self.packed_offset(call, dimension)?;
        let level = match form.level {
            Some(level) => Some(call.argument(level)?),
            None => None,
        };
        // A level that is zero has a form of its own.
        let is_zero = level.is_some_and(|level| self.is_float_zero(level));
        if form.compares {
            name.push_str(".c");
        }
        match (form.kind, is_zero) {
            ("l", true) => name.push_str(".lz"),
            ("", _) => {}
            (kind, _) => {
                name.push('.');
                name.push_str(kind);
            }
        }
        let clamp = match form.has_clamp {
            true => {
                Some(call.argument(ArgumentName::clamp)?).filter(|clamp| !self.context().is_undefined(*clamp))
            }
            false => None,
        };
        if clamp.is_some() {
            name.push_str(".cl");
        }
        if let Some(offset) = offset {
            name.push_str(".o");
            operands.push(offset);
        }
        if form.kind == "b" {
            operands.push(call.argument(ArgumentName::bias)?);
        }
        if form.compares {
            operands.push(call.argument(ArgumentName::compareValue)?);
        }
        if form.kind == "d" {
            if dimension.is_cube {
                return Err(call.refused("explicit gradients of cube textures are not supported"));
            }
            operands.extend(self.arguments(
                call,
                &[ArgumentName::ddx0, ArgumentName::ddx1, ArgumentName::ddx2],
                dimension.extents,
            )?);
            operands.extend(self.arguments(
                call,
                &[ArgumentName::ddy0, ArgumentName::ddy1, ArgumentName::ddy2],
                dimension.extents,
            )?);
        }
        let mut place = self.arguments(call, &COORDINATES, dimension.coordinates)?;
        if dimension.is_cube {
            place = self.cube_coordinates(&place)?;
        }
        operands.extend(place);
        operands.extend(clamp);
        if form.kind == "l" && !is_zero {
            operands.extend(level);
        }
        form.finish(&mut name, dimension);
        let (no, zero) = (self.truth(false), self.word(0));
        operands.extend([descriptor, sampler, no, zero, zero]);
        if form.compares && !form.is_gather {
            let float = self.float();
            let compared = self.call(&name, float, &operands)?;
            if self.used_members(call) > 4 {
                return Err(call.refused(
                    "the status of tiled resources (CheckAccessFullyMapped) is not \
                                         supported",
                ));
            }
            let types = self.member_types(call)?;
            let [element, ..] = types[..] else {
                return Err(call.refused("the result type is not a struct"));
            };
            let value = self.narrowed(compared, element)?;
            return self.give_members(call, &[value; 4]);
        }
        self.give_texel(call, &name, &operands)
    }

    fn is_float_zero(&self, value: Value) -> bool {
        use dxil_ir::ValueKind;
        use dxil_ir::constants::ConstantKind;
        let ValueKind::Constant(id) = value.kind() else { return false };
        let kind = self.context().constants.get(id).map(|constant| &constant.kind);
        matches!(kind, Some(ConstantKind::Null | ConstantKind::Float(0)))
    }

    /// Offsets of texels as one word, 6 bits each; `None` where they are all zero.
    fn packed_offset(&mut self, call: &Call<'_>, dimension: Dimension) -> Result<Option<Value>> {
        let count = call.operation.arguments.iter().filter(|one| OFFSETS.contains(&one.name)).count();
        let mut packed: Option<Value> = None;
        for (place, name) in (0..).zip(OFFSETS).take(dimension.extents.min(count)) {
            let offset = call.argument(name)?;
            if self.context().is_undefined(offset) || self.context().integer(offset) == Some(0) {
                continue;
            }
            let part = match self.context().signed_integer(offset) {
                Some(number) => self.int(32, (number & 63) << (8 * place)),
                None => {
                    let mask = self.word(63);
                    let low = self.binary(BinaryOp::And, offset, mask);
                    let shift = self.word(8 * place);
                    self.binary(BinaryOp::Shl, low, shift)
                }
            };
            packed = Some(match packed {
                Some(others) => self.binary(BinaryOp::Or, others, part),
                None => part,
            });
        }
        Ok(packed)
    }

    /// The place on a face of a cube, and the face: with that of an array, eight faces a cube.
    fn cube_coordinates(&mut self, place: &[Value]) -> Result<Vec<Value>> {
        let [x, y, z, rest @ ..] = place else {
            return Err(crate::error::CompileErrorKind::Bug("cube coordinates are missing".to_owned()).into());
        };
        let float = self.float();
        let of_cube =
            |name: &str, this: &mut Self| this.call(&format!("llvm.amdgcn.cube{name}"), float, &[*x, *y, *z]);
        let s = of_cube("sc", self)?;
        let t = of_cube("tc", self)?;
        let major = of_cube("ma", self)?;
        let mut face = of_cube("id", self)?;
        let major = self.call("llvm.fabs.f32", float, &[major])?;
        let scale = self.call("llvm.amdgcn.rcp.f32", float, &[major])?;
        let half = self.editor.float(1.5);
        let s = self.call("llvm.fma.f32", float, &[s, scale, half])?;
        let t = self.call("llvm.fma.f32", float, &[t, scale, half])?;
        if let [cube] = rest {
            let cube = self.call("llvm.rint.f32", float, &[*cube])?;
            let eight = self.editor.float(8.0);
            face = self.call("llvm.fma.f32", float, &[cube, eight, face])?;
        }
        Ok(vec![s, t, face])
    }

    /// Whether quads are four lanes in a row, as the processor has them: pixels are, and threads of one row.
    pub(crate) fn has_linear_quads(&self) -> bool {
        let [x, y, z] = self.threads;
        self.pixel.is_some() || y == 1 && z == 1 && x.is_multiple_of(4)
    }

    /// `calculateLOD`.
    pub(crate) fn calculate_lod(&mut self, call: &Call<'_>) -> Result<()> {
        let (descriptor, _, dimension) = self.texture(call, ArgumentName::handle)?;
        let (sampler, _) = self.handle(call, ArgumentName::sampler)?;
        if !self.has_linear_quads() {
            return Err(call.refused("derivatives require numthreads(X, 1, 1) with X a multiple of 4"));
        }
        let clamped = self.constant(call, ArgumentName::clamped)? & 1 != 0;
        let mut place = self.arguments(call, &COORDINATES, dimension.extents)?;
        if dimension.is_cube {
            place = self.cube_coordinates(&place)?;
        }
        let name = match dimension.name {
            "1darray" => "1d",
            "2darray" => "2d",
            name => name,
        };
        let float = self.float();
        let pair = self.vector_of(float, 2);
        let (no, zero) = (self.truth(false), self.word(0));
        let mut operands = vec![self.word(3)];
        operands.extend(place);
        operands.extend([descriptor, sampler, no, zero, zero]);
        let both = self.call(&format!("llvm.amdgcn.image.getlod.{name}.v2f32.f32"), pair, &operands)?;
        let value = self.lane(both, if clamped { 0 } else { 1 })?;
        self.give(call, value)
    }

    /// `getDimensions`, of textures and buffers.
    pub(crate) fn dimensions(&mut self, call: &Call<'_>) -> Result<()> {
        let (descriptor, resource) = self.handle(call, ArgumentName::handle)?;
        let Some(dimension) = dimension(resource.kind) else {
            let size = self.buffer_size(descriptor, &resource)?;
            let stride = self.word(resource.bytes);
            return self.give_members(call, &[size, stride]);
        };
        let level = self.or_zero(call.argument(ArgumentName::mipLevel)?)?;
        let (float, word) = (self.float(), self.i(32));
        let texel = self.vector_of(float, 4);
        let name = format!("llvm.amdgcn.image.getresinfo.{}.v4f32.i32", dimension.name);
        let (all, zero) = (self.word(15), self.word(0));
        let level = if dimension.is_multisampled { zero } else { level };
        let info = self.call(&name, texel, &[all, level, descriptor, zero, zero])?;
        let mut info = self.lanes(info, 4)?;
        for value in &mut info {
            *value = self.bitcast(*value, word)?;
        }
        let [width, height, depth, levels] = info[..] else {
            return Err(call.refused("the hardware result does not have four components"));
        };
        let last = if dimension.is_multisampled { self.sample_count(descriptor)? } else { levels };
        // The slices of an array stand where the depth of a volume does, also behind one coordinate.
        let members = match resource.kind {
            ResourceKind::TEXTURE_1D_ARRAY => [width, depth, zero, last],
            ResourceKind::TEXTURE_CUBE_ARRAY => {
                let six = self.word(6);
                let cubes = self.binary(BinaryOp::UDiv, depth, six);
                [width, height, cubes, last]
            }
            _ => [width, height, depth, last],
        };
        self.give_members(call, &members)
    }

    /// The samples of a texel: a power of two, where other textures say their last level.
    fn sample_count(&mut self, descriptor: Value) -> Result<Value> {
        let word = self.lane(descriptor, 3)?;
        let (shift, mask, one) = (self.word(16), self.word(15), self.word(1));
        let log = self.binary(BinaryOp::LShr, word, shift);
        let log = self.binary(BinaryOp::And, log, mask);
        Ok(self.binary(BinaryOp::Shl, one, log))
    }
}

/// What an operation that samples has.
struct Sample {
    base: &'static str,
    /// What says the level of detail: nothing, `l`, `lz`, `b`, `d`.
    kind: &'static str,
    level: Option<ArgumentName>,
    compares: bool,
    is_gather: bool,
    has_clamp: bool,
    /// Whether the level of detail depends on neighbours.
    derives: bool,
}

impl Sample {
    fn of(call: &Call<'_>) -> Self {
        let (base, kind, level, compares) = match call.opcode {
            Opcode::SAMPLE_BIAS => ("sample", "b", None, false),
            Opcode::SAMPLE_LEVEL => ("sample", "l", Some(ArgumentName::LOD), false),
            Opcode::SAMPLE_GRAD => ("sample", "d", None, false),
            Opcode::SAMPLE_CMP => ("sample", "", None, true),
            Opcode::SAMPLE_CMP_LEVEL_ZERO => ("sample", "lz", None, true),
            Opcode::SAMPLE_CMP_LEVEL => ("sample", "l", Some(ArgumentName::lod), true),
            Opcode::SAMPLE_CMP_GRAD => ("sample", "d", None, true),
            Opcode::SAMPLE_CMP_BIAS => ("sample", "b", None, true),
            Opcode::TEXTURE_GATHER => ("gather4", "lz", None, false),
            Opcode::TEXTURE_GATHER_CMP => ("gather4", "lz", None, true),
            _ => ("sample", "", None, false),
        };
        Self {
            base,
            kind,
            level,
            compares,
            is_gather: base == "gather4",
            has_clamp: call.has_argument(ArgumentName::clamp),
            derives: base == "sample" && matches!(kind, "" | "b"),
        }
    }

    /// Adds the dimension and the types to the name of an intrinsic.
    fn finish(&mut self, name: &mut String, dimension: Dimension) {
        name.push('.');
        name.push_str(dimension.name);
        name.push_str(if self.compares && !self.is_gather { ".f32" } else { ".v4f32" });
        // What has a type of its own besides the coordinates.
        if matches!(self.kind, "b" | "d") {
            name.push_str(".f32");
        }
        name.push_str(".f32");
    }
}
