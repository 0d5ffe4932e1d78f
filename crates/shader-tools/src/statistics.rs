//! Statistics of a program: instructions by class, branches, memory and live registers. A layer below the verbs,
//! because `stat` and `report` count the same.

pub mod class;
mod document;
mod live;

pub use document::{CountersObject, MixObject, StatisticsObject};

use std::collections::BTreeMap;

use dx_bytecode::opcode::Opcode;
use dx_bytecode::{Declarations, Program, Statement, statistics};
use dx_container::enums::AddressSpace;
use dx_container::fields::{Field, Sink, Value};
use dx_container::parts::statistics::{
    CommonCounters, Counters, Statistics as StoredStatistics, StatisticsBuf,
};
use dx_container::parts::{PartBuf as _, View as _};
use dx_container::reader::Payload;
use dx_container::{Container, FourCc, parts};
use dxil::assemble::counters;
use dxil::shader::Shader;
use dxil::stored::reflection;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::{Module, Op, Type};

use self::live::Live;
use crate::error::Error;
use crate::json::in_utf8;
use crate::loading::shader_facts::{OpenProgram, OpenShader};
use crate::statistics::class::{Class, Mix};

/// The statistics of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statistics {
    /// Its instructions by class, without those of debug information.
    pub mix: Mix,
    /// Conditional branches and switches.
    pub branches: u64,
    /// Bytes that a group shares.
    pub group_shared: u64,
    /// Bytes of memory of each lane, of the function with most.
    pub stack: u64,
    /// Registers that are live at once at the most, an estimate; `None` where it would take too long.
    pub live: Option<Live>,
    /// The counters that the compiler stored, beside those of the program.
    pub counters: StoredCounters,
}

/// What the counters of STAT come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoredCounters {
    /// There are none.
    None,
    /// They are those of the program; how many.
    Same(usize),
    /// Some are not: the name, what is stored, what the program has.
    Different(Vec<(String, u64, u64)>),
}

impl Statistics {
    /// The statistics of an open shader; `None` where nothing is counted: of Direct3D 9 programs, and where there is
    /// no program.
    pub fn of(open: &OpenShader<'_>) -> Result<Option<Self>, Error> {
        Ok(match open.program() {
            OpenProgram::Module(module) => Some(Self::of_module(open.container(), module)),
            OpenProgram::Tokens(payload) => {
                let declared = Declarations::read(payload)?;
                Some(Self::of_tokens(open.container(), &Program::read(payload)?, &declared))
            }
            OpenProgram::None => None,
        })
    }

    fn of_module(container: Option<&Container<'_>>, module: &Module) -> Self {
        let (mut mix, mut branches, mut stack) = (Mix::default(), 0, 0_u64);
        let mut layout = DataLayout::of(module);
        for (_, global, body) in module.bodies() {
            let mut own = 0_u64;
            for (_, _, instruction) in body.in_order() {
                if let Some(class) = Class::of_ir(module, (body, global.value_type), instruction) {
                    add(&mut mix, class);
                }
                branches +=
                    u64::from(matches!(instruction.op, Op::ConditionalBranch(..) | Op::Switch { .. }));
                if let Op::Alloca { element, count, .. } = instruction.op {
                    let count = module.integer(count).unwrap_or(1);
                    own = own.saturating_add(layout.size(element).saturating_mul(count));
                }
            }
            stack = stack.max(own);
        }
        let mut group_shared = 0_u64;
        for global in module.globals.values().filter(|global| global.variable().is_some()) {
            let Some(Type::Pointer(_, space)) = module.types.get(global.ty) else { continue };
            if AddressSpace(*space) == AddressSpace::GROUP_SHARED {
                group_shared = group_shared.saturating_add(layout.size(global.value_type));
            }
        }
        let counters = container.map_or(StoredCounters::None, |container| module_counters(container, module));
        Self { mix, branches, group_shared, stack, live: live::of_module(module), counters }
    }

