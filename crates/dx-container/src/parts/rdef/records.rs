//! RDEF's records, each where it lies: read, made owned. Separate because where the next one lies is another
//! matter, which `walk` keeps.

use bstr::{BStr, BString};

use super::definitions::{
    Binding, ConstantBuffer, Extension, Member, Sizes, Slots, Type, TypeIndex, Variable,
};
use super::walk::Walk;
use crate::enums::{VariableClass, VariableType};
use crate::error::{ContainerErrorKind, Result};
use crate::fields::Show;
use crate::names::{Named, NamedValue as _};
use crate::reader::{Reader, Word};

/// The header's size from shader model 5 on.
pub(super) const HEADER_SIZE: u32 = 60;

const NOT_APPLICABLE: &[Named] = &[Named { value: u32::MAX as u64, name: "none", about: "" }];

impl<'a> Extension<&'a [u8]> {
    pub(super) fn decode(r: &mut Reader<'a, '_>) -> Result<Self> {
        let tag = r.array("Tag", Show::Magic)?;
        let header = size(r, "HeaderSize", HEADER_SIZE)?;
        let least = Sizes::MODEL_4;
        let sizes = Sizes {
            constant_buffer: size(r, "ConstantBufferSize", least.constant_buffer)?.value,
            binding: size(r, "BindingSize", least.binding)?.value,
            variable: size(r, "VariableSize", least.variable)?.value,
            variable_type: size(r, "TypeSize", least.variable_type)?.value,
            member: size(r, "MemberSize", least.member)?.value,
        };
        let interface_slots = r.u32("InterfaceSlotCount", Show::Plain)?;
        let more = (header.value - HEADER_SIZE) as usize;
        r.check_fits(header, "the header", more)?;
        let unknown = r.bytes("Unknown", more, Show::Unknown)?;
        Ok(Self { tag, sizes, interface_slots, unknown })
    }

    pub(super) fn to_buf(self) -> Extension<Vec<u8>> {
        let Self { tag, sizes, interface_slots, unknown } = self;
        Extension { tag, sizes, interface_slots, unknown: unknown.to_vec() }
    }
}

fn size(r: &mut Reader<'_, '_>, what: &'static str, least: u32) -> Result<Word> {
    let size = r.word(what, Show::Size)?;
    if size.value < least {
        let kind = ContainerErrorKind::RecordSize { what, found: size.value.into(), least: least.into() };
        return Err(r.error_at(size, kind));
    }
    Ok(size)
}

impl<'a> Binding<&'a BStr, &'a [u8]> {
    pub(super) fn decode(r: &mut Reader<'a, '_>, walk: &mut Walk<'a>) -> Result<Self> {
        let size = walk.sizes.binding;
        let (binding, unknown) = r.sized("a binding", size as usize, |r| {
            let has_space = size >= Sizes::BINDING_WITH_SPACE;
            Ok(Self {
                name: walk.text(r, "Name")?,
                kind: r.named32("Type")?,
                return_type: r.named32("ReturnType")?,
                dimension: r.named32("Dimension")?,
                samples: r.u32("NumSamples", Show::Special(NOT_APPLICABLE))?,
                bind_point: r.u32("BindPoint", Show::Plain)?,
                bind_count: r.u32("BindCount", Show::Plain)?,
                flags: r.flags32("Flags")?,
                space: if has_space { r.u32("Space", Show::Plain)? } else { 0 },
                id: if has_space { r.u32("ID", Show::Plain)? } else { 0 },
                unknown: &[],
            })
        })?;
        Ok(Self { unknown, ..binding })
    }

    pub(super) fn to_buf(self) -> Binding<BString, Vec<u8>> {
        let Self { name, kind, return_type, dimension, samples, bind_point, bind_count, .. } = self;
        let Self { flags, space, id, unknown, .. } = self;
        let (name, unknown) = (name.to_owned(), unknown.to_vec());
        Binding {
            name,
            kind,
            return_type,
            dimension,
            samples,
            bind_point,
            bind_count,
            flags,
            space,
            id,
            unknown,
        }
    }
}

impl<'a> ConstantBuffer<&'a BStr, &'a [u8]> {
    pub(super) fn decode(r: &mut Reader<'a, '_>, walk: &mut Walk<'a>) -> Result<Self> {
        let size = walk.sizes.constant_buffer as usize;
        let ((buffer, count, at), unknown) = r.sized("a constant buffer", size, |r| {
            let name = walk.optional_text(r, "Name")?;
            let count = r.word("VariableCount", Show::Count)?;
            let at = r.word("VariableOffset", Show::Offset)?;
            let (size, flags) = (r.u32("Size", Show::Plain)?, r.flags32("Flags")?);
            let kind = r.named32("Type")?;
            Ok((Self { name, variables: Vec::new(), size, flags, kind, unknown: &[] }, count, at))
        })?;
        let variables = walk.variables(r, count, at)?;
        Ok(Self { variables, unknown, ..buffer })
    }

    pub(super) fn to_buf(&self) -> ConstantBuffer<BString, Vec<u8>> {
        ConstantBuffer {
            name: self.name.map(BStr::to_owned),
            variables: self.variables.iter().copied().map(Variable::to_buf).collect(),
            size: self.size,
            flags: self.flags,
            kind: self.kind,
            unknown: self.unknown.to_vec(),
        }
    }
}

