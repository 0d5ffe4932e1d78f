//! Accesses of buffers. A buffer without a format is addressed in bytes and knows its size in bytes, be it of
//! structures or not; one with a format is addressed by elements. What lies outside reads zeros and is not written:
//! the processor looks at each dword.

use az::SaturatingAs as _;
use dx_container::enums::ResourceKind;
use dxil::ops::ArgumentName;
use dxil_ir::{BinaryOp, CastOp, Type, TypeId, Value};

use crate::error::Result;
use crate::resources::{DescriptorKind, Resource};
use crate::translation::{Call, Translation};

/// Bytes of a row of a constant buffer.
const ROW: u32 = 16;

/// The most dwords that one instruction loads or stores.
const MOST_DWORDS: u32 = 4;

/// Where in a buffer something is.
pub(crate) enum Place {
    /// So many bytes from the beginning, and what that is a multiple of.
    Byte(Value, u32),
    /// This element.
    Element(Value),
}

impl Place {
    /// The form of the intrinsics for it, and their operands behind the descriptor up to the scalar offset.
    pub(crate) fn operands(&self, zero: Value) -> (&'static str, Vec<Value>) {
        match self {
            Self::Byte(offset, _) => ("raw", vec![*offset, zero]),
            Self::Element(index) => ("struct", vec![*index, zero, zero]),
        }
    }
}

impl Translation<'_, '_> {
    /// What accesses are cached by: for all threads of the processor to see what others write, loads pass by the caches
    /// of one of its parts.
    pub(crate) fn cache_policy(&mut self, resource: &Resource) -> Value {
        const GLC: u32 = 1;
        const DLC: u32 = 4;
        let bits = match (resource.is_coherent, self.processor.is_gfx11()) {
            (false, _) => 0,
            (true, true) => GLC,
            (true, false) => GLC | DLC,
        };
        self.word(bits)
    }

    /// Where an access of a buffer is, by its index and the offset in the element.
    pub(crate) fn place(&mut self, resource: &Resource, index: Value, offset: Value) -> Result<Place> {
        match resource.kind {
            ResourceKind::TYPED_BUFFER => Ok(Place::Element(index)),
            ResourceKind::RAW_BUFFER => {
                let offset = self.or_zero(offset)?;
                let at = self.sum(index, offset);
                let known = self.context().integer(at).and_then(|at| u32::try_from(at).ok());
                Ok(Place::Byte(at, known.map_or(1, |at| 1 << at.trailing_zeros().min(4))))
            }
            _ => self.structure(resource, index, offset),
        }
    }

    /// The place of an element of a buffer of structures. An index whose place in bytes would wrap is outside: it
    /// becomes the last one whose does not, which is outside as well.
    fn structure(&mut self, resource: &Resource, index: Value, offset: Value) -> Result<Place> {
        let stride = resource.bytes.max(1);
        let last = (u32::MAX - (stride - 1)) / stride;
        let offset = self.or_zero(offset)?;
        let alignment = match self.context().integer(offset) {
            Some(0) => stride,
            Some(offset) => stride | u32::try_from(offset).unwrap_or(1),
            None => 1,
        };
        let alignment = 1 << alignment.trailing_zeros().min(4);
        let start = match self.context().integer(index).and_then(|index| u32::try_from(index).ok()) {
            Some(index) => self.word(index.min(last).saturating_mul(stride)),
            None => {
                let last = self.word(last);
                let word = self.i(32);
                let index = self.call("llvm.umin.i32", word, &[index, last])?;
                self.times(index, stride)
            }
        };
        Ok(Place::Byte(self.sum(start, offset), alignment))
    }

    /// `bufferLoad`.
    pub(crate) fn buffer_load(&mut self, call: &Call<'_>) -> Result<()> {
        let (descriptor, resource) = self.handle(call, ArgumentName::srv)?;
        let place =
            self.place(&resource, call.argument(ArgumentName::index)?, call.argument(ArgumentName::wot)?)?;
        self.load_members(call, descriptor, &resource, &place)
    }

