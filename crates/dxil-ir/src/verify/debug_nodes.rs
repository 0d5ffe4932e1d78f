//! Nodes of debug information: what each of their fields may refer to, and what values make sense.

use hashbrown::{HashMap, HashSet};

use super::circles::{Edge, walk};
use super::debug_fields::{self, Wanted, tags_of};
use super::rule::Rule;
use super::show;
use super::{IrPlace, Verifier};
use crate::arena::Id as _;
use crate::generated::bitcode::metadata as code;
use crate::metadata::{FieldKind, Metadata, NODES, NodeRow};
use crate::{Dialect, MetadataId, ValueKind, dwarf};

/// Flags that exclude each other: a reference to what has a name, and to what has none.
fn references(dialect: Dialect) -> u64 {
    match dialect {
        // As LLVM 3.7's verifier has it.
        Dialect::Dxil37 => 1 << 14 | 1 << 15,
        Dialect::Modern => 1 << 13 | 1 << 14,
    }
}

impl<'m> Verifier<'m> {
    pub(super) fn node(&mut self, id: MetadataId, row: u8, is_distinct: bool, numbers: &'m [u64]) {
        let number = usize::from(row);
        let Some(row) = NODES.get(number) else {
            self.find(Rule::NodeForm, format_args!("kind {row} of the debug node is unknown"));
            return;
        };
        if !expect!(
            self,
            row.dialect == self.module.dialect,
            Rule::NodeForm,
            "this dialect of LLVM IR does not have the debug node {}",
            row.name
        ) {
            return;
        }
        let (least, open) = row.fixed_fields();
        let fits = numbers.len() == least || open && numbers.len() > least;
        if !expect!(self, fits, Rule::NodeForm, "{} has {} fields, expected {least}", row.name, numbers.len())
        {
            return;
        }
        let last = row.fields.last().map_or(FieldKind::Rest, |last| last.kind);
        let kinds = row.fields.iter().map(|field| field.kind).chain(std::iter::repeat(last));
        self.fields_are_there(kinds, numbers);
        if self.debug.wanted.is_empty() {
            self.debug.wanted = NODES.iter().map(debug_fields::wanted).collect();
        }
        let wanted = self.debug.wanted.get_mut(number).map(std::mem::take).unwrap_or_default();
        for (index, wanted) in &wanted {
            let (Some(field), Some(number)) = (row.fields.get(*index), numbers.get(*index)) else { continue };
            // What is missing was found above.
            let Ok(found) = self.reference(field.kind, *number) else { continue };
            self.wanted(id, row, field.name, found, *wanted);
        }
        if let Some(entry) = self.debug.wanted.get_mut(number) {
            *entry = wanted;
        }
        self.values(id, row, numbers);
        if row.dialect == Dialect::Modern {
            self.modern_values(row, is_distinct, numbers);
        }
    }

    /// Whether a field refers to what it is for.
    fn wanted(
        &mut self,
        node: MetadataId,
        row: &NodeRow,
        name: &str,
        found: Option<MetadataId>,
        wanted: Wanted,
    ) {
        let fits = match found {
            None => !wanted.is_required,
            Some(id) => self.is_wanted(node, id, wanted),
        };
        let shown = found.map_or("nothing", |id| self.kind_name(id));
        expect!(self, fits, Rule::NodeOperand, "field `{name}` of {} cannot refer to {shown}", row.name);
    }

    fn is_wanted(&mut self, node: MetadataId, id: MetadataId, wanted: Wanted) -> bool {
        let module = self.module;
        match module.metadata.get(id) {
            None => false,
            Some(Metadata::String(_)) => {
                let text = self.string(id).unwrap_or_default();
                // A string that stands for a node is that node's name.
                if wanted.is_string_of_type {
                    self.debug.references.push((node, text));
                }
                wanted.is_string || wanted.is_string_of_type && !text.is_empty()
            }
            Some(Metadata::Node { row, .. }) => {
                NODES.get(usize::from(row)).is_some_and(|row| wanted.nodes >> row.code & 1 != 0)
            }
            Some(Metadata::Value(_, value)) => match value.kind() {
                ValueKind::Global(id) => {
                    let is_function =
                        module.globals.get(id).is_some_and(|global| global.function().is_some());
                    if is_function { wanted.is_function } else { wanted.is_variable }
                }
                // A function may be there through a cast.
                ValueKind::Constant(_)
                | ValueKind::Argument(_)
                | ValueKind::Instruction(_)
                | ValueKind::Metadata(_)
                | ValueKind::LocalMetadata(_)
                | ValueKind::Forward(_) => wanted.is_variable || wanted.is_function,
            },
            Some(Metadata::Tuple { .. }) => {
                let Some(element) = wanted.element() else { return false };
                if !wanted.is_any_list && self.debug.lists.insert((id, wanted)) {
                    let elements: Vec<_> = self.list(id).into_iter().flatten().collect();
                    for element_id in elements {
                        let fits = match element_id {
                            None => !element.is_required,
                            Some(id) => self.is_wanted_element(node, id, element),
                        };
                        let shown = element_id.map_or("nothing", |id| self.kind_name(id));
                        expect!(
                            self,
                            fits,
                            Rule::NodeOperand,
                            "{id} contains {shown}, which is not allowed in this list"
                        );
                    }
                }
                true
            }
        }
    }

