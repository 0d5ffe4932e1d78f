//! User data in a `.pipe` file: `userDataNode[i].next[j]` and `descriptorRangeValue[i]`. Separate because newer files
//! have them in a section of their own, and older ones in those of each stage.

use std::collections::{BTreeMap, HashSet};

use super::key::{Entry, Key};
use crate::error::{Error, Result};
use crate::limits;
use crate::state::document::state_error;
use crate::state::node::NodeFault;
use crate::state::{Node, NodeKind, StaticSampler};

const NODE: &str = "userDataNode";
const INNER: &str = "next";
const RANGE: &str = "descriptorRangeValue";

/// Types of nodes by name.
const TYPES: [(&str, NodeKind); 18] = [
    ("DescriptorResource", NodeKind::Resource),
    ("DescriptorImage", NodeKind::Resource),
    ("DescriptorSampler", NodeKind::Sampler),
    ("DescriptorYCbCrSampler", NodeKind::YcbcrSampler),
    ("DescriptorCombinedTexture", NodeKind::CombinedTexture),
    ("DescriptorTexelBuffer", NodeKind::TexelBuffer),
    ("DescriptorConstTexelBuffer", NodeKind::ConstTexelBuffer),
    ("DescriptorFmask", NodeKind::Fmask),
    ("DescriptorBuffer", NodeKind::Buffer),
    ("DescriptorConstBuffer", NodeKind::ConstBuffer),
    ("DescriptorBufferCompact", NodeKind::BufferCompact),
    ("DescriptorConstBufferCompact", NodeKind::ConstBufferCompact),
    ("DescriptorMutable", NodeKind::Mutable),
    ("InlineBuffer", NodeKind::InlineBuffer),
    ("DescriptorTableVaPtr", NodeKind::Table),
    ("IndirectUserDataVaPtr", NodeKind::Indirect),
    ("StreamOutTableVaPtr", NodeKind::StreamOutTable),
    ("PushConst", NodeKind::PushConst),
];

/// A partly read node; missing members are 0.
#[derive(Default)]
struct Draft {
    line: u64,
    has_type: bool,
    node: Node,
    inner: BTreeMap<u32, Draft>,
}

#[derive(Default)]
struct Range {
    line: u64,
    kind: Option<NodeKind>,
    set: u32,
    binding: u32,
    elements: Option<u32>,
    words: Vec<u32>,
}

/// The user data of a section.
#[derive(Default)]
pub(super) struct Mapping {
    nodes: BTreeMap<u32, Draft>,
    ranges: BTreeMap<u32, Range>,
}

/// Nodes and static samplers.
pub(super) type UserData = (Vec<Node>, Vec<StaticSampler>);

impl Mapping {
    /// The first line, if the section has user data.
    pub(super) fn first_line(&self) -> Option<u64> {
        let nodes = self.nodes.values().map(|node| node.line);
        nodes.chain(self.ranges.values().map(|range| range.line)).min()
    }

