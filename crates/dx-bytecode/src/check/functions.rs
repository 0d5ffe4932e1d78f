//! Functions: labels, who calls whom, and how deep. What an interface calls is known when a shader is bound only.

use super::call_table::Call;
use super::checker::Checker;
use super::report::StatementPlace;
use super::rule::Rule;
use crate::instruction::Instruction;
use crate::operand::{Operand, RegisterKind};

/// How deep calls may nest.
const MAX_CALLS: u32 = 32;

/// How far the search for recursion has come with a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Visit {
    New,
    /// It is among those that call each other right now.
    Open,
    /// Done; so many calls nest in it.
    Done(u32),
}

impl Checker {
    pub(super) fn label(&mut self, instruction: &Instruction) {
        if !self.flow.has_ended {
            let message = format_args!(
                "label is inside a function: a label must follow a ret that is outside of all if, loop and switch blocks"
            );
            self.find(Rule::LABEL_PLACE, message);
        }
        // Said above already.
        self.flow.has_ended = true;
        self.end_function();
        self.begin_function();
        let Some(operand) = instruction.operands.first() else { return };
        let (kind, Some(number)) = (operand.kind(), Operand::number(operand)) else { return };
        if kind == RegisterKind::FUNCTION_BODY && !self.globals.bodies.contains_key(&number) {
            let message = format_args!("fb{number} is not declared, expected a dcl_function_body");
            self.find(Rule::REGISTER_UNDECLARED, message);
        }
        let function = (self.functions.count - 1, self.at);
        if self.functions.labels.insert((kind, number), function).is_some() {
            let message = format_args!("label {}{number} is defined twice", kind.name());
            self.find(Rule::LABEL_TWICE, message);
        }
    }

    pub(super) fn call(&mut self, label: Option<u32>) {
        let (from, place) = (self.functions.count.saturating_sub(1), self.at);
        self.functions.calls.extend(label.map(|label| Call { from, label, place }));
    }

    /// Whether calls lead somewhere, and whether they end.
    pub(super) fn resolve_calls(&mut self) {
        let functions = std::mem::take(&mut self.functions);
        let mut called: Vec<Vec<(usize, Option<StatementPlace>)>> = vec![Vec::new(); functions.count];
        let mut is_called = vec![false; functions.count];
        for call in &functions.calls {
            let Some((to, _)) = functions.labels.get(&(RegisterKind::LABEL, call.label)) else {
                let message = format_args!("call of label l{}, which is not defined", call.label);
                self.report.add(Rule::LABEL_UNDEFINED, call.place, message);
                continue;
            };
            if let Some(called) = called.get_mut(call.from) {
                called.push((*to, call.place));
            }
            if let Some(is_called) = is_called.get_mut(*to) {
                *is_called = true;
            }
        }
        // In the order of the program: a map has none.
        let mut labels: Vec<_> = functions.labels.iter().collect();
        labels.sort_by_key(|(_, function)| **function);
        for ((kind, number), (function, place)) in labels {
            if *kind == RegisterKind::LABEL && is_called.get(*function) == Some(&false) {
                self.report.add(Rule::LABEL_UNUSED, *place, format_args!("label l{number} is never called"));
            }
        }
        let mut bodies: Vec<_> = self.globals.bodies.iter().map(|(body, place)| (*place, *body)).collect();
        bodies.sort_unstable();
        for (place, body) in bodies {
            if !functions.labels.contains_key(&(RegisterKind::FUNCTION_BODY, body)) {
                let message = format_args!("function body fb{body} is declared but not defined");
                self.report.add(Rule::LABEL_UNDEFINED, Some(place), message);
            }
        }
        self.nesting_of_calls(&called);
    }

    /// Walks who calls whom, on a stack of our own: every function and call once.
    fn nesting_of_calls(&mut self, called: &[Vec<(usize, Option<StatementPlace>)>]) {
        let mut visits = vec![Visit::New; called.len()];
        let mut set = |function: usize, visit| {
            if let Some(slot) = visits.get_mut(function) {
                return std::mem::replace(slot, visit);
            }
            visit
        };
        for root in 0..called.len() {
            match set(root, Visit::Open) {
                Visit::New => {}
                done => {
                    set(root, done);
                    continue;
                }
            }
            // The function, the next of its calls, how deep they nest.
            let mut open = vec![(root, 0, 0)];
            while let Some((function, next, depth)) = open.last_mut() {
                let Some((to, place)) = called.get(*function).and_then(|calls| calls.get(*next)).copied()
                else {
                    set(*function, Visit::Done(*depth));
                    open.pop();
                    continue;
                };
                match set(to, Visit::Open) {
                    Visit::New => {
                        // Its call is looked at again when it is done.
                        open.push((to, 0, 0));
                        continue;
                    }
                    Visit::Open => {
                        let message = format_args!("recursive call: the callee calls this function again");
                        self.report.add(Rule::CALL_RECURSION, place, message);
                    }
                    Visit::Done(inner) => {
                        set(to, Visit::Done(inner));
                        *depth = (*depth).max(inner.saturating_add(1));
                        if inner == MAX_CALLS {
                            let message = format_args!(
                                "calls are nested {} deep from here, expected at most {MAX_CALLS}",
                                inner + 1
                            );
                            self.report.add(Rule::CALL_DEPTH, place, message);
                        }
                    }
                }
                *next += 1;
            }
        }
    }
}
