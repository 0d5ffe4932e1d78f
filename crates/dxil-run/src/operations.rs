//! What operations do, one file a family. Each family says of an opcode what it does for a scalar, or that it has none
//! such; what only computes is a function of lanes, what needs other lanes, memory or resources gets the whole
//! [`Context`](crate::Context).

pub(crate) mod barriers;
mod bits;
pub(crate) mod buffer_vectors;
pub(crate) mod buffers;
pub(crate) mod constant_buffers;
pub(crate) mod conversions;
pub(crate) mod cycles;
pub(crate) mod dimensions;
pub(crate) mod exchanges;
pub(crate) mod extremes;
mod float_functions;
pub(crate) mod floats;
mod fold;
pub(crate) mod formats;
pub(crate) mod integers;
pub(crate) mod interfaces;
pub(crate) mod matrices;
pub(crate) mod meshes;
mod packed;
pub(crate) mod pixels;
pub(crate) mod quads;
pub(crate) mod ray_queries;
pub(crate) mod reductions;
pub(crate) mod sampling;
pub(crate) mod semantics;
pub(crate) mod streams;
#[cfg(test)]
mod tests;
pub(crate) mod textures;
pub(crate) mod threads;
pub(crate) mod waves;

use dxil::ops::{MemoryAccess, Opcode, Operation};

use crate::instruction::Scalar;
use crate::lanes;

use formats::Denormals;
use semantics::Semantics;

/// What an operation does for a scalar; `None` where nothing here does it. What denormals are matters to floats of 32
/// bits alone.
pub(crate) fn semantics_of(opcode: Opcode, scalar: Scalar, denormals: Denormals) -> Option<Semantics> {
    let families = [
        bits::operation,
        packed::operation,
        threads::operation,
        ray_queries::operation,
        barriers::operation,
        constant_buffers::operation,
        buffers::operation,
        buffer_vectors::operation,
        textures::operation,
        sampling::operation,
        exchanges::operation,
        dimensions::operation,
        waves::operation,
        quads::operation,
        cycles::operation,
        interfaces::operation,
        streams::operation,
        matrices::operation,
        meshes::operation,
        pixels::operation,
    ];
    float_functions::operation(opcode, scalar, denormals)
        .or_else(|| conversions::operation(opcode, scalar, denormals))
        .or_else(|| reductions::operation(opcode, scalar, denormals))
        .or_else(|| families.iter().find_map(|family| family(opcode, scalar)))
}

/// What a function of registers gives for words that are the same in all lanes, word by word; `None` for what needs
/// more.
pub(crate) fn evaluate(semantics: Semantics, operands: &[u32], results: usize) -> Option<Vec<u32>> {
    let from: Vec<_> = operands.iter().map(|word| lanes::splat(*word)).collect();
    let mut to = vec![lanes::ZERO; results];
    match (semantics, from.as_slice(), to.as_mut_slice()) {
        (Semantics::Map1(function), [a], [to]) => *to = function(a),
        (Semantics::Map2(function), [a, b], [to]) => *to = function(a, b),
        (Semantics::Map3(function), [a, b, c], [to]) => *to = function(a, b, c),
        (Semantics::MapN(function), from, to) => function(from, to),
        _ => return None,
    }
    Some(to.iter().map(|lanes| lanes::get(lanes, 0)).collect())
}

/// Whether lanes of a pixel shader that only complete quads take no part in an operation: what it writes is not to be
/// seen, or it is one across the wave, and the shader does not ask for them there.
pub(crate) fn leaves_helpers_out(operation: &Operation, waves_include_helpers: bool) -> bool {
    if operation.memory.is_some_and(MemoryAccess::is_write) || matrices::is_write(operation.opcode) {
        return true;
    }
    match operation.opcode {
        // These say what a lane is.
        Opcode::WAVE_GET_LANE_INDEX | Opcode::WAVE_GET_LANE_COUNT => false,
        opcode => !waves_include_helpers && waves::operation(opcode, Scalar::I32).is_some(),
    }
}

/// Whether an operation divides by its last operand.
pub(crate) fn divides(opcode: Opcode) -> bool {
    opcode == Opcode::UDIV
}
