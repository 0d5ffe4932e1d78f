//! Declarations of what is bound to a program: constant buffers, samplers, views, streams, interfaces. Shared memory is
//! declared and used like a view.

use super::checker::{Checker, Shown};
use super::declarations::MAX_VECTORS;
use super::declared_registers::plain;
use super::registers::{ConstantBuffer, Interface, Range, Sampler, View};
use super::rule::Rule;
use crate::instruction::Instruction;
use crate::opcode::{Control, Opcode, Word};
use crate::operand::{Operand, RegisterKind};

/// Registers before shader model 5.1.
const MAX_SAMPLERS: u32 = 16;
const MAX_RESOURCES: u32 = 128;
const MAX_CONSTANT_BUFFERS: u32 = 15;
const MAX_UAVS: u32 = 64;
const MAX_UAVS_IN_4: u32 = 1;
const MAX_STRIDE: u32 = 2048;
/// Bytes of shared memory: in shader model 5, in 4.
const MAX_SHARED: [u64; 2] = [32_768, 16_384];
const MAX_STREAMS: u32 = 4;
/// Dimensions of views that a declaration of typed ones does not have.
const UNTYPED: [u32; 3] = [0, RAW, STRUCTURED];
pub(super) const RAW: u32 = 11;
pub(super) const STRUCTURED: u32 = 12;
/// The sampler mode of samplers that compare.
const COMPARISON: u32 = 1;

impl Checker {
    /// The number by which instructions name a range, and its registers.
    fn range(&mut self, instruction: &Instruction, kinds: &[RegisterKind]) -> Option<(u32, Range)> {
        let operand = instruction.operands.first()?;
        let numbers: Option<Vec<u32>> = operand.indices.iter().map(plain).collect();
        let Some(numbers) = numbers.filter(|_| kinds.contains(&operand.kind())) else {
            let message = format_args!(
                "{} declares {}, expected {} with constant indices",
                instruction.opcode,
                Shown(self.scope, operand),
                kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(" or ")
            );
            self.find(Rule::DECLARATION_REGISTER, message);
            return None;
        };
        self.register_stage(operand.kind());
        match *numbers.as_slice() {
            [id, first, last] => {
                if first > last {
                    let message =
                        format_args!("last register {last} of the range is less than the first, {first}");
                    self.find(Rule::LIMIT_RANGE, message);
                }
                Some((id, Range { first, last }))
            }
            [register, ..] => Some((register, Range { first: register, last: register })),
            [] => None,
        }
    }

    /// Says that a register's number is too large, before shader model 5.1.
    fn limit(&mut self, rule: Rule, kind: RegisterKind, register: u32, most: u32) {
        if !self.model.has_ranges() && register >= most {
            let message = format_args!(
                "register {0}{register} is declared, expected at most {0}{1}",
                kind.name(),
                most - 1
            );
            self.find(rule, message);
        }
    }

    pub(super) fn bound(&mut self, instruction: &Instruction) {
        let again = if instruction.opcode == Opcode::DCL_SAMPLER {
            let kind = RegisterKind::SAMPLER;
            let Some((id, range)) = self.range(instruction, &[kind]) else { return };
            self.limit(Rule::LIMIT_SAMPLERS, kind, id, MAX_SAMPLERS);
            let comparison = instruction.control(Control::SAMPLER_MODE) == COMPARISON;
            self.globals.samplers.insert(id, Sampler { range, comparison }).is_some().then_some((kind, id))
        } else {
            let kind = RegisterKind::CONSTANT_BUFFER;
            let Some((id, range)) = self.range(instruction, &[kind]) else { return };
            self.limit(Rule::LIMIT_CONSTANT_BUFFERS, kind, id, MAX_CONSTANT_BUFFERS);
            let size =
                instruction.operands.first().and_then(|operand| operand.indices.last()).and_then(plain);
            let vectors = if self.model.has_ranges() { instruction.word(Word::Vectors) } else { size };
            let vectors = vectors.unwrap_or_default();
            if vectors > MAX_VECTORS {
                let message = format_args!("cb{id} has {vectors} vectors, expected at most {MAX_VECTORS}");
                self.find(Rule::LIMIT_CONSTANT_BUFFER_SIZE, message);
            }
            // No size is as large as there is.
            let vectors = if vectors == 0 { MAX_VECTORS } else { vectors };
            let dynamic = instruction.control(Control::ACCESS) != 0;
            let buffer = ConstantBuffer { range, vectors, dynamic };
            self.globals.constant_buffers.insert(id, buffer).is_some().then_some((kind, id))
        };
        if let Some((kind, id)) = again {
            self.twice(format_args!("{}{id}", kind.name()));
        }
    }

