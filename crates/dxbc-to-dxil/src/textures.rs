//! Samples, gathers, loads and stores of typed views, and queries about views.

use dx_bytecode::declarations::{Shape, View};
use dx_bytecode::instruction::{Extension, Instruction};
use dx_bytecode::opcode::{Control, Opcode};
use dx_bytecode::operand::{Operand, RegisterKind};
use dx_container::enums::ResourceKind;
use dxil::emit::{Handle, Lod, Operand as Argument, Sample};
use dxil::ops::{Opcode as Operation, OverloadKind};
use dxil::shader::TextureAxes;
use dxil_ir::builder::Build as _;
use dxil_ir::{BinaryOp, CastOp, Value};

use crate::components::{selected, words_of, written};
use crate::error::{Error, Result};
use crate::lower::Lower;
use crate::resources::Bound;
use crate::word::Word;

/// The axes of accesses to a view; buffers have one.
fn axes(kind: ResourceKind) -> TextureAxes {
    let buffer = TextureAxes { axes: 1, is_array: false, is_cube: false, is_multisampled: false };
    TextureAxes::of(kind).unwrap_or(buffer)
}

/// The number of coordinates of a view.
pub(crate) fn coordinates(kind: ResourceKind) -> usize {
    axes(kind).coordinates()
}

impl Lower<'_, '_> {
    /// The view that an operand names.
    pub(crate) fn view(&mut self, operand: &Operand) -> Result<(Handle, Bound)> {
        self.resource(operand)
    }

    /// `sample` and its variants.
    pub(crate) fn sample(&mut self, instruction: &Instruction) -> Result<()> {
        use Opcode as T;
        let (writes, reads) = instruction.written_and_read();
        let [address, texture, sampler, more @ ..] = reads else { return Ok(()) };
        let ((texture_handle, bound), sampler) = (self.view(texture)?, self.handle(sampler)?);
        if bound.texel != OverloadKind::F32 {
            return Err(Error::unsupported("a sample of a texture of integers", "load texels with ld"));
        }
        let axes = axes(texture_handle.properties.kind());
        let coordinates = self.floats(address, axes.coordinates())?;
        let offsets = constant_offsets(instruction, axes);
        let mut rest = more.iter();
        let mut next = || {
            let what = "the instruction has too few operands";
            rest.next().ok_or_else(|| Error::unsupported(what, "correct the instruction"))
        };
        let mut sample = Sample { offsets: &offsets, ..Sample::at(&coordinates) };
        let (x, y);
        match instruction.opcode {
            T::SAMPLE_B | T::SAMPLE_B_CLAMP_FEEDBACK => {
                sample.lod = Lod::Bias(self.bias(next()?)?);
            }
            T::SAMPLE_L | T::SAMPLE_L_FEEDBACK => {
                sample.lod = Lod::Level(self.source_float(next()?, 0)?.into());
            }
            T::SAMPLE_D | T::SAMPLE_D_CLAMP_FEEDBACK => {
                x = self.floats(next()?, axes.axes)?;
                y = self.floats(next()?, axes.axes)?;
                sample.lod = Lod::Gradient(&x, &y);
            }
            T::SAMPLE_C | T::SAMPLE_C_CLAMP_FEEDBACK => {
                sample.compared = Some(self.source_float(next()?, 0)?.into());
            }
            T::SAMPLE_C_LZ | T::SAMPLE_C_LZ_FEEDBACK => {
                sample.compared = Some(self.source_float(next()?, 0)?.into());
                sample.lod = Lod::Level(Argument::Int(0));
            }
            _ => {}
        }
        if let Some(clamp) = rest.next().filter(|clamp| !is_zero(clamp)) {
            sample.clamp = Some(self.source_float(clamp, 0)?.into());
        }
        let mut texels = self.emit.sample(texture_handle, sampler, bound.texel, &sample)?;
        let status = self.status(writes, &texels)?;
        if sample.compared.is_some() {
            // A comparison returns one component.
            let first = texels.first().copied();
            texels.iter_mut().for_each(|texel| *texel = first.unwrap_or(*texel));
        }
        self.write_texel(writes, texture, bound.texel, &texels, status)
    }

