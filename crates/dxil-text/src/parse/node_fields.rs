//! Nodes of debug information, by their rows.

use dxil_ir::Dialect;
use dxil_ir::dwarf::{self, Words};
use dxil_ir::metadata::{FieldText, NodeField, NodeRow, Shown, number_of};

use super::cursor::{Parser, Result};
use super::names;
use super::token::Token;
use super::{Fault, numbers};
use crate::nodes;
use crate::print::CONSTANT;

/// A node as the text says it.
pub(super) struct Node {
    /// The place of its row.
    pub(super) row: u8,
    pub(super) fields: Vec<u64>,
}

impl<'s> Parser<'s> {
    /// `!DIFile(filename: "x", directory: "")`, which is `distinct` or not.
    pub(super) fn row(&mut self, is_distinct: bool) -> Result<Node> {
        let name = self.text().get(1..).unwrap_or_default();
        let dialect = self.module.dialect;
        let Some((index, row)) = NodeRow::named(dialect, name) else {
            let fault = self.fault(format!("unknown debug node `!{}`", bstr::BStr::new(name)));
            let (other, whose) = match dialect {
                Dialect::Dxil37 => (Dialect::Modern, "this debug node exists only in newer versions of LLVM"),
                Dialect::Modern => (Dialect::Dxil37, "this debug node exists only in LLVM 3.7"),
            };
            let is_known = NodeRow::named(other, name).is_some();
            return Err(if is_known { fault.with_hint(whose) } else { fault });
        };
        let start = self.at.start;
        self.bump();
        self.expect(Token::OpenParen, "`(`")?;
        let fields = match row.name {
            "DIExpression" => self.debug_expression()?,
            _ => self.fields(row, start)?,
        };
        let is_definition =
            row.field("spFlags").and_then(|field| fields.get(field)).copied().unwrap_or(0) & 8 != 0;
        if (row.is_distinct || is_definition) && !is_distinct {
            let what = if is_definition { "a DISubprogram that is a definition" } else { row.name };
            return Err(self.fault_from(start, format!("`distinct` is missing: {what} must be distinct")));
        }
        Ok(Node { row: index, fields })
    }

    fn fields(&mut self, row: &'static NodeRow, start: usize) -> Result<Vec<u64>> {
        let mut fields = row.defaults();
        let mut seen = vec![false; row.fields.len()];
        self.list(Token::CloseParen, "`)`", |parser| {
            if parser.at.token != Token::Label {
                return Err(parser.expected("a field, such as `name:`"));
            }
            let name = names::label(parser.text());
            let found = nodes::in_text(row).find(|(_, field)| field.name.as_bytes() == &*name);
            let Some((place, field)) = found else {
                if parser.is_old_field(row, &name, &mut fields)? {
                    return Ok(());
                }
                let names: Vec<_> = nodes::in_text(row).map(|(_, field)| field.name).collect();
                let fault = parser.fault(format!("unknown field of {}", row.name));
                return Err(fault.with_hint(format!("fields of this node: {}", names.join(", "))));
            };
            if seen.get_mut(place).is_some_and(|seen| std::mem::replace(seen, true)) {
                return Err(parser.fault("field is specified twice"));
            }
            parser.bump();
            parser.field(row, place, field, &mut fields)
        })?;
        for ((place, field), is_seen) in nodes::in_text(row).map(|at| (at, seen.get(at.0) == Some(&true))) {
            if field.is_required && !is_seen {
                let message = format!("required field `{}` of {} is missing", field.name, row.name);
                return Err(self.fault_from(start, message));
            }
            // What the text never says without another field is not there.
            if let Shown::Unless { field: other, mask: u64::MAX, is } = field.shown
                && row.dialect == Dialect::Modern
                && fields.get(usize::from(other)) == Some(&is)
                && let Some(field) = fields.get_mut(place)
            {
                *field = 0;
            }
        }
        Ok(fields)
    }

    /// A field that subprograms had before they had `spFlags`, whose name is at hand.
    fn is_old_field(&mut self, row: &NodeRow, name: &[u8], fields: &mut [u64]) -> Result<bool> {
        let Some(flags) = row.field("spFlags").and_then(|field| fields.get_mut(field)) else {
            return Ok(false);
        };
        let of_virtuality = name == b"virtuality";
        let bit = nodes::OLD_SUBPROGRAM_FLAGS.iter().find(|(known, _)| *known == name).map(|(_, bit)| *bit);
        if bit.is_none() && !of_virtuality {
            return Ok(false);
        }
        self.bump();
        match bit {
            Some(bit) if self.flag()? => *flags |= bit,
            Some(bit) => *flags &= !bit,
            None => *flags = *flags & !3 | self.dwarf_word(&dwarf::VIRTUALITY)? & 3,
        }
        Ok(true)
    }

