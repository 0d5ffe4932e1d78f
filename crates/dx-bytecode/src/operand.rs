//! Reads and writes operands: the register, its components, indices and modifiers.
//!
//! An operand token is stored unchanged and read through methods, so that no bit is lost. Only its bits about indices
//! are written from the indices themselves.

mod register;

use arrayvec::ArrayVec;

pub use crate::generated::tokens::REGISTERS;
pub use register::{RegisterKind, RegisterRow};

use crate::cursor::Cursor;
use crate::error::{ProgramErrorKind, Result};
use crate::limits::MAX_INDEX_DEPTH;

/// Bit 31 of a token: another one follows that says more.
pub(crate) const EXTENDED: u32 = 1 << 31;

/// An operand.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Operand {
    /// The token, except for what it says of the indices (bits 20 to 30 as far as they are used, and 31).
    token: u32,
    /// The token behind it, which says how the value is modified; mostly there is none.
    modifiers: Option<Modifiers>,
    /// How the register is indexed: nothing for `vPrim`, one index for `r1`, two for `cb0[3]`, three from shader
    /// model 5.1 on.
    pub indices: ArrayVec<Index, 3>,
    /// The words of an immediate value: one or four of 32 bits, or one or two of 64 (low word first).
    pub values: ArrayVec<u32, 4>,
}

/// One index of an operand.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Index {
    /// `[3]`.
    Immediate(u32),
    /// `[3]`, in 64 bits.
    Immediate64(u64),
    /// `[r0.x]`.
    Relative(Box<Operand>),
    /// `[r0.x + 3]`.
    RelativePlus(Box<Operand>, u32),
    /// `[r0.x + 3]`, in 64 bits.
    RelativePlus64(Box<(Operand, u64)>),
}

impl RegisterKind {
    /// Its row.
    pub fn row(self) -> Option<&'static RegisterRow> {
        REGISTERS.get(usize::from(self.0))
    }

    /// Its name, or what stands before the number.
    pub fn name(self) -> &'static str {
        self.row().map_or("", |row| row.name)
    }

    /// Whether its first index is an element rather than a register's number: `icb[3]` beside `r3`.
    pub(crate) fn is_array(self) -> bool {
        const ARRAYS: [RegisterKind; 4] = [
            RegisterKind::IMMEDIATE_CONSTANT_BUFFER,
            RegisterKind::INPUT_CONTROL_POINT,
            RegisterKind::OUTPUT_CONTROL_POINT,
            RegisterKind::THIS_POINTER,
        ];
        ARRAYS.contains(&self)
    }
}

/// The component selection of an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Components {
    /// It has none: samplers, labels.
    None,
    /// It has one.
    One,
    /// Those whose bits are set, x the lowest.
    Mask(u8),
    /// Four in this order, 0 for x.
    Swizzle([u8; 4]),
    /// One of four, 0 for x.
    Select(u8),
    /// Four, chosen in a way that the format does not have.
    Unknown,
}

/// The modifiers and the minimum precision of an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Modifiers(pub u32);

impl Modifiers {
    /// The kind of extension token that holds modifiers, the only one there is.
    const KIND: u32 = 1;

    /// What says nothing yet.
    pub const NONE: Self = Self(Self::KIND);

    /// Whether the absolute value is taken.
    pub fn absolute(self) -> bool {
        self.0 >> 6 & 2 != 0
    }

    /// Whether the value is negated, after the absolute value was taken.
    pub fn negate(self) -> bool {
        self.0 >> 6 & 1 != 0
    }

    /// The least precision that will do; 0 for all of it.
    pub fn min_precision(self) -> u32 {
        self.0 >> 14 & 7
    }

    /// Whether the index may differ within a wave.
    pub fn non_uniform(self) -> bool {
        self.0 >> 17 & 1 != 0
    }

    /// Modifiers that say this.
    #[must_use]
    pub fn new(absolute: bool, negate: bool, min_precision: u32, non_uniform: bool) -> Self {
        let modifier = u32::from(absolute) << 1 | u32::from(negate);
        Self(Self::KIND | modifier << 6 | (min_precision & 7) << 14 | u32::from(non_uniform) << 17)
    }

    /// Whether methods and [`new`](Self::new) say all there is in it.
    pub fn is_known(self) -> bool {
        self == Self::new(self.absolute(), self.negate(), self.min_precision(), self.non_uniform())
    }
}

impl Operand {
    /// An operand of this kind, without indices.
    pub fn new(kind: RegisterKind, components: Components) -> Self {
        let token = components.bits() | u32::from(kind.0) << 12;
        Self { token, modifiers: None, indices: ArrayVec::new(), values: ArrayVec::new() }
    }

    /// A register by its number.
    #[must_use]
    pub fn register(kind: RegisterKind, number: u32, components: Components) -> Self {
        let mut operand = Self::new(kind, components);
        operand.indices.push(Index::Immediate(number));
        operand
    }

