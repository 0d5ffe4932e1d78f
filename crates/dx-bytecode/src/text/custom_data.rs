//! Custom data as text, both ways: the immediate constant buffer, messages, and what has no spelling.

use std::fmt::Write as _;

use bstr::BString;

use crate::custom_data::{CustomData, CustomDataClass};
use crate::opcode::Literal;
use crate::text::annotation::{CONSTANT_BUFFER, CUSTOM_DATA};
use crate::text::literal;
use crate::text::message::{self, Message};
use crate::text::print_operand::{Role, Scope};
use crate::text::scanner::{AssemblyErrorKind, Result, Scanner, shown};
use crate::text::word_list::parse_word_list;

/// Appends custom data; lines after the first are set in as fxc sets them in.
pub(crate) fn print(out: &mut String, data: &CustomData, scope: Scope) {
    match (data.class, data.words.as_chunks::<4>()) {
        (CustomDataClass::IMMEDIATE_CONSTANT_BUFFER, (vectors @ [_, ..], [])) => {
            return constant_buffer(out, vectors);
        }
        (CustomDataClass::SHADER_MESSAGE, _) => {
            if let Some(message) = Message::read(data) {
                return message.print(out, scope);
            }
        }
        _ => {}
    }
    let _ = write!(out, "{CUSTOM_DATA} {}, {{", data.class.0);
    for (index, word) in data.words.iter().enumerate() {
        let _ = write!(out, "{}0x{word:08x}", if index > 0 { ", " } else { " " });
    }
    out.push_str(" }");
}

fn constant_buffer(out: &mut String, vectors: &[[u32; 4]]) {
    const SET_IN: &str = "                              ";
    out.push_str(CONSTANT_BUFFER);
    out.push_str(" { ");
    for (index, vector) in vectors.iter().enumerate() {
        if index > 0 {
            out.push_str(",\n");
            out.push_str(SET_IN);
        }
        out.push_str("{ ");
        for (component, word) in vector.iter().enumerate() {
            out.push_str(if component > 0 { ", " } else { "" });
            literal::print(out, *word, Literal::Guess);
        }
        out.push('}');
    }
    out.push_str(" }");
}

/// Takes custom data, if that is what comes next.
pub(crate) fn parse(s: &mut Scanner<'_>, scope: Scope) -> Result<Option<CustomData>> {
    if s.eat(CUSTOM_DATA) {
        return parse_custom_data(s).map(Some);
    }
    if s.eat(CONSTANT_BUFFER) {
        return parse_constant_buffer(s).map(Some);
    }
    let mut ahead = s.clone();
    let word = ahead.take_while(|c| c.is_ascii_alphabetic());
    let Some(name) = message::NAMES.iter().map(|known| known.2).find(|name| *name == word) else {
        return Ok(None);
    };
    *s = ahead;
    let start = s.position();
    let mut message = Message { name, text: parse_string(s)?, operands: Vec::new() };
    s.skip_space();
    while s.eat(",") {
        message.operands.push(scope.parse(s, Role::Read(Literal::Guess))?);
        s.skip_space();
    }
    let written = message.write();
    let too_much = AssemblyErrorKind::TooMuch { what: "number of dwords in a message", limit: 0x3fff_ffff };
    written.map(Some).ok_or_else(|| s.error(start, too_much))
}

/// Takes ` 0, { 0x00000001 }` behind the name.
fn parse_custom_data(s: &mut Scanner<'_>) -> Result<CustomData> {
    s.skip_space();
    let start = s.position();
    let class = s.number("a custom data class")?;
    if class >= 1 << 21 {
        return Err(s.out_of_range(start, "a custom data class", "a 21-bit number"));
    }
    s.expect(",")?;
    s.expect("{")?;
    let words = parse_word_list(s, '}')?;
    s.expect("}")?;
    Ok(CustomData { class: CustomDataClass(class), words })
}

/// Takes ` { { 1.0, 2, 0x3, 4}, … }` behind the name, over as many lines as it has.
fn parse_constant_buffer(s: &mut Scanner<'_>) -> Result<CustomData> {
    let mut words = Vec::new();
    s.expect("{")?;
    loop {
        s.skip_lines();
        s.expect("{")?;
        for component in 0..4 {
            if component > 0 {
                s.expect(",")?;
            }
            s.skip_lines();
            let at = s.position();
            let text = s.take_while(|c| !matches!(c, ',' | '}' | '\n')).trim_end();
            let kind = || {
                let expected = literal::EXPECTED.to_owned();
                AssemblyErrorKind::Expected { expected, found: shown(text) }
            };
            words.push(literal::parse(text).ok_or_else(|| s.error(at, kind()))?);
        }
        s.expect("}")?;
        s.skip_lines();
        if !s.eat(",") {
            break;
        }
    }
    s.expect("}")?;
    Ok(CustomData { class: CustomDataClass::IMMEDIATE_CONSTANT_BUFFER, words })
}

/// Takes `"text"`.
fn parse_string(s: &mut Scanner<'_>) -> Result<BString> {
    s.expect("\"")?;
    let mut text = Vec::new();
    loop {
        text.extend_from_slice(s.take_while(|c| !matches!(c, '"' | '\\' | '\n')).as_bytes());
        if s.eat("\\x") {
            let start = s.position();
            let digits = s.take_some(2);
            let byte = u8::from_str_radix(digits, 16).map_err(|_| {
                let kind = AssemblyErrorKind::Expected {
                    expected: "two hexadecimal digits".to_owned(),
                    found: digits.to_owned(),
                };
                s.error(start, kind)
            })?;
            text.push(byte);
        } else if s.eat("\\") {
            text.extend_from_slice(s.take_some(1).as_bytes());
        } else {
            s.expect("\"")?;
            return Ok(text.into());
        }
    }
}
