//! Heads of functions.

use az::SaturatingAs as _;
use bstr::ByteSlice as _;
use dxil_ir::attributes::Slot;
use dxil_ir::globals::{Function, GlobalKind};
use dxil_ir::{Alignment, Global, GlobalId, Linkage, Type, TypeId, UnnamedAddress};

use super::attribute_table::AttributeSet;
use super::attributes::OwnAttributes;
use super::cursor::{Parser, Result};
use super::global_table::{DeferredBody, Later};
use super::lexer::comment_end;
use super::local_table::Key;
use super::names;
use super::token::Token;
use crate::calling_conventions::convention_number;
use crate::limits;

/// The parameters of a function.
#[derive(Default)]
struct Parameters<'s> {
    types: Vec<TypeId>,
    names: Vec<Key<'s>>,
    /// The number of the next one without a name.
    next: u32,
    is_variadic: bool,
}

impl<'s> Parser<'s> {
    /// `define` or `declare`: what stands before the body.
    pub(super) fn function(&mut self) -> Result {
        let is_defined = self.text() == b"define";
        self.bump();
        if !is_defined && self.debug_declaration() {
            return Ok(());
        }
        let mut attached = Vec::new();
        while self.is_modern() && !is_defined && self.at.token == Token::MetadataName {
            attached.push(self.skip_attachment()?);
        }
        let binding = self.binding();
        let calling_convention = self.calling_convention(u32::MAX)?;
        let mut attributes = AttributeSet::default();
        let of_result = self.value_attributes()?;
        attributes.add(Slot::Return, of_result);
        let result = self.ty()?;
        let start = self.at.start;
        let name = self.new_global_name()?;
        let parameters = self.parameters(&mut attributes)?;
        let function_type = Type::Function {
            result,
            parameters: parameters.types.into(),
            is_variadic: parameters.is_variadic,
        };
        let value_type = self.module.types.intern(function_type);
        let function = Function {
            calling_convention,
            attributes: None,
            garbage_collector: Vec::new().into(),
            prologue: None,
            prefix: None,
            personality: None,
            body: is_defined.then(Default::default),
        };
        let global = Global {
            name: name.as_ref().into(),
            ty: self.module.address_type(value_type, self.program_space),
            value_type,
            linkage: binding.linkage.unwrap_or(Linkage::External),
            visibility: binding.visibility,
            dll_storage: binding.dll_storage,
            unnamed_address: UnnamedAddress::Significant,
            is_dso_local: binding.is_dso_local,
            metadata: Vec::new(),
            alignment: Alignment::NATURAL,
            section: Vec::new().into(),
            comdat: None,
            kind: GlobalKind::Function(Box::new(function)),
        };
        let id = self.add_global(name, start, global);
        attached.into_iter().for_each(|start| self.attachment_later(id, start));
        self.function_tail(id, attributes)?;
        if is_defined {
            let start = self.at.start;
            let end = self.skip_body()?;
            self.globals.bodies.push(DeferredBody { function: id, start, end, parameters: parameters.names });
        }
        Ok(())
    }

