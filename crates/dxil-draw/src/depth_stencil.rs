//! Depth and stencil: what each sample holds, and how new samples are tested against it. Depths are kept as their
//! format stores them, so that what compares equal is what is equal there.

use std::cmp::Ordering;

use super::state::{DepthStencilState, StencilFace, StencilOp, StencilTest};
use az::SaturatingAs as _;
use dxil_run::resources::{Comparison, Component, Format, Memory, Packed, Resources, Texture};

/// How depths and stencils are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DepthFormat {
    /// `D32_FLOAT`.
    Float,
    /// `D16_UNORM`.
    Unorm16,
    /// `D24_UNORM_S8_UINT`.
    Unorm24Stencil,
    /// `D32_FLOAT_S8X24_UINT`.
    FloatStencil,
}

impl DepthFormat {
    /// That of a texture's format; `None` for one that holds no depth.
    pub(crate) fn of(format: Format) -> Option<Self> {
        Some(match (format.component, format.components) {
            (Component::F32, 1) => Self::Float,
            (Component::UnsignedNormalized(16), 1) => Self::Unorm16,
            (Component::Packed(Packed::R24UnormX8), _) => Self::Unorm24Stencil,
            (Component::Packed(Packed::R32FloatX8X24), _) => Self::FloatStencil,
            _ => return None,
        })
    }

    /// Whether it has a stencil.
    pub(crate) fn has_stencil(self) -> bool {
        matches!(self, Self::Unorm24Stencil | Self::FloatStencil)
    }

    /// The largest depth as an integer; `None` for floats.
    fn largest(self) -> Option<u32> {
        match self {
            Self::Unorm16 => Some(0xffff),
            Self::Unorm24Stencil => Some(0xff_ffff),
            Self::Float | Self::FloatStencil => None,
        }
    }

    /// A depth from 0 to 1 as it is stored.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the value is from 0 to 1 and rounded to the nearest integer"
    )]
    fn store(self, depth: f32) -> u32 {
        match self.largest() {
            Some(largest) => (f64::from(depth.clamp(0.0, 1.0)) * f64::from(largest) + 0.5) as u32,
            None => depth.to_bits(),
        }
    }

    /// What a depth bias of 1 adds to the depths of a primitive, the greatest of which is this: the least number that
    /// the format has, of floats the least difference at that depth.
    ///
    /// Source: the functional specification of Direct3D 11.3, "Depth Bias" (15.10).
    pub(crate) fn unit(self, greatest: f64) -> f64 {
        match self.largest() {
            Some(largest) => 1.0 / f64::from(largest),
            None => libm::exp2(f64::from(libm::ilogb(greatest.abs()).max(-126) - 23)),
        }
    }

    /// How a depth compares with another one, both as they are stored.
    fn compare(self, one: u32, other: u32) -> Option<Ordering> {
        match self.largest() {
            Some(_) => Some(one.cmp(&other)),
            None => f32::from_bits(one).partial_cmp(&f32::from_bits(other)),
        }
    }
}

/// Whether a comparison holds; of what is not a number, only that it is not equal.
fn holds(comparison: Comparison, order: Option<Ordering>) -> bool {
    match comparison {
        Comparison::Never => false,
        Comparison::Less => order == Some(Ordering::Less),
        Comparison::Equal => order == Some(Ordering::Equal),
        Comparison::LessEqual => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        Comparison::Greater => order == Some(Ordering::Greater),
        Comparison::NotEqual => order != Some(Ordering::Equal),
        Comparison::GreaterEqual => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        Comparison::Always => true,
    }
}

/// What a stencil becomes.
fn changed(op: StencilOp, old: u8, reference: u8) -> u8 {
    match op {
        StencilOp::Keep => old,
        StencilOp::Zero => 0,
        StencilOp::Replace => reference,
        StencilOp::IncrSat => old.saturating_add(1),
        StencilOp::DecrSat => old.saturating_sub(1),
        StencilOp::Invert => !old,
        StencilOp::Incr => old.wrapping_add(1),
        StencilOp::Decr => old.wrapping_sub(1),
    }
}

/// Rows of samples, of each layer: where they are in a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rows {
    /// The first row, and the first one behind.
    pub(crate) first: u32,
    pub(crate) end: u32,
    pub(crate) width: u32,
    pub(crate) layers: u32,
    pub(crate) samples: u32,
}

impl Rows {
    /// The number of a sample among those of the rows; `None` for one that is not there.
    fn index(&self, [x, y]: [u32; 2], layer: u32, sample: u32) -> Option<usize> {
        let row = y.checked_sub(self.first)?;
        if y >= self.end || x >= self.width || layer >= self.layers || sample >= self.samples {
            return None;
        }
        let rows = u64::from(self.end - self.first);
        let pixel = (u64::from(layer) * rows + u64::from(row)) * u64::from(self.width) + u64::from(x);
        usize::try_from(pixel * u64::from(self.samples) + u64::from(sample)).ok()
    }

    /// How many samples there are.
    fn count(&self) -> usize {
        let rows = u64::from(self.end.saturating_sub(self.first));
        let pixels = rows * u64::from(self.width) * u64::from(self.layers);
        (pixels * u64::from(self.samples)).saturating_as::<usize>()
    }

    /// All samples, in the order of their numbers.
    fn each(self) -> impl Iterator<Item = ([u32; 2], u32, u32)> {
        let rows = (0..self.layers).flat_map(move |layer| (self.first..self.end).map(move |y| (layer, y)));
        let pixels = rows.flat_map(move |(layer, y)| (0..self.width).map(move |x| ([x, y], layer)));
        pixels.flat_map(move |(at, layer)| (0..self.samples).map(move |sample| (at, layer, sample)))
    }
}

