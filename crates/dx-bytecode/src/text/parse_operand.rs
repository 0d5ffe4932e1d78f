//! Operands from text.

use arrayvec::ArrayVec;

use crate::limits::MAX_INDEX_DEPTH;
use crate::opcode::{Literal, MIN_PRECISION};
use crate::operand::{Components, Index, Modifiers, Operand, REGISTERS, RegisterKind, halves};
use crate::text::annotation::{TOKEN, UNSAID_INDEX};
use crate::text::literal;
use crate::text::print_operand::{Role, Scope};
use crate::text::scanner::{AssemblyErrorKind, Result, Scanner, shown};

impl Scope {
    /// Takes an operand.
    pub(crate) fn parse(self, s: &mut Scanner<'_>, role: Role) -> Result<Operand> {
        self.parse_nested(s, role, 0)
    }

    fn parse_nested(self, s: &mut Scanner<'_>, role: Role, depth: usize) -> Result<Operand> {
        s.skip_space();
        let negate = s.eat("-");
        let absolute = s.eat("|");
        let mut operand = if s.left().starts_with("l(") || s.left().starts_with("d(") {
            parse_values(s)?
        } else {
            self.parse_register(s, role, depth)?
        };
        let mut modifiers = None;
        if s.left().starts_with(TOKEN) {
            (operand, modifiers) = parse_tokens(s, operand)?;
        }
        let (mut precision, mut non_uniform) = parse_attributes(s)?;
        if absolute {
            s.expect("|")?;
            if (precision, non_uniform) == (0, false) {
                (precision, non_uniform) = parse_attributes(s)?;
            }
        }
        let said = Modifiers::new(absolute, negate, precision, non_uniform);
        operand.set_modifiers(if said == Modifiers::NONE { modifiers } else { Some(said) });
        Ok(operand)
    }

    fn parse_register(self, s: &mut Scanner<'_>, role: Role, depth: usize) -> Result<Operand> {
        let start = s.position();
        let name = s.take_while(|c| c.is_ascii_alphabetic());
        if name.is_empty() {
            return Err(s.expected("an operand"));
        }
        let Some(kind) = self.kind(name) else {
            let examples = "a register, view, sampler or buffer such as r0, t0, s0 or cb0";
            return Err(s.error(start, AssemblyErrorKind::UnknownRegister { name: shown(name), examples }));
        };
        let mut indices = ArrayVec::<Index, 3>::new();
        if s.peek().is_some_and(|c| c.is_ascii_digit()) {
            indices.push(parse_number(s)?);
        }
        // A call's last index is the function, which does not belong to the register.
        let most = if role == Role::Called { called_indices(s) } else { 3 };
        let is_range = role == Role::Declared && self.is_range(kind);
        while indices.len() < most && !s.left().starts_with(UNSAID_INDEX) && s.eat("[") {
            let index = self.parse_index(s, depth)?;
            s.skip_space();
            let is_lower = is_range && indices.len() == 1 && matches!(index, Index::Immediate(_));
            indices.push(index);
            if is_lower && s.eat(":") {
                indices.push(Index::Immediate(parse_upper(s)?));
            }
            s.expect("]")?;
        }
        let letters = if s.eat(".") { parse_components(s, role)? } else { ArrayVec::new() };
        let mut operand = Operand::new(kind, self.components(kind, role, &letters));
        operand.indices = indices;
        Ok(operand)
    }

    fn kind(self, name: &str) -> Option<RegisterKind> {
        let of = |name: &str| {
            // `l` and `d` are immediate values and labels; a label comes later in the table.
            let index = REGISTERS.iter().rposition(|row| row.name == name)?;
            u8::try_from(index).ok().map(RegisterKind)
        };
        of(name).or_else(|| of(&name.to_ascii_lowercase()))
    }

    fn parse_index(self, s: &mut Scanner<'_>, depth: usize) -> Result<Index> {
        s.skip_space();
        if s.peek().is_some_and(|c| c.is_ascii_digit()) {
            return parse_number(s);
        }
        if depth >= MAX_INDEX_DEPTH {
            let kind = AssemblyErrorKind::TooMuch {
                what: "nesting depth of relative indices",
                limit: MAX_INDEX_DEPTH,
            };
            return Err(s.error(s.position(), kind));
        }
        let relative = Box::new(self.parse_nested(s, Role::Read(Literal::Int), depth + 1)?);
        s.skip_space();
        if !s.eat("+") {
            return Ok(Index::Relative(relative));
        }
        s.skip_space();
        let stored = s.left().starts_with("0x");
        Ok(match parse_number(s)? {
            Index::Immediate(0) if !stored => Index::Relative(relative),
            Index::Immediate64(base) => Index::RelativePlus64(Box::new((*relative, base))),
            base => Index::RelativePlus(relative, u32::try_from(base.base()).unwrap_or_default()),
        })
    }
}

/// Takes the `xyz` behind a register: of what is read one to four components in any order, else a mask.
fn parse_components(s: &mut Scanner<'_>, role: Role) -> Result<ArrayVec<u8, 4>> {
    let at = s.position();
    let text = s.take_while(|c| c.is_ascii_alphabetic());
    let mut letters = ArrayVec::<u8, 4>::new();
    let is_read = text
        .chars()
        .all(|letter| component_of(letter).is_some_and(|component| letters.try_push(component).is_ok()));
    // A token behind it says what it is: with that, a swizzle can stand here, too.
    let is_mask = matches!(role, Role::Declared | Role::Written) && !s.left().starts_with(TOKEN);
    if !is_read || letters.is_empty() || is_mask && !letters.is_sorted_by(|one, next| one < next) {
        let expected = if is_mask {
            "a component mask such as xyz, in the order xyzw"
        } else {
            "one to four components out of x, y, z and w"
        };
        if text.is_empty() {
            return Err(s.expected(expected));
        }
        let kind = AssemblyErrorKind::Expected { expected: expected.to_owned(), found: shown(text) };
        return Err(s.error(at, kind));
    }
    Ok(letters)
}

