//! Vertex input in a `.pipe` file: buffers, attributes and divisors, joined by the buffers' numbers. Separate because
//! they are joined only when all have been read.

use std::collections::BTreeMap;

use super::Note;
use super::key::{Entry, Key};
use super::vulkan::{self, VulkanFormat};
use crate::error::Result;
use crate::limits;
use crate::state::document::state_error;
use crate::state::{InputRate, VertexInput};

#[derive(Default)]
struct Buffer {
    binding: u32,
    stride: u32,
    rate: InputRate,
}

#[derive(Default)]
struct Attribute {
    line: u64,
    location: u32,
    binding: u32,
    offset: u32,
    format: Option<&'static VulkanFormat>,
}

#[derive(Default)]
struct Divisor {
    binding: u32,
    divisor: u32,
}

/// Partly read vertex input; missing members are 0.
#[derive(Default)]
pub(super) struct VertexInputs {
    buffers: BTreeMap<u32, Buffer>,
    attributes: BTreeMap<u32, Attribute>,
    divisors: BTreeMap<u32, Divisor>,
}

impl VertexInputs {
    /// Reads an entry; false where it does not matter to a link.
    pub(super) fn entry(&mut self, entry: &Entry<'_>) -> Result<bool> {
        let unknown = || Err(entry.error("unknown member of the vertex input state"));
        if let Some(key) = Key::of(entry.text, "binding") {
            let buffer = self.buffers.entry(key.index).or_default();
            match key.rest {
                "binding" => buffer.binding = entry.number()?,
                "stride" => buffer.stride = entry.number()?,
                "inputRate" => buffer.rate = input_rate(entry)?,
                _ => return unknown(),
            }
        } else if let Some(key) = Key::of(entry.text, "attribute") {
            let attribute = self.attributes.entry(key.index).or_default();
            attribute.line = entry.line;
            match key.rest {
                "location" => attribute.location = entry.number()?,
                "binding" => attribute.binding = entry.number()?,
                "offset" => attribute.offset = entry.number()?,
                "format" => attribute.format = Some(vulkan::format(entry)?),
                "vbAddressLowBits" => return Ok(false),
                _ => return unknown(),
            }
        } else if let Some(key) = Key::of(entry.text, "divisor") {
            let divisor = self.divisors.entry(key.index).or_default();
            match key.rest {
                "binding" => divisor.binding = entry.number()?,
                "divisor" => divisor.divisor = entry.number()?,
                _ => return unknown(),
            }
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    pub(super) fn finish(self, notes: &mut Vec<Note>) -> Result<Vec<VertexInput>> {
        if let Some(beyond) = self.attributes.values().nth(limits::VERTEX_INPUTS) {
            let why = format!("at most {} vertex attributes are supported", limits::VERTEX_INPUTS);
            return Err(state_error(beyond.line, 1, why));
        }
        let mut buffers: BTreeMap<u32, Buffer> = BTreeMap::new();
        for buffer in self.buffers.into_values() {
            buffers.insert(buffer.binding, buffer);
        }
        // The compiler has an array of them by number: if there is any, there is one of number 0.
        if !buffers.is_empty() {
            buffers.entry(0).or_insert(Buffer { rate: InputRate::Instance(0), ..Buffer::default() });
        }
        for divisor in self.divisors.values() {
            if let Some(buffer) = buffers.get_mut(&divisor.binding) {
                buffer.rate = InputRate::Instance(divisor.divisor);
            }
        }
        let mut inputs: Vec<VertexInput> = Vec::with_capacity(self.attributes.len());
        for attribute in self.attributes.values() {
            let mut note = |why: &str| {
                let text = format!("vertex attribute {} {why}", attribute.location);
                notes.push(Note { line: attribute.line, text });
            };
            let Some(buffer) = buffers.get(&attribute.binding) else {
                note(
                    "refers to a vertex buffer binding that the state does not describe: the attribute is ignored",
                );
                continue;
            };
            let Some(format) = attribute.format.filter(|format| format.vertex) else {
                note("has no vertex format: the attribute is ignored");
                continue;
            };
            if inputs.iter().any(|input| input.location == attribute.location) {
                note("is described twice: the first description is used");
                continue;
            }
            inputs.push(VertexInput {
                location: attribute.location,
                binding: attribute.binding,
                offset: attribute.offset,
                stride: buffer.stride,
                data_format: format.data,
                number_format: format.number,
                rate: buffer.rate,
            });
        }
        Ok(inputs)
    }
}

fn input_rate(entry: &Entry<'_>) -> Result<InputRate> {
    entry.word(&[
        ("VK_VERTEX_INPUT_RATE_VERTEX", InputRate::Vertex),
        ("VK_VERTEX_INPUT_RATE_INSTANCE", InputRate::Instance(1)),
    ])
}