    /// Reads an entry; false where it is not user data.
    pub(super) fn entry(&mut self, entry: &Entry<'_>) -> Result<bool> {
        if let Some(key) = Key::of(entry.text, NODE) {
            let node = self.nodes.entry(key.index).or_insert_with(|| Draft::at(entry));
            match Key::of(key.rest, INNER) {
                Some(inner) => {
                    let node = node.inner.entry(inner.index).or_insert_with(|| Draft::at(entry));
                    node.entry(inner.rest, entry)?;
                }
                None => node.entry(key.rest, entry)?,
            }
        } else if let Some(key) = Key::of(entry.text, RANGE) {
            let range = self.ranges.entry(key.index).or_default();
            range.line = entry.line;
            range.entry(key.rest, entry)?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    pub(super) fn finish(self) -> Result<UserData> {
        let count = self.nodes.values().map(|node| node.inner.len().saturating_add(1)).sum::<usize>();
        if count > limits::USER_DATA_NODES {
            let line = self.nodes.values().next().map_or(1, |node| node.line);
            let why = format!("at most {} user data nodes are supported", limits::USER_DATA_NODES);
            return Err(state_error(line, 1, why));
        }
        let nodes = self.nodes.into_values().map(|node| node.finish(true)).collect::<Result<_>>()?;
        let samplers = self.ranges.into_values().map(Range::finish).collect::<Result<_>>()?;
        Ok((nodes, samplers))
    }
}

/// Merges the user data of all stages, each of which has what it uses. Stages agree on offsets, which order the result.
pub(super) fn merged(stages: Vec<Mapping>) -> Result<UserData> {
    let mut nodes: BTreeMap<u32, Node> = BTreeMap::new();
    let mut samplers: BTreeMap<(u32, u32), StaticSampler> = BTreeMap::new();
    for stage in stages {
        let line = stage.first_line().unwrap_or(1);
        let disagree = |what: &str, offset: u32| {
            state_error(
                line,
                1,
                format!("{what} at dword {offset} of the user data differs between the stages"),
            )
        };
        let (of_stage, samplers_of_stage) = stage.finish()?;
        for node in of_stage {
            let Some(known) = nodes.get_mut(&node.offset) else {
                nodes.insert(node.offset, node);
                continue;
            };
            let inner = std::mem::take(&mut known.nodes);
            if *known != (Node { nodes: Vec::new(), ..node.clone() }) {
                return Err(disagree("node", node.offset));
            }
            known.nodes = united(inner, node.nodes);
        }
        for sampler in samplers_of_stage {
            samplers.entry((sampler.set, sampler.binding)).or_insert(sampler);
        }
    }
    Ok((nodes.into_values().collect(), samplers.into_values().collect()))
}

/// Merges the nodes of a table that two stages use: each node once, those of the first stage first.
fn united(mut nodes: Vec<Node>, more: Vec<Node>) -> Vec<Node> {
    let key = |node: &Node| (node.set, node.binding, node.offset, node.kind);
    let known: HashSet<_> = nodes.iter().map(key).collect();
    nodes.extend(more.into_iter().filter(|node| !known.contains(&key(node))));
    nodes
}

impl Draft {
    fn at(entry: &Entry<'_>) -> Self {
        Self { line: entry.line, ..Self::default() }
    }

    fn entry(&mut self, member: &str, entry: &Entry<'_>) -> Result<()> {
        match member {
            "type" => {
                self.node.kind = entry.word(&TYPES)?;
                self.has_type = true;
            }
            "offsetInDwords" => self.node.offset = entry.number()?,
            "sizeInDwords" => self.node.size = entry.number()?,
            "set" => self.node.set = Some(entry.number()?),
            "binding" => self.node.binding = Some(entry.number()?),
            "strideInDwords" => self.node.stride = Some(entry.number()?),
            // Who sees a node, and how much is behind a pointer, is of no matter once shaders are compiled.
            "visibility" | "indirectUserDataCount" => {}
            _ => return Err(entry.error("unknown member of a user data node")),
        }
        Ok(())
    }

    fn error(&self, why: &str) -> Error {
        state_error(self.line, 1, why.to_owned())
    }

    fn finish(self, top_level: bool) -> Result<Node> {
        if !self.has_type {
            return Err(self.error("this user data node has no `type`"));
        }
        let has_binding = self.node.kind.has_binding();
        // Writers give sets to tables as well; those of what is in them count.
        let of_descriptor = |number: Option<u32>| has_binding.then(|| number.unwrap_or_default());
        let (set, binding) = (of_descriptor(self.node.set), of_descriptor(self.node.binding));
        let stride = self.node.stride.filter(|stride| has_binding && *stride != 0);
        let line = self.line;
        let nodes = self.inner.into_values().map(|node| node.finish(false)).collect::<Result<_>>()?;
        let node = Node { set, binding, stride, nodes, ..self.node };
        node.check(top_level).map_err(|fault| {
            let why = match fault {
                NodeFault::Empty => "this user data node has no `sizeInDwords`".to_owned(),
                NodeFault::TooLarge => "offset plus size of this user data node exceeds 32 bits".to_owned(),
                NodeFault::NotATable => {
                    "only a node of type DescriptorTableVaPtr can have inner nodes".to_owned()
                }
                other => other.to_string(),
            };
            state_error(line, 1, why)
        })?;
        Ok(node)
    }
}

impl Range {
    fn entry(&mut self, member: &str, entry: &Entry<'_>) -> Result<()> {
        match member {
            "type" => self.kind = Some(entry.word(&TYPES)?),
            "set" => self.set = entry.number()?,
            "binding" => self.binding = entry.number()?,
            "arraySize" => self.elements = Some(entry.number()?),
            "uintData" | "intData" => self.words = entry.numbers()?,
            "visibility" => {}
            _ => return Err(entry.error("unknown member of a descriptor range")),
        }
        Ok(())
    }

    fn finish(self) -> Result<StaticSampler> {
        let error = |why: &str| Err(state_error(self.line, 1, why.to_owned()));
        let converts_ycbcr = match self.kind {
            Some(NodeKind::YcbcrSampler) => true,
            Some(NodeKind::Sampler | NodeKind::CombinedTexture) => false,
            Some(_) => return error("only samplers can have static values"),
            None => return error("this descriptor range has no `type`"),
        };
        // What converts has more words, and is not linked anyway.
        let elements = self.elements.and_then(|count| usize::try_from(count).ok());
        let words = elements.and_then(|count| count.checked_mul(limits::SAMPLER_WORDS));
        if !converts_ycbcr && words != Some(self.words.len()) {
            return error("a static sampler must have four dwords for each of the arraySize elements");
        }
        Ok(StaticSampler { set: self.set, binding: self.binding, words: self.words, converts_ycbcr })
    }
}