    /// `rawBufferLoad`.
    pub(crate) fn raw_buffer_load(&mut self, call: &Call<'_>) -> Result<()> {
        let (descriptor, resource) = self.handle(call, ArgumentName::srv)?;
        let place = self.place(
            &resource,
            call.argument(ArgumentName::index)?,
            call.argument(ArgumentName::elementOffset)?,
        )?;
        let stated = u32::try_from(self.constant(call, ArgumentName::alignment)?).unwrap_or(1);
        self.load_members(call, descriptor, &resource, &stated_alignment(place, stated))
    }

    /// `rawBufferVectorLoad`.
    pub(crate) fn raw_buffer_vector_load(&mut self, call: &Call<'_>) -> Result<()> {
        let (descriptor, resource) = self.handle(call, ArgumentName::buf)?;
        let place = self.place(
            &resource,
            call.argument(ArgumentName::index)?,
            call.argument(ArgumentName::elementOffset)?,
        )?;
        let stated = u32::try_from(self.constant(call, ArgumentName::alignment)?).unwrap_or(1);
        let types = self.member_types(call)?;
        let [vector, ..] = types[..] else { return Err(call.refused("the result type is not a struct")) };
        if self.used_members(call) > 1 {
            return Err(
                call.refused("the status of tiled resources (CheckAccessFullyMapped) is not supported")
            );
        }
        let (element, lanes) = match self.kind_of(vector)? {
            Type::Vector(element, lanes) => (element, lanes.saturating_as::<u32>()),
            _ => (vector, 1),
        };
        let Place::Byte(offset, alignment) = stated_alignment(place, stated) else {
            return Err(call.refused("the resource is a typed buffer"));
        };
        let values = self.load_bytes(descriptor, &resource, offset, alignment, element, lanes)?;
        let value = self.vector(&values)?;
        self.give_members(call, &[value])
    }

    /// `rawBufferVectorStore`.
    pub(crate) fn raw_buffer_vector_store(&mut self, call: &Call<'_>) -> Result<()> {
        let (descriptor, resource) = self.handle(call, ArgumentName::uav)?;
        let place = self.place(
            &resource,
            call.argument(ArgumentName::index)?,
            call.argument(ArgumentName::elementOffset)?,
        )?;
        let stated = u32::try_from(self.constant(call, ArgumentName::alignment)?).unwrap_or(1);
        let value = call.argument(ArgumentName::value0)?;
        let lanes = match self.kind_of(self.ty(value)?)? {
            Type::Vector(_, lanes) => lanes.saturating_as::<u32>(),
            _ => 1,
        };
        let Place::Byte(offset, alignment) = stated_alignment(place, stated) else {
            return Err(call.refused("the resource is a typed buffer"));
        };
        let values: Vec<_> = self.lanes(value, lanes)?.into_iter().map(Some).collect();
        self.store_bytes(descriptor, &resource, (offset, alignment), &values)?;
        self.done(call)
    }

    fn load_members(
        &mut self,
        call: &Call<'_>,
        descriptor: Value,
        resource: &Resource,
        place: &Place,
    ) -> Result<()> {
        let types = self.member_types(call)?;
        let [element, ..] = types[..] else { return Err(call.refused("the result type is not a struct")) };
        let used = self.used_members(call);
        if used > 4 {
            return Err(
                call.refused("the status of tiled resources (CheckAccessFullyMapped) is not supported")
            );
        }
        let count = used.max(1);
        let values = match place {
            Place::Element(index) => self.load_formatted(descriptor, resource, *index, element, count)?,
            Place::Byte(offset, alignment) => {
                self.load_bytes(descriptor, resource, *offset, *alignment, element, count)?
            }
        };
        self.give_members(call, &values)
    }

    /// Loads lanes of an element with a format.
    fn load_formatted(
        &mut self,
        descriptor: Value,
        resource: &Resource,
        index: Value,
        element: TypeId,
        count: u32,
    ) -> Result<Vec<Value>> {
        let wide = self.formatted_type(element)?;
        let ty = self.vector_of(wide, u64::from(count));
        let name = format!("llvm.amdgcn.struct.buffer.load.format.{}", self.suffix(ty)?);
        let (zero, policy) = (self.word(0), self.cache_policy(resource));
        let loaded = self.call(&name, ty, &[descriptor, index, zero, zero, policy])?;
        let lanes = self.lanes(loaded, count)?;
        lanes.into_iter().map(|lane| self.narrowed(lane, element)).collect()
    }

