//! The fields of a part as a tree, and the paths by which people name them. Separate because what `diff` prints as a
//! path is what `edit --set` takes.

use std::collections::HashSet;

use dx_container::fields::{Field, Group, Sink};

/// A field, or fields that belong together.
pub enum Node<'a> {
    Field(Field<'a>),
    Record(&'static str, Vec<Node<'a>>),
    List(&'static str, Vec<Vec<Node<'a>>>),
}

impl Node<'_> {
    /// The name.
    pub fn name(&self) -> &'static str {
        match self {
            Node::Field(field) => field.name,
            Node::Record(name, _) | Node::List(name, _) => name,
        }
    }
}

/// Fields that together name a member of a list, if it has any of them.
const NAMING: [&str; 7] = ["Name", "Index", "Indices", "Kind", "Type", "Space", "LowerBound"];

/// Whether a member of a list has a field that may name it.
fn has(members: &[Vec<Node<'_>>], name: &str) -> bool {
    members.iter().flatten().any(|node| matches!(node, Node::Field(field) if field.name == name))
}

/// The name of each member of a list; `None` where one has no name or two have the same.
pub fn keys(members: &[Vec<Node<'_>>]) -> Option<Vec<String>> {
    keys_by(members, |_| true)
}

/// The names of the members of two lists, by the fields that both have: newer parts have some that older ones do not.
pub fn common_keys(a: &[Vec<Node<'_>>], b: &[Vec<Node<'_>>]) -> Option<(Vec<String>, Vec<String>)> {
    let is_common = |name: &str| has(a, name) == has(b, name);
    keys_by(a, is_common).zip(keys_by(b, is_common))
}

fn keys_by(members: &[Vec<Node<'_>>], is_naming: impl Fn(&str) -> bool) -> Option<Vec<String>> {
    let naming: Vec<&str> = NAMING.into_iter().filter(|name| is_naming(name)).collect();
    let key = |member: &Vec<Node<'_>>| {
        let fields = member.iter().filter_map(|node| match node {
            Node::Field(field) if naming.contains(&field.name) => Some(field.to_string()),
            _ => None,
        });
        fields.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
    };
    let keys: Vec<String> = members.iter().map(key).collect();
    let distinct: HashSet<&String> = keys.iter().collect();
    (distinct.len() == keys.len() && keys.iter().all(|key| !key.is_empty())).then_some(keys)
}

/// Gathers the fields of a walk: those that are wanted, and no more than so many of them.
pub struct FieldTree<'a> {
    is_wanted: fn(&Field<'a>) -> bool,
    most: usize,
    open: Vec<(Option<Group>, Vec<Node<'a>>)>,
    lists: Vec<Vec<Vec<Node<'a>>>>,
    count: usize,
}

impl<'a> FieldTree<'a> {
    /// A tree that has nothing yet.
    pub fn new(is_wanted: fn(&Field<'a>) -> bool, most: usize) -> Self {
        Self { is_wanted, most, open: vec![(None, Vec::new())], lists: Vec::new(), count: 0 }
    }

    /// The fields that do not belong to any other; `None` where there were too many. Groups that an error left open
    /// are there as far as they were read.
    pub fn finish(mut self) -> Option<Vec<Node<'a>>> {
        while self.open.len() > 1 {
            self.close();
        }
        let (_, nodes) = self.open.pop()?;
        (self.count <= self.most).then_some(nodes)
    }

    fn add(&mut self, node: Node<'a>) {
        if let Some((_, nodes)) = self.open.last_mut() {
            nodes.push(node);
        }
    }
}

impl<'a> Sink<'a> for FieldTree<'a> {
    fn field(&mut self, field: Field<'a>) {
        if !(self.is_wanted)(&field) {
            return;
        }
        self.count += 1;
        if self.count <= self.most {
            self.add(Node::Field(field));
        }
    }

    fn open(&mut self, group: Group) {
        if let Group::List(_) = group {
            self.lists.push(Vec::new());
        }
        self.open.push((Some(group), Vec::new()));
    }

    fn close(&mut self) {
        let Some((group, nodes)) = self.open.pop() else { return };
        match group {
            Some(Group::Record(_)) if nodes.is_empty() => {}
            Some(Group::Record(name)) => self.add(Node::Record(name, nodes)),
            Some(Group::List(name)) => {
                let members = self.lists.pop().unwrap_or_default();
                self.add(Node::List(name, members));
            }
            Some(Group::Item(_)) if self.count <= self.most => {
                if let Some(members) = self.lists.last_mut() {
                    members.push(nodes);
                }
            }
            _ => {}
        }
    }
}
