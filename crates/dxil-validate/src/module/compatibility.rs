//! Whether entries can do what they and the functions that they call do: in their stage, shader model and groups; and
//! whether the module declares what it uses.

use dx_container::enums::{NodeLaunchType, ShaderKind};
use dx_container::flags::ShaderFlags;
use dx_container::names::NamedFlags as _;
use dxil::derive::Functions;
use dxil::derive::functions::{COLLECTED, FunctionInfo};
use dxil_ir::GlobalId;
use dxil_ir::verify::IrPlace;
use hashbrown::HashMap;

use super::context::{Context, Entry};
use crate::names::{A, FlagDifference, Stage};
use crate::report::{Place, Report};
use crate::rule::Rule;

/// Gives what the functions do, where that could be told.
pub(super) fn check(context: &Context<'_>, report: &mut Report) -> Option<Functions> {
    // Stages and models are those that the validator knew that the program is for: the reference asks no more.
    let functions = match Functions::with(&context.program, &context.mentions) {
        Ok(functions) => functions,
        Err(error) => {
            // Calls that are wrong were told before; whatever else nothing follows from is told here.
            if report.is_valid() {
                report.add(Rule::META_FLAGS_USAGE, Place::Module(IrPlace::Module), format_args!("{error}"));
            }
            return None;
        }
    };
    flags(context, &functions, report);
    let mut searches = HashMap::new();
    for entry in &context.entries {
        let Some(info) = entry.function.and_then(|function| functions.get(function)) else { continue };
        let demands = Demands::of(context, entry);
        if demands.conflicts(context.model, info) == 0 {
            continue;
        }
        let (model, functions) = (context.model, &functions);
        let search = searches.entry(demands).or_insert_with(|| Search {
            model,
            demands,
            functions,
            known: HashMap::new(),
        });
        add_finding(context, entry, functions, search.origins(info), report);
    }
    drop(searches);
    Some(functions)
}

/// What the module declares is what it uses.
fn flags(context: &Context<'_>, functions: &Functions, report: &mut Report) {
    let mut found = functions.module_flags() & COLLECTED;
    let declared = context.flags & COLLECTED;
    // Subobjects that ask for it are no longer there in modules for these validators.
    let is_from_subobjects =
        context.program.validator_is_at_least(1, 5) && !context.program.validator_is_at_least(1, 8);
    if is_from_subobjects && declared.contains(ShaderFlags::RAYTRACING_1_1) {
        found |= ShaderFlags::RAYTRACING_1_1;
    }
    if found != declared {
        report.add(
            Rule::META_FLAGS_USAGE,
            Place::Module(IrPlace::Module),
            format_args!(
                "shader flags {}",
                FlagDifference::new(ShaderFlags::NAMES, declared.bits(), found.bits())
            ),
        );
    }
}

/// What can be in the way of a function: a bit each.
mod conflict {
    pub(super) const STAGE: u8 = 1;
    pub(super) const MODEL: u8 = 2;
    pub(super) const LAUNCH: u8 = 4;
    pub(super) const GROUP_SIZE: u8 = 8;
    pub(super) const DERIVATIVES: u8 = 16;
    pub(super) const GROUP: u8 = 32;
    /// How many there are.
    pub(super) const COUNT: usize = 6;
}

/// What stands in the way of entries: their stage, and what is in the way of derivatives and of operations of a group.
/// Entries that are alike in it find the same in the functions that they call.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Demands {
    stage: ShaderKind,
    of_derivatives: u8,
    of_groups: u8,
}

impl Demands {
    fn of(context: &Context<'_>, entry: &Entry<'_>) -> Self {
        use ShaderKind as S;
        let (mut of_derivatives, mut of_groups) = (0, 0);
        let is_compute = matches!(entry.kind, S::MESH | S::AMPLIFICATION | S::COMPUTE);
        let launch = entry.properties().and_then(|all| all.node_launch_type()).copied();
        if is_compute && !context.has_model(6, 6) {
            of_derivatives |= conflict::DERIVATIVES;
        } else if entry.kind == S::NODE && launch == Some(NodeLaunchType::THREAD) {
            of_groups |= conflict::GROUP;
            of_derivatives |= conflict::LAUNCH;
        }
        if is_compute || entry.kind == S::NODE {
            // Neighbours are four in a row, or two by two.
            let [x, y, z] = entry.thread_group().unwrap_or_default();
            let is_odd = if (y, z) == (1, 1) { x % 4 != 0 } else { x % 2 != 0 || y % 2 != 0 };
            if is_odd {
                of_derivatives |= conflict::GROUP_SIZE;
            }
        } else {
            of_groups |= conflict::GROUP;
        }
        Self { stage: entry.kind, of_derivatives, of_groups }
    }

    fn conflicts(self, model: (u32, u32), info: &FunctionInfo) -> u8 {
        let mut found = 0;
        let stage = 1_u32.checked_shl(self.stage.0).unwrap_or(0);
        if info.stages.bits() & stage == 0 {
            found |= conflict::STAGE;
        }
        if model < info.model {
            found |= conflict::MODEL;
        }
        if info.flags.contains(ShaderFlags::USES_DERIVATIVES) {
            found |= self.of_derivatives;
        }
        if info.flags.contains(ShaderFlags::REQUIRES_GROUP) {
            found |= self.of_groups;
        }
        found
    }
}

