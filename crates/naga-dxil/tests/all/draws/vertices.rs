//! Inputs of the vertex stage: formats of attributes, index buffers, instances, and the numbers of vertices and
//! instances; and outputs that the rasterizer reads.

use super::drawing::{Draw, Draws, center};

pub(super) fn draws() -> Draws {
    vec![
        ("vertex-formats", vertex_formats()),
        ("missing-components", missing_components()),
        ("strip-indices", strip_indices()),
        ("first-vertex", first_vertex()),
        ("instances", instances()),
        ("first-instance", first_instance()),
        ("clip-distances", clip_distances()),
        ("flipped", flipped(true)),
        ("not-flipped", flipped(false)),
    ]
}

/// Attributes in formats that the input assembler converts. All vertices have the same values, except the position.
fn vertex_formats() -> Draw {
    const SOURCE: &str = "
        struct In {
            @location(7) color: vec4<f32>,
            @location(0) corner: vec2<f32>,
            @location(2) bytes: vec4<u32>,
            @location(3) shorts: vec2<i32>,
            @location(4) halves: vec2<f32>,
            @location(1) packed: vec4<f32>,
            @location(5) signed: vec2<f32>,
        }
        struct Out {
            @location(0) color: vec4<f32>,
            @location(1) @interpolate(flat) bytes: vec4<u32>,
            @location(2) @interpolate(flat) shorts: vec2<i32>,
            @location(3) rest: vec4<f32>,
            @builtin(position) position: vec4<f32>,
            @location(4) packed: vec4<f32>,
        }
        @vertex fn v(in: In) -> Out {
            return Out(in.color, in.bytes, in.shorts, vec4(in.halves, in.signed), vec4(in.corner, 0.0, 1.0), in.packed);
        }
        @fragment fn f(in: Out) -> @location(0) vec4<f32> {
            let at = vec2<u32>(in.position.xy);
            switch at.x + 4u * at.y {
                case 0u: { return in.color; }
                case 1u: { return vec4<f32>(in.bytes); }
                case 2u: { return vec4(vec2<f32>(in.shorts), 0.0, 0.0); }
                case 3u: { return in.rest; }
                case 4u: { return in.packed; }
                default: { return vec4(-1.0); }
            }
        }";
    // 8-bit UNORM 255, 0, 51, 102; 8-bit UINT 1, 2, 128, 255; 16-bit SINT -2, 32767; halves 1.5 and -2;
    // 10-bit UNORM 1023, 0, 1023 and 2-bit UNORM 1; 16-bit SNORM -32768 (-1) and 32767.
    let words: [u32; 6] = [0x6633_00ff, 0xff80_0201, 0x7fff_fffe, 0xc000_3e00, 0x7ff0_03ff, 0x7fff_8000];
    let mut data = Vec::new();
    for corner in [[-1.0_f32, -1.0], [3.0, -1.0], [-1.0, 3.0]] {
        data.extend(corner.map(|x| format!("{}", x.to_bits())));
        data.extend(words.map(|word| word.to_string()));
    }
    let mut draw = Draw::new(SOURCE, 3)
        .buffer(&format!("Name: Vertices, Format: Hex32, Stride: 32, Data: [ {} ]", data.join(", ")))
        .bind("VertexBuffer: Vertices")
        .bind("VertexAttributes:");
    for (at, (location, format)) in [
        (0, "R32G32_FLOAT"),
        (7, "R8G8B8A8_UNORM"),
        (2, "R8G8B8A8_UINT"),
        (3, "R16G16_SINT"),
        (4, "R16G16_FLOAT"),
        (1, "R10G10B10A2_UNORM"),
        (5, "R16G16_SNORM"),
    ]
    .into_iter()
    .enumerate()
    {
        let (offset, channels) = if at == 0 { (0, 2) } else { (4 + 4 * at, 1) };
        let name = format!("Name: LOC{location}, Format: Hex32, Channels: {channels}");
        draw = draw.bind(&format!("  - {{ {name}, DxgiFormat: {format}, Offset: {offset} }}"));
    }
    draw.picture([4, 2], |x, y| match x + 4 * y {
        0 => [1.0, 0.0, 51.0 / 255.0, 102.0 / 255.0],
        1 => [1.0, 2.0, 128.0, 255.0],
        2 => [-2.0, 32767.0, 0.0, 0.0],
        3 => [1.5, -2.0, -1.0, 1.0],
        4 => [1.0, 0.0, 1.0, 1.0 / 3.0],
        _ => [-1.0; 4],
    })
}

