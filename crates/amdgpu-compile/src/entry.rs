//! The entry: a function of the processor's calling convention for compute shaders, whose arguments are registers. The
//! order of its arguments is the order of the registers.
//!
//! | registers | what |
//! |---|---|
//! | s0 | the global table, in which gfx10 finds the descriptor of scratch memory |
//! | s1 … | the tables of descriptor sets |
//! | the last one of user data | the spill table |
//! | behind them | the number of the thread group: x, y, z |
//! | v0, on gfx10 also v1, v2 | the number of the thread in its group, on gfx11 packed: 10 bits each |

use amdgpu_link::UserData;
use dxil_ir::attributes::{Attribute, AttributeGroup, Slot};
use dxil_ir::{AttributeKind, Body, GlobalId, Linkage, Module, Value, ValueKind};

use crate::error::{CompileErrorKind, Result};
use crate::options::{Options, WaveSize};

/// The symbol that PAL looks for.
pub(crate) const SYMBOL: &str = "_amdgpu_cs_main";

/// The number of `amdgpu_cs` among calling conventions.
const CALLING_CONVENTION: u32 = 90;

/// How many registers of user data compute shaders have.
pub(crate) const USER_DATA_REGISTERS: usize = 16;

/// What comes in registers.
#[derive(Debug, Clone)]
pub(crate) struct Inputs {
    /// What each register of user data holds.
    pub(crate) user_data: Vec<UserData>,
    /// The sets whose tables have registers.
    sets: Vec<u32>,
    /// How many components of the number of a thread there are.
    pub(crate) components: u32,
    is_packed: bool,
}

impl Inputs {
    /// What a shader gets that has these sets, in order, and thread groups of this size.
    pub(crate) fn new(options: &Options, sets: &[u32], threads: [u32; 3]) -> Self {
        // One is for the global table, one for the spill table.
        let room = USER_DATA_REGISTERS - 2;
        // Others are found by the spill table.
        let has_mark = |set: &u32| UserData::of_descriptor_set(*set).is_some();
        let sets: Vec<u32> = sets.iter().copied().filter(has_mark).take(room).collect();
        let tables = sets.iter().filter_map(|set| UserData::of_descriptor_set(*set));
        let user_data = [UserData::GLOBAL_TABLE].into_iter().chain(tables).chain([UserData::SPILL_TABLE]);
        let components = match threads {
            [_, 1, 1] => 1,
            [_, _, 1] => 2,
            _ => 3,
        };
        Self { user_data: user_data.collect(), sets, components, is_packed: options.processor.is_gfx11() }
    }

    fn argument(index: usize) -> Value {
        Value::new(ValueKind::Argument(u32::try_from(index).unwrap_or(u32::MAX)))
    }

    /// The low half of the address of a set's table, where it has a register.
    pub(crate) fn table(&self, set: u32) -> Option<Value> {
        let index = self.sets.iter().position(|known| *known == set)?;
        Some(Self::argument(index + 1))
    }

    /// The low half of the address of the spill table.
    pub(crate) fn spill_table(&self) -> Value {
        Self::argument(self.user_data.len().saturating_sub(1))
    }

    /// Whether an argument is in scalar registers: user data, and the number of the thread group behind it.
    pub(crate) fn is_scalar(&self, argument: Value) -> bool {
        let ValueKind::Argument(index) = argument.kind() else { return false };
        usize::try_from(index).is_ok_and(|index| index <= self.user_data.len())
    }

    /// The number of the thread group: a vector.
    pub(crate) fn group(&self) -> Value {
        Self::argument(self.user_data.len())
    }

    /// The number of the thread in its group: of gfx11 one word that has all components, of gfx10 a component.
    pub(crate) fn thread(&self, component: u32) -> Value {
        let component = if self.is_packed { 0 } else { usize::try_from(component).unwrap_or(0) };
        Self::argument(self.user_data.len() + 1 + component)
    }

    /// Whether one word has all components of the number of a thread.
    pub(crate) fn is_packed(&self) -> bool {
        self.is_packed
    }
}

/// Makes the entry of a function without arguments, whose body it gets.
pub(crate) fn make(
    module: &mut Module,
    main: GlobalId,
    inputs: &Inputs,
    wave: WaveSize,
    threads: [u32; 3],
    is_flushed: bool,
) -> Result<GlobalId> {
    let (void, word) = (module.types.void(), module.types.int(32));
    let triple = module.types.vector(word, 3);
    let scalars = inputs.user_data.len();
    let vectors = if inputs.is_packed { 1 } else { inputs.components };
    let mut parameters = vec![word; scalars];
    parameters.push(triple);
    parameters.extend((0..vectors).map(|_| word));
    let ty = module.types.function(void, &parameters);
    let old = module.globals.get_mut(main);
    let body: Option<Body> = old.and_then(|old| {
        old.name = "".into();
        old.function_mut()?.body.take()
    });
    let entry = module.define_function(SYMBOL, ty);
    let attributes = attributes(module, scalars + 1, wave, threads, is_flushed);
    let Some(global) = module.globals.get_mut(entry) else {
        return Err(CompileErrorKind::Bug("the entry is gone".to_owned()).into());
    };
    global.linkage = Linkage::External;
    if let Some(function) = global.function_mut() {
        function.calling_convention = CALLING_CONVENTION;
        function.attributes = Some(attributes);
        function.body = body;
    }
    Ok(entry)
}

/// What code generation has to know of the entry.
fn attributes(
    module: &mut Module,
    scalars: usize,
    wave: WaveSize,
    threads: [u32; 3],
    is_flushed: bool,
) -> dxil_ir::AttributeListId {
    let mut groups = Vec::new();
    for index in 0..scalars {
        let slot = Slot::Parameter(u32::try_from(index).unwrap_or(u32::MAX));
        let attributes = [Attribute::Flag(AttributeKind::InReg), Attribute::Flag(AttributeKind::NoUndef)];
        groups.push(AttributeGroup { slot, attributes: attributes.into() });
    }
    let count = threads.iter().product::<u32>();
    let text = |name: &str, value: String| Attribute::Text(name.into(), value.into());
    let mut of_function = vec![
        Attribute::Flag(AttributeKind::NoUnwind),
        text("amdgpu-flat-work-group-size", format!("{count},{count}")),
    ];
    if is_flushed {
        of_function.push(text("denormal-fp-math-f32", "preserve-sign,preserve-sign".to_owned()));
    }
    of_function.push(text("target-features", format!("+wavefrontsize{}", wave.lanes())));
    dxil_ir::attributes::in_modern_order(&mut of_function);
    groups.push(AttributeGroup { slot: Slot::Function, attributes: of_function.into() });
    groups.sort_by_key(|group| group.slot);
    let groups: Vec<_> = groups.into_iter().map(|group| module.attributes.intern_group(group)).collect();
    module.attributes.intern_list(groups.into())
}
