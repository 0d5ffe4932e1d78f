//! Acceleration structures of a pipeline: corners and boxes are taken from its buffers as they are before the run.

use std::sync::Arc;

use super::{BottomLevel, Boxes, BufferData, Pipeline, TopLevel, Triangles};
use dxil_run::resources::{AccelerationStructure, Geometry, Instance, InstanceFlags, Shape};

/// The geometries of each bottom-level structure.
pub(super) fn objects(pipeline: &Pipeline) -> Arc<[Vec<Geometry>]> {
    let geometries = |bottom: &BottomLevel| {
        let triangles = bottom.triangles.iter().map(|triangles| Geometry {
            shape: Shape::Triangles(corners(triangles, &pipeline.buffers)),
            is_opaque: triangles.is_opaque,
        });
        let boxes = bottom.boxes.iter().map(|boxes| Geometry {
            shape: Shape::Boxes(bounds(boxes, &pipeline.buffers)),
            is_opaque: boxes.is_opaque,
        });
        triangles.chain(boxes).collect()
    };
    pipeline.acceleration.bottom.iter().map(geometries).collect()
}

/// The structures of an array.
pub(super) fn build(top: &TopLevel, objects: &Arc<[Vec<Geometry>]>) -> Vec<AccelerationStructure> {
    let structure = |instances: &Vec<super::Instance>| AccelerationStructure {
        objects: Arc::clone(objects),
        instances: instances.iter().map(instance).collect(),
    };
    top.elements.iter().map(structure).collect()
}

fn instance(instance: &super::Instance) -> Instance {
    let (rows, _) = instance.transform.as_chunks::<4>();
    let [first, second, third] = rows else { return Instance::new(instance.bottom) };
    Instance {
        object: instance.bottom,
        transform: [*first, *second, *third],
        id: instance.id,
        mask: instance.mask,
        contribution: instance.hit_group,
        flags: InstanceFlags(instance.flags),
    }
}

fn corners(triangles: &Triangles, buffers: &[BufferData]) -> Vec<[[f32; 3]; 3]> {
    let vertices = bytes(triangles.vertices, buffers);
    let vertex = |index: u64| {
        let mut at = [0.0; 3];
        for (component, to) in (0..u64::from(triangles.components.min(3))).zip(&mut at) {
            *to = float(vertices, index * u64::from(triangles.stride) + component * 4);
        }
        triangles.transform.map_or(at, |transform| transformed(&transform, at))
    };
    let indices: Vec<u64> = match triangles.indices {
        None => (0..u64::from(triangles.count)).take(vertices.len()).collect(),
        Some((buffer, count, width)) => {
            let bytes = bytes(buffer, buffers);
            let width = width as usize;
            let index =
                |chunk: &[u8]| chunk.iter().rev().fold(0, |index, byte| index << 8 | u64::from(*byte));
            bytes.chunks_exact(width).take(count as usize).map(index).collect()
        }
    };
    let (triangles, _) = indices.as_chunks::<3>();
    triangles.iter().map(|corners| corners.map(vertex)).collect()
}

fn bounds(boxes: &Boxes, buffers: &[BufferData]) -> Vec<[[f32; 3]; 2]> {
    let bytes = bytes(boxes.buffer, buffers);
    let corner = |start: u64| [0, 4, 8].map(|offset| float(bytes, start + offset));
    // No more than have bytes.
    let count = u64::from(boxes.count).min(bytes.len() as u64);
    let starts = (0..count).map(|index| index * u64::from(boxes.stride));
    starts.map(|start| [corner(start), corner(start + 12)]).collect()
}

fn bytes(buffer: usize, buffers: &[BufferData]) -> &[u8] {
    buffers.get(buffer).and_then(|buffer| buffer.data.first()).map(Vec::as_slice).unwrap_or_default()
}

/// A float in a buffer; zero beyond its end.
fn float(bytes: &[u8], offset: u64) -> f32 {
    let word = usize::try_from(offset).ok().and_then(|offset| bytes.get(offset..)?.first_chunk());
    word.map_or(0.0, |word| f32::from_le_bytes(*word))
}

/// A point in the coordinates that a matrix of three rows leads to.
fn transformed(matrix: &[f32; 12], [x, y, z]: [f32; 3]) -> [f32; 3] {
    let (rows, _) = matrix.as_chunks::<4>();
    let mut point = [0.0; 3];
    for (to, [a, b, c, d]) in point.iter_mut().zip(rows) {
        *to = a * x + b * y + c * z + d;
    }
    point
}