    /// A calling convention, whose number is `most` at most.
    pub(super) fn calling_convention(&mut self, most: u32) -> Result<u32> {
        if self.at.token != Token::Word {
            return Ok(0);
        }
        let word = self.text();
        if let Some(number) = convention_number(word, self.module.dialect) {
            self.bump();
            return Ok(number);
        }
        match word {
            b"ccc" => {
                self.bump();
                Ok(0)
            }
            b"cc" => {
                self.bump();
                self.convention_number(self.text(), most)
            }
            [b'c', b'c', digits @ ..] if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) => {
                self.convention_number(digits, most)
            }
            _ => Ok(0),
        }
    }

    /// The number of a calling convention, which ends the token at hand.
    fn convention_number(&mut self, digits: &[u8], most: u32) -> Result<u32> {
        let number = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
        let Some(number) = number.filter(|number| *number <= most) else {
            return Err(self.fault(format!("calling convention out of range: expected 0 to {most}")));
        };
        self.bump();
        Ok(number)
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    fn parameters(&mut self, attributes: &mut AttributeSet) -> Result<Parameters<'s>> {
        self.expect(Token::OpenParen, "`(` and the parameters")?;
        let mut parameters = Parameters::default();
        self.list(Token::CloseParen, "`)`", |parser| {
            if parser.eat(Token::Ellipsis) {
                parameters.is_variadic = true;
                return match parser.at.token {
                    Token::CloseParen => Ok(()),
                    _ => Err(parser.expected("`)` after `...`")),
                };
            }
            let index = parameters.types.len().saturating_as::<u32>();
            parameters.types.push(parser.value_type()?);
            attributes.add(Slot::Parameter(index), parser.value_attributes()?);
            let name = match parser.at.token {
                Token::LocalName => Key::Name(names::name(parser.take())),
                Token::LocalNumber => {
                    let (next, number) = (parameters.next, names::number(parser.text()));
                    // Modern LLVM may leave numbers out.
                    let number =
                        number.filter(|number| *number == next || parser.is_modern() && *number > next);
                    let Some(number) = number else {
                        return Err(parser.fault(format!(
                            "values must be numbered consecutively: expected \
                                                         %{next}"
                        )));
                    };
                    parser.bump();
                    Key::Number(number)
                }
                _ => Key::Number(parameters.next),
            };
            if let Key::Number(number) = &name {
                parameters.next = number.saturating_add(1);
            }
            parameters.names.push(name);
            Ok(())
        })?;
        Ok(parameters)
    }

    /// What stands behind the parameters, up to metadata and the body.
    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    fn function_tail(&mut self, id: GlobalId, mut attributes: AttributeSet) -> Result {
        let mut own = OwnAttributes::default();
        loop {
            let word = match self.at.token {
                Token::Word => self.text(),
                Token::Group => {
                    self.group_reference(&mut attributes)?;
                    continue;
                }
                Token::String => b"",
                _ => break,
            };
            match word {
                b"unnamed_addr" => {
                    self.bump();
                    self.set_global(id, |global| global.unnamed_address = UnnamedAddress::Insignificant);
                }
                b"local_unnamed_addr" if self.is_modern() => {
                    self.bump();
                    let unnamed_address = UnnamedAddress::LocallyInsignificant;
                    self.set_global(id, |global| global.unnamed_address = unnamed_address);
                }
                b"addrspace" if self.is_modern() => {
                    let space = self.address_space()?;
                    let void = self.module.types.void();
                    let ty = self.module.address_type(void, space);
                    self.set_global(id, |global| global.ty = ty);
                }
                b"section" => {
                    self.bump();
                    let section = self.string("a section name")?.into_owned();
                    self.set_global(id, |global| global.section = section.into());
                }
                b"comdat" => self.comdat_of(id)?,
                b"align" => {
                    let alignment = self.alignment()?;
                    self.set_global(id, |global| global.alignment = alignment);
                }
                b"gc" => {
                    self.bump();
                    let collector = self.string("the name of a garbage collector")?.into_owned();
                    self.set_global(id, |global| {
                        if let GlobalKind::Function(function) = &mut global.kind {
                            function.garbage_collector = collector.into();
                        }
                    });
                }
                b"prefix" | b"prologue" | b"personality" => {
                    self.bump();
                    let what = match word {
                        b"prefix" => Later::Prefix,
                        b"prologue" => Later::Prologue,
                        _ => Later::Personality,
                    };
                    self.value_later(id, what, true)?;
                }
                // The next function, or what follows it.
                _ if !word.is_empty() && !self.is_attribute(word) => break,
                _ if self.own_attribute(false, &mut own)? => {}
                _ => break,
            }
        }
        attributes.add(Slot::Function, own.finish());
        self.attributes_later(id, attributes);
        Ok(())
    }

    /// Goes on behind the body of a function, and says where that is. Bytes are enough to find its end: braces outside
    /// of names, strings and comments.
    fn skip_body(&mut self) -> Result<usize> {
        if self.globals.endless >= limits::ENDLESS_BODIES {
            return Err(self.expected("a function body with a closing `}`"));
        }
        let source = self.source;
        let find = |from: usize, to: usize, marks: &[u8]| {
            let step = source.get(from..to).and_then(|text| text.find_byteset(marks))?;
            Some(from + step)
        };
        let mut at = self.at.start;
        let first_comment = self.globals.comment;
        let mut open = 0_usize;
        // Few braces close, so the next one is searched for once. Three other bytes can be searched for at once.
        let mut close = at;
        loop {
            if close <= at {
                close = find(at, source.len(), b"}").unwrap_or(source.len());
            }
            if self.globals.comment.is_none_or(|comment| comment < at) {
                self.globals.comment = Some(next_comment(source, at));
            }
            let comment = self.globals.comment.unwrap_or(source.len());
            let mark = find(at, close.min(comment), b"{;\"").unwrap_or(close.min(comment));
            if mark == comment && mark < source.len() {
                at = comment_end(source, mark).unwrap_or(source.len());
                continue;
            }
            at = mark + 1;
            let behind = source.get(at..).unwrap_or_default();
            match source.get(mark) {
                Some(b'{') => open += 1,
                Some(b'}') if open > 1 => open -= 1,
                Some(b'}') if open == 0 || may_end_body(source.get(..mark).unwrap_or_default(), behind) => {
                    self.seek(at);
                    return Ok(at);
                }
                // One too many, in the middle of a body.
                Some(b'}') => {}
                Some(b';') => at += behind.find_byte(b'\n').unwrap_or(behind.len()),
                Some(_) => at += behind.find_byte(b'"').map_or(behind.len(), |end| end + 1),
                None => {
                    self.globals.endless += 1;
                    // Reading goes on before the comments that were gone through.
                    self.globals.comment = first_comment;
                    return Err(self.expected(match open {
                        0 => "`{` and the body of the function",
                        _ => "a function body with a closing `}`",
                    }));
                }
            }
        }
    }
}

