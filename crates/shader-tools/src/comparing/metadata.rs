//! Metadata compared node by node, operand by operand: `!dx.resources UAV[blurred] lower bound: 0 -> 1`. Separate
//! because it is a graph: what is referred to twice is compared once.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use dx_container::enums::{
    ElementType, EntryPropertyTag, InterpolationMode, ResourceKind, ResourcePropertyTag, SamplerKind,
    SemanticKind, SignaturePropertyTag,
};
use dx_container::flags::ShaderFlags;
use dx_container::names::{Named, NamedFlags as _, NamedValue as _, name_of, split_flags};
use dxil_ir::constants::ConstantKind;
use dxil_ir::metadata::{FieldKind, Metadata, node_of};
use dxil_ir::{MetadataId, Module, ValueKind};
use dxil_text::{Pieces, PrintError, spelled};

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

/// The kinds of operands of a node.
#[derive(Clone, Copy)]
enum Schema {
    /// Unknown.
    Plain,
    /// Each by its place.
    Fields(&'static [Operand]),
    /// Nodes of one kind, known by the text at this place where each has one of its own.
    List(&'static Self, usize),
    /// Tags and their values.
    Tags(&'static [Named]),
    /// A value whose numbers have names.
    Enum(&'static [Named]),
    /// A value whose bits have names.
    Flags(&'static [Named]),
}

/// An operand's name, and what it is.
type Operand = (&'static str, Schema);

const fn plain(name: &'static str) -> Operand {
    (name, Schema::Plain)
}

/// The named metadata that lists resources, which entry points list, too.
const RESOURCES_NAME: &str = "dx.resources";
/// The nodes it lists. Source: DXC DxilMetadataHelper.
static RESOURCES: [Operand; 4] = [
    ("SRV", Schema::List(&Schema::Fields(&SRV), NAME)),
    ("UAV", Schema::List(&Schema::Fields(&UAV), NAME)),
    ("CBV", Schema::List(&Schema::Fields(&CBV), NAME)),
    ("sampler", Schema::List(&Schema::Fields(&SAMPLER), NAME)),
];
/// The operand with the name of a resource.
const NAME: usize = 2;
static SRV: [Operand; 9] = [
    plain("ID"),
    plain("variable"),
    plain("name"),
    plain("space"),
    plain("lower bound"),
    plain("range size"),
    ("shape", Schema::Enum(ResourceKind::NAMES)),
    plain("sample count"),
    ("properties", Schema::Tags(ResourcePropertyTag::NAMES)),
];
static UAV: [Operand; 11] = [
    plain("ID"),
    plain("variable"),
    plain("name"),
    plain("space"),
    plain("lower bound"),
    plain("range size"),
    ("shape", Schema::Enum(ResourceKind::NAMES)),
    plain("globally coherent"),
    plain("counter"),
    plain("rasterizer ordered"),
    ("properties", Schema::Tags(ResourcePropertyTag::NAMES)),
];
static CBV: [Operand; 8] = [
    plain("ID"),
    plain("variable"),
    plain("name"),
    plain("space"),
    plain("lower bound"),
    plain("range size"),
    plain("size"),
    plain("properties"),
];
static SAMPLER: [Operand; 8] = [
    plain("ID"),
    plain("variable"),
    plain("name"),
    plain("space"),
    plain("lower bound"),
    plain("range size"),
    ("kind", Schema::Enum(SamplerKind::NAMES)),
    plain("properties"),
];
/// An entry of `dx.entryPoints`, its signatures and their elements.
static ENTRY_POINT: [Operand; 5] = [
    plain("function"),
    plain("name"),
    ("signatures", Schema::Fields(&SIGNATURES)),
    ("resources", Schema::Fields(&RESOURCES)),
    ("properties", Schema::Tags(EntryPropertyTag::NAMES)),
];
/// The operand with the name of an entry, and of a signature's element.
const ENTRY_NAME: usize = 1;
static SIGNATURES: [Operand; 3] = [
    ("input", Schema::List(&Schema::Fields(&ELEMENT), ENTRY_NAME)),
    ("output", Schema::List(&Schema::Fields(&ELEMENT), ENTRY_NAME)),
    ("patch constant", Schema::List(&Schema::Fields(&ELEMENT), ENTRY_NAME)),
];
static ELEMENT: [Operand; 11] = [
    plain("ID"),
    plain("semantic name"),
    ("component type", Schema::Enum(ElementType::NAMES)),
    ("semantic kind", Schema::Enum(SemanticKind::NAMES)),
    plain("semantic indices"),
    ("interpolation", Schema::Enum(InterpolationMode::NAMES)),
    plain("rows"),
    plain("columns"),
    plain("start row"),
    plain("start column"),
    ("properties", Schema::Tags(SignaturePropertyTag::NAMES)),
];

static SHADER_MODEL: [Operand; 3] = [plain("kind"), plain("major"), plain("minor")];
static VERSION: [Operand; 2] = [plain("major"), plain("minor")];

/// The nodes that named metadata lists, one each, identified by the text at this operand.
fn schema_of(name: &str) -> (Schema, Option<usize>) {
    match name {
        RESOURCES_NAME => (Schema::Fields(&RESOURCES), None),
        "dx.entryPoints" => (Schema::Fields(&ENTRY_POINT), Some(ENTRY_NAME)),
        "dx.shaderModel" => (Schema::Fields(&SHADER_MODEL), None),
        "dx.version" | "dx.valver" => (Schema::Fields(&VERSION), None),
        _ => (Schema::Plain, None),
    }
}

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

type Nodes<'n> = &'n [Option<MetadataId>];

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
        let (schema, key) = schema_of(name);
        if let ([a], [b]) = (a, b) {
            self.operand(path, schema, *a, *b)?;
            // Entry points refer to the very same node.
            if name == RESOURCES_NAME {
                self.settled.extend(a.zip(*b));
            }
            return Ok(());
        }
        self.list(path, schema, key, a, b)
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
        schema: Schema,
        a: Option<MetadataId>,
        b: Option<MetadataId>,
    ) -> Result<(), PrintError> {
        let (Some(id_a), Some(id_b)) = (a, b) else { return self.against_nothing(path, schema, a, b) };
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
                self.tuple(path, schema, &nodes_a, &nodes_b)
            }
            (
                Some(Metadata::Node { row: row_a, fields: fields_a, .. }),
                Some(Metadata::Node { row: row_b, fields: fields_b, .. }),
            ) if row_a == row_b => self.debug_node(path, id_a, (fields_a, fields_b)),
            _ => self.leaf(path, schema, id_a, id_b),
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
        schema: Schema,
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
        match schema {
            Schema::Tags(_) | Schema::List(..) if nodes_a.is_some() != nodes_b.is_some() => {
                self.tuple(path, schema, &nodes_a.unwrap_or_default(), &nodes_b.unwrap_or_default())
            }
            _ if a != b => {
                let (a, b) = (self.spelled(a, true)?, self.spelled(b, false)?);
                self.add(path, Some(a), Some(b));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn tuple(&mut self, path: &str, schema: Schema, a: Nodes<'_>, b: Nodes<'_>) -> Result<(), PrintError> {
        match schema {
            Schema::Fields(fields) if a.len() == b.len() => {
                for (index, (a, b)) in a.iter().zip(b).enumerate() {
                    let (name, schema) = fields.get(index).copied().unwrap_or(("", Schema::Plain));
                    let path = match name {
                        "" => format!("{path}[{index}]"),
                        name => format!("{path} {name}"),
                    };
                    self.operand(&path, schema, *a, *b)?;
                }
                Ok(())
            }
            Schema::List(schema, key) => self.list(path, *schema, Some(key), a, b),
            Schema::Tags(names) => {
                let tag = |module: &Module, node| {
                    let number = integer(module, node?)?;
                    Some(name_of(names, number).map_or_else(|| format!("tag {number}"), str::to_owned))
                };
                self.pairs(path, tag, a, b)
            }
            _ => {
                // Names and values in turn, as counters are.
                let is_named = |module: &Module, nodes: Nodes<'_>| {
                    nodes.len() > 1
                        && nodes
                            .chunks(2)
                            .all(|pair| pair.first().is_some_and(|node| text(module, *node).is_some()))
                };
                let are_pairs = a.len().is_multiple_of(2) && b.len().is_multiple_of(2);
                if are_pairs && is_named(self.a, a) && is_named(self.b, b) {
                    return self.pairs(path, text, a, b);
                }
                self.list(path, Schema::Plain, None, a, b)
            }
        }
    }

    /// Compares keys and values in turn, by key.
    fn pairs(
        &mut self,
        path: &str,
        key: impl Fn(&Module, Option<MetadataId>) -> Option<String>,
        a: Nodes<'_>,
        b: Nodes<'_>,
    ) -> Result<(), PrintError> {
        let keyed = |module: &Module, nodes: Nodes<'_>| -> Vec<(String, Option<MetadataId>)> {
            let pairs = nodes.chunks(2).enumerate();
            pairs
                .map(|(index, pair)| {
                    let name = pair.first().and_then(|node| key(module, *node));
                    (name.unwrap_or_else(|| format!("[{index}]")), pair.get(1).copied().flatten())
                })
                .collect()
        };
        let (ours, theirs) = (keyed(self.a, a), keyed(self.b, b));
        let mut places: HashMap<&str, VecDeque<usize>> = HashMap::new();
        for (at, (name, _)) in theirs.iter().enumerate() {
            places.entry(name).or_default().push_back(at);
        }
        let mut taken = HashSet::new();
        for (name, value) in ours {
            let path = format!("{path} {name}");
            let at = places.get_mut(name.as_str()).and_then(VecDeque::pop_front);
            match at.and_then(|at| Some((at, theirs.get(at)?))) {
                Some((at, (_, other))) => {
                    taken.insert(at);
                    self.operand(&path, schema_of_tag(&name), value, *other)?;
                }
                None => self.alone(&path, value, true)?,
            }
        }
        let rest = theirs.iter().enumerate().filter(|(at, _)| !taken.contains(at));
        rest.into_iter()
            .try_for_each(|(_, (name, value))| self.alone(&format!("{path} {name}"), *value, false))
    }

    /// Compares lists of nodes: by name where each has one of its own, else by their places.
    fn list(
        &mut self,
        path: &str,
        schema: Schema,
        key: Option<usize>,
        a: Nodes<'_>,
        b: Nodes<'_>,
    ) -> Result<(), PrintError> {
        let names = |module: &Module, nodes: Nodes<'_>| -> Vec<Option<String>> {
            let name = |node: &Option<MetadataId>| {
                let operand = module.metadata.operand((*node)?, key?)?;
                text(module, operand).filter(|name| !name.is_empty())
            };
            let names: Vec<_> = nodes.iter().map(name).collect();
            let mut seen = HashSet::new();
            let is_own = |name: &Option<String>| name.as_ref().is_none_or(|name| seen.insert(name.clone()));
            if names.iter().all(is_own) { names } else { vec![None; nodes.len()] }
        };
        let (names_a, names_b) = (names(self.a, a), names(self.b, b));
        let named = names_b.iter().enumerate().filter_map(|(at, name)| Some((name.as_deref()?, at)));
        let places: HashMap<&str, usize> = named.collect();
        let (mut taken, mut alone) = (HashSet::new(), Vec::new());
        for (index, (node, name)) in a.iter().zip(&names_a).enumerate() {
            match name.as_ref().and_then(|name| places.get(name.as_str()).copied()) {
                Some(other) => {
                    taken.insert(other);
                    let path = format!("{path}[{}]", name.as_deref().unwrap_or_default());
                    self.operand(&path, schema, *node, b.get(other).copied().flatten())?;
                }
                None => alone.push(index),
            }
        }
        let rest: Vec<usize> = (0..b.len()).filter(|at| !taken.contains(at)).collect();
        // What has no name in both is the same that stands at the same place among such.
        let count = alone.len().min(rest.len());
        for (index, other) in alone.iter().zip(&rest) {
            let node = |nodes: Nodes<'_>, at: usize| nodes.get(at).copied().flatten();
            self.operand(&format!("{path}[{index}]"), schema, node(a, *index), node(b, *other))?;
        }
        for (nodes, names, places, is_first) in
            [(a, &names_a, alone.get(count..), true), (b, &names_b, rest.get(count..), false)]
        {
            for at in places.unwrap_or_default() {
                let name = names.get(*at).and_then(Clone::clone).unwrap_or_else(|| at.to_string());
                self.alone(&format!("{path}[{name}]"), nodes.get(*at).copied().flatten(), is_first)?;
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
                    self.operand(&path, Schema::Plain, node_of(number_a), node_of(number_b))?
                }
                FieldKind::Plain => {
                    let [a, b] = [number_a, number_b].map(|number| number.checked_add(1).and_then(node_of));
                    self.operand(&path, Schema::Plain, a, b)?;
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
                    self.list(&path, Schema::Plain, None, &a, &b)?;
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

    fn leaf(&mut self, path: &str, schema: Schema, a: MetadataId, b: MetadataId) -> Result<(), PrintError> {
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
            match schema {
                Schema::Enum(names) => name_of(names, number).map_or(text, str::to_owned),
                Schema::Flags(names) => flags(names, number),
                _ => text,
            }
        };
        let (a, b) = (word(self.a, a, text_a), word(self.b, b, text_b));
        self.add(path, Some(a), Some(b));
        Ok(())
    }
}

/// The kind of value of a tag.
fn schema_of_tag(name: &str) -> Schema {
    if name_of(EntryPropertyTag::NAMES, 0) == Some(name) {
        Schema::Flags(ShaderFlags::NAMES)
    } else {
        Schema::Plain
    }
}

fn flags(names: &[Named], word: u64) -> String {
    let (known, unknown) = split_flags(names, word);
    let names = known.map(|row| row.name.to_owned()).chain(unknown.map(|unknown| format!("{unknown:#x}")));
    let names: Vec<String> = names.collect();
    if names.is_empty() { "none".to_owned() } else { names.join(" | ") }
}

/// The text of a string.
fn text(module: &Module, node: Option<MetadataId>) -> Option<String> {
    match module.metadata.get(node?)? {
        Metadata::String(span) => Some(module.metadata.string(span).to_string().escape_debug().to_string()),
        _ => None,
    }
}

/// The number that a node holds.
fn integer(module: &Module, node: MetadataId) -> Option<u64> {
    let Metadata::Value(_, value) = module.metadata.get(node)? else { return None };
    let ValueKind::Constant(id) = value.kind() else { return None };
    match module.constants.get(id)?.kind {
        ConstantKind::Null => Some(0),
        ConstantKind::Integer(number) => Some(number.cast_unsigned()),
        _ => None,
    }
}