    pub(super) fn view_declared(&mut self, instruction: &Instruction) {
        const VIEWS: [RegisterKind; 3] = [
            RegisterKind::RESOURCE,
            RegisterKind::UNORDERED_ACCESS_VIEW,
            RegisterKind::THREAD_GROUP_SHARED_MEMORY,
        ];
        let [resource, uav, shared] = VIEWS;
        let word = |word| instruction.word(word).unwrap_or_default();
        let (kind, dimension) = match instruction.opcode {
            Opcode::DCL_RESOURCE => (resource, instruction.control(Control::DIMENSION)),
            Opcode::DCL_RESOURCE_RAW => (resource, RAW),
            Opcode::DCL_RESOURCE_STRUCTURED => (resource, STRUCTURED),
            Opcode::DCL_UNORDERED_ACCESS_VIEW_TYPED => (uav, instruction.control(Control::DIMENSION)),
            Opcode::DCL_UNORDERED_ACCESS_VIEW_RAW => (uav, RAW),
            Opcode::DCL_UNORDERED_ACCESS_VIEW_STRUCTURED => (uav, STRUCTURED),
            Opcode::DCL_THREAD_GROUP_SHARED_MEMORY_RAW => (shared, RAW),
            _ => (shared, STRUCTURED),
        };
        let Some((id, range)) = self.range(instruction, &[kind]) else { return };
        match kind {
            RegisterKind::RESOURCE => self.limit(Rule::LIMIT_RESOURCES, kind, id, MAX_RESOURCES),
            RegisterKind::UNORDERED_ACCESS_VIEW => {
                let most = if self.model.number < (5, 0) { MAX_UAVS_IN_4 } else { MAX_UAVS };
                self.limit(Rule::LIMIT_UAVS, kind, id, most);
            }
            _ => self.shared_memory(instruction),
        }
        let typed =
            matches!(instruction.opcode, Opcode::DCL_RESOURCE | Opcode::DCL_UNORDERED_ACCESS_VIEW_TYPED);
        if typed && UNTYPED.contains(&dimension) {
            let message = format_args!(
                "{} has dimension {dimension}, expected the dimension of a typed buffer or texture",
                instruction.opcode
            );
            self.find(Rule::INSTRUCTION_CONTROL, message);
        }
        let stride = word(Word::Stride);
        if dimension == STRUCTURED && !typed && (stride == 0 || stride % 4 != 0 || stride > MAX_STRIDE) {
            let message = format_args!(
                "{}{id} has a stride of {stride} bytes, expected a multiple of 4 from 4 to {MAX_STRIDE}",
                kind.name()
            );
            self.find(Rule::LIMIT_STRIDE, message);
        }
        let counted = instruction.opcode == Opcode::DCL_UNORDERED_ACCESS_VIEW_STRUCTURED;
        let has_counter = counted && instruction.control(Control::COUNTER) != 0;
        let view = View { range, dimension, stride, has_counter };
        if self.globals.views.insert((kind, id), view).is_some() {
            self.twice(format_args!("{}{id}", kind.name()));
        }
    }

    fn shared_memory(&mut self, instruction: &Instruction) {
        let word = |word| u64::from(instruction.word(word).unwrap_or_default());
        let size = match instruction.opcode {
            Opcode::DCL_THREAD_GROUP_SHARED_MEMORY_RAW => word(Word::Size),
            _ => word(Word::Stride).saturating_mul(word(Word::Count)),
        };
        let [most, in_4] = MAX_SHARED;
        let most = if self.model.number < (5, 0) { in_4 } else { most };
        let before = self.globals.shared_bytes;
        let after = before.saturating_add(size);
        self.globals.shared_bytes = after;
        if size == 0 || size % 4 != 0 || before <= most && after > most {
            let message = format_args!(
                "{size} bytes of group-shared memory declared, {after} in total, expected a multiple of 4 \
                 and at most {most}"
            );
            self.find(Rule::LIMIT_SHARED_MEMORY, message);
        }
    }

    pub(super) fn stream(&mut self, instruction: &Instruction) {
        let stream = instruction.operands.first().filter(|operand| operand.kind() == RegisterKind::STREAM);
        let Some(stream) = stream.and_then(Operand::number) else {
            let message = format_args!("dcl_stream has no stream register with a constant index");
            self.find(Rule::DECLARATION_REGISTER, message);
            return;
        };
        if stream >= MAX_STREAMS {
            let message = format_args!("stream m{stream} is declared, expected m0 to m{}", MAX_STREAMS - 1);
            self.find(Rule::LIMIT_STREAMS, message);
            return;
        }
        if self.globals.streams >> stream & 1 != 0 {
            self.twice(format_args!("m{stream}"));
        }
        self.globals.streams |= 1 << stream;
        // Each stream has outputs and a topology of its own.
        self.phase.of_stream = Default::default();
        self.globals.once.remove(&Opcode::DCL_GS_OUTPUT_PRIMITIVE_TOPOLOGY);
    }

    pub(super) fn function_declared(&mut self, instruction: &Instruction) {
        let word = |word| instruction.word(word).unwrap_or_default();
        let listed = |from| instruction.words.get(from..).unwrap_or_default();
        match instruction.opcode {
            Opcode::DCL_FUNCTION_BODY => {
                let body = word(Word::Body);
                let Some(place) = self.at else { return };
                if self.globals.bodies.insert(body, place).is_some() {
                    self.twice(format_args!("fb{body}"));
                }
            }
            Opcode::DCL_FUNCTION_TABLE => {
                let table = word(Word::Table);
                for body in listed(2) {
                    if !self.globals.bodies.contains_key(body) {
                        let message =
                            format_args!("ft{table} lists fb{body}, which is not declared before it");
                        self.find(Rule::INTERFACE_TABLE, message);
                    }
                }
                if self.globals.tables.insert(table, listed(2).len()).is_some() {
                    self.twice(format_args!("ft{table}"));
                }
            }
            _ => {
                let (number, call_sites) = (word(Word::Interface), word(Word::CallSites));
                for table in listed(3) {
                    let bodies = self.globals.tables.get(table).copied();
                    if bodies.is_some_and(|bodies| usize::try_from(call_sites) == Ok(bodies)) {
                        continue;
                    }
                    let found = bodies.map_or("is not declared before it".to_owned(), |bodies| {
                        format!("has {bodies} bodies")
                    });
                    let message = format_args!(
                        "fp{number} lists ft{table}, which {found}, expected a table of {call_sites} bodies, one for \
                         each call site"
                    );
                    self.find(Rule::INTERFACE_TABLE, message);
                }
                let length = word(Word::Tables) >> 16;
                if self.globals.interfaces.insert(number, Interface { length, call_sites }).is_some() {
                    self.twice(format_args!("fp{number}"));
                }
            }
        }
    }
}
