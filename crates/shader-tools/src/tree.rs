//! The fields of a part as a tree, for pages that need all of them: tables must know their columns. Bounded: of a long
//! list only the first members are kept, the others counted.

use dx_container::fields::{Field, Group, Role, Sink};

/// Members of a list that are kept for a page.
pub const KEPT: usize = 1000;

/// A field or a group of them.
#[derive(Debug)]
pub enum Node {
    /// A field's name and value, for people.
    Field(&'static str, String),
    /// A reserved field that is not zero, or one of unknown meaning: its name, its offset in the part, its value.
    Odd(&'static str, usize, String),
    /// A record's fields.
    Record(Vec<Node>),
    /// A list: its first members and how many it has.
    List(&'static str, Vec<Vec<Node>>, usize),
}

/// Collects the fields that describe the shader, and reserved fields that are not zero.
#[derive(Debug)]
pub struct Tree {
    /// Open groups, the root first; the members of each so far.
    open: Vec<(Option<Group>, Vec<Node>)>,
    /// Open lists: their members so far and how many there were.
    lists: Vec<(Vec<Vec<Node>>, usize)>,
    /// Members of a list that are kept.
    kept: usize,
}

impl Tree {
    /// An empty tree, for a page.
    pub fn new() -> Self {
        Self::keeping(KEPT)
    }

    /// An empty tree that keeps so many members of each list.
    pub fn keeping(kept: usize) -> Self {
        Self { open: vec![(None, Vec::new())], lists: Vec::new(), kept }
    }

    /// The collected fields; groups that an incomplete walk left open are closed.
    pub fn finish(mut self) -> Vec<Node> {
        while self.open.len() > 1 {
            Sink::close(&mut self);
        }
        self.open.pop().map(|(_, nodes)| nodes).unwrap_or_default()
    }

    fn add(&mut self, node: Node) {
        if let Some((_, nodes)) = self.open.last_mut() {
            nodes.push(node);
        }
    }
}

impl<'a> Sink<'a> for Tree {
    fn field(&mut self, field: Field<'a>) {
        if field.show.role() == Role::Layout || field.is_silent() {
            return;
        }
        let is_beyond = self.lists.iter().any(|(members, _)| members.len() >= self.kept);
        if is_beyond {
            return;
        }
        self.add(match field.show.role() {
            Role::Silent | Role::Unknown => Node::Odd(field.name, field.range.start, field.to_string()),
            _ => Node::Field(field.name, field.to_string()),
        });
    }

    fn open(&mut self, group: Group) {
        if let Group::List(_) = group {
            self.lists.push((Vec::new(), 0));
        }
        self.open.push((Some(group), Vec::new()));
    }

    fn close(&mut self) {
        let Some((group, nodes)) = self.open.pop() else { return };
        match group {
            Some(Group::Record(_)) if nodes.is_empty() => {}
            Some(Group::Record(_)) => self.add(Node::Record(nodes)),
            Some(Group::List(name)) => {
                let (members, count) = self.lists.pop().unwrap_or_default();
                self.add(Node::List(name, members, count));
            }
            Some(Group::Item(_)) => {
                if let Some((members, count)) = self.lists.last_mut() {
                    *count += 1;
                    if members.len() < self.kept {
                        members.push(nodes);
                    }
                }
            }
            None => {}
        }
    }
}