/// By conflict, the function that it comes from: one that does not have it from a function that it calls.
type Origins = [Option<GlobalId>; conflict::COUNT];

fn add_origins(all: &mut Origins, more: &Origins) {
    for (known, found) in all.iter_mut().zip(more) {
        *known = known.or(*found);
    }
}

/// Where the conflicts of functions come from, for entries with the same demands.
struct Search<'c> {
    model: (u32, u32),
    demands: Demands,
    functions: &'c Functions,
    /// Of functions that were gone through; of those that are open, nothing yet.
    known: HashMap<GlobalId, Origins>,
}

impl<'c> Search<'c> {
    fn origins(&mut self, entry: &'c FunctionInfo) -> Origins {
        if let Some(known) = self.known.get(&entry.function) {
            return *known;
        }
        self.known.insert(entry.function, Origins::default());
        // Functions that are open, how many calls were followed of each, and what those have that it calls.
        let mut open = vec![(entry, 0_usize, Origins::default())];
        while let Some((info, followed, of_calls)) = open.last_mut() {
            if let Some(callee) = info.callees.get(*followed) {
                *followed += 1;
                if let Some(known) = self.known.get(callee) {
                    add_origins(of_calls, known);
                } else if let Some(callee) = self.functions.get(*callee) {
                    self.known.insert(callee.function, Origins::default());
                    open.push((callee, 0, Origins::default()));
                }
                continue;
            }
            let (info, mut origins) = (*info, *of_calls);
            open.pop();
            let own = self.demands.conflicts(self.model, info);
            for (bit, origin) in origins.iter_mut().enumerate() {
                let has = own >> bit & 1 != 0;
                *origin = has.then(|| origin.unwrap_or(info.function));
            }
            self.known.insert(info.function, origins);
            if let Some((_, _, of_calls)) = open.last_mut() {
                add_origins(of_calls, &origins);
            }
        }
        self.known.get(&entry.function).copied().unwrap_or_default()
    }
}

/// Each conflict of an entry is told once, of the function that it comes from.
fn add_finding(
    context: &Context<'_>,
    entry: &Entry<'_>,
    functions: &Functions,
    mut origins: Origins,
    report: &mut Report,
) {
    while let Some(function) = origins.iter().find_map(|origin| *origin) {
        let mut conflicts = 0;
        for (bit, origin) in origins.iter_mut().enumerate() {
            if *origin == Some(function) {
                *origin = None;
                conflicts |= 1 << bit;
            }
        }
        if let Some(info) = functions.get(function) {
            tell_of(context, entry, info, conflicts, report);
        }
    }
}

fn tell_of(
    context: &Context<'_>,
    entry: &Entry<'_>,
    info: &FunctionInfo,
    conflicts: u8,
    report: &mut Report,
) {
    let stage = A(Stage(entry.kind));
    let name = context.global_name(info.function);
    let entry_name = entry.name();
    if entry.function == Some(info.function) {
        report.add(
            Rule::SM_INCOMPATIBLE_OPERATION,
            entry.place(),
            format_args!("entry point `{entry_name}` uses features that its stage, shader model or properties do not allow"),
        );
    } else {
        report.add(
            Rule::SM_INCOMPATIBLE_CALL_IN_ENTRY,
            entry.place(),
            format_args!("entry point `{entry_name}` calls `{name}`, which uses features that the entry point does not allow"),
        );
    }
    let place = Context::global_place(info.function);
    let ((major, minor), [x, y, z]) = (info.model, entry.thread_group().unwrap_or_default());
    let rows = [
        (
            conflict::STAGE,
            Rule::SM_INCOMPATIBLE_STAGE,
            format!("function `{name}` uses operations that {stage} does not have"),
        ),
        (
            conflict::MODEL,
            Rule::SM_INCOMPATIBLE_SHADER_MODEL,
            format!(
                "function `{name}` requires shader model {major}.{minor}, but the module has {}.{}",
                context.model.0, context.model.1
            ),
        ),
        (
            conflict::LAUNCH,
            Rule::SM_INCOMPATIBLE_DERIV_LAUNCH,
            format!(
                "function `{name}` uses derivatives, which are not available in a node with thread launch"
            ),
        ),
        (
            conflict::GROUP_SIZE,
            Rule::SM_INCOMPATIBLE_THREAD_GROUP_DIM,
            format!(
                "function `{name}` uses derivatives with numthreads({x}, {y}, {z}), \
                 expected x a multiple of 4 in 1D, or x and y multiples of 2"
            ),
        ),
        (
            conflict::DERIVATIVES,
            Rule::SM_INCOMPATIBLE_DERIV_IN_COMPUTE_SHADER_MODEL,
            format!("function `{name}` uses derivatives in {stage}, which requires shader model 6.6"),
        ),
        (
            conflict::GROUP,
            Rule::SM_INCOMPATIBLE_REQUIRES_GROUP,
            format!(
                "function `{name}` uses groupshared memory or group barriers, but {} has no thread group",
                if entry.kind == ShaderKind::NODE {
                    "a node with thread launch".to_owned()
                } else {
                    stage.to_string()
                }
            ),
        ),
    ];
    for (bit, rule, message) in rows {
        if conflicts & bit != 0 {
            report.add(rule, place, format_args!("{message}"));
        }
    }
}