    fn of_tokens(container: Option<&Container<'_>>, program: &Program, declared: &Declarations) -> Self {
        let (mut mix, mut branches) = (Mix::default(), 0);
        for statement in &program.statements {
            let Statement::Instruction(instruction) = statement else { continue };
            if instruction.opcode.is_declaration() || instruction.opcode == Opcode::LABEL {
                continue;
            }
            add(&mut mix, Class::of_tokens(instruction));
            branches += u64::from(matches!(
                instruction.opcode,
                Opcode::IF
                    | Opcode::SWITCH
                    | Opcode::BREAKC
                    | Opcode::CONTINUEC
                    | Opcode::RETC
                    | Opcode::CALLC
            ));
        }
        let arrays = declared.indexable_temps.iter().map(|array| {
            // A component takes four bytes.
            u64::from(array.count).saturating_mul(u64::from(array.components)).saturating_mul(4)
        });
        Self {
            mix,
            branches,
            group_shared: declared.group_shared_bytes.into(),
            stack: arrays.fold(0, u64::saturating_add),
            live: live::of_tokens(program),
            counters: container.map_or(StoredCounters::None, |container| token_counters(container, program)),
        }
    }

    /// Instructions of a class.
    pub fn of_class(&self, class: Class) -> u64 {
        self.mix.get(class.place()).copied().unwrap_or(0)
    }
}

fn add(mix: &mut Mix, class: Class) {
    if let Some(count) = mix.get_mut(class.place()) {
        *count += 1;
    }
}

/// `dx.counters`, in the module of STAT, beside the counters of the program.
fn module_counters(container: &Container<'_>, module: &Module) -> StoredCounters {
    let stored = reflection(container).and_then(|module| Shader::read(&module).ok()?.counters);
    let Some(stored) = stored else { return StoredCounters::None };
    let list = |counters: &dxil::shader::Counters| {
        let items = counters.items.iter();
        items.map(|counter| (in_utf8(counter.name.as_ref()).into_owned(), u64::from(counter.value))).collect()
    };
    compared(list(&stored), list(&counters(module)))
}

/// The counters of fxc beside those of the program.
fn token_counters(container: &Container<'_>, program: &Program) -> StoredCounters {
    let Some(part) = container.part(FourCc::STAT) else { return StoredCounters::None };
    match StoredStatistics::parse(container.payload(&part)) {
        // An assembler counts nothing and says so with zeros.
        Ok(StoredStatistics::Counters(stored)) if stored.common != CommonCounters::default() => {
            compared(named(stored), named(statistics::count(program)))
        }
        _ => StoredCounters::None,
    }
}

/// The counters of fxc by name.
fn named(counters: Counters) -> BTreeMap<String, u64> {
    struct Names(BTreeMap<String, u64>);
    impl<'a> Sink<'a> for Names {
        fn field(&mut self, field: Field<'a>) {
            if let Value::Number(number) = field.value {
                self.0.insert(field.name.to_string(), number);
            }
        }
    }
    let mut names = Names(BTreeMap::new());
    if let Ok(bytes) = StatisticsBuf::Counters(counters).arrange(None) {
        // What was written here can be walked.
        let _ = parts::walk(Payload::new(FourCc::STAT, &bytes), &mut names);
    }
    names.0
}

fn compared(stored: BTreeMap<String, u64>, mut counted: BTreeMap<String, u64>) -> StoredCounters {
    let count = stored.len();
    let mut different = Vec::new();
    for (name, stored) in stored {
        let counted = counted.remove(&name).unwrap_or(0);
        if stored != counted {
            different.push((name, stored, counted));
        }
    }
    // What is zero is not stored.
    different.extend(
        counted.into_iter().filter(|(_, number)| *number != 0).map(|(name, number)| (name, 0, number)),
    );
    if different.is_empty() { StoredCounters::Same(count) } else { StoredCounters::Different(different) }
}