impl<'a> Variable<&'a BStr, &'a [u8]> {
    pub(super) fn decode(r: &mut Reader<'a, '_>, walk: &mut Walk<'a>) -> Result<Self> {
        let record = walk.sizes.variable;
        let ((variable, size, default), unknown) = r.sized("a variable", record as usize, |r| {
            let name = walk.text(r, "Name")?;
            let offset = r.u32("StartOffset", Show::Plain)?;
            let size = r.word("Size", Show::Plain)?;
            let flags = r.flags32("Flags")?;
            let kind = walk.type_at(r, "Type")?;
            let default = r.word("DefaultValueOffset", Show::Offset)?;
            let slots = if record >= Sizes::VARIABLE_WITH_SLOTS { Some(Slots::decode(r)?) } else { None };
            let size_value = size.value;
            let variable =
                Self { name, offset, size: size_value, flags, kind, default: None, slots, unknown: &[] };
            Ok((variable, size, default))
        })?;
        let default = if default.value == 0 { None } else { Some(walk.default(r, default, size)?) };
        Ok(Self { default, unknown, ..variable })
    }

    pub(super) fn to_buf(self) -> Variable<BString, Vec<u8>> {
        let Self { name, offset, size, flags, kind, default, slots, unknown } = self;
        let (name, unknown, default) = (name.to_owned(), unknown.to_vec(), default.map(<[u8]>::to_vec));
        Variable { name, offset, size, flags, kind, default, slots, unknown }
    }
}

impl Slots {
    fn decode(r: &mut Reader<'_, '_>) -> Result<Self> {
        Ok(Self {
            start_texture: r.u32("StartTexture", Show::Special(NOT_APPLICABLE))?,
            texture_size: r.u32("TextureSize", Show::Plain)?,
            start_sampler: r.u32("StartSampler", Show::Special(NOT_APPLICABLE))?,
            sampler_size: r.u32("SamplerSize", Show::Plain)?,
        })
    }
}

impl<'a> Type<&'a BStr, &'a [u8]> {
    pub(super) fn decode(r: &mut Reader<'a, '_>, walk: &mut Walk<'a>) -> Result<Self> {
        let size = walk.sizes.variable_type;
        let ((found, members, interfaces), unknown) = r.sized("a type", size as usize, |r| {
            let mut found = Self {
                class: VariableClass(r.u16("Class", Show::Enum(VariableClass::NAMES))?.into()),
                kind: VariableType(r.u16("Type", Show::Enum(VariableType::NAMES))?.into()),
                rows: r.u16("Rows", Show::Plain)?,
                columns: r.u16("Columns", Show::Plain)?,
                elements: r.u16("Elements", Show::Plain)?,
                members: Vec::new(),
                members_unknown: Vec::new(),
                sub_type: None,
                base: None,
                interfaces: Vec::new(),
                name: None,
                unknown: &[],
            };
            let members = (r.u16("MemberCount", Show::Count)?, r.word("MemberOffset", Show::Offset)?);
            let mut interfaces = None;
            if size >= Sizes::TYPE_WITH_NAME {
                found.sub_type = walk.optional_type(r, "SubType")?;
                found.base = walk.optional_type(r, "BaseClass")?;
                let count = r.word("InterfaceCount", Show::Count)?;
                interfaces = Some((count, r.word("InterfaceOffset", Show::Offset)?));
                found.name = walk.optional_text(r, "Name")?;
            }
            Ok((found, members, interfaces))
        })?;
        let interfaces = match interfaces {
            Some((count, at)) => walk.interfaces(r, count, at)?,
            None => Vec::new(),
        };
        let (members, members_unknown) = walk.members(r, members.0, members.1)?;
        Ok(Self { members, members_unknown, interfaces, unknown, ..found })
    }

    pub(super) fn to_buf(&self) -> Type<BString, Vec<u8>> {
        Type {
            class: self.class,
            kind: self.kind,
            rows: self.rows,
            columns: self.columns,
            elements: self.elements,
            members: self.members.iter().copied().map(Member::to_buf).collect(),
            members_unknown: self.members_unknown.clone(),
            sub_type: self.sub_type,
            base: self.base,
            interfaces: self.interfaces.clone(),
            name: self.name.map(BStr::to_owned),
            unknown: self.unknown.to_vec(),
        }
    }

    /// The types it refers to.
    pub(super) fn parts(&self) -> impl Iterator<Item = TypeIndex> {
        let members = self.members.iter().map(|member| member.kind);
        members.chain(self.sub_type).chain(self.base).chain(self.interfaces.iter().copied())
    }
}

impl<'a> Member<&'a BStr> {
    /// Reads a member; also gives what a larger record holds.
    pub(super) fn decode(r: &mut Reader<'a, '_>, walk: &mut Walk<'a>) -> Result<(Self, &'a [u8])> {
        let size = walk.sizes.member as usize;
        r.sized("a member", size, |r| {
            let name = walk.text(r, "Name")?;
            let kind = walk.type_at(r, "Type")?;
            Ok(Self { name, kind, offset: r.u32("Offset", Show::Plain)? })
        })
    }

    fn to_buf(self) -> Member<BString> {
        Member { name: self.name.to_owned(), kind: self.kind, offset: self.offset }
    }
}
