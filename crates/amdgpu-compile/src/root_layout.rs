//! Root signatures as layouts of user data: a parameter is a set, and what lies in it has the binding of its place
//! there. Separate because it is said by the application and not by the shader, which has to fit it.
//!
//! | parameter | user data | set, binding |
//! |---|---|---|
//! | table | one dword, the address of its descriptors | the parameter, the place of the first descriptor in the table |
//! | descriptor | two dwords, the address of the buffer | the parameter, 0 |
//! | constants | dwords of the constants, behind all other parameters | none |
//! | static samplers, in a table that the application writes | one dword, behind those | the last set, the number of the sampler |
//! | heaps that may be used directly | one dword each, behind tables and descriptors | the next sets, 0 |

use az::SaturatingAs as _;
use dx_container::enums::{DescriptorRangeType, ResourceClass, RootParameterType};
use dx_container::flags::RootSignatureFlags;
use dx_container::parts::root_signature::{ParameterContent, RootSignature, UNBOUNDED};

use crate::bindings::{Binding, Registers};
use crate::error::{CompileErrorKind, Result};
use crate::heaps::Heap;
use crate::static_samplers;

/// The most dwords of a root signature, by D3D12.
const MOST_DWORDS: u32 = 64;

/// What a parameter is, and where in the user data it begins; constants count from the first of all constants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Its first dword.
    pub dword: u32,
    /// What it holds.
    pub content: Content,
}

/// What a parameter holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// The address of a table, with the ranges in it.
    Table(Vec<Range>),
    /// The address of a buffer.
    Descriptor(Registers),
    /// So many dwords of a constant buffer.
    Constants(Registers, u32),
}

/// Descriptors of a table that follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// Their registers.
    pub registers: Registers,
    /// How many; `u32::MAX` for as many as there are.
    pub count: u32,
    /// The place of the first one in the table.
    pub slot: u32,
}

/// A static sampler, which has a descriptor in a table of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StaticSampler {
    /// Its register.
    pub registers: Registers,
    /// The descriptor.
    pub words: [u32; 4],
}

/// Where a resource is by a root signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rooted {
    /// In a table.
    Table,
    /// The address of the buffer is user data.
    Descriptor,
    /// The contents are user data: so many dwords from this one of all constants on.
    Constants {
        /// The first dword.
        first: u32,
        /// How many.
        count: u32,
    },
}

/// A root signature as a layout of user data.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RootLayout {
    /// Its parameters in order.
    pub parameters: Vec<Parameter>,
    /// Static samplers, in their order.
    pub static_samplers: Vec<StaticSampler>,
    /// The dword of the address of the table that the application writes static samplers to; none where there are none.
    pub sampler_table: Option<u32>,
    /// The dwords of the addresses of heaps that shaders may use directly: of resources, of samplers.
    pub heaps: [Option<u32>; 2],
    /// Dwords of tables and descriptors.
    pub dwords: u32,
    /// Dwords of constants, which come behind those.
    pub constants: u32,
}

impl RootLayout {
    /// The layout of a root signature.
    ///
    /// # Errors
    ///
    /// It has more dwords than D3D12 allows, or ranges whose places in their table exceed 32 bits.
    pub fn of(signature: &RootSignature<'_>) -> Result<Self> {
        let mut layout = Self::default();
        for parameter in signature.parameters() {
            let (dword, content) = match parameter.content {
                ParameterContent::Table(ranges) => {
                    let mut all = Vec::new();
                    let mut next = Some(0_u32);
                    for range in ranges.iter() {
                        let class = class_of_range(range.kind);
                        let registers = Registers { class, space: range.space, first: range.base_register };
                        let slot = if range.offset == UNBOUNDED { next } else { Some(range.offset) };
                        let slot = slot.ok_or_else(|| unplaced(registers))?;
                        let count = range.num_descriptors;
                        // Nothing can be appended to a range without an end.
                        next = if count == UNBOUNDED { None } else { slot.checked_add(count) };
                        all.push(Range { registers, count, slot });
                    }
                    (layout.take(1)?, Content::Table(all))
                }
                ParameterContent::Descriptor { kind, register, space, .. } => {
                    let registers = Registers { class: class_of_descriptor(kind), space, first: register };
                    (layout.take(2)?, Content::Descriptor(registers))
                }
                ParameterContent::Constants { register, space, num_values } => {
                    let registers = Registers { class: ResourceClass::CBUFFER, space, first: register };
                    let first = layout.constants;
                    layout.constants = first.saturating_add(num_values);
                    layout.check()?;
                    (first, Content::Constants(registers, num_values))
                }
            };
            layout.parameters.push(Parameter { dword, content });
        }
        let flags = [
            RootSignatureFlags::CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED,
            RootSignatureFlags::SAMPLER_HEAP_DIRECTLY_INDEXED,
        ];
        for (heap, flag) in layout.heaps.iter_mut().zip(flags) {
            if signature.flags.contains(flag) {
                // Those are not among the dwords that D3D12 counts.
                *heap = Some(layout.dwords);
                layout.dwords = layout.dwords.saturating_add(1);
            }
        }
        let registers = |space, first| Registers { class: ResourceClass::SAMPLER, space, first };
        let samplers = signature.samplers().map(|one| StaticSampler {
            registers: registers(one.space, one.register),
            words: static_samplers::words(&one),
        });
        layout.static_samplers = samplers.collect();
        if !layout.static_samplers.is_empty() {
            layout.sampler_table = Some(layout.dwords);
            layout.dwords = layout.dwords.saturating_add(1);
        }
        Ok(layout)
    }

