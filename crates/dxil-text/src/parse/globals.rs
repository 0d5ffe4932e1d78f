//! Variables, aliases and groups of sections, and what names refer to.

use std::borrow::Cow;

use az::SaturatingAs as _;
use bstr::BStr;
use dxil_ir::globals::{Alias, GlobalKind, Variable};
use dxil_ir::{
    Alignment, Comdat, ComdatId, ComdatSelection, Dialect, DllStorage, Global, GlobalId, Linkage,
    ThreadLocal, Type, TypeId, UnnamedAddress, Value, ValueKind, Visibility,
};

use super::cursor::{Parser, Result};
use super::global_table::Later;
use super::names;
use super::token::Token;
use crate::print::is_dso_local_anyway;

/// What modern LLVM says of variables and no shader does.
const NOT_SUPPORTED: [&[u8]; 5] =
    [b"partition", b"code_model", b"no_sanitize_address", b"no_sanitize_hwaddress", b"sanitize_memtag"];

/// How a global is bound to others of its name, and how it is seen.
pub(super) struct Binding {
    /// `None` where the text says nothing.
    pub(super) linkage: Option<Linkage>,
    pub(super) visibility: Visibility,
    pub(super) dll_storage: DllStorage,
    pub(super) is_dso_local: bool,
}

impl<'s> Parser<'s> {
    /// The global that the token at hand refers to, which is taken.
    pub(super) fn global_reference(&mut self) -> Result<GlobalId> {
        if let Some(id) = self.known_global() {
            self.bump();
            return Ok(id);
        }
        let fault = self.undefined(
            self.at.start,
            self.text().len(),
            format!("use of undefined value {}", BStr::new(self.text())),
        );
        Err(match self.text().starts_with(b"@dx.op.") {
            true => fault.with_hint("declare the DXIL operation: `declare ... @dx.op. ...`"),
            false => fault,
        })
    }

    /// The same, if there is one; it is not taken.
    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    pub(super) fn known_global(&self) -> Option<GlobalId> {
        match self.at.token {
            Token::GlobalName => self.globals.names.get(&names::name(self.text())).copied(),
            _ => names::number(self.text()).and_then(|number| self.globals.numbered.get(&number).copied()),
        }
    }

    /// The same, which has to have a type.
    pub(super) fn global_value(&mut self, ty: TypeId) -> Result<Value> {
        let (start, len) = (self.at.start, self.text().len());
        let id = self.global_reference()?;
        match self.module.globals.get(id).map(|global| global.ty) {
            Some(found) if found != ty => {
                let message =
                    format!("type mismatch: found {}, expected {}", self.shown(found), self.shown(ty));
                let mut fault = self.fault_at(start, len, message);
                // Where all uses differ, it is the definition that is wrong: once is enough.
                fault.is_consequence |= !self.globals.told.insert(id);
                Err(fault)
            }
            _ => Ok(id.into()),
        }
    }