    /// The same for what a list holds, which is no list.
    fn is_wanted_element(&mut self, node: MetadataId, id: MetadataId, wanted: Wanted) -> bool {
        !matches!(self.module.metadata.get(id), Some(Metadata::Tuple { .. }))
            && self.is_wanted(node, id, wanted)
    }

    /// What a piece of metadata is, in a word.
    fn kind_name(&self, id: MetadataId) -> &'static str {
        match self.module.metadata.get(id) {
            None => "missing",
            Some(Metadata::String(_)) => "a string",
            Some(Metadata::Value(..)) => "a value",
            Some(Metadata::Tuple { .. }) => "a list",
            Some(node) => node.row().map_or("a node of unknown kind", |row| row.name),
        }
    }

    /// What the values of a node's fields have to be.
    fn values(&mut self, id: MetadataId, row: &NodeRow, numbers: &[u64]) {
        let value = |name: &str| {
            let index = row.fields.iter().position(|field| field.name == name)?;
            numbers.get(index).copied()
        };
        if let (Some(tags), Some(tag)) = (tags_of(row.dialect, row.code), value("tag")) {
            expect!(self, tags.contains(&tag), Rule::NodeTag, "{} has the invalid tag {tag:#x}", row.name);
        }
        let wrong = match row.code {
            code::GENERIC_DEBUG => (value("tag") == Some(0)).then_some("no tag"),
            code::SUBRANGE if row.dialect == Dialect::Dxil37 => {
                let is_known = value("count").is_none_or(|count| count.cast_signed() >= -1);
                (!is_known).then_some("a count below -1")
            }
            code::COMPOSITE_TYPE | code::SUBPROGRAM | code::SUBROUTINE_TYPE => {
                let references = references(row.dialect);
                let flags = value("flags").unwrap_or(0);
                (flags & references == references).then_some("incompatible flags")
            }
            code::LEXICAL_BLOCK => {
                let is_nowhere = value("line") == Some(0) && value("column") != Some(0);
                is_nowhere.then_some("a column without a line")
            }
            code::EXPRESSION => {
                let is_expression = dwarf::elements(row.dialect, numbers).is_some();
                (!is_expression).then_some("an invalid sequence of operations")
            }
            _ => None,
        };
        if let Some(wrong) = wrong {
            self.find(Rule::NodeField, format_args!("{} has {wrong}", row.name));
        }
        if matches!(row.code, code::COMPILE_UNIT | code::COMPOSITE_TYPE) {
            // Modern LLVM has classes and unions without a file: clang's built-in types.
            let needs_name = row.code == code::COMPILE_UNIT
                || row.dialect == Dialect::Dxil37 && value("tag").is_some_and(dwarf::needs_file);
            let name = self.field(id, "file").and_then(|file| self.field(file, "filename"));
            let is_named = name.and_then(|name| self.string(name)).is_some_and(|name| !name.is_empty());
            expect!(self, !needs_name || is_named, Rule::NodeField, "{} has no file name", row.name);
        }
        if row.code == code::SUBPROGRAM {
            self.subprogram_fields(id);
        }
    }

    /// What holds of all modern nodes by their rows: numbers fit, what must be distinct is.
    fn modern_values(&mut self, row: &NodeRow, is_distinct: bool, numbers: &[u64]) {
        for (field, number) in row.fields.iter().zip(numbers) {
            expect!(
                self,
                field.fits(*number),
                Rule::NodeField,
                "field `{}` of {} is too large: {number}",
                field.name,
                row.name
            );
        }
        let flags = row.field("spFlags").and_then(|field| numbers.get(field)).copied().unwrap_or(0);
        let is_needed = row.is_distinct || flags & debug_fields::IS_DEFINITION != 0;
        expect!(self, is_distinct || !is_needed, Rule::NodeForm, "{} must be distinct", row.name);
    }

    fn subprogram_fields(&mut self, id: MetadataId) {
        if let Some(declaration) = self.field(id, "declaration") {
            let is_definition = match self.number(declaration, "spFlags") {
                Some(flags) => flags & debug_fields::IS_DEFINITION != 0,
                None => self.number(declaration, "isDefinition") == Some(1),
            };
            expect!(
                self,
                !is_definition,
                Rule::NodeField,
                "field `declaration` refers to {declaration}, which is a definition"
            );
        }
    }

    /// Whether metadata is a node whose record has this code.
    pub(super) fn is_node(&self, id: MetadataId, code: u32) -> bool {
        let row = self.module.metadata.get(id).and_then(Metadata::row);
        row.is_some_and(|row| row.code == code)
    }

    pub(super) fn is_local_scope(&self, id: MetadataId) -> bool {
        let row = self.module.metadata.get(id).and_then(Metadata::row);
        row.is_some_and(|row| debug_fields::LOCAL_SCOPES >> row.code & 1 != 0)
    }

    /// What is in a node's field.
    fn raw_field(&self, id: MetadataId, name: &str) -> Option<(FieldKind, u64)> {
        let module = self.module;
        let metadata = module.metadata.get(id)?;
        let Metadata::Node { fields, .. } = metadata else { return None };
        let row = metadata.row()?;
        let index = row.fields.iter().position(|field| field.name == name)?;
        Some((row.fields.get(index)?.kind, *module.metadata.numbers(fields).get(index)?))
    }

    fn number(&self, id: MetadataId, name: &str) -> Option<u64> {
        self.raw_field(id, name).map(|(_, number)| number)
    }

    /// What a node's field refers to.
    pub(super) fn field(&self, id: MetadataId, name: &str) -> Option<MetadataId> {
        let (kind, number) = self.raw_field(id, name)?;
        self.reference(kind, number).ok()?
    }

    /// The next scope further out, of a block of source.
    fn outer_scope(&self, id: MetadataId) -> Option<MetadataId> {
        let is_block = self.is_node(id, code::LEXICAL_BLOCK) || self.is_node(id, code::LEXICAL_BLOCK_FILE);
        self.field(id, "scope").filter(|_| is_block)
    }

    /// The subprogram that a scope lies in.
    pub(super) fn subprogram(&mut self, scope: MetadataId) -> Option<MetadataId> {
        if self.is_node(scope, code::SUBPROGRAM) {
            return Some(scope);
        }
        let mut known = std::mem::take(&mut self.debug.subprograms);
        let end = end_of(&mut known, scope, |id| self.outer_scope(id));
        self.debug.subprograms = known;
        end.filter(|id| self.is_node(*id, code::SUBPROGRAM))
    }

    pub(super) fn circles_of_nodes(&mut self) {
        let module = self.module;
        // Without a node there is no circle of nodes.
        if self.debug.wanted.is_empty() {
            return;
        }
        let count = module.metadata.len();
        let edge = |node: usize, index: usize| {
            let id = MetadataId::new(node);
            let outer = self.outer_scope(id).or_else(|| self.field(id, "inlinedAt"));
            outer.filter(|_| index == 0).map_or(Edge::End, |id| Edge::To(id.index()))
        };
        for node in walk(count, 0..count, edge).circles {
            self.at = IrPlace::Metadata(MetadataId::new(node));
            self.find(Rule::NodeCircle, format_args!("debug node contains itself"));
        }
    }

    /// Strings that stand for types are names of types that compile units keep.
    pub(super) fn type_references(&mut self) {
        let module = self.module;
        let references = std::mem::take(&mut self.debug.references);
        let units = module.named_metadata.iter().filter(|named| named.name == "llvm.dbg.cu");
        let units: Vec<_> = units.flat_map(|named| named.operands.iter().copied()).collect();
        if references.is_empty() || units.is_empty() {
            return;
        }
        let lists: HashSet<_> = units.iter().filter_map(|unit| self.field(*unit, "retainedTypes")).collect();
        let mut names = HashSet::new();
        for list in lists {
            for ty in self.list(list).into_iter().flatten().flatten() {
                names.extend(self.field(ty, "identifier").and_then(|name| self.string(name)));
            }
        }
        for (node, name) in references {
            self.at = IrPlace::Metadata(node);
            expect!(
                self,
                names.contains(name),
                Rule::TypeReference,
                "reference to type {}, which no compile unit retains",
                show::name(name)
            );
        }
        self.at = IrPlace::Module;
    }
}

/// Where one comes to by going on from `start` as long as there is somewhere to go; nowhere in a circle. What was met
/// is remembered for all that come the same way.
fn end_of(
    known: &mut HashMap<MetadataId, Option<MetadataId>>,
    start: MetadataId,
    next: impl Fn(MetadataId) -> Option<MetadataId>,
) -> Option<MetadataId> {
    let mut path = Vec::new();
    let mut at = start;
    let end = loop {
        if let Some(end) = known.get(&at) {
            break *end;
        }
        known.insert(at, None);
        path.push(at);
        match next(at) {
            Some(further) => at = further,
            None => break Some(at),
        }
    };
    known.extend(path.into_iter().map(|id| (id, end)));
    end
}
