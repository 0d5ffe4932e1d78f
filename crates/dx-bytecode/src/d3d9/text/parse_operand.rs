//! Operands from text: registers with their modifiers, addresses and components.

use dx_container::D3d9Version;

use super::{LETTERS, RAW};
use crate::d3d9::operand::{NUMBER, Operand, RELATIVE};
use crate::d3d9::register::{RegisterKind, RegisterRow};
use crate::generated::d3d9::SOURCE;
use crate::text::scanner::{AssemblyErrorKind, Result, Scanner, shown};

/// Components by the other letters that assemblers know.
const COLOURS: [char; 4] = ['r', 'g', 'b', 'a'];
/// Modifiers by the other names that assemblers know.
const ALIASES: [(&str, &str); 2] = [("_db", "_dz"), ("_da", "_dw")];

/// Takes an operand.
pub(super) fn parse_operand(
    s: &mut Scanner<'_>,
    is_destination: bool,
    version: D3d9Version,
) -> Result<Operand> {
    s.skip_space();
    if s.eat(RAW) {
        return parse_raw(s, version);
    }
    parse_register(s, is_destination, version)
}

/// Takes what stands in brackets: a register that is not addressed itself.
fn parse_address(s: &mut Scanner<'_>, version: D3d9Version) -> Result<u32> {
    s.skip_space();
    // The one register that shader model 1 addresses by, which no token names; pixel shaders have none, but the bit.
    if version.major() < 2 {
        return if s.eat("a0.x") || s.eat("a0") { Ok(0) } else { Err(s.expected("a0.x")) };
    }
    if s.eat(RAW) {
        return parse_token(s);
    }
    let at = s.position();
    let parsed = parse_register(s, false, version)?;
    if parsed.relative.is_some() {
        let expected = "an address register without relative addressing".to_owned();
        return Err(s.error(at, AssemblyErrorKind::Expected { expected, found: String::new() }));
    }
    Ok(parsed.token)
}

/// Takes a register with all that belongs to it.
fn parse_register(s: &mut Scanner<'_>, is_destination: bool, version: D3d9Version) -> Result<Operand> {
    let start = s.position();
    let before = if is_destination { "" } else { parse_before(s) };
    s.skip_space();
    let name_at = s.position();
    let word = s.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
    let (name, behind) = word.split_at(word.find('_').unwrap_or(word.len()));
    if name.is_empty() {
        s.rewind(name_at);
        return Err(s.expected("a register"));
    }
    // `c[a0.x + 5]` is an older spelling of `c5[a0.x]`.
    let is_bare = name == "c" && s.peek() == Some('[');
    let (kind, number) = if is_bare {
        (RegisterKind::CONST, 0)
    } else {
        RegisterRow::named(name, version).ok_or_else(|| {
            let examples = "a register of this shader version such as r0, c0, v0 or oPos";
            s.error(name_at, AssemblyErrorKind::UnknownRegister { name: shown(name), examples })
        })?
    };
    let modifier = if is_destination && behind.is_empty() {
        0
    } else {
        let known = ALIASES.iter().find(|alias| alias.0 == behind).map_or(behind, |alias| alias.1);
        let found = SOURCE.iter().find(|row| row.1.split_once(' ') == Some((before, known)));
        match found {
            Some(row) if !is_destination => row.0,
            _ => {
                let (expected, found) = ("a register with a known modifier".to_owned(), shown(word));
                return Err(s.error(start, AssemblyErrorKind::Expected { expected, found }));
            }
        }
    };
    let mut address = None;
    let mut offset = 0;
    if s.eat("[") {
        address = Some(parse_address(s, version)?);
        s.skip_space();
        if s.eat("+") {
            offset = s.number("an offset")?.into();
        }
        s.expect("]")?;
    }
    let number = u64::saturating_add(number, offset);
    let Some(number) = u32::try_from(number).ok().filter(|number| *number <= NUMBER) else {
        return Err(s.out_of_range(name_at, "a register number", "an 11-bit number"));
    };
    let mut operand = match is_destination {
        true => Operand::destination(kind, number),
        false => Operand::source(kind, number),
    };
    operand.token |= modifier << 24;
    if let Some(address) = address {
        operand.token |= RELATIVE;
        operand.relative = Some(address).filter(|_| version.major() >= 2);
    }
    parse_components(s, &mut operand, is_destination)?;
    Ok(operand)
}

/// What stands in front of a register.
fn parse_before(s: &mut Scanner<'_>) -> &'static str {
    if s.eat("1-") || s.eat("1 -") {
        "1-"
    } else if s.eat("-") {
        "-"
    } else if s.eat("!") {
        "!"
    } else {
        ""
    }
}

/// Takes a token behind its `@0x`, and the address that it says is there.
fn parse_raw(s: &mut Scanner<'_>, version: D3d9Version) -> Result<Operand> {
    let start = s.position();
    let token = parse_token(s)?;
    let mut operand = Operand { token, relative: None };
    let has_address = s.eat("[");
    if has_address {
        operand.relative = Some(parse_address(s, version)?);
        s.expect("]")?;
    }
    if has_address != (operand.is_relative() && version.major() >= 2) {
        return Err(s.error(start, AssemblyErrorKind::Token { token }));
    }
    Ok(operand)
}

fn parse_token(s: &mut Scanner<'_>) -> Result<u32> {
    let start = s.position();
    let digits = s.take_while(|c| c.is_ascii_hexdigit());
    u32::from_str_radix(digits, 16).map_err(|_| {
        s.rewind(start);
        s.expected("a 32-bit token in hexadecimal")
    })
}

/// Takes the write mask or the swizzle, if there is one.
fn parse_components(s: &mut Scanner<'_>, operand: &mut Operand, is_destination: bool) -> Result<()> {
    if !s.eat(".") {
        return Ok(());
    }
    let start = s.position();
    let letters = s.take_while(|c| c.is_ascii_alphanumeric());
    let index = |letter| {
        let position = |letters: [char; 4]| letters.iter().position(|known| *known == letter);
        position(LETTERS).or_else(|| position(COLOURS)).and_then(|index| u32::try_from(index).ok())
    };
    let components: Option<Vec<u32>> = letters.chars().take(5).map(index).collect();
    let components = components.filter(|components| (1..=4).contains(&components.len()));
    if is_destination {
        let in_order =
            |components: &Vec<u32>| components.iter().zip(components.iter().skip(1)).all(|(a, b)| a < b);
        let Some(components) = components.filter(in_order) else {
            s.rewind(start);
            return Err(s.expected("a write mask: x, y, z and w in this order"));
        };
        let mask = components.iter().fold(0, |mask, component| mask | 1 << component);
        operand.token = operand.token & !(15 << 16) | mask << 16;
        return Ok(());
    }
    let Some(components) = components else {
        s.rewind(start);
        return Err(s.expected("a swizzle of one to four components (x, y, z, w)"));
    };
    // The last one stands for those that are not there.
    let last = components.last().copied().unwrap_or_default();
    let all = components.into_iter().chain(std::iter::repeat(last)).take(4);
    let swizzle = all.enumerate().fold(0, |swizzle, (at, component)| swizzle | component << (2 * at));
    operand.token = operand.token & !(0xff << 16) | swizzle << 16;
    Ok(())
}
