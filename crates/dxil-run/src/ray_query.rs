//! Ray queries: a ray's way through an acceleration structure, one primitive after the other in the order in which they
//! are listed. D3D leaves the order of candidates open. Intersections are computed in 64 bits and given in 32.

use az::SaturatingAs as _;
use hashbrown::HashMap;

use crate::resources::{AccelerationStructure, Instance, InstanceFlags, Shape};

/// What a ray asks for, as D3D numbers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct RayFlags(pub(crate) u32);

impl RayFlags {
    const FORCE_OPAQUE: u32 = 0x1;
    const FORCE_NON_OPAQUE: u32 = 0x2;
    const ACCEPT_FIRST_HIT_AND_END_SEARCH: u32 = 0x4;
    const CULL_BACK_FACING_TRIANGLES: u32 = 0x10;
    const CULL_FRONT_FACING_TRIANGLES: u32 = 0x20;
    const CULL_OPAQUE: u32 = 0x40;
    const CULL_NON_OPAQUE: u32 = 0x80;
    const SKIP_TRIANGLES: u32 = 0x100;
    const SKIP_PROCEDURAL_PRIMITIVES: u32 = 0x200;

    fn has(self, flag: u32) -> bool {
        self.0 & flag != 0
    }
}

/// A ray.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Ray {
    pub(crate) origin: [f32; 3],
    pub(crate) direction: [f32; 3],
    pub(crate) min: f32,
    pub(crate) max: f32,
}

/// Where a ray meets a primitive, or may meet one.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Hit {
    pub(crate) instance: u32,
    pub(crate) instance_id: u32,
    pub(crate) contribution: u32,
    pub(crate) geometry: u32,
    pub(crate) primitive: u32,
    /// How far along the ray; of a box, nothing yet.
    pub(crate) t: f32,
    /// The weights of the second and the third corner.
    pub(crate) barycentrics: [f32; 2],
    pub(crate) is_front: bool,
    pub(crate) is_opaque: bool,
    pub(crate) is_triangle: bool,
    pub(crate) to_world: [[f32; 4]; 3],
    pub(crate) to_object: [[f32; 4]; 3],
    pub(crate) origin: [f32; 3],
    pub(crate) direction: [f32; 3],
}

/// A query of one lane.
#[derive(Debug, Clone, Default)]
pub(crate) struct RayQuery {
    /// The flags that the query was declared with.
    declared: RayFlags,
    pub(crate) flags: RayFlags,
    pub(crate) ray: Ray,
    mask: u32,
    structure: Option<usize>,
    /// The next primitive: instance, geometry, primitive.
    next: [usize; 3],
    is_over: bool,
    pub(crate) candidate: Hit,
    pub(crate) committed: Option<Hit>,
}

/// What the nearest hit is.
const NOTHING: u32 = 0;
const TRIANGLE: u32 = 1;
const PROCEDURAL: u32 = 2;

impl RayQuery {
    /// A query before its search, with the flags that it is declared with.
    pub(crate) fn new(declared: RayFlags) -> Self {
        Self { declared, ..Self::default() }
    }

    /// Begins a search.
    pub(crate) fn trace(&mut self, flags: RayFlags, mask: u32, ray: Ray, structure: Option<usize>) {
        *self = Self {
            declared: self.declared,
            flags: RayFlags(flags.0 | self.declared.0),
            ray,
            mask,
            structure,
            ..Self::default()
        };
        self.candidate.t = ray.max;
    }

    /// Searches on, in so many steps, which it counts down: one for each primitive, and for each geometry and instance
    /// that it is done with. True where a candidate waits for the shader to decide on it; `None` where there are more
    /// steps to take.
    pub(crate) fn proceed(&mut self, structures: &[AccelerationStructure], steps: &mut u64) -> Option<bool> {
        let Some(structure) = self.structure.and_then(|index| structures.get(index)) else {
            return Some(false);
        };
        while !self.is_over {
            let [instance, geometry, primitive] = self.next;
            let Some(of) = structure.instances.get(instance) else {
                self.is_over = true;
                break;
            };
            *steps = steps.checked_sub(1)?;
            let geometries = structure.objects.get(of.object).map_or(&[][..], Vec::as_slice);
            let is_seen = u32::from(of.mask) & self.mask & 0xff != 0;
            let Some(shape) = geometries.get(geometry).filter(|_| is_seen) else {
                self.next = [instance + 1, 0, 0];
                continue;
            };
            let count = match &shape.shape {
                Shape::Triangles(triangles) => triangles.len(),
                Shape::Boxes(boxes) => boxes.len(),
            };
            if primitive >= count {
                self.next = [instance, geometry + 1, 0];
                continue;
            }
            self.next = [instance, geometry, primitive + 1];
            let is_opaque = self.is_opaque(of.flags, shape.is_opaque);
            let culled = if is_opaque { RayFlags::CULL_OPAQUE } else { RayFlags::CULL_NON_OPAQUE };
            if self.flags.has(culled) {
                continue;
            }
            let Some(mut hit) = self.meet(of, &shape.shape, primitive) else { continue };
            let number = |index: usize| index.saturating_as::<u32>();
            (hit.instance, hit.geometry, hit.primitive) =
                (number(instance), number(geometry), number(primitive));
            hit.is_opaque = is_opaque;
            self.candidate = hit;
            if hit.is_triangle && is_opaque {
                self.commit(hit);
                continue;
            }
            return Some(true);
        }
        Some(false)
    }

