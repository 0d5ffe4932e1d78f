//! Operands as text.

use std::fmt::Write as _;

use dx_container::ProgramVersion;

use crate::opcode::{Literal, MIN_PRECISION, name_of};
use crate::operand::{Components, Index, Modifiers, Operand, RegisterKind};
use crate::text::annotation::TOKEN;
use crate::text::literal;

/// Where an operand stands, which decides what its text leaves out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// In a declaration.
    Declared,
    /// Written by an instruction.
    Written,
    /// Read by an instruction, or an index of an operand.
    Read(Literal),
    /// The interface of a call: an index that follows is the function.
    Called,
}

/// What the text of an operand depends on besides the operand.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scope {
    /// Whether views, samplers and buffers are declared as ranges, as from shader model 5.1 on.
    pub(crate) ranges: bool,
}

/// Components 0 to 3.
pub(crate) const LETTERS: [char; 4] = ['x', 'y', 'z', 'w'];
const IDENTITY: Components = Components::Swizzle([0, 1, 2, 3]);

impl Scope {
    /// The scope of a program.
    pub(crate) fn of(version: ProgramVersion) -> Self {
        Self { ranges: (version.major(), version.minor()) >= (5, 1) }
    }

    /// Whether operands of this kind name an element of a range.
    pub(crate) fn is_range(self, kind: RegisterKind) -> bool {
        const BOUND: [RegisterKind; 4] = [
            RegisterKind::SAMPLER,
            RegisterKind::RESOURCE,
            RegisterKind::CONSTANT_BUFFER,
            RegisterKind::UNORDERED_ACCESS_VIEW,
        ];
        self.ranges && BOUND.contains(&kind)
    }

    /// The components of an operand whose text says none.
    fn bare(self, kind: RegisterKind, role: Role) -> Components {
        let declared = role == Role::Declared;
        if declared && self.hides_components(kind) {
            return IDENTITY;
        }
        let [in_declaration, elsewhere] = kind.row().map_or([0, 0], |row| row.bare);
        match (if declared { in_declaration } else { elsewhere }, role) {
            (0, _) => Components::None,
            (1, _) => Components::One,
            (_, Role::Read(_) | Role::Called) => IDENTITY,
            (_, Role::Declared | Role::Written) => Components::Mask(15),
        }
    }

    /// Whether declarations of this kind hold a swizzle that nobody writes.
    fn hides_components(self, kind: RegisterKind) -> bool {
        kind == RegisterKind::CONSTANT_BUFFER || self.is_range(kind)
    }

    /// The components that `letters` behind an operand of this kind say.
    pub(crate) fn components(self, kind: RegisterKind, role: Role, letters: &[u8]) -> Components {
        match (letters, role) {
            ([], _) => self.bare(kind, role),
            (_, Role::Declared | Role::Written) => {
                Components::Mask(letters.iter().fold(0, |mask, letter| mask | 1 << (letter & 3)))
            }
            (&[letter], Role::Read(_) | Role::Called) => Components::Select(letter & 3),
            // Fewer than four: the last one stands for the rest, as in HLSL's own assembler.
            (_, Role::Read(_) | Role::Called) => {
                let last = letters.last().copied().unwrap_or_default();
                Components::Swizzle(
                    [0, 1, 2, 3].map(|at: usize| letters.get(at).copied().unwrap_or(last) & 3),
                )
            }
        }
    }

    /// Appends an operand.
    pub(crate) fn print(self, out: &mut String, operand: &Operand, role: Role) {
        let known =
            operand.modifiers().filter(|modifiers| modifiers.is_known() && *modifiers != Modifiers::NONE);
        let absolute = known.is_some_and(Modifiers::absolute);
        if known.is_some_and(Modifiers::negate) {
            out.push('-');
        }
        if absolute {
            out.push('|');
        }
        let immediate = !operand.values.is_empty();
        let said = if immediate {
            print_values(out, operand, role);
            if operand.values.len() == 4 { Components::Mask(0) } else { Components::One }
        } else {
            self.print_register(out, operand, role)
        };
        let unsaid = operand.modifiers().filter(|_| known.is_none());
        // Without a value, `l` is a label.
        let is_empty =
            !immediate && [RegisterKind::IMMEDIATE32, RegisterKind::IMMEDIATE64].contains(&operand.kind());
        if unsaid.is_some() || is_empty || operand.token_with(said) != operand.token() {
            let _ = write!(out, "{TOKEN}0x{:08x}", operand.token());
        }
        if let Some(modifiers) = unsaid {
            let _ = write!(out, "{TOKEN}0x{:08x}", modifiers.0);
        }
        if let Some(known) = known {
            print_attributes(out, known, immediate);
        }
        if absolute {
            out.push('|');
        }
    }

