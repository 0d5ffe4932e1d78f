//! Metadata compared node by node, operand by operand: `!dx.resources UAV[blurred] lower bound: 0 -> 1`. Separate
//! because it is a graph: what is referred to twice is compared once.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use dx_container::names::{Named, name_of, split_flags};
use dxil::shader::Shader;
use dxil::shader::shape::{Fields, Pairs, Rest, Shape};
use dxil_ir::metadata::{FieldKind, Metadata, node_of};
use dxil_ir::{MetadataId, Module};
use dxil_text::{Pieces, PrintError, spelled};

use crate::comparing::operands::{
    Nodes, Operand, align, fields, has_texts, integer, keys, names, selected, tags, texts,
};
use crate::comparing::program_difference::Difference;
use crate::style::counted;

/// Pairs of nodes that are compared; compilers' modules have thousands.
const COMPARED: usize = 1_000_000;
/// The depth to which nodes are compared; compilers' are a dozen deep.
const DEPTH: usize = 100;
/// Differences below one name that are told: of debug information, every line of source moves.
const SHOWN: usize = 40;
/// The depth to which a node that only one side has is printed.
const SPELLED: u32 = 3;

/// The named metadata that lists resources, which entry points list, too.
const RESOURCES_NAME: &str = "dx.resources";

/// Compares the named metadata of two modules.
///
/// # Errors
///
/// A module that cannot be printed.
pub fn compare<'m>(
    found: &mut Vec<Difference>,
    (a, pieces_a): (&'m Module, &mut Pieces<'m>),
    (b, pieces_b): (&'m Module, &mut Pieces<'m>),
) -> Result<(), PrintError> {
    let mut walk = Walk {
        a,
        b,
        pieces_a,
        pieces_b,
        settled: HashSet::new(),
        compared: 0,
        found,
        shown: 0,
        hidden: 0,
        depth: 0,
    };
    let named = |module: &Module| -> BTreeMap<String, Vec<Option<MetadataId>>> {
        let all = module.named_metadata.iter();
        all.map(|named| (spelled(named.name.as_ref()), named.operands.iter().copied().map(Some).collect()))
            .collect()
    };
    let (ours, mut theirs) = (named(a), named(b));
    // Entry points refer to the resources, too, which are told by their own name.
    let mut names: Vec<&String> = ours.keys().collect();
    names.sort_by_key(|name| (*name != RESOURCES_NAME, *name));
    for name in names {
        let Some(nodes) = ours.get(name) else { continue };
        let path = format!("!{name}");
        match theirs.remove(name) {
            Some(others) => walk.named(&path, name, nodes, &others)?,
            None => walk.one_sided(&path, nodes, true)?,
        }
        walk.finish(&path);
    }
    for (name, nodes) in theirs {
        walk.one_sided(&format!("!{name}"), &nodes, false)?;
        walk.finish(&format!("!{name}"));
    }
    Ok(())
}

struct Walk<'w, 'm> {
    a: &'m Module,
    b: &'m Module,
    pieces_a: &'w mut Pieces<'m>,
    pieces_b: &'w mut Pieces<'m>,
    /// Pairs that need not be compared again: equal ones, those that are being compared, told ones.
    settled: HashSet<(MetadataId, MetadataId)>,
    /// The number of pairs compared.
    compared: usize,
    found: &'w mut Vec<Difference>,
    /// Differences below the name at hand that are told, and that are not.
    shown: usize,
    hidden: usize,
    depth: usize,
}

impl Walk<'_, '_> {
    fn named(&mut self, path: &str, name: &str, a: Nodes<'_>, b: Nodes<'_>) -> Result<(), PrintError> {
        let shape = Shader::shape_of(name).unwrap_or(Shape::Plain);
        if let ([a], [b]) = (a, b) {
            self.operand(path, &shape, *a, *b)?;
            // Entry points refer to the very same node.
            if name == RESOURCES_NAME {
                self.settled.extend(a.zip(*b));
            }
            return Ok(());
        }
        self.list(path, &shape, a, b)
    }

    /// Ends what is told below one name.
    fn finish(&mut self, path: &str) {
        if self.hidden > 0 {
            let text = format!("{} below it", counted(self.hidden, "more difference"));
            self.found.push(Difference::note(path.to_owned(), text));
        }
        (self.shown, self.hidden) = (0, 0);
    }