    /// The type in which the processor gives and takes values with a format: 32 bits.
    pub(crate) fn formatted_type(&mut self, element: TypeId) -> Result<TypeId> {
        let is_float = self.context().types.is_float(element);
        Ok(if is_float { self.float() } else { self.i(32) })
    }

    /// A value with a format as one of this type, which has as many bits or fewer.
    pub(crate) fn narrowed(&mut self, value: Value, to: TypeId) -> Result<Value> {
        match self.kind_of(to)? {
            Type::Half => Ok(self.editor_cast(CastOp::FpTrunc, value, to)),
            Type::Integer(bits) if bits < 32 => self.resized(value, bits),
            _ => self.bitcast(value, to),
        }
    }

    /// The reverse; what the format does with integers decides whether it has a sign.
    pub(crate) fn widened(&mut self, value: Value) -> Result<Value> {
        let ty = self.ty(value)?;
        match self.kind_of(ty)? {
            Type::Half => {
                let float = self.float();
                Ok(self.editor_cast(CastOp::FpExt, value, float))
            }
            Type::Integer(bits) if bits < 32 => {
                let word = self.i(32);
                Ok(self.editor_cast(CastOp::SExt, value, word))
            }
            _ => Ok(value),
        }
    }

    /// Loads values that lie one behind the other.
    pub(crate) fn load_bytes(
        &mut self,
        descriptor: Value,
        resource: &Resource,
        offset: Value,
        alignment: u32,
        element: TypeId,
        count: u32,
    ) -> Result<Vec<Value>> {
        let bits = self.bits(element)?;
        let policy = self.cache_policy(resource);
        let mut values = Vec::new();
        if bits < 32 && alignment < 4 {
            for lane in 0..count {
                values.push(self.load_piece(descriptor, policy, (offset, lane * bits / 8), element)?);
            }
            return Ok(values);
        }
        let bytes = count.saturating_mul(bits / 8);
        let mut words = Vec::new();
        let mut at = 0;
        let word = self.i(32);
        while at + 4 <= bytes {
            let dwords = ((bytes - at) / 4).min(MOST_DWORDS);
            let ty = self.vector_of(word, u64::from(dwords));
            let loaded = self.load_piece(descriptor, policy, (offset, at), ty)?;
            words.extend(self.lanes(loaded, dwords)?);
            at += dwords * 4;
        }
        let mut values = self.of_words(&words, element)?;
        if at < bytes {
            values.push(self.load_piece(descriptor, policy, (offset, at), element)?);
        }
        Ok(values)
    }

    fn load_piece(
        &mut self,
        descriptor: Value,
        policy: Value,
        (offset, distance): (Value, u32),
        ty: TypeId,
    ) -> Result<Value> {
        let (distance, zero) = (self.word(distance), self.word(0));
        let at = self.sum(offset, distance);
        let name = format!("llvm.amdgcn.raw.buffer.load.{}", self.suffix(ty)?);
        self.call(&name, ty, &[descriptor, at, zero, policy])
    }

    /// The values that lie in words.
    pub(crate) fn of_words(&mut self, words: &[Value], element: TypeId) -> Result<Vec<Value>> {
        let mut values = Vec::new();
        match self.bits(element)? {
            64 => {
                for pair in words.chunks_exact(2) {
                    let pair = self.vector(pair)?;
                    values.push(self.bitcast(pair, element)?);
                }
            }
            16 => {
                let pair = self.vector_of(element, 2);
                for word in words {
                    let halves = self.bitcast(*word, pair)?;
                    values.extend(self.lanes(halves, 2)?);
                }
            }
            _ => {
                for word in words {
                    values.push(self.bitcast(*word, element)?);
                }
            }
        }
        Ok(values)
    }