    /// Appends a register; gives the components that its text says.
    fn print_register(self, out: &mut String, operand: &Operand, role: Role) -> Components {
        let (kind, declared) = (operand.kind(), role == Role::Declared);
        if self.is_range(kind) || declared && kind == RegisterKind::CONSTANT_BUFFER {
            out.extend(kind.name().chars().map(|letter| letter.to_ascii_uppercase()));
        } else {
            out.push_str(kind.name());
        }
        match operand.indices.as_slice() {
            [id, Index::Immediate(lower), Index::Immediate(upper)] if declared && self.is_range(kind) => {
                self.print_index(out, id, false);
                let _ = match *upper {
                    u32::MAX => write!(out, "[{lower}:*]"),
                    upper => write!(out, "[{lower}:{upper}]"),
                };
            }
            indices => {
                let elements = kind.is_array() || kind == RegisterKind::INPUT && indices.len() > 1;
                for (dimension, index) in indices.iter().enumerate() {
                    self.print_index(out, index, dimension > 0 || elements);
                }
            }
        }
        let components = operand.components();
        if declared && self.hides_components(kind) && components == IDENTITY {
            return IDENTITY;
        }
        let (letters, count) = components.letters();
        let letters = letters.get(..count).unwrap_or_default();
        if !letters.is_empty() {
            out.push('.');
            out.extend(letters.iter().filter_map(|letter| LETTERS.get(usize::from(*letter))));
        }
        self.components(kind, role, letters)
    }

    fn print_index(self, out: &mut String, index: &Index, brackets: bool) {
        let relative = index.relative();
        let brackets = brackets || relative.is_some();
        if brackets {
            out.push('[');
        }
        if let Some(relative) = relative {
            self.print(out, relative, Role::Read(Literal::Int));
        }
        let _ = match index {
            // Nearly every register: formatting costs as much as all else of an operand.
            Index::Immediate(base @ 0..10) => {
                out.extend(char::from_digit(*base, 10));
                Ok(())
            }
            Index::Immediate(base) => write!(out, "{base}"),
            Index::Immediate64(base) => write!(out, "{base}l"),
            Index::Relative(_) => write!(out, " + 0"),
            // A zero that is stored, unlike the one above.
            Index::RelativePlus(_, 0) => write!(out, " + 0x0"),
            Index::RelativePlus(_, base) => write!(out, " + {base}"),
            Index::RelativePlus64(_) => write!(out, " + {}l", index.base()),
        };
        if brackets {
            out.push(']');
        }
    }
}

/// Appends `l(…)` or `d(…)`.
fn print_values(out: &mut String, operand: &Operand, role: Role) {
    let literal = if let Role::Read(literal) = role { literal } else { Literal::Int };
    let separator = if literal == Literal::Guess { "," } else { ", " };
    let double = operand.kind() == RegisterKind::IMMEDIATE64;
    out.push_str(if double { "d(" } else { "l(" });
    for (index, value) in operand.values.chunks(if double { 2 } else { 1 }).enumerate() {
        if index > 0 {
            out.push_str(separator);
        }
        match *value {
            [low, high] => literal::print_double(out, u64::from(high) << 32 | u64::from(low)),
            [word] => literal::print(out, word, literal),
            _ => {}
        }
    }
    out.push(')');
}

/// Appends ` {min16f}` and the like.
fn print_attributes(out: &mut String, modifiers: Modifiers, immediate: bool) {
    let precision = modifiers.min_precision();
    if precision == 0 && !modifiers.non_uniform() {
        return;
    }
    out.push_str(" {");
    if precision != 0 {
        out.push_str(if immediate { "def32 as " } else { "" });
        match name_of(MIN_PRECISION, precision) {
            Some(name) => out.push_str(name),
            None => {
                let _ = write!(out, "min{precision}");
            }
        }
    }
    if modifiers.non_uniform() {
        out.push_str(if precision != 0 { ", nonuniform" } else { "nonuniform" });
    }
    out.push('}');
}