    fn field(&mut self, row: &NodeRow, place: usize, field: &NodeField, fields: &mut Vec<u64>) -> Result {
        let start = self.at.start;
        let number = match field.text {
            FieldText::Node => number_of(self.metadata()?),
            FieldText::Plain => match self.metadata()? {
                Some(id) => u64::from(id.as_u32()),
                None => {
                    let message = format!("field `{}` of {} cannot be null", field.name, row.name);
                    return Err(self.fault_from(start, message));
                }
            },
            FieldText::Text | FieldText::String => {
                let text = self.string("a string")?;
                let is_nothing = text.is_empty() && matches!(field.text, FieldText::Text);
                if is_nothing { 0 } else { number_of(Some(self.string_metadata(text))) }
            }
            FieldText::Size | FieldText::Bound if self.at.token == Token::Integer => {
                let number = self.i64()?;
                let is_nothing = number == 0 && matches!(field.text, FieldText::Size);
                if is_nothing { 0 } else { number_of(Some(self.integer_metadata(number))) }
            }
            FieldText::BoundExpression if self.at.token == Token::Integer => {
                let number = self.i64()?.cast_unsigned();
                number_of(Some(self.expression_metadata(&[CONSTANT, number])))
            }
            FieldText::Size | FieldText::Bound | FieldText::BoundExpression => number_of(self.metadata()?),
            FieldText::Number => self.u64("a number")?,
            FieldText::Optional => self.u64("a number")?.saturating_add(1),
            FieldText::Integer => self.i64()?.cast_unsigned(),
            FieldText::Signed => {
                let number = self.i64()?;
                (number << 1 ^ number >> 63).cast_unsigned()
            }
            FieldText::Enumerator => self.enumerator(row)?,
            FieldText::Flag => u64::from(self.flag()?),
            FieldText::Word(words) => self.dwarf_word(words)?,
            FieldText::OptionalWord(words) => self.dwarf_word(words)?.saturating_add(1),
            FieldText::Flags(words) => self.flags(words)?,
            FieldText::Rest => 0,
            FieldText::Nodes => {
                self.expect(Token::OpenBrace, "`{`")?;
                return self.list(Token::CloseBrace, "`}`", |parser| {
                    fields.push(number_of(parser.metadata()?));
                    Ok(())
                });
            }
        };
        if !field.fits(number) {
            let message = format!("field `{}` of {} has at most {} bits", field.name, row.name, field.bits);
            return Err(self.fault_from(start, message));
        }
        if let Some(slot) = fields.get_mut(place) {
            *slot = number;
        }
        Ok(())
    }

    /// The value of an enumerator, whose sign may be said behind it.
    fn enumerator(&mut self, row: &NodeRow) -> Result<u64> {
        let number = numbers::integer(self.text()).filter(|_| self.at.token == Token::Integer);
        let fits = match row.dialect {
            Dialect::Dxil37 => i64::try_from(number.unwrap_or(0)).is_ok(),
            Dialect::Modern => true,
        };
        let Some(number) = number.filter(|_| fits) else {
            return Err(self.expected("an integer of up to 64 bits"));
        };
        self.bump();
        Ok(i64::try_from(number).map_or_else(|_| u64::try_from(number).unwrap_or(0), i64::cast_unsigned))
    }

    /// `true` or `false`.
    fn flag(&mut self) -> Result<bool> {
        match self.text() {
            word @ (b"true" | b"false") => {
                self.bump();
                Ok(word == b"true")
            }
            _ => Err(self.expected("`true` or `false`")),
        }
    }

    /// A number of 64 bits with its sign.
    fn i64(&mut self) -> Result<i64> {
        let number = numbers::integer(self.text()).filter(|_| self.at.token == Token::Integer);
        let Some(number) = number.and_then(|number| i64::try_from(number).ok()) else {
            return Err(self.expected("a 64-bit integer"));
        };
        self.bump();
        Ok(number)
    }

    /// A word that stands for a number, or the number.
    fn dwarf_word(&mut self, words: &Words) -> Result<u64> {
        if self.at.token == Token::Integer {
            return self.u64("a number");
        }
        match words.number(self.module.dialect, self.text()) {
            Some(number) => {
                self.bump();
                Ok(number)
            }
            None => Err(self.unknown_word(words)),
        }
    }

    #[cold]
    fn unknown_word(&self, words: &Words) -> Box<Fault> {
        let example = words.of(self.module.dialect).first().map_or("", |(_, word)| word);
        self.expected(&format!("a number or a word such as `{example}`"))
    }

    /// `DIFlagPublic | DIFlagVector`.
    fn flags(&mut self, words: &Words) -> Result<u64> {
        let mut flags = 0;
        loop {
            flags |= self.dwarf_word(words)?;
            if !self.eat(Token::Or) {
                return Ok(flags);
            }
        }
    }

    /// `DW_OP_bit_piece, 0, 32)`.
    fn debug_expression(&mut self) -> Result<Vec<u64>> {
        let mut elements = Vec::new();
        self.list(Token::CloseParen, "`)`", |parser| {
            let is_encoding =
                parser.module.dialect == Dialect::Modern && parser.text().starts_with(b"DW_ATE_");
            let words = if is_encoding { &dwarf::ENCODING } else { &dwarf::OPERATION };
            elements.push(parser.dwarf_word(words)?);
            Ok(())
        })?;
        Ok(elements)
    }
}