    /// `bufferStore`, `rawBufferStore`.
    pub(crate) fn buffer_store(&mut self, call: &Call<'_>) -> Result<()> {
        let (descriptor, resource) = self.handle(call, ArgumentName::uav)?;
        let is_raw = call.has_argument(ArgumentName::elementOffset);
        let names = if is_raw {
            [ArgumentName::index, ArgumentName::elementOffset]
        } else {
            [ArgumentName::coord0, ArgumentName::coord1]
        };
        let [index, offset] = names.map(|name| call.argument(name));
        let mut place = self.place(&resource, index?, offset?)?;
        if is_raw {
            place = stated_alignment(
                place,
                u32::try_from(self.constant(call, ArgumentName::alignment)?).unwrap_or(1),
            );
        }
        let mask = self.constant(call, ArgumentName::mask)?;
        let mut values = Vec::new();
        for (lane, name) in
            [ArgumentName::value0, ArgumentName::value1, ArgumentName::value2, ArgumentName::value3]
                .into_iter()
                .enumerate()
        {
            values.push((mask >> lane & 1 != 0).then(|| call.argument(name)).transpose()?);
        }
        match place {
            Place::Element(index) => self.store_formatted(call, descriptor, &resource, index, &values)?,
            Place::Byte(offset, alignment) => {
                self.store_bytes(descriptor, &resource, (offset, alignment), &values)?;
            }
        }
        self.done(call)
    }

    fn store_formatted(
        &mut self,
        call: &Call<'_>,
        descriptor: Value,
        resource: &Resource,
        index: Value,
        values: &[Option<Value>],
    ) -> Result<()> {
        // All of an element is written: a mask with gaps has no form.
        let all: Option<Vec<Value>> = values.iter().copied().collect();
        let Some(all) = all else { return Err(call.refused("the write mask has gaps")) };
        let wide = all.into_iter().map(|value| self.widened(value)).collect::<Result<Vec<_>>>()?;
        let data = self.vector(&wide)?;
        let name = format!("llvm.amdgcn.struct.buffer.store.format.{}", self.suffix(self.ty(data)?)?);
        let (zero, policy) = (self.word(0), self.cache_policy(resource));
        self.call_void(&name, &[data, descriptor, index, zero, zero, policy])
    }

    /// Stores values one behind the other; those that are not given leave what is there.
    fn store_bytes(
        &mut self,
        descriptor: Value,
        resource: &Resource,
        (offset, alignment): (Value, u32),
        values: &[Option<Value>],
    ) -> Result<()> {
        let policy = self.cache_policy(resource);
        let mut start = 0;
        for run in values.chunk_by(|one, other| one.is_some() == other.is_some()) {
            let first = start;
            start += u32::try_from(run.len()).unwrap_or(0);
            let given: Vec<Value> = run.iter().copied().flatten().collect();
            let Some(value) = given.first() else { continue };
            let bits = self.bits(self.ty(*value)?)?;
            let at = first * bits / 8;
            if bits >= 32 || (alignment >= 4 && at.is_multiple_of(4)) {
                self.store_words(descriptor, policy, (offset, at), &given)?;
                continue;
            }
            for (lane, value) in (0..).zip(given) {
                self.store_piece(descriptor, policy, (offset, at + lane * bits / 8), value)?;
            }
        }
        Ok(())
    }

    fn store_words(
        &mut self,
        descriptor: Value,
        policy: Value,
        (offset, at): (Value, u32),
        values: &[Value],
    ) -> Result<()> {
        let (words, rest) = self.split_to_words(values)?;
        let mut at = at;
        for chunk in words.chunks(MOST_DWORDS as usize) {
            let data = self.vector(chunk)?;
            self.store_piece(descriptor, policy, (offset, at), data)?;
            at += 4 * u32::try_from(chunk.len()).unwrap_or(0);
        }
        match rest {
            Some(value) => self.store_piece(descriptor, policy, (offset, at), value),
            None => Ok(()),
        }
    }

    fn store_piece(
        &mut self,
        descriptor: Value,
        policy: Value,
        (offset, distance): (Value, u32),
        data: Value,
    ) -> Result<()> {
        let (distance, zero) = (self.word(distance), self.word(0));
        let at = self.sum(offset, distance);
        let name = format!("llvm.amdgcn.raw.buffer.store.{}", self.suffix(self.ty(data)?)?);
        self.call_void(&name, &[data, descriptor, at, zero, policy])
    }

