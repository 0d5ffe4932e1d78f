//! Tests that the descriptions of metadata match the nodes that the writer produces.

use std::collections::BTreeSet;

use dxil::shader::Shader;
use dxil::shader::shape::{Rest, Shape};
use dxil_ir::metadata::{Metadata, node_of};
use dxil_ir::{MetadataId, Module};
use testkit::{Test, tests};

use crate::everything;

pub(crate) const TESTS: &[Test] = tests![shapes_match_written_nodes, labels_are_derived_from_field_names];

/// The number of distinct records, property lists and tagged nodes that `everything` contains. A new record raises it.
const SHAPES: usize = 54;

/// Every node that the writer produces has as many operands as its shape has fields, and each has the described kind.
fn shapes_match_written_nodes() {
    let mut module = Module::dxil();
    everything::shader_without_extra(&mut module).write(&mut module);
    let mut walk = Walk { module: &module, shapes: BTreeSet::new() };
    for name in Shader::NAMES {
        let named = module.named_metadata.iter().find(|named| named.name == *name).expect(name);
        let shape = Shader::shape_of(name).expect(name);
        for node in &named.operands {
            walk.operand(name, &shape, Some(*node));
        }
    }
    assert_eq!(walk.shapes.len(), SHAPES, "{:#?}", walk.shapes);
    assert!(Shader::shape_of("llvm.dbg.cu").is_none());
}

struct Walk<'m> {
    module: &'m Module,
    /// The names of the operands of each shape.
    shapes: BTreeSet<String>,
}

impl Walk<'_> {
    fn operand(&mut self, path: &str, shape: &Shape, operand: Option<MetadataId>) {
        let Some(id) = operand else { return };
        let metadata = self.module.metadata.get(id).unwrap();
        let nodes = || -> Vec<Option<MetadataId>> {
            let Metadata::Tuple { operands, .. } = &metadata else { panic!("{path}: {metadata:?}") };
            self.module.metadata.numbers(*operands).iter().map(|number| node_of(*number)).collect()
        };
        match shape {
            Shape::Plain => {
                assert!(!matches!(metadata, Metadata::Node { .. }), "{path}: a node of debug information")
            }
            Shape::Enum(names) | Shape::Flags(names) => {
                assert!(!names.is_empty(), "{path}");
                self.integer(path, operand);
            }
            Shape::List(item) => {
                nodes().into_iter().for_each(|node| self.operand(&format!("{path}[]"), &item(), node));
            }
            Shape::Tags(tags) => {
                self.shapes
                    .insert(format!("tags {:?}", tags.names.iter().map(|row| row.name).collect::<Vec<_>>()));
                for pair in nodes().chunks(2) {
                    let tag = self.integer(path, pair[0]);
                    self.operand(&format!("{path} {tag}"), &tags.value(tag), pair[1]);
                }
            }
            Shape::Fields(fields) => self.fields(path, fields, &nodes()),
            Shape::Tagged(tagged) => {
                let nodes = nodes();
                let tag = self.integer(path, nodes[tagged.at]);
                let is_known = tagged.names.iter().any(|row| row.value == u64::from(tag));
                if is_known {
                    self.fields(path, &(tagged.fields)(tag), &nodes);
                }
            }
        }
    }

    fn fields(&mut self, path: &str, fields: &dxil::shader::shape::Fields, nodes: &[Option<MetadataId>]) {
        let first = fields.first.len();
        let names: Vec<_> = fields.first.iter().map(|field| field.label()).collect();
        self.shapes.insert(names.join(", "));
        assert!(nodes.len() >= first, "{path}: {} operands, {names:?}", nodes.len());
        for (field, node) in fields.first.iter().zip(nodes) {
            self.operand(&format!("{path} {}", field.name()), &field.shape(), *node);
        }
        let rest = &nodes[first..];
        match fields.rest {
            Rest::Extra => assert_eq!(nodes.len(), first, "{path}: {names:?}"),
            Rest::Items { item, count, last } => {
                // A structure without annotations of its members has no items.
                let count = count.min(rest.len());
                let (items, rest) = rest.split_at(count);
                for node in items {
                    self.operand(&format!("{path} {}", item.name()), &item.shape(), *node);
                }
                assert!(
                    rest.len() <= usize::from(last.is_some()),
                    "{path}: {} operands after items",
                    rest.len()
                );
                for (last, node) in last.iter().zip(rest) {
                    self.operand(&format!("{path} {}", last.name()), &last.shape(), *node);
                }
            }
            Rest::Pairs(pairs) => {
                for pair in rest.chunks(2) {
                    self.operand(&format!("{path} {}", pairs.key.name()), &pairs.key.shape(), pair[0]);
                    self.operand(path, &(pairs.shape)(self.module, pair[0]), pair[1]);
                }
            }
        }
    }

    fn integer(&self, path: &str, operand: Option<MetadataId>) -> u32 {
        let Some(Metadata::Value(_, value)) = operand.and_then(|id| self.module.metadata.get(id)) else {
            panic!("{path}: not a value");
        };
        self.module.signed_integer(value).expect(path) as u32
    }
}

fn labels_are_derived_from_field_names() {
    let Some(Shape::Fields(resources)) = Shader::shape_of("dx.resources") else { panic!() };
    let Shape::List(uav) = resources.first[1].shape() else { panic!() };
    let Shape::Fields(uav) = uav() else { panic!() };
    let labels: Vec<_> = uav.first.iter().map(|field| field.label()).collect();
    assert_eq!(resources.first[1].label(), "UAV");
    assert_eq!(uav.key(), Some(2));
    assert_eq!(
        labels,
        [
            "ID",
            "variable",
            "name",
            "space",
            "lower bound",
            "range size",
            "shape",
            "globally coherent",
            "counter",
            "rasterizer ordered",
            "properties"
        ]
    );
}
