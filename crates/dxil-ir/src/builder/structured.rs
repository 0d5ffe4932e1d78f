//! Structured control flow: if, loop and switch. Separate because it is optional: front ends with a control flow graph
//! use blocks and phis.

use super::{Build as _, BuildControlFlow as _, BuildError, FunctionBuilder};
use crate::{BlockId, Value};

type Result<T> = std::result::Result<T, BuildError>;

/// An open `if`.
#[derive(Debug)]
pub struct If {
    id: u32,
    otherwise: BlockId,
    /// `None` without an `else`.
    merge: Option<BlockId>,
}

/// An open loop. Each iteration executes the body, then the continuing part.
#[derive(Debug)]
pub struct Loop {
    id: u32,
    header: BlockId,
    continuing: BlockId,
    merge: BlockId,
    is_continuing: std::cell::Cell<bool>,
}

/// An open `switch`.
#[derive(Debug)]
pub struct Switch {
    id: u32,
    cases: Vec<BlockId>,
    merge: BlockId,
}

impl If {
    /// The block after the `if`. Before [`begin_else`](FunctionBuilder::begin_else) it is the block of the `else`.
    pub fn merge(&self) -> BlockId {
        self.merge.unwrap_or(self.otherwise)
    }
}

impl Loop {
    /// The first block of the body, for phis.
    pub fn header(&self) -> BlockId {
        self.header
    }

    /// The block after the loop: the target of `break`.
    pub fn merge(&self) -> BlockId {
        self.merge
    }

    /// The first block of the continuing part: the target of `continue`.
    pub fn continuing(&self) -> BlockId {
        self.continuing
    }
}

impl Switch {
    /// The block after the switch: the target of `break`.
    pub fn merge(&self) -> BlockId {
        self.merge
    }

    /// The block of a case by its index; the block of the default case has the index after the last one. It is the
    /// target of a fall-through.
    pub fn case(&self, index: usize) -> Option<BlockId> {
        self.cases.get(index).copied()
    }
}

