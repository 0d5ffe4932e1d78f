//! Clipping: what of a primitive lies between the near and the far plane, within the shader's clip distances, and near
//! enough to the viewport to be counted in subpixels; and what is culled by distances.
//!
//! A cut is always computed from the vertex that stays to the one that goes, so that triangles with a common edge are
//! cut in the same place.

use super::viewport::Viewport;
use dxil_run::interpolation::Corner;

/// A vertex while it is clipped: its place, and what share each vertex of the primitive has of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ClipVertex {
    pub(crate) at: [f64; 4],
    pub(crate) shares: [f64; 3],
}

/// How far from the origin of the target corners may be, in pixels: Direct3D's range of viewports.
const REACH: f64 = 32_768.0;

/// The planes that cut depths, which come first.
const DEPTH_PLANES: usize = 2;

/// What of a primitive is inside, as corners: of a triangle any number, of a line two, of a point one; none where
/// nothing is. `distances` are the clip distances of each vertex. Depths are only cut if `has_depth_clip`.
pub(crate) fn clip(
    positions: &[[f32; 4]],
    distances: &[Vec<f32>],
    viewport: &Viewport,
    has_depth_clip: bool,
) -> Vec<Corner> {
    if positions.iter().flatten().any(|number| !number.is_finite()) {
        return Vec::new();
    }
    let mut vertices: Vec<ClipVertex> = Vec::with_capacity(positions.len());
    for (index, position) in positions.iter().enumerate() {
        let mut shares = [0.0; 3];
        if let Some(share) = shares.get_mut(index) {
            *share = 1.0;
        }
        vertices.push(ClipVertex { at: position.map(f64::from), shares });
    }
    let is_polygon = positions.len() > 2;
    let [left, right, top, bottom] = reach(viewport);
    // Each is not negative inside.
    let planes: [&dyn Fn(&ClipVertex) -> f64; 6] = [
        &|vertex| vertex.at[2],
        &|vertex| vertex.at[3] - vertex.at[2],
        &|vertex| vertex.at[0] + left * vertex.at[3],
        &|vertex| right * vertex.at[3] - vertex.at[0],
        &|vertex| vertex.at[1] + bottom * vertex.at[3],
        &|vertex| top * vertex.at[3] - vertex.at[1],
    ];
    let skipped = if has_depth_clip { 0 } else { DEPTH_PLANES };
    for plane in planes.into_iter().skip(skipped) {
        vertices = cut(&vertices, is_polygon, plane);
    }
    for number in 0..distances.iter().map(Vec::len).max().unwrap_or(0) {
        let of_vertex: Vec<f64> = distances
            .iter()
            .map(|all| {
                all.get(number).copied().map_or(0.0, |one| if one.is_nan() { -1.0 } else { one.into() })
            })
            .collect();
        vertices = cut(&vertices, is_polygon, &|vertex| {
            vertex.shares.iter().zip(&of_vertex).map(|(share, distance)| share * distance).sum()
        });
    }
    // The eye itself is nowhere on the screen.
    if vertices.iter().any(|vertex| vertex.at[3] <= 0.0) {
        return Vec::new();
    }
    vertices.iter().map(|vertex| viewport.corner(vertex.at, vertex.shares)).collect()
}

/// Whether distances of all vertices say that a primitive is not drawn.
pub(crate) fn is_culled(distances: &[Vec<f32>]) -> bool {
    let count = distances.iter().map(Vec::len).max().unwrap_or(0);
    (0..count).any(|number| {
        // What is not a number is not inside.
        distances.iter().all(|all| all.get(number).is_some_and(|one| one.is_nan() || *one < 0.0))
    })
}

/// How far the four sides that corners may come to are from the middle of the viewport: left, right, up and down, where
/// 1 is the viewport's side.
fn reach(viewport: &Viewport) -> [f64; 4] {
    let [x, y] = [viewport.x, viewport.y].map(f64::from);
    let [half_width, half_height] = [viewport.width, viewport.height].map(|size| f64::from(size) / 2.0);
    let (middle_x, middle_y) = (x + half_width, y + half_height);
    [
        (middle_x + REACH) / half_width,
        (REACH - middle_x) / half_width,
        (middle_y + REACH) / half_height,
        (REACH - middle_y) / half_height,
    ]
}

/// What of a polygon, a line or a point is where a number is not negative.
fn cut(vertices: &[ClipVertex], is_polygon: bool, distance: &dyn Fn(&ClipVertex) -> f64) -> Vec<ClipVertex> {
    if vertices.iter().all(|vertex| distance(vertex) >= 0.0) {
        return vertices.to_vec();
    }
    let mut left = Vec::with_capacity(vertices.len() + 1);
    let mut ways = vertices.iter().zip(vertices.iter().cycle().skip(1)).peekable();
    while let Some((from, to)) = ways.next() {
        // A line does not lead back to where it began.
        let is_way = is_polygon || ways.peek().is_some();
        let [before, after] = [from, to].map(|vertex| distance(vertex) >= 0.0);
        if before {
            left.push(*from);
        }
        if is_way && before && !after {
            left.push(between(from, to, distance));
        } else if is_way && !before && after {
            left.push(between(to, from, distance));
        }
    }
    left
}

/// Where the way from a vertex inside to one outside leaves.
fn between(inside: &ClipVertex, outside: &ClipVertex, distance: &dyn Fn(&ClipVertex) -> f64) -> ClipVertex {
    let (near, far) = (distance(inside), distance(outside));
    let share = near / (near - far);
    let mix = |from: f64, to: f64| from + (to - from) * share;
    let mut cut = *inside;
    cut.at.iter_mut().zip(outside.at).for_each(|(from, to)| *from = mix(*from, to));
    cut.shares.iter_mut().zip(outside.shares).for_each(|(from, to)| *from = mix(*from, to));
    cut
}
