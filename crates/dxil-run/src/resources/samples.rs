//! Where samples lie in a pixel: D3D's standard patterns.

/// Where each of so many samples lies, in 16ths of a pixel from its middle, to the right and down; nothing where there
/// is no such pattern.
pub(crate) fn positions(samples: u32) -> &'static [(i8, i8)] {
    match samples {
        1 => &[(0, 0)],
        2 => &[(4, 4), (-4, -4)],
        4 => &[(-2, -6), (6, -2), (-6, 2), (2, 6)],
        8 => &[(1, -3), (-1, 3), (5, 1), (-3, -5), (-5, 5), (-7, -1), (3, 7), (7, -7)],
        16 => &[
            (1, 1),
            (-1, -3),
            (-3, 2),
            (4, -1),
            (-5, -2),
            (2, 5),
            (5, 3),
            (3, -5),
            (-2, 6),
            (0, -7),
            (-4, -6),
            (-6, 4),
            (-8, 0),
            (7, -4),
            (6, 7),
            (-7, -8),
        ],
        _ => &[],
    }
}