    /// `gather4` and its variants.
    pub(crate) fn gather(&mut self, instruction: &Instruction) -> Result<()> {
        use Opcode as T;
        let (writes, reads) = instruction.written_and_read();
        let has_variable_offsets = matches!(
            instruction.opcode,
            T::GATHER4_PO | T::GATHER4_PO_C | T::GATHER4_PO_FEEDBACK | T::GATHER4_PO_C_FEEDBACK
        );
        let (address, offsets, texture, sampler, more) = match (has_variable_offsets, reads) {
            (true, [address, offsets, texture, sampler, more @ ..]) => {
                (address, Some(offsets), texture, sampler, more)
            }
            (false, [address, texture, sampler, more @ ..]) => (address, None, texture, sampler, more),
            _ => return Ok(()),
        };
        let channel = selected(sampler, 0);
        let ((texture_handle, bound), sampler) = (self.view(texture)?, self.handle(sampler)?);
        let axes = axes(texture_handle.properties.kind());
        let coordinates = self.floats(address, axes.coordinates())?;
        let offsets = match offsets {
            Some(offsets) => (0..4)
                .take(axes.axes)
                .map(|axis| Ok(self.source_int(offsets, axis)?.into()))
                .collect::<Result<_>>()?,
            None => constant_offsets(instruction, axes),
        };
        let mut sample = Sample { offsets: &offsets, ..Sample::at(&coordinates) };
        if let Some(compared) = more.first() {
            sample.compared = Some(self.source_float(compared, 0)?.into());
        }
        let texels = self.emit.gather(texture_handle, sampler, bound.texel, channel.into(), &sample)?;
        let status = self.status(writes, &texels)?;
        self.write_texel(writes, texture, bound.texel, &texels, status)
    }

    /// `ld`, `ldms` and `ld_uav_typed` with their variants.
    pub(crate) fn load_texel(&mut self, instruction: &Instruction) -> Result<()> {
        let (writes, reads) = instruction.written_and_read();
        let [address, view, more @ ..] = reads else { return Ok(()) };
        let (handle, bound) = self.view(view)?;
        let kind = handle.properties.kind();
        let axes = axes(kind);
        let coordinates = self.ints(address, axes.coordinates())?;
        let texels = if kind == ResourceKind::TYPED_BUFFER {
            self.emit.load_from(handle, bound.texel, coordinates, 4)?
        } else {
            let level = match more.first() {
                Some(sample) => self.source_int(sample, 0)?.into(),
                None if view.kind() == RegisterKind::UNORDERED_ACCESS_VIEW => Argument::Undef,
                None => self.source_int(address, 3)?.into(),
            };
            let offsets = constant_offsets(instruction, axes);
            self.emit.texture_load(handle, bound.texel, &coordinates, level, &offsets)?
        };
        let status = self.status(writes, &texels)?;
        self.write_texel(writes, view, bound.texel, &texels, status)
    }

    /// `store_uav_typed`.
    pub(crate) fn store_texel(&mut self, instruction: &Instruction) -> Result<()> {
        let [view, address, source] = instruction.operands.as_slice() else { return Ok(()) };
        let (handle, bound) = self.view(view)?;
        let coordinates = self.ints(address, coordinates(handle.properties.kind()))?;
        let texel = |component| match bound.texel {
            OverloadKind::F32 => self.source_float(source, component),
            _ => self.source_int(source, component),
        };
        let texel = (0..4).map(texel).collect::<Result<Vec<_>>>()?;
        Ok(self.emit.store_to(handle, coordinates, &texel)?)
    }

    /// The bias of a level of detail. The validator accepts constants in the range of Direct3D only.
    fn bias(&mut self, operand: &Operand) -> Result<Argument> {
        match operand.values.first().filter(|_| operand.kind() == RegisterKind::IMMEDIATE32) {
            Some(bits) => Ok(Argument::Float(f32::from_bits(*bits).clamp(-16.0, 15.99))),
            None => Ok(self.source_float(operand, 0)?.into()),
        }
    }

    /// The coordinates of a typed view as integers.
    pub(crate) fn ints(&mut self, operand: &Operand, count: usize) -> Result<Vec<Argument>> {
        (0..4).take(count).map(|component| Ok(self.source_int(operand, component)?.into())).collect()
    }

    fn floats(&mut self, operand: &Operand, count: usize) -> Result<Vec<Argument>> {
        (0..4).take(count).map(|component| Ok(self.source_float(operand, component)?.into())).collect()
    }