    fn add(&mut self, path: &str, a: Option<String>, b: Option<String>) {
        if self.shown >= SHOWN {
            self.hidden += 1;
            return;
        }
        self.shown += 1;
        self.found.push(Difference::of(path.to_owned(), a, b));
    }

    /// Tells nodes that only one side has.
    fn one_sided(&mut self, path: &str, nodes: Nodes<'_>, is_first: bool) -> Result<(), PrintError> {
        for (index, node) in nodes.iter().enumerate() {
            let path = if nodes.len() > 1 { format!("{path}[{index}]") } else { path.to_owned() };
            self.alone(&path, *node, is_first)?;
        }
        Ok(())
    }

    /// Tells a node that only one side has.
    fn alone(&mut self, path: &str, node: Option<MetadataId>, is_first: bool) -> Result<(), PrintError> {
        // What is not told need not be spelled out, of which there may be no end.
        if self.shown >= SHOWN {
            self.hidden += 1;
            return Ok(());
        }
        let text = Some(self.spelled(node, is_first)?);
        if is_first {
            self.add(path, text, None)
        } else {
            self.add(path, None, text)
        }
        Ok(())
    }

    fn spelled(&mut self, node: Option<MetadataId>, is_first: bool) -> Result<String, PrintError> {
        let Some(id) = node else { return Ok("null".to_owned()) };
        let pieces = if is_first { &mut *self.pieces_a } else { &mut *self.pieces_b };
        let text = pieces.metadata(id, SPELLED)?;
        // Of a string, the mark of metadata says nothing.
        Ok(text.strip_prefix('!').filter(|rest| rest.starts_with('"')).map(str::to_owned).unwrap_or(text))
    }

    /// Compares what two nodes refer to at one place.
    fn operand(
        &mut self,
        path: &str,
        shape: &Shape,
        a: Option<MetadataId>,
        b: Option<MetadataId>,
    ) -> Result<(), PrintError> {
        let (Some(id_a), Some(id_b)) = (a, b) else { return self.against_nothing(path, shape, a, b) };
        self.compared += 1;
        if self.depth >= DEPTH || self.compared >= COMPARED || !self.settled.insert((id_a, id_b)) {
            return Ok(());
        }
        self.depth += 1;
        let told = self.shown + self.hidden;
        let done = match (self.a.metadata.get(id_a), self.b.metadata.get(id_b)) {
            (
                Some(Metadata::Tuple { operands: operands_a, .. }),
                Some(Metadata::Tuple { operands: operands_b, .. }),
            ) => {
                let nodes = |module: &Module, span| -> Vec<Option<MetadataId>> {
                    module.metadata.numbers(span).iter().map(|number| node_of(*number)).collect()
                };
                let (nodes_a, nodes_b) = (nodes(self.a, operands_a), nodes(self.b, operands_b));
                self.tuple(path, shape, &nodes_a, &nodes_b)
            }
            (
                Some(Metadata::Node { row: row_a, fields: fields_a, .. }),
                Some(Metadata::Node { row: row_b, fields: fields_b, .. }),
            ) if row_a == row_b => self.debug_node(path, id_a, (fields_a, fields_b)),
            _ => self.leaf(path, shape, id_a, id_b),
        };
        self.depth -= 1;
        if self.shown + self.hidden > told {
            self.settled.remove(&(id_a, id_b));
        }
        done
    }