    /// An immediate value of one or four 32-bit words.
    #[must_use]
    pub fn immediate(values: &[u32]) -> Self {
        let components = if values.len() == 1 { Components::One } else { Components::Mask(0) };
        let mut operand = Self::new(RegisterKind::IMMEDIATE32, components);
        operand.values.extend(values.iter().copied().chain([0; 4]).take(if values.len() == 1 {
            1
        } else {
            4
        }));
        operand
    }

    /// How many numbers an immediate value has; none, if it is something else.
    pub fn literals(&self) -> usize {
        let words = if self.kind() == RegisterKind::IMMEDIATE64 { 2 } else { 1 };
        self.values.len() / words
    }

    /// What it names.
    pub fn kind(&self) -> RegisterKind {
        kind_of(self.token)
    }

    /// Which components of it.
    pub fn components(&self) -> Components {
        let selection = self.token >> 4;
        let [low, ..] = selection.to_le_bytes();
        match (self.token & 3, self.token >> 2 & 3) {
            (0, _) => Components::None,
            (1, _) => Components::One,
            (2, 0) => Components::Mask(low & 15),
            (2, 1) => Components::Swizzle([low & 3, low >> 2 & 3, low >> 4 & 3, low >> 6 & 3]),
            (2, 2) => Components::Select(low & 3),
            _ => Components::Unknown,
        }
    }

    /// Chooses other components.
    pub fn set_components(&mut self, components: Components) {
        self.token = self.token & !0xfff | components.bits();
    }

    /// How the value is modified, if it is.
    pub fn modifiers(&self) -> Option<Modifiers> {
        self.modifiers
    }

    /// Modifies it, or not.
    pub fn set_modifiers(&mut self, modifiers: Option<Modifiers>) {
        self.modifiers = modifiers;
    }

    /// The number of a register that is indexed by one plain number.
    pub fn number(&self) -> Option<u32> {
        match self.indices.as_slice() {
            [Index::Immediate(number)] => Some(*number),
            _ => None,
        }
    }

    /// The token as a program holds it.
    pub fn token(&self) -> u32 {
        self.token_over(self.token)
    }

    /// The token it would have if there were nothing in it but its kind, these components, and what the indices
    /// and modifiers ask for.
    pub(crate) fn token_with(&self, components: Components) -> u32 {
        self.token_over(components.bits() | u32::from(self.kind().0) << 12)
    }

    fn token_over(&self, mut token: u32) -> u32 {
        for (dimension, index) in self.indices.iter().enumerate() {
            let shift = 22 + 3 * dimension;
            token = token & !(7 << shift) | index.representation() << shift;
            token += 1 << 20;
        }
        if self.modifiers.is_some() { token | EXTENDED } else { token }
    }

    /// The operand with another token and the same indices, values and modifiers; `None` where that token says
    /// that there are other ones.
    #[must_use]
    pub fn with_token(mut self, token: u32) -> Option<Self> {
        self.token = without_indices(token);
        let same = (self.token() ^ token) & !EXTENDED == 0;
        (same && usize::try_from(value_words(token)) == Ok(self.values.len())).then_some(self)
    }

    /// How many words it takes.
    pub(crate) fn length(&self) -> usize {
        let indices: usize = self.indices.iter().map(Index::length).sum();
        1 + usize::from(self.modifiers.is_some()) + self.values.len() + indices
    }

    pub(crate) fn read(r: &mut Cursor<'_>, depth: usize) -> Result<Self> {
        let at = r.position();
        let token = r.take("an operand")?;
        if kind_of(token).row().is_none() {
            return Err(r.error_at(at, ProgramErrorKind::UnknownRegister { found: token >> 12 & 0xff }));
        }
        if token & 3 == 3 {
            return Err(r.error_at(at, ProgramErrorKind::ReservedComponents));
        }
        let modifiers = match token & EXTENDED {
            0 => None,
            _ => Some(Modifiers(r.take("an extended operand token")?)),
        };
        if modifiers.is_some_and(|modifiers| modifiers.0 & EXTENDED != 0) {
            return Err(r.error_at(at + 1, ProgramErrorKind::OperandExtensions));
        }
        let dimensions = token >> 20 & 3;
        if value_words(token) > 0 && dimensions > 0 {
            return Err(r.error_at(at, ProgramErrorKind::IndexedValue { found: dimensions }));
        }
        let mut operand = Self {
            token: without_indices(token),
            modifiers,
            indices: ArrayVec::new(),
            values: ArrayVec::new(),
        };
        for _ in 0..value_words(token) {
            operand.values.push(r.take("an immediate value")?);
        }
        for dimension in 0..dimensions {
            let representation = token >> (22 + 3 * dimension) & 7;
            operand.indices.push(Index::read(r, representation, at, operand.indices.len(), depth)?);
        }
        Ok(operand)
    }

    pub(crate) fn write(&self, out: &mut Vec<u32>) {
        out.push(self.token());
        out.extend(self.modifiers.map(|modifiers| modifiers.0));
        out.extend(&self.values);
        for index in &self.indices {
            index.write(out);
        }
    }
}