impl FunctionBuilder<'_> {
    /// Opens an `if`: the following code is executed if the `i1` is true.
    pub fn begin_if(&mut self, condition: Value) -> If {
        let [then, otherwise] = [(); 2].map(|()| self.add_block());
        if !self.is_terminated() {
            self.branch_if(condition, then, otherwise);
        }
        self.switch_to(then);
        If { id: self.opened("if"), otherwise, merge: None }
    }

    /// Begins the `else` of an `if`.
    pub fn begin_else(&mut self, construct: &mut If) -> Result<()> {
        self.expect_innermost(construct.id, "begin_else")?;
        if construct.merge.is_some() {
            return Err(misplaced("the if has two else parts", "remove a call of begin_else"));
        }
        let merge = self.add_block();
        construct.merge = Some(merge);
        self.jump(merge);
        self.switch_to(construct.otherwise);
        Ok(())
    }

    /// Closes an `if`.
    pub fn end_if(&mut self, construct: If) -> Result<()> {
        self.closed(construct.id, "end_if")?;
        self.jump(construct.merge());
        self.switch_to(construct.merge());
        Ok(())
    }

    /// Opens a loop.
    pub fn begin_loop(&mut self) -> Loop {
        let [header, continuing, merge] = [(); 3].map(|()| self.add_block());
        self.jump(header);
        self.switch_to(header);
        Loop { id: self.opened("loop"), header, continuing, merge, is_continuing: false.into() }
    }

    /// Begins the continuing part of a loop, which `continue` executes before the next iteration.
    pub fn begin_continuing(&mut self, construct: &Loop) -> Result<()> {
        self.expect_innermost(construct.id, "begin_continuing")?;
        if construct.is_continuing.replace(true) {
            let what = "the loop has two continuing parts";
            return Err(misplaced(what, "remove a call of begin_continuing"));
        }
        self.jump(construct.continuing);
        self.switch_to(construct.continuing);
        Ok(())
    }

    /// Closes a loop. After the continuing part, the loop ends if the `i1` is true. Without it, only `break_loop`,
    /// `ret` and `discard` end the loop.
    pub fn end_loop(&mut self, construct: Loop, break_if: Option<Value>) -> Result<()> {
        self.closed(construct.id, "end_loop")?;
        if !construct.is_continuing.get() {
            self.jump(construct.continuing);
            self.switch_to(construct.continuing);
        }
        match break_if.filter(|_| !self.is_terminated()) {
            Some(condition) => drop(self.branch_if(condition, construct.merge, construct.header)),
            None => self.jump(construct.header),
        }
        self.switch_to(construct.merge);
        Ok(())
    }

    /// Leaves a loop.
    pub fn break_loop(&mut self, construct: &Loop) -> Result<()> {
        self.expect_open(construct.id, "break_loop")?;
        self.jump(construct.merge);
        Ok(())
    }

    /// Continues with the continuing part of a loop.
    pub fn continue_loop(&mut self, construct: &Loop) -> Result<()> {
        self.expect_open(construct.id, "continue_loop")?;
        if construct.is_continuing.get() {
            let what = "continue_loop in the continuing part of the loop";
            return Err(misplaced(what, "end the continuing part instead"));
        }
        self.jump(construct.continuing);
        Ok(())
    }

    /// Opens a `switch` over an integer. Each case has the numbers that select it. The following code up to
    /// [`begin_case`](Self::begin_case) is dropped.
    pub fn begin_switch(&mut self, selector: Value, cases: &[&[i64]]) -> Result<Switch> {
        let mut numbers: Vec<_> = cases.iter().flat_map(|case| case.iter()).collect();
        numbers.sort_unstable();
        if let Some(pair) = numbers.windows(2).find(|pair| pair.first() == pair.last()) {
            let what =
                format!("two cases of a switch have the number {}", pair.first().map_or(&0, |first| *first));
            return Err(misplaced(what, "remove the number from a case"));
        }
        let ty = self.type_of(selector)?;
        let blocks: Vec<_> = cases.iter().map(|_| self.add_block()).collect();
        let (default, merge) = (self.add_block(), self.add_block());
        let pairs = cases.iter().zip(&blocks).flat_map(|(case, block)| case.iter().map(|n| (*n, *block)));
        let pairs: Vec<_> = pairs.map(|(number, block)| (self.int(ty, number), block)).collect();
        if !self.is_terminated() {
            self.switch(selector, default, &pairs);
        }
        let cases = blocks.into_iter().chain([default]).collect();
        Ok(Switch { id: self.opened("switch"), cases, merge })
    }

    /// Begins a case by its index; the index after the last case is the default case. The case before ends with a
    /// `break` unless it has a terminator, such as a jump to the block of another case. Cases without code are empty.
    pub fn begin_case(&mut self, construct: &Switch, index: usize) -> Result<()> {
        self.expect_innermost(construct.id, "begin_case")?;
        let block = construct.case(index).ok_or_else(|| {
            let last = construct.cases.len().saturating_sub(1);
            misplaced(format!("the switch has no case {index}"), format!("pass 0 to {last}"))
        })?;
        self.jump(construct.merge);
        self.switch_to(block);
        Ok(())
    }

    /// Closes a `switch`.
    pub fn end_switch(&mut self, construct: Switch) -> Result<()> {
        self.closed(construct.id, "end_switch")?;
        self.jump(construct.merge);
        for block in construct.cases {
            if self.body().instructions_of(block).is_empty() {
                self.switch_to(block);
                self.jump(construct.merge);
            }
        }
        self.switch_to(construct.merge);
        Ok(())
    }

    /// The outermost construct that is open: `if`, `loop` or `switch`.
    pub fn open_construct(&self) -> Option<&'static str> {
        self.open.first().map(|(_, construct)| *construct)
    }

    /// Returns true if the current block ends with a terminator.
    pub fn is_terminated(&self) -> bool {
        let last = self.body.instructions_of(self.block).last();
        last.and_then(|last| self.body.instructions.get(*last)).is_some_and(|last| last.op.is_terminator())
    }

    /// Branches to a block, unless the current block has a terminator.
    pub fn jump(&mut self, to: BlockId) {
        if !self.is_terminated() {
            self.branch(to);
        }
    }

    fn opened(&mut self, construct: &'static str) -> u32 {
        self.constructs += 1;
        self.open.push((self.constructs, construct));
        self.constructs
    }

    fn expect_open(&self, id: u32, method: &str) -> Result<()> {
        match self.open.iter().any(|(open, _)| *open == id) {
            true => Ok(()),
            false => {
                let what = format!("{method} after the end of the construct");
                Err(misplaced(what, format!("call {method} before the construct is closed")))
            }
        }
    }

    fn expect_innermost(&self, id: u32, method: &str) -> Result<()> {
        self.expect_open(id, method)?;
        match self.open.last() {
            Some((innermost, construct)) if *innermost != id => Err(misplaced(
                format!("{method} while a nested {construct} is open"),
                format!("call end_{construct} first"),
            )),
            _ => Ok(()),
        }
    }

    fn closed(&mut self, id: u32, method: &str) -> Result<()> {
        self.expect_innermost(id, method)?;
        self.open.pop();
        Ok(())
    }
}

fn misplaced(what: impl Into<String>, remedy: impl Into<String>) -> BuildError {
    BuildError::Misplaced { what: what.into(), remedy: remedy.into() }
}