    /// Values as words, and what is left that fills none.
    fn split_to_words(&mut self, values: &[Value]) -> Result<(Vec<Value>, Option<Value>)> {
        let word = self.i(32);
        let pair = self.vector_of(word, 2);
        let mut words = Vec::new();
        let Some(first) = values.first() else { return Ok((words, None)) };
        match self.bits(self.ty(*first)?)? {
            64 => {
                for value in values {
                    let halves = self.bitcast(*value, pair)?;
                    words.extend(self.lanes(halves, 2)?);
                }
            }
            16 => {
                let pairs = values.chunks_exact(2);
                let rest = pairs.remainder().first().copied();
                for pair in pairs {
                    let halves = self.vector(pair)?;
                    words.push(self.bitcast(halves, word)?);
                }
                return Ok((words, rest));
            }
            _ => {
                for value in values {
                    words.push(self.bitcast(*value, word)?);
                }
            }
        }
        Ok((words, None))
    }

    /// `cbufferLoadLegacy`.
    pub(crate) fn cbuffer_row(&mut self, call: &Call<'_>) -> Result<()> {
        let types = self.member_types(call)?;
        let [element, ..] = types[..] else { return Err(call.refused("the result type is not a struct")) };
        let row = call.argument(ArgumentName::regIndex)?;
        let offset = match self.context().integer(row).and_then(|row| u32::try_from(row).ok()) {
            Some(row) => self.word(row.saturating_mul(ROW)),
            None => self.times(row, ROW),
        };
        let members = self.used_members(call).min(u32::try_from(types.len()).unwrap_or(1)).max(1);
        // As many as are used, in a number that can be loaded.
        let words = (members * self.bits(element)?).div_ceil(32).next_power_of_two();
        if let Some((first, count)) = self.root_constants(call, ArgumentName::handle)? {
            let given = match self.context().integer(row).and_then(|row| u32::try_from(row).ok()) {
                Some(row) => words.min(count.saturating_sub(row.saturating_mul(ROW / 4))),
                None => words,
            };
            let start = self.word(first.saturating_mul(4));
            let byte = self.sum(start, offset);
            let zero = self.word(0);
            let mut values = vec![zero; words as usize];
            if given > 0 {
                let loaded = self.load_root_constants(given, byte)?;
                let loaded = self.lanes(loaded, given)?;
                values.iter_mut().zip(loaded).for_each(|(value, loaded)| *value = loaded);
            }
            let values = self.of_words(&values, element)?;
            return self.give_members(call, &values);
        }
        let (descriptor, _) = self.handle(call, ArgumentName::handle)?;
        let word = self.i(32);
        let ty = self.vector_of(word, u64::from(words));
        let (suffix, zero) = (self.suffix(ty)?, self.word(0));
        // Of lanes that chose different buffers, a scalar load would read that of the first one.
        let loaded = if self.is_uniform(descriptor) {
            self.call(&format!("llvm.amdgcn.s.buffer.load.{suffix}"), ty, &[descriptor, offset, zero])?
        } else {
            let name = format!("llvm.amdgcn.raw.buffer.load.{suffix}");
            self.call(&name, ty, &[descriptor, offset, zero, zero])?
        };
        let words = self.lanes(loaded, words)?;
        let values = self.of_words(&words, element)?;
        self.give_members(call, &values)
    }

    /// The size of a buffer: in bytes, structures or elements.
    pub(crate) fn buffer_size(&mut self, descriptor: Value, resource: &Resource) -> Result<Value> {
        // The third dword of a descriptor: elements of a buffer with a format, and bytes of one without.
        let records = self.lane(descriptor, 2)?;
        match (resource.kind, DescriptorKind::of(resource.kind)) {
            (ResourceKind::STRUCTURED_BUFFER, _) if resource.bytes > 1 => {
                let stride = self.word(resource.bytes);
                Ok(self.binary(BinaryOp::UDiv, records, stride))
            }
            _ => Ok(records),
        }
    }
}

/// A place that is known to be a multiple of what the program says.
fn stated_alignment(place: Place, stated: u32) -> Place {
    match place {
        Place::Byte(offset, known) => {
            Place::Byte(offset, known.max(1 << stated.max(1).trailing_zeros().min(4)))
        }
        Place::Element(index) => Place::Element(index),
    }
}