/// The token without what it says of indices and of a token behind it.
fn without_indices(token: u32) -> u32 {
    let used = (0..token >> 20 & 3).fold(3 << 20, |used, dimension| used | 7 << (22 + 3 * dimension));
    token & !(used | EXTENDED)
}

/// What an operand token names.
fn kind_of(token: u32) -> RegisterKind {
    let [kind, ..] = (token >> 12).to_le_bytes();
    RegisterKind(kind)
}

/// How many words of immediate value follow an operand token.
fn value_words(token: u32) -> u32 {
    match (kind_of(token), token & 3) {
        (RegisterKind::IMMEDIATE32, 1) => 1,
        (RegisterKind::IMMEDIATE64, 1) => 2,
        (RegisterKind::IMMEDIATE32 | RegisterKind::IMMEDIATE64, 2) => 4,
        _ => 0,
    }
}

/// The low and the high word.
pub(crate) fn halves(bits: u64) -> [u32; 2] {
    [bits & 0xffff_ffff, bits >> 32].map(|word| u32::try_from(word).unwrap_or_default())
}

impl Components {
    /// The components in order, 0 for x, and how many of the four there are.
    pub(crate) fn letters(self) -> ([u8; 4], usize) {
        match self {
            Self::None | Self::One | Self::Unknown => ([0; 4], 0),
            Self::Swizzle(swizzle) => (swizzle, 4),
            Self::Select(component) => ([component; 4], 1),
            Self::Mask(mask) => {
                let mut letters = [0; 4];
                let set = (0..4).filter(|component| mask >> component & 1 != 0);
                let count =
                    letters.iter_mut().zip(set).map(|(letter, component)| *letter = component).count();
                (letters, count)
            }
        }
    }

    /// The low twelve bits of a token that says this.
    fn bits(self) -> u32 {
        let four = |mode: u32, selection: u32| 2 | mode << 2 | selection << 4;
        match self {
            Self::None => 0,
            Self::One => 1,
            Self::Mask(mask) => four(0, u32::from(mask & 15)),
            Self::Swizzle([x, y, z, w]) => four(
                1,
                [w, z, y, x].into_iter().fold(0, |bits, component| bits << 2 | u32::from(component & 3)),
            ),
            Self::Select(component) => four(2, u32::from(component & 3)),
            Self::Unknown => four(3, 0),
        }
    }
}

impl Index {
    /// The number in it.
    pub fn base(&self) -> u64 {
        match self {
            Self::Immediate(base) | Self::RelativePlus(_, base) => u64::from(*base),
            Self::Immediate64(base) => *base,
            Self::RelativePlus64(both) => both.1,
            Self::Relative(_) => 0,
        }
    }

    /// The register that is added to it.
    pub fn relative(&self) -> Option<&Operand> {
        match self {
            Self::Relative(operand) | Self::RelativePlus(operand, _) => Some(operand),
            Self::RelativePlus64(both) => Some(&both.0),
            Self::Immediate(_) | Self::Immediate64(_) => None,
        }
    }

    fn length(&self) -> usize {
        let base = match self {
            Self::Relative(_) => 0,
            Self::Immediate(_) | Self::RelativePlus(..) => 1,
            Self::Immediate64(_) | Self::RelativePlus64(_) => 2,
        };
        base + self.relative().map_or(0, Operand::length)
    }

    fn representation(&self) -> u32 {
        match self {
            Self::Immediate(_) => 0,
            Self::Immediate64(_) => 1,
            Self::Relative(_) => 2,
            Self::RelativePlus(..) => 3,
            Self::RelativePlus64(..) => 4,
        }
    }

    fn read(
        r: &mut Cursor<'_>,
        representation: u32,
        token_at: usize,
        dimension: usize,
        depth: usize,
    ) -> Result<Self> {
        let base = match representation {
            0 | 3 => u64::from(r.take("an index")?),
            // The high word comes first.
            1 | 4 => u64::from(r.take("an index")?) << 32 | u64::from(r.take("an index")?),
            2 => 0,
            found => return Err(r.error_at(token_at, ProgramErrorKind::UnknownIndex { dimension, found })),
        };
        let [low, _] = halves(base);
        if representation < 2 {
            return Ok(if representation == 0 { Self::Immediate(low) } else { Self::Immediate64(base) });
        }
        if depth >= MAX_INDEX_DEPTH {
            return Err(r.error_at(token_at, ProgramErrorKind::Nesting));
        }
        let relative = Box::new(Operand::read(r, depth + 1)?);
        Ok(match representation {
            2 => Self::Relative(relative),
            3 => Self::RelativePlus(relative, low),
            _ => Self::RelativePlus64(Box::new((*relative, base))),
        })
    }

    fn write(&self, out: &mut Vec<u32>) {
        match self {
            Self::Immediate(base) | Self::RelativePlus(_, base) => out.push(*base),
            Self::Immediate64(_) | Self::RelativePlus64(_) => {
                let [low, high] = halves(self.base());
                out.extend([high, low]);
            }
            Self::Relative(_) => {}
        }
        if let Some(relative) = self.relative() {
            relative.write(out);
        }
    }
}