    /// Compares a node with none: of what lists things, with an empty list.
    fn against_nothing(
        &mut self,
        path: &str,
        shape: &Shape,
        a: Option<MetadataId>,
        b: Option<MetadataId>,
    ) -> Result<(), PrintError> {
        let nodes = |module: &Module, node: Option<MetadataId>| match module.metadata.get(node?)? {
            Metadata::Tuple { operands, .. } => Some(
                module.metadata.numbers(operands).iter().map(|number| node_of(*number)).collect::<Vec<_>>(),
            ),
            _ => None,
        };
        let (nodes_a, nodes_b) = (nodes(self.a, a), nodes(self.b, b));
        match shape {
            Shape::Tags(_) | Shape::List(_) if nodes_a.is_some() != nodes_b.is_some() => {
                self.tuple(path, shape, &nodes_a.unwrap_or_default(), &nodes_b.unwrap_or_default())
            }
            _ if a != b => {
                let (a, b) = (self.spelled(a, true)?, self.spelled(b, false)?);
                self.add(path, Some(a), Some(b));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn tuple(&mut self, path: &str, shape: &Shape, a: Nodes<'_>, b: Nodes<'_>) -> Result<(), PrintError> {
        match shape {
            Shape::Fields(fields) => self.fields(path, (fields, fields), a, b),
            Shape::Tagged(tagged) => {
                let (ours, theirs) = (selected(self.a, *tagged, a), selected(self.b, *tagged, b));
                self.fields(path, (&ours, &theirs), a, b)
            }
            Shape::Tags(names) => self.by_name(path, tags(self.a, *names, a), tags(self.b, *names, b)),
            Shape::List(item) if !matches!(item(), Shape::Plain) => self.list(path, &item(), a, b),
            _ if has_texts(self.a, a) && has_texts(self.b, b) => {
                self.by_name(path, texts(self.a, a), texts(self.b, b))
            }
            _ => self.list(path, &Shape::Plain, a, b),
        }
    }

    /// Compares the operands of two nodes by position.
    fn fields(
        &mut self,
        path: &str,
        (ours, theirs): (&Fields, &Fields),
        a: Nodes<'_>,
        b: Nodes<'_>,
    ) -> Result<(), PrintError> {
        let (Rest::Pairs(pairs), Rest::Pairs(_)) = (&ours.rest, &theirs.rest) else {
            return self.by_name(path, fields(ours, a), fields(theirs, b));
        };
        let (first_a, a) = a.split_at(ours.first.len().min(a.len()));
        let (first_b, b) = b.split_at(theirs.first.len().min(b.len()));
        self.by_name(path, fields(ours, first_a), fields(theirs, first_b))?;
        self.pairs(path, *pairs, a, b)
    }

    /// Compares operands with the same name.
    fn by_name(&mut self, path: &str, ours: Vec<Operand>, theirs: Vec<Operand>) -> Result<(), PrintError> {
        let mut places: HashMap<&str, VecDeque<usize>> = HashMap::new();
        for (at, operand) in theirs.iter().enumerate() {
            places.entry(&operand.name).or_default().push_back(at);
        }
        let mut taken = HashSet::new();
        for Operand { name, shape, node } in ours {
            let path = format!("{path}{name}");
            let at = places.get_mut(name.as_str()).and_then(VecDeque::pop_front);
            match at.and_then(|at| Some((at, theirs.get(at)?))) {
                Some((at, other)) => {
                    taken.insert(at);
                    self.operand(&path, &shape, node, other.node)?;
                }
                None => self.alone(&path, node, true)?,
            }
        }
        let rest = theirs.iter().enumerate().filter(|(at, _)| !taken.contains(at));
        rest.into_iter()
            .try_for_each(|(_, operand)| self.alone(&format!("{path}{}", operand.name), operand.node, false))
    }

    /// Compares keys and values in turn: values by key, and pairs without a counterpart by position.
    fn pairs(&mut self, path: &str, pairs: Pairs, a: Nodes<'_>, b: Nodes<'_>) -> Result<(), PrintError> {
        let is_text = |module: &Module, nodes: Nodes<'_>| nodes.is_empty() || has_texts(module, nodes);
        if is_text(self.a, a) && is_text(self.b, b) {
            return self.by_name(path, texts(self.a, a), texts(self.b, b));
        }
        let alignment = align(&keys(self.a, a), &keys(self.b, b));
        let pair = |nodes: Nodes<'_>, index: usize| {
            let at = index.saturating_mul(2);
            [at, at.saturating_add(1)].map(|at| nodes.get(at).copied().flatten())
        };
        for (name, index, other) in alignment.both {
            let ([key_a, value_a], [key_b, value_b]) = (pair(a, index), pair(b, other));
            let path = format!("{path}{name}");
            self.operand(&format!("{path} {}", pairs.key.label()), &pairs.key.shape(), key_a, key_b)?;
            self.operand(&path, &(pairs.shape)(self.a, key_a), value_a, value_b)?;
        }
        for (nodes, items, is_first) in [(a, alignment.first, true), (b, alignment.second, false)] {
            for (name, index) in items {
                let [_, value] = pair(nodes, index);
                self.alone(&format!("{path}{name}"), value, is_first)?;
            }
        }
        Ok(())
    }

    /// Compares lists of nodes: by name if each node has its own, otherwise by position.
    fn list(&mut self, path: &str, shape: &Shape, a: Nodes<'_>, b: Nodes<'_>) -> Result<(), PrintError> {
        let alignment = align(&names(self.a, shape, a), &names(self.b, shape, b));
        let node = |nodes: Nodes<'_>, at: usize| nodes.get(at).copied().flatten();
        for (name, index, other) in alignment.both {
            self.operand(&format!("{path}{name}"), shape, node(a, index), node(b, other))?;
        }
        for (nodes, items, is_first) in [(a, alignment.first, true), (b, alignment.second, false)] {
            for (name, index) in items {
                self.alone(&format!("{path}{name}"), node(nodes, index), is_first)?;
            }
        }
        Ok(())
    }

    /// Compares nodes of debug information field by field.
    fn debug_node(
        &mut self,
        path: &str,
        id: MetadataId,
        (a, b): (dxil_ir::metadata::Span, dxil_ir::metadata::Span),
    ) -> Result<(), PrintError> {
        let Some(row) = self.a.metadata.get(id).and_then(Metadata::row) else { return Ok(()) };
        let [a, b] = [(self.a, a), (self.b, b)].map(|(module, span)| module.metadata.numbers(span).to_vec());
        for (index, field) in row.fields.iter().enumerate() {
            let path = format!("{path} {}", field.name);
            let [number_a, number_b] = [&a, &b].map(|numbers| numbers.get(index).copied().unwrap_or(0));
            match field.kind {
                FieldKind::Node => {
                    self.operand(&path, &Shape::Plain, node_of(number_a), node_of(number_b))?
                }
                FieldKind::Plain => {
                    let [a, b] = [number_a, number_b].map(|number| number.checked_add(1).and_then(node_of));
                    self.operand(&path, &Shape::Plain, a, b)?;
                }
                FieldKind::Nodes => {
                    let [a, b] = [&a, &b].map(|numbers| -> Vec<Option<MetadataId>> {
                        numbers
                            .get(index..)
                            .unwrap_or_default()
                            .iter()
                            .map(|number| node_of(*number))
                            .collect()
                    });
                    self.list(&path, &Shape::Plain, &a, &b)?;
                }
                FieldKind::Rest => {
                    let [a, b] =
                        [&a, &b].map(|numbers| format!("{:?}", numbers.get(index..).unwrap_or_default()));
                    if a != b {
                        self.add(&path, Some(a), Some(b));
                    }
                }
                _ if number_a != number_b => {
                    self.add(&path, Some(number_a.to_string()), Some(number_b.to_string()));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn leaf(&mut self, path: &str, shape: &Shape, a: MetadataId, b: MetadataId) -> Result<(), PrintError> {
        let (text_a, text_b) = (self.spelled(Some(a), true)?, self.spelled(Some(b), false)?);
        if text_a == text_b {
            return Ok(());
        }
        let types = [&text_a, &text_b].map(|text| text.split_once(' ').map(|(ty, _)| ty.to_owned()));
        let is_same_type = matches!(&types, [Some(a), Some(b)] if a == b);
        let word = |module: &Module, id: MetadataId, text: String| {
            let Some(number) = integer(module, id) else { return text };
            let text = text
                .split_once(' ')
                .filter(|_| is_same_type)
                .map(|(_, value)| value.to_owned())
                .unwrap_or(text);
            match shape {
                Shape::Enum(names) => name_of(names, number).map_or(text, str::to_owned),
                Shape::Flags(names) => flags(names, number),
                _ => text,
            }
        };
        let (a, b) = (word(self.a, a, text_a), word(self.b, b, text_b));
        self.add(path, Some(a), Some(b));
        Ok(())
    }
}

fn flags(names: &[Named], word: u64) -> String {
    let (known, unknown) = split_flags(names, word);
    let names = known.map(|row| row.name.to_owned()).chain(unknown.map(|unknown| format!("{unknown:#x}")));
    let names: Vec<String> = names.collect();
    if names.is_empty() { "none".to_owned() } else { names.join(" | ") }
}