    /// The status of a load, if the instruction writes it. Only `check_access_fully_mapped` may read a status, so the
    /// register gets the result of that instruction.
    pub(crate) fn status(&mut self, writes: &[Operand], components: &[Value]) -> Result<Option<Word>> {
        match (writes.get(1), components.first()) {
            (Some(status), Some(component)) if !Self::is_null(status) => {
                Ok(Some(Word::of_mask(self.emit.is_fully_mapped(*component)?)))
            }
            _ => Ok(None),
        }
    }

    /// Writes a loaded vector: the swizzle of the view selects components. The status goes to the second destination.
    pub(crate) fn write_texel(
        &mut self,
        writes: &[Operand],
        view: &Operand,
        ty: OverloadKind,
        components: &[Value],
        status: Option<Word>,
    ) -> Result<()> {
        let Some(destination) = writes.first() else { return Ok(()) };
        let word = |component| {
            let value = *components.get(usize::from(selected(view, component)))?;
            Some(match ty {
                OverloadKind::F32 => Word::of_float(value),
                _ => Word::of_int(value),
            })
        };
        self.write(destination, [0, 1, 2, 3].map(word))?;
        match (writes.get(1), status) {
            (Some(destination), Some(status)) => self.write(destination, [Some(status); 4]),
            _ => Ok(()),
        }
    }

    /// `check_access_fully_mapped`: the status register has the result already.
    pub(crate) fn check_mapped(&mut self, instruction: &Instruction) -> Result<()> {
        let [destination, status] = instruction.operands.as_slice() else { return Ok(()) };
        let word = self.source_word(status, 0)?;
        self.write(destination, [Some(word); 4])
    }

    /// `resinfo`.
    pub(crate) fn dimensions(&mut self, instruction: &Instruction) -> Result<()> {
        use ResourceKind as K;
        let [destination, level, view] = instruction.operands.as_slice() else { return Ok(()) };
        let (handle, _) = self.view(view)?;
        let kind = handle.properties.kind();
        let has_levels = !axes(kind).is_multisampled && !handle.properties.is_uav();
        let level = match has_levels {
            true => self.source_int(level, 0)?.into(),
            false => Argument::Undef,
        };
        let found = self.emit.dimensions(handle, level)?;
        let is_line = matches!(kind, K::TEXTURE_1D | K::TEXTURE_1D_ARRAY);
        let (height, depth) = match is_line {
            true => (found.depth_or_elements, None),
            false => (found.height, found.depth_or_elements),
        };
        // A query of a view without mip levels has one level.
        let one = self.emit.int(self.types.i32, 1);
        let levels = if has_levels { found.levels_or_samples } else { Some(one) };
        let zero = self.emit.int(self.types.i32, 0);
        let sizes = [Some(found.width), height, depth, levels].map(|size| size.unwrap_or(zero));
        // Only sizes have a reciprocal: the number of array elements is returned as it is.
        let axes = axes(kind);
        let spatial = if axes.is_cube { 2 } else { axes.axes };
        let words = words_of(destination, |component| {
            let at = usize::from(selected(view, component));
            let size = sizes.get(at).copied().unwrap_or(zero);
            Ok(match instruction.control(Control::SIZE_RETURN) {
                2 => Word::of_int(size),
                returned => {
                    let size = self.emit.cast(CastOp::UiToFp, size, self.types.f32);
                    let is_reciprocal = returned == 1 && at < spatial;
                    Word::of_float(match is_reciprocal {
                        true => {
                            let one = self.emit.float(1.0);
                            let flags = self.float_flags(instruction, component);
                            self.emit.binary_with(BinaryOp::SDiv, flags, one, size)
                        }
                        false => size,
                    })
                }
            })
        })?;
        self.write(destination, words)
    }

    /// `bufinfo`: elements, bytes or structures.
    pub(crate) fn buffer_size(&mut self, instruction: &Instruction) -> Result<()> {
        let [destination, view] = instruction.operands.as_slice() else { return Ok(()) };
        let (handle, bound) = self.view(view)?;
        let size = Word::of_int(self.emit.dimensions(handle, Argument::Undef)?.width);
        let stride = match bound.declared.shape {
            Shape::View { view: View::Structured(stride), .. } => stride,
            _ => 0,
        };
        let stride = self.constant_word(stride);
        self.write_selected(destination, view, [size, stride, stride, stride])
    }