/// Where the next `/*` stands; the end of the text where there is none. Searched for by one byte, which few texts have.
fn next_comment(source: &[u8], mut at: usize) -> usize {
    while let Some(step) = source.get(at..).and_then(|text| text.find_byte(b'/')) {
        at += step + 1;
        if source.get(at) == Some(&b'*') {
            return at - 1;
        }
    }
    source.len()
}

/// How many bytes behind a brace say whether it ends a body.
const LOOKED_AT: usize = 256;

/// Whether a body may end with a brace between these bytes: nothing else stands behind it in its line, or something of
/// the top level; and where an instruction stands before it, no other one in the line behind.
fn may_end_body(before: &[u8], behind: &[u8]) -> bool {
    // Lines may have no end.
    let before = before.get(before.len().saturating_sub(LOOKED_AT)..).unwrap_or_default();
    let behind = behind.get(..behind.len().min(LOOKED_AT)).unwrap_or_default();
    let mut lines = behind.lines();
    let line = lines.next().unwrap_or_default().trim_ascii();
    let line_before = before.rsplit_str("\n").next().unwrap_or_default();
    if line.is_empty() && !line_before.trim_ascii().is_empty() {
        let is_indented = |line: &[u8]| line.starts_with(b"  ") && !line.trim_ascii().is_empty();
        return !lines.next().is_some_and(is_indented);
    }
    let words: [&[u8]; 8] =
        [b";", b"/*", b"define", b"declare", b"attributes", b"target", b"module", b"uselistorder"];
    let is_definition = line.first().is_some_and(|byte| b"@%$!".contains(byte)) && line.contains(&b'=');
    line.is_empty() || is_definition || words.iter().any(|word| line.starts_with(word))
}