    /// Whether hits need no shader: the ray says so before the instance, and that before the geometry.
    fn is_opaque(&self, instance: InstanceFlags, geometry: bool) -> bool {
        if self.flags.has(RayFlags::FORCE_OPAQUE) {
            true
        } else if self.flags.has(RayFlags::FORCE_NON_OPAQUE) {
            false
        } else if instance.has(InstanceFlags::FORCE_OPAQUE) {
            true
        } else {
            geometry && !instance.has(InstanceFlags::FORCE_NON_OPAQUE)
        }
    }

    /// How far a hit may be: as far as the nearest one so far.
    pub(crate) fn limit(&self) -> f32 {
        self.committed.map_or(self.ray.max, |hit| hit.t)
    }

    /// Where the ray meets a primitive.
    fn meet(&self, instance: &Instance, shape: &Shape, primitive: usize) -> Option<Hit> {
        let to_object = inverse(&instance.transform)?;
        let origin = point(&to_object, self.ray.origin);
        let direction = vector(&to_object, self.ray.direction);
        let hit = Hit {
            instance_id: instance.id & 0xff_ffff,
            contribution: instance.contribution & 0xff_ffff,
            to_world: instance.transform,
            to_object: to_object.map(|row| row.map(narrow)),
            origin: origin.map(narrow),
            direction: direction.map(narrow),
            ..Hit::default()
        };
        match shape {
            Shape::Triangles(triangles) => {
                if self.flags.has(RayFlags::SKIP_TRIANGLES) {
                    return None;
                }
                let (t, barycentrics, is_clockwise) =
                    meet_triangle(origin, direction, triangles.get(primitive)?)?;
                let is_front =
                    is_clockwise != instance.flags.has(InstanceFlags::TRIANGLE_FRONT_COUNTERCLOCKWISE);
                let culled = if is_front {
                    RayFlags::CULL_FRONT_FACING_TRIANGLES
                } else {
                    RayFlags::CULL_BACK_FACING_TRIANGLES
                };
                let is_culled =
                    self.flags.has(culled) && !instance.flags.has(InstanceFlags::TRIANGLE_CULL_DISABLE);
                let t = narrow(t);
                // The ends of the ray are no part of it where it meets triangles.
                let is_between = self.ray.min < t && t < self.limit();
                (is_between && !is_culled).then_some(Hit {
                    t,
                    barycentrics,
                    is_front,
                    is_triangle: true,
                    ..hit
                })
            }
            Shape::Boxes(boxes) => {
                if self.flags.has(RayFlags::SKIP_PROCEDURAL_PRIMITIVES) {
                    return None;
                }
                let ends = [self.ray.min, self.limit()].map(f64::from);
                meet_box(origin, direction, boxes.get(primitive)?, ends).then_some(hit)
            }
        }
    }

    fn commit(&mut self, hit: Hit) {
        self.committed = Some(hit);
        self.is_over |= self.flags.has(RayFlags::ACCEPT_FIRST_HIT_AND_END_SEARCH);
    }

    /// Accepts the candidate, a triangle.
    pub(crate) fn commit_triangle(&mut self) {
        if self.candidate.is_triangle {
            self.commit(self.candidate);
        }
    }

    /// Accepts the candidate, a procedural primitive, at a distance; one beyond the nearest hit, not.
    pub(crate) fn commit_procedural(&mut self, t: f32) {
        if !self.candidate.is_triangle && self.ray.min <= t && t <= self.limit() {
            self.commit(Hit { t, ..self.candidate });
        }
    }

    /// Ends the search.
    pub(crate) fn abort(&mut self) {
        self.is_over = true;
    }

    /// What the nearest hit is: 0 nothing, 1 a triangle, 2 a procedural primitive.
    pub(crate) fn status(&self) -> u32 {
        match self.committed {
            None => NOTHING,
            Some(hit) if hit.is_triangle => TRIANGLE,
            Some(_) => PROCEDURAL,
        }
    }
}