    fn take(&mut self, dwords: u32) -> Result<u32> {
        let first = self.dwords;
        self.dwords = first.saturating_add(dwords);
        self.check().map(|()| first)
    }

    fn check(&self) -> Result<()> {
        let dwords = self.dwords.saturating_add(self.constants);
        if dwords <= MOST_DWORDS {
            return Ok(());
        }
        let text = format!("the root signature has {dwords} dwords, limit is {MOST_DWORDS}");
        Err(CompileErrorKind::Limit(text).into())
    }

    /// The set of static samplers: behind those of parameters and heaps.
    pub fn sampler_set(&self) -> u32 {
        self.parameters.len().saturating_add(self.heaps.len()).saturating_as::<u32>()
    }

    /// Where a heap is: in a set behind those of parameters.
    ///
    /// # Errors
    ///
    /// The root signature does not have the flag for it.
    pub fn heap(&self, heap: Heap) -> Result<Binding> {
        let number = usize::from(heap == Heap::Samplers);
        if self.heaps.get(number).copied().flatten().is_none() {
            let flag = match heap {
                Heap::Resources => "CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED",
                Heap::Samplers => "SAMPLER_HEAP_DIRECTLY_INDEXED",
            };
            let text = format!(
                "the shader uses {}, but the root signature does not have the flag {flag}",
                heap.name()
            );
            return Err(CompileErrorKind::Binding(text).into());
        }
        let set = self.parameters.len().saturating_add(number).saturating_as::<u32>();
        Ok(Binding { set, binding: 0 })
    }

    /// Where so many registers are.
    ///
    /// # Errors
    ///
    /// No parameter has them, or not all of them, and no static sampler does.
    pub fn place(&self, registers: Registers, count: u32) -> Result<(Binding, Rooted)> {
        let mut found = (0_u32..).zip(&self.parameters).filter_map(|(set, parameter)| {
            let binding = |binding| Binding { set, binding };
            match &parameter.content {
                Content::Table(ranges) => {
                    let range = ranges.iter().find(|range| range.has(registers))?;
                    let within = registers.first.checked_sub(range.registers.first)?;
                    let is_whole = range.count == u32::MAX
                        || within.checked_add(count).is_some_and(|end| end <= range.count);
                    let slot = range.slot.checked_add(within)?;
                    Some((is_whole, binding(slot), Rooted::Table))
                }
                Content::Descriptor(known) if *known == registers => {
                    Some((count == 1, binding(0), Rooted::Descriptor))
                }
                Content::Constants(known, dwords) if *known == registers => {
                    let rooted = Rooted::Constants { first: parameter.dword, count: *dwords };
                    Some((count == 1, binding(0), rooted))
                }
                _ => None,
            }
        });
        let text = match found.next() {
            Some((true, binding, rooted)) => return Ok((binding, rooted)),
            Some((false, ..)) => {
                format!(
                    "the root signature binds {registers}, but not all registers of the array that begins \
                     there"
                )
            }
            None => {
                let mut samplers = (0..).zip(&self.static_samplers);
                let found = samplers.find(|(_, sampler)| count == 1 && sampler.registers == registers);
                if let Some((binding, _)) = found {
                    return Ok((Binding { set: self.sampler_set(), binding }, Rooted::Table));
                }
                format!(
                    "the root signature has no parameter for {registers}, the first register of a \
                         resource"
                )
            }
        };
        Err(CompileErrorKind::Binding(text).into())
    }
}

impl Range {
    fn has(&self, registers: Registers) -> bool {
        let Registers { class, space, first } = self.registers;
        (class, space) == (registers.class, registers.space)
            && registers.first.checked_sub(first).is_some_and(|within| within < self.count)
    }
}

fn class_of_range(kind: DescriptorRangeType) -> ResourceClass {
    match kind {
        DescriptorRangeType::UAV => ResourceClass::UAV,
        DescriptorRangeType::CBV => ResourceClass::CBUFFER,
        DescriptorRangeType::SAMPLER => ResourceClass::SAMPLER,
        _ => ResourceClass::SRV,
    }
}

fn class_of_descriptor(kind: RootParameterType) -> ResourceClass {
    match kind {
        RootParameterType::UAV => ResourceClass::UAV,
        RootParameterType::SRV => ResourceClass::SRV,
        _ => ResourceClass::CBUFFER,
    }
}

fn unplaced(registers: Registers) -> crate::error::CompileError {
    let text =
        format!("root signature range {registers} follows an unbounded range without an explicit offset");
    CompileErrorKind::Binding(text).into()
}