/// Components that the buffer does not have are 0, 0 and 1, also of integers.
fn missing_components() -> Draw {
    const SOURCE: &str = "
        struct Out {
            @builtin(position) position: vec4<f32>,
            @location(0) @interpolate(flat) number: vec4<u32>,
        }
        @vertex fn v(@location(1) number: vec4<u32>, @location(0) position: vec4<f32>) -> Out {
            return Out(position, number);
        }
        @fragment fn f(in: Out) -> @location(0) vec4<f32> {
            return vec4<f32>(in.number) + vec4(0.0, 0.0, 0.0, in.position.z);
        }";
    Draw::new(SOURCE, 3)
        .buffer("Name: Vertices, Format: Float32, Stride: 8, Data: [ -1, -1, 3, -1, -1, 3 ]")
        .buffer("Name: Numbers, Format: UInt32, Stride: 4, Data: [ 7, 8, 9 ]")
        .bind("VertexBuffers: [ { Name: Vertices }, { Name: Numbers } ]")
        .bind("VertexAttributes:")
        .bind("  - { Name: LOC0, Format: Float32, Channels: 2, Offset: 0 }")
        .bind("  - { Name: LOC1, Format: UInt32, Channels: 1, Offset: 0, Slot: 1 }")
        .picture([2, 1], |_, _| [7.0, 0.0, 0.0, 1.0])
}

/// The corners of a pixel column of a target of 4 by 1 pixels: a strip of four vertices.
const COLUMNS: &str = "
    fn column(i: u32) -> vec4<f32> {
        let corner = vec2(f32((i >> 2u) + (i & 1u)), f32((i >> 1u) & 1u));
        return vec4(corner.x * 0.5 - 1.0, corner.y * 2.0 - 1.0, 0.0, 1.0);
    }
    struct Out {
        @builtin(position) position: vec4<f32>,
        @location(0) @interpolate(flat) vertex: u32,
        @location(1) @interpolate(flat, either) column: u32,
        @location(2) @interpolate(flat) instance: u32,
    }
    @fragment fn f(in: Out) -> @location(0) vec4<f32> {
        return vec4(f32(in.vertex), f32(in.column), f32(in.instance), 1.0);
    }";

/// 16-bit indices of two strips, which a cut separates. The first vertex of a triangle provides flat values.
fn strip_indices() -> Draw {
    let source = format!(
        "{COLUMNS}
        @vertex fn v(@builtin(vertex_index) i: u32, @builtin(instance_index) j: u32) -> Out {{
            return Out(column(i), i & 3u, i >> 2u, j);
        }}"
    );
    // The strips cover columns 2 and 0. The second triangle of a strip, the upper right one, begins with its second or
    // third index; a pixel center is on the common edge, and belongs to the triangle on its right.
    Draw::new(&source, 9)
        .strips()
        .buffer("Name: Indices, Format: UInt16, Data: [ 8, 9, 10, 11, 65535, 0, 1, 2, 3 ]")
        .bind("IndexBuffer: Indices")
        .state("IBStripCutValue: 0xFFFF")
        .picture([4, 1], |x, _| match x {
            0 | 2 => [1.0, f32::from(x), 0.0, 1.0],
            _ => [0.0; 4],
        })
}

/// 32-bit indices with a first vertex, which is added to the indices.
fn first_vertex() -> Draw {
    let source = format!(
        "{COLUMNS}
        @vertex fn v(@builtin(vertex_index) i: u32, @builtin(instance_index) j: u32) -> Out {{
            return Out(column(i), i, i >> 2u, j);
        }}"
    );
    Draw::new(&source, 6)
        .buffer("Name: Indices, Format: UInt32, Data: [ 0, 1, 2, 2, 1, 3 ]")
        .bind("IndexBuffer: Indices")
        .first(4, 0)
        .picture([4, 1], |x, _| match x {
            // The second triangle begins with the index 2, which is the vertex 6.
            1 => [6.0, 1.0, 0.0, 1.0],
            _ => [0.0; 4],
        })
}

