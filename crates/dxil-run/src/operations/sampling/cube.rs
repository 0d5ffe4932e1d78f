//! Cubes: which face a direction goes through, and where; and the texel behind the edge of a face, on the next one.

/// A face, and where a direction goes through it: from -1 to 1 along both axes, and how far the direction goes.
#[derive(Debug, Clone, Copy)]
struct Hit {
    face: u32,
    across: f64,
    down: f64,
    distance: f64,
}

/// Which face the longest axis leads to (of equal ones x, then y), with what lies along its axes.
fn hit([x, y, z]: [f64; 3]) -> Hit {
    let [a, b, c] = [x, y, z].map(f64::abs);
    let (face, across, down, distance) = if a >= b && a >= c {
        if x >= 0.0 { (0, -z, -y, a) } else { (1, z, -y, a) }
    } else if b >= c {
        if y >= 0.0 { (2, x, z, b) } else { (3, x, -z, b) }
    } else if z >= 0.0 {
        (4, x, -y, c)
    } else {
        (5, -x, -y, c)
    };
    Hit { face, across, down, distance }
}

/// The direction through a place of a face.
fn direction(face: u32, across: f64, down: f64) -> [f64; 3] {
    match face {
        0 => [1.0, -down, -across],
        1 => [-1.0, -down, across],
        2 => [across, 1.0, down],
        3 => [across, -1.0, -down],
        4 => [across, -down, 1.0],
        _ => [-across, -down, -1.0],
    }
}

/// The face that a direction goes through, and where: from 0 to 1 along both axes.
pub(super) fn face(direction: [f64; 3]) -> (u32, [f64; 2]) {
    let hit = hit(direction);
    (hit.face, [hit.across, hit.down].map(|along| (along / hit.distance + 1.0) / 2.0))
}

/// The derivative of the place on a face, from that of the direction.
pub(super) fn derivative(at: [f64; 3], along: [f64; 3]) -> [f64; 3] {
    let here = hit(at);
    // What changes, by the same choice of axes.
    let [x, y, z] = along;
    let (across, down, distance) = match here.face {
        0 => (-z, -y, x),
        1 => (z, -y, -x),
        2 => (x, z, y),
        3 => (x, -z, -y),
        4 => (x, -y, z),
        _ => (-x, -y, -z),
    };
    let of = |place: f64, change: f64| {
        (change * here.distance - place * distance) / (here.distance * here.distance) / 2.0
    };
    [of(here.across, across), of(here.down, down), 0.0]
}

/// The texel of a face at a place that may be beyond one edge; `None` beyond two, where there is none.
pub(super) fn texel(face: u32, [x, y]: [i64; 2], size: u32) -> Option<(u32, [u32; 2])> {
    let inside = |along: i64| u32::try_from(along).ok().filter(|along| *along < size);
    match (inside(x), inside(y)) {
        (Some(x), Some(y)) => return Some((face, [x, y])),
        (None, None) => return None,
        _ => {}
    }
    let count = f64::from(size);
    let middle = |along: i64| (2.0 * whole(along) + 1.0) / count - 1.0;
    let (face, at) = self::face(direction(face, middle(x), middle(y)));
    let texel = at.map(|along| {
        let along = (along * count).floor();
        inside(integer(along)).unwrap_or(if along < 0.0 { 0 } else { size.saturating_sub(1) })
    });
    Some((face, texel))
}

/// A place in texels as a number: few enough to be exact.
#[expect(clippy::cast_precision_loss, reason = "sizes of textures are exact")]
fn whole(along: i64) -> f64 {
    along as f64
}

/// The whole part of a number that has none but that; what is no number is zero.
#[expect(clippy::cast_possible_truncation, reason = "what is too large is as far as one can go")]
#[inline]
pub(super) fn integer(value: f64) -> i64 {
    (value as i64).clamp(-(1 << 40), 1 << 40)
}