/// Depths and stencils of some rows of a target.
#[derive(Debug)]
pub(crate) struct DepthStencil {
    format: DepthFormat,
    state: DepthStencilState,
    rows: Rows,
    /// As they are stored; empty where nothing tests them.
    depths: Vec<u32>,
    /// Likewise.
    stencils: Vec<u8>,
}

/// A sample that is tested.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sample {
    pub(crate) at: [u32; 2],
    pub(crate) layer: u32,
    pub(crate) number: u32,
    pub(crate) depth: f32,
    /// Whether it is of what is seen from the front.
    pub(crate) is_front: bool,
    /// What the shader gave to compare with the stencil.
    pub(crate) reference: Option<u8>,
}

impl DepthStencil {
    /// What a target holds in some rows; without one, depths are 1 and stencils 0.
    pub(crate) fn new(
        state: DepthStencilState,
        format: DepthFormat,
        rows: Rows,
        target: Option<(&Texture, &Memory)>,
    ) -> Self {
        let count = rows.count();
        let depths = if state.depth.is_some() { vec![format.store(1.0); count] } else { Vec::new() };
        let stencils = if state.stencil.is_some() { vec![0; count] } else { Vec::new() };
        let mut all = Self { format, state, rows, depths, stencils };
        if let Some((texture, memory)) = target {
            all.read(texture, memory);
        }
        all
    }

    fn read(&mut self, texture: &Texture, memory: &Memory) {
        let (layout, format) = (texture.layout(), self.format);
        let mut depths = self.depths.iter_mut();
        let mut stencils = self.stencils.iter_mut();
        for ([x, y], layer, sample) in self.rows.each() {
            let Some(byte) = layout.texel(0, [x, y, 0], layer, sample) else { continue };
            let word = memory.read(byte, if format == DepthFormat::Unorm16 { 2 } else { 4 });
            if let Some(depth) = depths.next() {
                *depth = if format == DepthFormat::Unorm24Stencil { word & 0xff_ffff } else { word };
            }
            if let Some(stencil) = stencils.next() {
                let [_, _, _, high] = word.to_le_bytes();
                let [beside, ..] = memory.read(byte + 4, 1).to_le_bytes();
                *stencil = if format == DepthFormat::Unorm24Stencil { high } else { beside };
            }
        }
    }

    /// Writes what was changed into the target.
    pub(crate) fn write(&self, texture: &Texture, memory: &Memory) {
        let layout = texture.layout();
        let mut depths = self.depths.iter();
        let mut stencils = self.stencils.iter();
        for ([x, y], layer, sample) in self.rows.each() {
            let Some(byte) = layout.texel(0, [x, y, 0], layer, sample) else { continue };
            if let Some(depth) = depths.next() {
                match self.format {
                    DepthFormat::Unorm16 => drop(memory.write(byte, 2, *depth)),
                    DepthFormat::Unorm24Stencil => {
                        memory.write(byte, 4, *depth | memory.read(byte + 3, 1) << 24);
                    }
                    DepthFormat::Float | DepthFormat::FloatStencil => drop(memory.write(byte, 4, *depth)),
                }
            }
            if let Some(stencil) = stencils.next() {
                let beside = if self.format == DepthFormat::Unorm24Stencil { 3 } else { 4 };
                memory.write(byte + beside, 1, u32::from(*stencil));
            }
        }
    }

    /// Whether anything is tested.
    pub(crate) fn is_tested(&self) -> bool {
        self.state.depth.is_some() || self.state.stencil.is_some()
    }

    /// Tests a sample, and changes what is stored as the state says. Whether it passes.
    pub(crate) fn test(&mut self, sample: &Sample) -> bool {
        let DepthStencilState { depth, stencil } = self.state;
        let Some(index) = self.rows.index(sample.at, sample.layer, sample.number) else { return false };
        let mut old_stencil = self.stencils.get_mut(index);
        let face = stencil.map(|test| if sample.is_front { test.front } else { test.back });
        if let (Some(test), Some(face), Some(old)) = (stencil, face, old_stencil.as_deref_mut())
            && !stencil_passes(&test, &face, *old, sample.reference)
        {
            change(old, face.fail, &test, sample.reference);
            return false;
        }
        let new = self.format.store(sample.depth);
        let passes = match (depth, self.depths.get_mut(index)) {
            (Some(test), Some(old)) => {
                let passes = holds(test.comparison, self.format.compare(new, *old));
                if passes && test.writes {
                    *old = new;
                }
                passes
            }
            _ => true,
        };
        if let (Some(test), Some(face), Some(old)) = (stencil, face, old_stencil) {
            change(old, if passes { face.pass } else { face.depth_fail }, &test, sample.reference);
        }
        passes
    }
}

fn stencil_passes(test: &StencilTest, face: &StencilFace, old: u8, reference: Option<u8>) -> bool {
    let reference = reference.unwrap_or(test.reference);
    holds(face.comparison, Some((reference & test.read_mask).cmp(&(old & test.read_mask))))
}

fn change(old: &mut u8, op: StencilOp, test: &StencilTest, reference: Option<u8>) {
    let new = changed(op, *old, reference.unwrap_or(test.reference));
    *old = *old & !test.write_mask | new & test.write_mask;
}

/// The memory of a target, where there is one.
pub(crate) fn memory_of<'r>(texture: &Texture, resources: &'r Resources) -> Option<&'r Memory> {
    resources.memories.get(texture.memory)
}