/// The component that a letter names, 0 for x.
fn component_of(letter: char) -> Option<u8> {
    Some(match letter {
        'x' | 'r' => 0,
        'y' | 'g' => 1,
        'z' | 'b' => 2,
        'w' | 'a' => 3,
        _ => return None,
    })
}

/// How many indices the interface of a call has at most: two, unless the function is left to the attributes.
fn called_indices(s: &Scanner<'_>) -> usize {
    let line = s.left().lines().next().unwrap_or_default();
    if line.contains(UNSAID_INDEX) { 3 } else { 2 }
}

/// Takes `3`, or `3l` for 64 bits.
fn parse_number(s: &mut Scanner<'_>) -> Result<Index> {
    let mut ahead = s.clone();
    let digits = ahead.take_while(|c| c.is_ascii_digit());
    if !ahead.eat("l") {
        return s.number("an index").map(Index::Immediate);
    }
    let start = s.position();
    *s = ahead;
    digits.parse().map(Index::Immediate64).map_err(|_| s.out_of_range(start, "an index", "a 64-bit number"))
}

/// Takes the `3` or the `*` of `[0:3]` and `[0:*]`.
fn parse_upper(s: &mut Scanner<'_>) -> Result<u32> {
    s.skip_space();
    if s.eat("*") { Ok(u32::MAX) } else { s.number("the last register of a range, or `*` for unbounded") }
}

/// Takes `l(1, 2, 3, 4)` or `d(1.0l)`.
fn parse_values(s: &mut Scanner<'_>) -> Result<Operand> {
    let start = s.position();
    let double = s.eat("d(");
    if !double {
        s.expect("l(")?;
    }
    let (kind, one) = if double { (RegisterKind::IMMEDIATE64, 2) } else { (RegisterKind::IMMEDIATE32, 1) };
    let mut values = ArrayVec::<u32, 4>::new();
    loop {
        s.skip_space();
        let at = s.position();
        let text = s.take_while(|c| !matches!(c, ',' | ')' | '\n')).trim_end();
        let bits = if double { literal::parse_double(text) } else { literal::parse(text).map(u64::from) };
        let Some(bits) = bits else {
            let expected = if double { "a 64-bit float" } else { literal::EXPECTED };
            let kind = AssemblyErrorKind::Expected { expected: expected.to_owned(), found: shown(text) };
            return Err(s.error(at, kind));
        };
        if values.remaining_capacity() < one {
            break;
        }
        values.extend(halves(bits).into_iter().take(one));
        if !s.eat(",") {
            break;
        }
    }
    s.expect(")")?;
    let components = match values.len() {
        4 => Components::Mask(0),
        count if count == one => Components::One,
        count => {
            let expected = if double { "one or two values" } else { "one or four values" }.to_owned();
            return Err(
                s.error(start, AssemblyErrorKind::Expected { expected, found: format!("{count} values") })
            );
        }
    };
    let mut operand = Operand::new(kind, components);
    operand.values = values;
    Ok(operand)
}

/// Takes `@0x0010000a`, and the token that extends it if there is one.
fn parse_tokens(s: &mut Scanner<'_>, operand: Operand) -> Result<(Operand, Option<Modifiers>)> {
    let start = s.position();
    let mut tokens = ArrayVec::<u32, 2>::new();
    while !tokens.is_full() && s.eat(TOKEN) {
        tokens.push(s.number("a token")?);
    }
    let token = tokens.first().copied().unwrap_or_default();
    let modifiers = tokens.get(1).copied().map(Modifiers);
    match operand.with_token(token) {
        Some(operand) => Ok((operand, modifiers)),
        None => Err(s.error(start, AssemblyErrorKind::Token { token })),
    }
}

/// Takes ` {min16f}` and the like: the precision, and whether an index may differ within a wave.
fn parse_attributes(s: &mut Scanner<'_>) -> Result<(u32, bool)> {
    let (mut precision, mut non_uniform) = (0, false);
    s.skip_space();
    if !s.eat("{") {
        return Ok((precision, non_uniform));
    }
    loop {
        s.skip_space();
        let _ = s.eat("def32 as ");
        let start = s.position();
        let word = s.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
        let known = MIN_PRECISION.iter().find(|(_, name)| *name == word).map(|(value, _)| *value);
        let number =
            || word.strip_prefix("min").and_then(|digits| digits.parse().ok()).filter(|value| *value < 8);
        match (word, known.or_else(number)) {
            ("nonuniform", _) => non_uniform = true,
            (_, Some(value)) => precision = value,
            _ => {
                let expected = "nonuniform or a minimum precision such as min16f".to_owned();
                return Err(s.error(start, AssemblyErrorKind::Expected { expected, found: shown(word) }));
            }
        }
        // Some listings also say what the value is otherwise.
        let _ = s.eat(" as def32");
        s.skip_space();
        if !s.eat(",") {
            break;
        }
    }
    s.expect("}")?;
    Ok((precision, non_uniform))
}