/// An attribute of each instance, and one of each second instance.
fn instances() -> Draw {
    let source = format!(
        "{COLUMNS}
        @vertex fn v(
            @builtin(vertex_index) i: u32, @builtin(instance_index) j: u32,
            @location(0) place: u32, @location(1) number: u32,
        ) -> Out {{
            return Out(column(i + place * 4u), number, place, j);
        }}"
    );
    Draw::new(&source, 4)
        .strips()
        .parameters("InstanceCount: 4")
        .buffer("Name: Places, Format: UInt32, Stride: 4, Data: [ 3, 1, 0, 2 ]")
        .buffer("Name: Numbers, Format: UInt32, Stride: 4, Data: [ 10, 20 ]")
        .bind("VertexBuffers:")
        .bind("  - { Name: Places, InstanceDataStepRate: 1 }")
        .bind("  - { Name: Numbers, InstanceDataStepRate: 2 }")
        .bind("VertexAttributes:")
        .bind("  - { Name: LOC0, Format: UInt32, Channels: 1, Offset: 0 }")
        .bind("  - { Name: LOC1, Format: UInt32, Channels: 1, Offset: 0, Slot: 1 }")
        .picture([4, 1], |x, _| {
            let instance = [2, 1, 3, 0_u8][usize::from(x)];
            let number = if instance < 2 { 10.0 } else { 20.0 };
            [number, f32::from(x), f32::from(instance), 1.0]
        })
}

/// WGSL counts instances from the first one of the draw; Direct3D counts from zero.
fn first_instance() -> Draw {
    let source = format!(
        "{COLUMNS}
        @vertex fn v(@builtin(vertex_index) i: u32, @builtin(instance_index) j: u32) -> Out {{
            return Out(column(i + j * 4u), i, j, j);
        }}"
    );
    Draw::new(&source, 4).strips().first(0, 2).parameters("InstanceCount: 2").picture([4, 1], |x, _| {
        let column = f32::from(x);
        if x < 2 { [0.0; 4] } else { [1.0, column, column, 1.0] }
    })
}

/// Five distances: a pixel is drawn if all of them are at least zero at its center.
fn clip_distances() -> Draw {
    const SOURCE: &str = "
        enable clip_distances;
        struct Out {
            @builtin(clip_distances) distances: array<f32, 5>,
            @location(0) at: vec2<f32>,
            @builtin(position) position: vec4<f32>,
        }
        @vertex fn v(@builtin(vertex_index) i: u32) -> Out {
            let corner = vec2(f32(i & 1u), f32(i >> 1u)) * 4.0 - 1.0;
            // Pixel coordinates in a target of 8 by 8 pixels.
            let at = vec2(corner.x + 1.0, 1.0 - corner.y) * 4.0;
            var out: Out;
            out.distances = array(at.x - 1.0, 7.0 - at.x, at.y - 2.0, 1.0, 6.0 - at.y);
            out.position = vec4(corner, 0.0, 1.0);
            out.at = at;
            return out;
        }
        @fragment fn f(@location(0) at: vec2<f32>) -> @location(0) vec4<f32> {
            return vec4(at, 0.0, 1.0);
        }";
    Draw::new(SOURCE, 3).picture([8, 8], |x, y| {
        let [u, v] = center(x, y);
        if (1..7).contains(&x) && (2..6).contains(&y) { [u, v, 0.0, 1.0] } else { [0.0; 4] }
    })
}

/// A triangle in the upper left half, or in the lower left half if positions are flipped; its corners are the columns
/// of a matrix in a uniform buffer.
fn flipped(is_flipped: bool) -> Draw {
    const SOURCE: &str = "
        struct Corners { scale: f32, at: mat3x2<f32>, offset: vec2<f32> }
        @group(0) @binding(3) var<uniform> corners: Corners;
        @vertex fn v(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {
            return vec4(corners.at[i] * corners.scale + corners.offset, 0.0, 1.0);
        }
        @fragment fn f(@builtin(position) at: vec4<f32>, @builtin(front_facing) front: bool) -> @location(0) vec4<f32> {
            return vec4(at.xy, select(0.25, 0.75, front), 1.0);
        }";
    // Scale 2; columns (-0.5, 0.5), (-0.5, -0.75), (0.75, 0.5); offset (0, 0).
    let draw = Draw::new(SOURCE, 3)
        .buffer(
            "Name: Corners, Format: Float32, Data: [ 2, 0, -0.5, 0.5, -0.5, -0.75, 0.75, 0.5, 0, 0, 0, 0 ]",
        )
        .resource(3, "Corners", "ConstantBuffer");
    let draw = if is_flipped { draw.flipped() } else { draw };
    draw.picture([4, 4], move |x, y| {
        let [u, v] = center(x, y);
        // In pixels, the corners are (0, 0), (0, 5) and (5, 0), or their mirror image; counterclockwise is the front.
        // The longest edge is neither a left nor a top edge, so pixels whose center is on the edge are not drawn.
        let down = if is_flipped { 4.0 - v } else { v };
        if u + down >= 5.0 {
            return [0.0; 4];
        }
        [u, v, if is_flipped { 0.25 } else { 0.75 }, 1.0]
    })
}