/// The queries of a wave's lanes, by where they were declared and the lane.
#[derive(Debug, Clone, Default)]
pub(crate) struct RayQueries {
    all: HashMap<(u32, u32), RayQuery>,
}

impl RayQueries {
    /// Gives a lane a query.
    pub(crate) fn declare(&mut self, handle: u32, lane: u32, query: RayQuery) {
        self.all.insert((handle, lane), query);
    }

    /// The query of a lane; `None` where it has not come to where that is declared.
    pub(crate) fn get(&mut self, handle: u32, lane: u32) -> Option<&mut RayQuery> {
        self.all.get_mut(&(handle, lane))
    }

    /// Forgets all of them.
    pub(crate) fn clear(&mut self) {
        self.all.clear();
    }
}

type Vector = [f64; 3];
type Matrix = [[f64; 4]; 3];

/// The nearest number of 32 bits.
#[expect(clippy::cast_possible_truncation, reason = "the nearest one is what is asked for")]
fn narrow(number: f64) -> f32 {
    number as f32
}

fn dot([a, b, c]: Vector, [x, y, z]: Vector) -> f64 {
    a * x + b * y + c * z
}

fn cross([a, b, c]: Vector, [x, y, z]: Vector) -> Vector {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}

fn minus([a, b, c]: Vector, [x, y, z]: Vector) -> Vector {
    [a - x, b - y, c - z]
}

/// The transform back; `None` where there is none.
fn inverse(transform: &[[f32; 4]; 3]) -> Option<Matrix> {
    let [[a, b, c, x], [d, e, f, y], [g, h, i, z]] = transform.map(|row| row.map(f64::from));
    let determinant = dot([a, b, c], cross([d, e, f], [g, h, i]));
    if determinant == 0.0 || !determinant.is_finite() {
        return None;
    }
    let rows = [
        [e * i - f * h, c * h - b * i, b * f - c * e],
        [f * g - d * i, a * i - c * g, c * d - a * f],
        [d * h - e * g, b * g - a * h, a * e - b * d],
    ];
    Some(rows.map(|row| {
        let [p, q, r] = row.map(|number| number / determinant);
        [p, q, r, -dot([p, q, r], [x, y, z])]
    }))
}

/// A point in another space.
fn point(matrix: &Matrix, point: [f32; 3]) -> Vector {
    let point = point.map(f64::from);
    matrix.map(|[a, b, c, d]| dot([a, b, c], point) + d)
}

/// A direction in another space.
fn vector(matrix: &Matrix, direction: [f32; 3]) -> Vector {
    let direction = direction.map(f64::from);
    matrix.map(|[a, b, c, _]| dot([a, b, c], direction))
}

/// Where a ray meets a triangle: how far, the weights of the second and third corner, and whether the corners go
/// clockwise as seen from its origin, in D3D's left-handed space.
fn meet_triangle(
    origin: Vector,
    direction: Vector,
    triangle: &[[f32; 3]; 3],
) -> Option<(f64, [f32; 2], bool)> {
    let [first, second, third] = triangle.map(|corner| corner.map(f64::from));
    let (one, other) = (minus(second, first), minus(third, first));
    let across = cross(direction, other);
    let determinant = dot(one, across);
    // Parallel, degenerate, or no triangle at all where a corner is no number.
    if determinant == 0.0 || !determinant.is_finite() {
        return None;
    }
    let from = minus(origin, first);
    let u = dot(from, across) / determinant;
    let around = cross(from, one);
    let v = dot(direction, around) / determinant;
    let is_inside = u >= 0.0 && v >= 0.0 && u + v <= 1.0;
    is_inside.then(|| (dot(other, around) / determinant, [narrow(u), narrow(v)], determinant > 0.0))
}

/// Whether a ray meets a box between its ends.
fn meet_box(origin: Vector, direction: Vector, corners: &[[f32; 3]; 2], ends: [f64; 2]) -> bool {
    let [mut near, mut far] = ends;
    let [smallest, largest] = corners.map(|corner| corner.map(f64::from));
    let axes = origin.iter().zip(direction).zip(smallest.iter().zip(largest));
    for ((origin, direction), (smallest, largest)) in axes {
        if smallest.is_nan() || largest.is_nan() {
            return false;
        }
        if direction == 0.0 {
            if *origin < *smallest || *origin > largest {
                return false;
            }
            continue;
        }
        let [one, other] = [(smallest - origin) / direction, (largest - origin) / direction];
        near = near.max(one.min(other));
        far = far.min(one.max(other));
    }
    near <= far
}