    /// `sampleinfo`: the number of samples of a texture or of the render target.
    pub(crate) fn sample_count(&mut self, instruction: &Instruction) -> Result<()> {
        let [destination, view] = instruction.operands.as_slice() else { return Ok(()) };
        let count = if view.kind() == RegisterKind::RASTERIZER {
            self.emit.op(Operation::RENDER_TARGET_GET_SAMPLE_COUNT, None, dxil::emit::NO_ARGUMENTS)?
        } else {
            let (handle, _) = self.view(view)?;
            let found = self.emit.dimensions(handle, Argument::Undef)?.levels_or_samples;
            found.ok_or_else(|| {
                Error::unsupported("a sample count of this view", "declare a multisampled texture")
            })?
        };
        let count = match instruction.control(Control::COUNT_RETURN) {
            0 => Word::of_float(self.emit.cast(CastOp::UiToFp, count, self.types.f32)),
            _ => Word::of_int(count),
        };
        let zero = self.constant_word(0);
        self.write_selected(destination, view, [count, zero, zero, zero])
    }

    /// `samplepos`: the position of a sample.
    pub(crate) fn sample_position(&mut self, instruction: &Instruction) -> Result<()> {
        let [destination, view, index] = instruction.operands.as_slice() else { return Ok(()) };
        let index = self.source_int(index, 0)?;
        let position = if view.kind() == RegisterKind::RASTERIZER {
            self.emit.op(Operation::RENDER_TARGET_GET_SAMPLE_POSITION, None, [index])?
        } else {
            let (handle, _) = self.view(view)?;
            let arguments = [Argument::from(handle), index.into()];
            self.emit.op(Operation::TEXTURE_2DMS_GET_SAMPLE_POSITION, None, arguments)?
        };
        let x = Word::of_float(self.emit.extract_value(position, &[0])?);
        let y = Word::of_float(self.emit.extract_value(position, &[1])?);
        let zero = self.constant_word(0);
        self.write_selected(destination, view, [x, y, zero, zero])
    }

    /// `lod`: the clamped and the unclamped level of detail.
    pub(crate) fn level_of_detail(&mut self, instruction: &Instruction) -> Result<()> {
        let [destination, address, texture, sampler] = instruction.operands.as_slice() else { return Ok(()) };
        let ((texture_handle, _), sampler) = (self.view(texture)?, self.handle(sampler)?);
        let count = axes(texture_handle.properties.kind()).axes;
        let mut coordinates = self.floats(address, count)?;
        coordinates.resize(3, Argument::Undef);
        let mut words = [self.constant_word(0); 4];
        for (word, (component, is_clamped)) in words.iter_mut().zip([(0, true), (1, false)]) {
            if !written(destination).any(|written| selected(texture, written) == component) {
                continue;
            }
            let arguments = [texture_handle.into(), sampler.into()].into_iter();
            let arguments = arguments.chain(coordinates.iter().copied()).chain([is_clamped.into()]);
            *word = Word::of_float(self.emit.op(Operation::CALCULATE_LOD, OverloadKind::F32, arguments)?);
        }
        self.write_selected(destination, texture, words)
    }

    /// Writes the components of a vector that the swizzle of the view selects.
    fn write_selected(&mut self, destination: &Operand, view: &Operand, vector: [Word; 4]) -> Result<()> {
        let word = |component| vector.get(usize::from(selected(view, component))).copied();
        self.write(destination, [0, 1, 2, 3].map(word))
    }
}

/// The offsets of `_aoffimmi`; none for a view without offsets.
fn constant_offsets(instruction: &Instruction, axes: TextureAxes) -> Vec<Argument> {
    let Some(extension) = instruction.extension(Extension::OFFSETS) else { return Vec::new() };
    let offsets = extension.offsets();
    // Cubes have none.
    let count = if axes.is_cube { 0 } else { axes.axes };
    offsets.iter().take(count).map(|offset| Argument::from(*offset)).collect()
}

/// True for the immediate zero.
fn is_zero(operand: &Operand) -> bool {
    operand.kind() == RegisterKind::IMMEDIATE32 && operand.values.iter().all(|bits| *bits == 0)
}