    /// The name of a global that is being defined; empty where it has a number, which has to be the next one or, in
    /// modern LLVM, may be a later one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    pub(super) fn new_global_name(&mut self) -> Result<Cow<'s, [u8]>> {
        match self.at.token {
            Token::GlobalName => {
                let name = names::name(self.text());
                if name.is_empty() {
                    return Err(self.fault("empty name"));
                }
                if self.is_modern() && name.contains(&0) {
                    return Err(self.fault("name contains a NUL byte"));
                }
                if self.globals.names.contains_key(&name) {
                    return Err(self.fault(format!("{} is defined twice", BStr::new(self.text()))));
                }
                self.bump();
                Ok(name)
            }
            Token::GlobalNumber => {
                let (next, number) = (self.globals.next_number, names::number(self.text()));
                match number.filter(|number| *number == next || self.is_modern() && *number > next) {
                    Some(number) => self.globals.next_number = number,
                    None => {
                        return Err(self.fault(format!(
                            "globals must be numbered consecutively: expected \
                                                           @{next}"
                        )));
                    }
                }
                self.bump();
                Ok(Cow::Borrowed(b""))
            }
            _ => Err(self.expected("the name of a global")),
        }
    }

    /// Adds a global by its name, which stands at an offset.
    pub(super) fn add_global(&mut self, name: Cow<'s, [u8]>, start: usize, mut global: Global) -> GlobalId {
        global.is_dso_local &= !is_dso_local_anyway(&global);
        let id = self.module.globals.push(global);
        self.places.globals.push(start.saturating_as::<u32>());
        if name.is_empty() {
            self.globals.numbered.insert(self.globals.next_number, id);
            self.globals.next_number = self.globals.next_number.saturating_add(1);
        } else {
            self.globals.names.insert(name, id);
        }
        id
    }

    /// Keeps a type and a value, or a value, for when all globals are known, and goes on behind it.
    pub(super) fn value_later(&mut self, id: GlobalId, what: Later, has_type: bool) -> Result {
        let start = self.at.start;
        if has_type {
            self.value_type()?;
        }
        self.skip_value()?;
        self.globals.later.push((id, what, start));
        Ok(())
    }

    /// Goes on behind a constant, whatever it is.
    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    fn skip_value(&mut self) -> Result {
        match self.at.token {
            Token::Operation(_) => {
                while matches!(self.at.token, Token::Operation(_) | Token::Word) {
                    self.bump();
                }
                // `inrange(0, 16)` has brackets, too.
                self.skip_brackets()?;
                if self.at.token == Token::OpenParen { self.skip_brackets() } else { Ok(()) }
            }
            Token::OpenParen | Token::OpenBracket | Token::OpenBrace | Token::OpenAngle => {
                self.skip_brackets()
            }
            Token::Word if self.text() == b"c" => {
                self.bump();
                self.string("bytes").map(drop)
            }
            Token::Word => {
                let is_of_global = matches!(self.text(), b"dso_local_equivalent" | b"no_cfi");
                self.bump();
                if is_of_global && matches!(self.at.token, Token::GlobalName | Token::GlobalNumber) {
                    self.bump();
                }
                if self.at.token == Token::OpenParen { self.skip_brackets() } else { Ok(()) }
            }
            Token::Integer
            | Token::HexInteger
            | Token::Decimal
            | Token::Hex
            | Token::HexFloat
            | Token::BitPattern
            | Token::SpecialFloat
            | Token::GlobalName
            | Token::GlobalNumber => {
                self.bump();
                Ok(())
            }
            _ => Err(self.expected("a constant")),
        }
    }

    /// Whether the token at hand begins a line and something of the top level.
    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    pub(super) fn is_at_entity(&self) -> bool {
        let is_first =
            self.at.start.checked_sub(1).and_then(|before| self.source.get(before)) == Some(&b'\n');
        is_first
            && match self.at.token {
                Token::MetadataNumber
                | Token::MetadataName
                | Token::GlobalName
                | Token::GlobalNumber
                | Token::LocalName
                | Token::LocalNumber
                | Token::ComdatName => self.peek() == Token::Equal,
                Token::Word => matches!(self.text(), b"define" | b"declare" | b"attributes" | b"target"),
                _ => false,
            }
    }

    /// How a global is bound and seen.
    pub(super) fn binding(&mut self) -> Binding {
        let mut binding = Binding {
            linkage: None,
            visibility: Visibility::Default,
            dll_storage: DllStorage::Default,
            is_dso_local: false,
        };
        while self.at.token == Token::Word {
            let word = self.text();
            if word == b"external" {
                binding.linkage = Some(Linkage::External);
            } else if let Some(linkage) = Linkage::from_word(word) {
                binding.linkage = Some(linkage);
            } else if let Some(visibility) = Visibility::from_word(word) {
                binding.visibility = visibility;
            } else if let Some(storage) = DllStorage::from_word(word) {
                binding.dll_storage = storage;
            } else if self.is_modern() && matches!(word, b"dso_local" | b"dso_preemptable") {
                binding.is_dso_local = word == b"dso_local";
            } else if word != b"default" {
                break;
            }
            self.bump();
        }
        binding
    }

    fn thread_local(&mut self) -> Result<ThreadLocal> {
        if !self.eat_word("thread_local") {
            return Ok(ThreadLocal::Not);
        }
        if !self.eat(Token::OpenParen) {
            return Ok(ThreadLocal::GeneralDynamic);
        }
        let model = match self.text() {
            b"localdynamic" => ThreadLocal::LocalDynamic,
            b"initialexec" => ThreadLocal::InitialExec,
            b"localexec" => ThreadLocal::LocalExec,
            _ => return Err(self.expected("`localdynamic`, `initialexec` or `localexec`")),
        };
        self.bump();
        self.expect(Token::CloseParen, "`)`")?;
        Ok(model)
    }

    /// `@x = …`: a variable or an alias.
    pub(super) fn variable_or_alias(&mut self) -> Result {
        let start = self.at.start;
        let name = self.new_global_name()?;
        self.expect(Token::Equal, "`=`")?;
        let binding = self.binding();
        let thread_local = self.thread_local()?;
        let unnamed_address = if self.eat_word("unnamed_addr") {
            UnnamedAddress::Insignificant
        } else if self.is_modern() && self.eat_word("local_unnamed_addr") {
            UnnamedAddress::LocallyInsignificant
        } else {
            UnnamedAddress::Significant
        };
        let void = self.module.types.void();
        let mut global = Global {
            name: name.as_ref().into(),
            ty: void,
            value_type: void,
            linkage: binding.linkage.unwrap_or(Linkage::External),
            visibility: binding.visibility,
            dll_storage: binding.dll_storage,
            unnamed_address,
            is_dso_local: binding.is_dso_local,
            metadata: Vec::new(),
            alignment: Alignment::NATURAL,
            section: Vec::new().into(),
            comdat: None,
            kind: GlobalKind::Alias(Alias { aliasee: Value::new(ValueKind::Forward(0)), thread_local }),
        };
        if self.eat_word("alias") {
            return self.alias(name, start, global);
        }
        let space = self.address_space()?;
        let is_externally_initialized = self.eat_word("externally_initialized");
        let is_constant = match self.text() {
            b"constant" => true,
            b"global" => false,
            b"ifunc" => return Err(self.fault("`ifunc` is not supported")),
            _ => return Err(self.expected("`global`, `constant` or `alias`")),
        };
        self.bump();
        global.value_type = self.value_type()?;
        global.ty = self.module.address_type(global.value_type, space);
        let variable = Variable { is_constant, initializer: None, thread_local, is_externally_initialized };
        global.kind = GlobalKind::Variable(variable);
        let id = self.add_global(name, start, global);
        // Where the text says how it is bound, it need not say what it holds: whether that is allowed is no question of
        // syntax.
        let has_initializer = match binding.linkage {
            None => self.at.token != Token::Comma,
            Some(Linkage::External) => false,
            Some(_) => !matches!(self.at.token, Token::Comma | Token::End) && !self.is_at_entity(),
        };
        if has_initializer {
            self.value_later(id, Later::Initializer, false)?;
        }
        self.variable_tail(id)
    }

    fn variable_tail(&mut self, id: GlobalId) -> Result {
        while self.eat(Token::Comma) {
            match self.text() {
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
                _ if self.is_modern() && self.at.token == Token::MetadataName => {
                    let start = self.skip_attachment()?;
                    self.attachment_later(id, start);
                }
                word if self.is_modern() && NOT_SUPPORTED.contains(&word) => {
                    return Err(self.fault(format!("`{}` is not supported", BStr::new(word))));
                }
                _ => return Err(self.expected("`section`, `comdat` or `align`")),
            }
        }
        if self.at.token == Token::Group && self.is_modern() {
            return Err(self.fault("attributes of variables are not supported"));
        }
        Ok(())
    }

    pub(super) fn set_global(&mut self, id: GlobalId, set: impl FnOnce(&mut Global)) {
        if let Some(global) = self.module.globals.get_mut(id) {
            set(global);
        }
    }

    fn alias(&mut self, name: Cow<'s, [u8]>, start: usize, mut global: Global) -> Result {
        if self.is_modern() {
            return self.modern_alias(name, start, global);
        }
        let behind = self.at.start;
        if !matches!(self.at.token, Token::Operation(_)) {
            global.ty = self.value_type()?;
            // What it is the address of is checked once what it is for is read.
            global.value_type = self.module.types.pointee(global.ty).unwrap_or(global.ty);
        }
        let id = self.add_global(name, start, global);
        self.skip_value()?;
        self.globals.later.push((id, Later::Aliasee, behind));
        Ok(())
    }

    /// `alias i32, ptr @x`: the type of what it is an address of, then what it is another name for.
    fn modern_alias(&mut self, name: Cow<'s, [u8]>, start: usize, mut global: Global) -> Result {
        global.value_type = self.ty()?;
        global.ty = self.module.address_type(global.value_type, 0);
        self.expect(Token::Comma, "`,` and what this is an alias of")?;
        let behind = self.at.start;
        let is_expression = matches!(self.at.token, Token::Operation(_));
        let id = self.add_global(name, start, global);
        if !is_expression {
            self.value_type()?;
        }
        self.skip_value()?;
        self.globals.later.push((id, Later::Aliasee, behind));
        Ok(())
    }

    /// `align 4`.
    pub(super) fn alignment(&mut self) -> Result<Alignment> {
        self.expect_word("align")?;
        self.alignment_bytes().map(Alignment::bytes)
    }

    /// How many bytes something is aligned to.
    pub(super) fn alignment_bytes(&mut self) -> Result<u64> {
        let (start, len) = (self.at.start, self.text().len());
        let bytes = self.u64("an alignment")?;
        let most = Alignment::largest(self.module.dialect);
        if bytes.is_power_of_two() && Alignment::bytes(bytes) <= most {
            return Ok(bytes);
        }
        let most = most.in_bytes().unwrap_or_default();
        let message = format!("invalid alignment: expected a power of two up to {most}");
        Err(self.fault_at(start, len, message))
    }

    /// `comdat` or `comdat($x)`.
    pub(super) fn comdat_of(&mut self, id: GlobalId) -> Result {
        let start = self.at.start;
        self.bump();
        let name = if self.eat(Token::OpenParen) {
            if self.at.token != Token::ComdatName {
                return Err(self.expected("a comdat, such as `$x`"));
            }
            let name = names::name(self.take());
            self.expect(Token::CloseParen, "`)`")?;
            name
        } else {
            Cow::Owned(self.module.globals.get(id).map(|global| global.name.to_vec()).unwrap_or_default())
        };
        let comdat = self.comdat_named(name, start);
        self.set_global(id, |global| global.comdat = Some(comdat));
        Ok(())
    }

    fn comdat_named(&mut self, name: Cow<'s, [u8]>, start: usize) -> ComdatId {
        if let Some(id) = self.globals.comdats.get(&name) {
            return *id;
        }
        let comdat = Comdat { name: name.as_ref().into(), selection: ComdatSelection::Any };
        let id = self.module.comdats.push(comdat);
        self.globals.undefined_comdats.insert(id, start);
        self.globals.comdats.insert(name, id);
        id
    }

    /// `$x = comdat any`.
    pub(super) fn comdat_definition(&mut self) -> Result {
        let (start, len) = (self.at.start, self.text().len());
        let name = names::name(self.take());
        let id = self.comdat_named(name, start);
        if self.globals.undefined_comdats.remove(&id).is_none() {
            return Err(self.fault_at(start, len, "comdat is defined twice"));
        }
        self.expect(Token::Equal, "`=`")?;
        self.expect_word("comdat")?;
        let selection = match (self.text(), self.module.dialect) {
            // LLVM 13 gave it this name.
            (b"nodeduplicate", Dialect::Modern) => Some(ComdatSelection::NoDuplicates),
            (b"noduplicates", Dialect::Modern) => None,
            (word, _) => ComdatSelection::from_word(word),
        };
        let Some(selection) = selection else {
            return Err(self.expected("`any`, `exactmatch`, `largest`, `noduplicates` or `samesize`"));
        };
        self.bump();
        if let Some(comdat) = self.module.comdats.get_mut(id) {
            comdat.selection = selection;
        }
        Ok(())
    }

    /// Says which groups of sections were used and never defined.
    pub(super) fn check_comdats(&mut self) {
        let mut undefined: Vec<_> =
            std::mem::take(&mut self.globals.undefined_comdats).into_values().collect();
        undefined.sort_unstable();
        for start in undefined {
            self.seek(start);
            let fault = self.undefined(start, self.text().len(), "undefined comdat");
            self.note(fault.with_hint("define the comdat at the top level: `$x = comdat any`"));
        }
    }

    /// Reads what was kept for when all globals are known.
    pub(super) fn kept_values(&mut self) {
        let mut later = std::mem::take(&mut self.globals.later);
        later.sort_by_key(|(_, what, start)| (*what != Later::Aliasee, *start));
        for (id, what, start) in later {
            self.seek(start);
            if let Err(fault) = self.kept_value(id, what) {
                self.note(fault);
            }
        }
    }

    fn kept_value(&mut self, id: GlobalId, what: Later) -> Result {
        let value = match what {
            Later::Initializer => {
                let ty = self.module.globals.get(id).map(|global| global.value_type);
                match ty {
                    Some(ty) => self.constant(ty)?,
                    None => return Ok(()),
                }
            }
            Later::Aliasee => return self.kept_aliasee(id),
            Later::Prefix | Later::Prologue | Later::Personality => self.typed_constant()?.1,
        };
        self.set_global(id, |global| match (&mut global.kind, what) {
            (GlobalKind::Variable(variable), _) => variable.initializer = Some(value),
            (GlobalKind::Function(function), Later::Prefix) => function.prefix = Some(value),
            (GlobalKind::Function(function), Later::Prologue) => function.prologue = Some(value),
            (GlobalKind::Function(function), _) => function.personality = Some(value),
            (GlobalKind::Alias(_), _) => {}
        });
        Ok(())
    }

    fn kept_aliasee(&mut self, id: GlobalId) -> Result {
        let (ty, aliasee) = if let Token::Operation(operation) = self.at.token {
            self.any_expression(operation)?
        } else {
            self.typed_constant()?
        };
        let Some(Type::Pointer(pointee, _)) = self.module.types.get(ty) else {
            return Err(self.fault(format!("aliasee has type {}, expected a pointer", self.shown(ty))));
        };
        let pointee = pointee.expand();
        self.set_global(id, |global| {
            global.ty = ty;
            global.value_type = pointee.unwrap_or(global.value_type);
            if let GlobalKind::Alias(alias) = &mut global.kind {
                alias.aliasee = aliasee;
            }
        });
        Ok(())
    }

    /// The type of a function, of a pointer to one.
    pub(super) fn function_type_of(&self, ty: TypeId) -> Option<(TypeId, &[TypeId], bool)> {
        let Type::Function { result, parameters, is_variadic } = self.module.types.get(ty)? else {
            return None;
        };
        Some((*result, parameters, *is_variadic))
    }
}
