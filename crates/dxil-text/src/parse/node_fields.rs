//! Nodes of debug information, by the rows that the printer goes by.

use dxil_ir::metadata::{NODES, NodeRow, number_of};

use super::cursor::{Parser, Result};
use super::metadata::plain;
use super::names;
use super::token::Token;
use super::{Fault, numbers};
use crate::generated::dwarf;
use crate::nodes::{self, Kind, Printed, Skip};

/// The fields without which a node means nothing, besides `tag` where there is no usual one.
const REQUIRED: [(&str, &[&str]); 15] = [
    ("DILocation", &["scope"]),
    ("DISubrange", &["count"]),
    ("DIEnumerator", &["name", "value"]),
    ("DIDerivedType", &["baseType"]),
    ("DISubroutineType", &["types"]),
    ("DIFile", &["filename", "directory"]),
    ("DICompileUnit", &["file"]),
    ("DILexicalBlock", &["scope"]),
    ("DILexicalBlockFile", &["scope", "discriminator"]),
    ("DINamespace", &["scope"]),
    ("DIModule", &["scope"]),
    ("DITemplateTypeParameter", &["type"]),
    ("DITemplateValueParameter", &["value"]),
    ("DILocalVariable", &["scope"]),
    ("DIImportedEntity", &["scope"]),
];

impl<'s> Parser<'s> {
    /// `!DIFile(filename: "x", directory: "")`: the row and the numbers of its fields.
    pub(super) fn row(&mut self) -> Result<(u8, Vec<u64>)> {
        let name = self.text().get(1..).unwrap_or_default();
        let Some((index, row)) = NODES.iter().enumerate().find(|(_, row)| row.name.as_bytes() == name) else {
            return Err(self.fault(format!("unknown debug node `!{}`", bstr::BStr::new(name))));
        };
        let start = self.start;
        self.bump();
        self.expect(Token::OpenParen, "`(`")?;
        let fields = match row.name {
            "DIExpression" => self.debug_expression()?,
            _ => self.fields(row, start)?,
        };
        Ok((u8::try_from(index).unwrap_or(u8::MAX), fields))
    }

    fn fields(&mut self, row: &NodeRow, start: usize) -> Result<Vec<u64>> {
        let printed = nodes::printed(row);
        let mut fields = nodes::defaults(row);
        let mut seen = vec![false; printed.len()];
        self.list(Token::CloseParen, "`)`", |parser| {
            if parser.token != Token::Label {
                return Err(parser.expected("a field, such as `name:`"));
            }
            let name = names::label(parser.text());
            let found = printed.iter().zip(&mut seen).find(|(field, _)| field.name.as_bytes() == &*name);
            let Some((field, is_seen)) = found else {
                let names: Vec<_> = printed.iter().map(|field| field.name).collect();
                let fault = parser.fault(format!("unknown field of {}", row.name));
                return Err(fault.with_hint(format!("its fields are {}", names.join(", "))));
            };
            if std::mem::replace(is_seen, true) {
                return Err(parser.fault("field is given twice"));
            }
            parser.bump();
            parser.field(row, field, &mut fields)
        })?;
        let required =
            REQUIRED.iter().find(|(name, _)| *name == row.name).map_or(&[][..], |(_, names)| names);
        for (field, is_seen) in printed.iter().zip(seen) {
            let is_required =
                required.contains(&field.name) || field.name == "tag" && matches!(field.skip, Skip::Never);
            if is_required && !is_seen {
                let message = format!("required field `{}` of {} is missing", field.name, row.name);
                return Err(self.fault_from(start, message));
            }
        }
        Ok(fields)
    }

    fn field(&mut self, row: &NodeRow, field: &Printed, fields: &mut Vec<u64>) -> Result {
        let place = nodes::place(row, field);
        let number = match field.kind {
            Kind::Node => number_of(self.metadata()?),
            Kind::Plain => {
                let start = self.start;
                match self.metadata()? {
                    Some(id) => plain(id),
                    None => {
                        let message = format!("field `{}` of {} cannot be null", field.name, row.name);
                        return Err(self.fault_from(start, message));
                    }
                }
            }
            Kind::Text => {
                let text = self.string("a string")?;
                if text.is_empty() { 0 } else { number_of(Some(self.string_metadata(text))) }
            }
            Kind::Number => self.u64("a number")?,
            Kind::Number64 => self.i64()?.cast_unsigned(),
            Kind::Signed => {
                let number = self.i64()?;
                (number << 1 ^ number >> 63).cast_unsigned()
            }
            Kind::Flag => match self.text() {
                word @ (b"true" | b"false") => {
                    self.bump();
                    u64::from(word == b"true")
                }
                _ => return Err(self.expected("`true` or `false`")),
            },
            Kind::Dwarf(words) => self.dwarf_word(words)?,
            Kind::Flags => self.flags()?,
            Kind::Operands => {
                self.expect(Token::OpenBrace, "`{`")?;
                return self.list(Token::CloseBrace, "`}`", |parser| {
                    fields.push(number_of(parser.metadata()?));
                    Ok(())
                });
            }
        };
        if let Some(slot) = fields.get_mut(place) {
            *slot = number;
        }
        Ok(())
    }

    /// A number of 64 bits with its sign.
    fn i64(&mut self) -> Result<i64> {
        let number = numbers::integer(self.text()).filter(|_| self.token == Token::Integer);
        let Some(number) = number.and_then(|number| i64::try_from(number).ok()) else {
            return Err(self.expected("a 64-bit integer"));
        };
        self.bump();
        Ok(number)
    }

    /// A word that stands for a number, or the number.
    fn dwarf_word(&mut self, words: &[(u64, &str)]) -> Result<u64> {
        if self.token == Token::Integer {
            return self.u64("a number");
        }
        let word = self.text();
        match words.iter().find(|(_, known)| known.as_bytes() == word) {
            Some((number, _)) => {
                self.bump();
                Ok(*number)
            }
            None => Err(self.unknown_word(words)),
        }
    }

    #[cold]
    fn unknown_word(&self, words: &[(u64, &str)]) -> Box<Fault> {
        let example = words.first().map_or("", |(_, word)| word);
        self.expected(&format!("a number or a word such as `{example}`"))
    }

    /// `DIFlagPublic | DIFlagVector`.
    fn flags(&mut self) -> Result<u64> {
        let mut flags = 0;
        loop {
            flags |= self.dwarf_word(dwarf::FLAG)?;
            if !self.eat(Token::Or) {
                return Ok(flags);
            }
        }
    }

    /// `DW_OP_bit_piece, 0, 32)`.
    fn debug_expression(&mut self) -> Result<Vec<u64>> {
        let mut elements = Vec::new();
        self.list(Token::CloseParen, "`)`", |parser| {
            elements.push(parser.dwarf_word(dwarf::OPERATION)?);
            Ok(())
        })?;
        Ok(elements)
    }
}
