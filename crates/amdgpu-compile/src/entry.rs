//! The entry: a function of the processor's calling convention for compute or pixel shaders, whose arguments are
//! registers. The order of its arguments is the order of the registers.
//!
//! | registers | what |
//! |---|---|
//! | s0 | the global table, in which gfx10 finds the descriptor of scratch memory |
//! | s1 … | the tables of descriptor sets |
//! | the last one of user data | the spill table |
//! | behind them | the number of the thread group: x, y, z; of pixel shaders, where attributes are |
//! | v0, on gfx10 also v1, v2 | the number of the thread in its group, on gfx11 packed: 10 bits each |
//! | v0 and on, of pixel shaders | what is used of [`PixelArgument`] |

use amdgpu_link::UserData;
use az::SaturatingAs as _;
use dxil_ir::attributes::{Attribute, AttributeGroup, Slot};
use dxil_ir::{AttributeKind, Body, GlobalId, Linkage, Module, TypeId, Value, ValueKind};

use crate::error::{CompileErrorKind, Result};
use crate::options::Options;
use crate::pixel::DEPTH_TARGET;
use crate::shader::Described;

/// The symbols that PAL looks for, of compute and of pixel shaders.
pub(crate) const SYMBOLS: [&str; 2] = ["_amdgpu_cs_main", "_amdgpu_ps_main"];

/// The numbers of `amdgpu_cs` and `amdgpu_ps` among calling conventions.
const CALLING_CONVENTIONS: [u32; 2] = [90, 89];

/// How many registers of user data compute shaders have, and pixel shaders.
pub(crate) const USER_DATA_REGISTERS: usize = 16;
const PIXEL_USER_DATA_REGISTERS: usize = 32;

/// What a pixel shader is given, in the order of arguments; which of them is in registers, LLVM says by what is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PixelArgument {
    /// Where attributes are: what M0 has to be.
    PrimitiveMask,
    PerspectiveSample,
    PerspectiveCenter,
    PerspectiveCentroid,
    PerspectivePull,
    LinearSample,
    LinearCenter,
    LinearCentroid,
    Stipple,
    X,
    Y,
    Z,
    W,
    FrontFace,
    Ancillary,
    Coverage,
    FixedPosition,
}

impl PixelArgument {
    /// Those in vector registers.
    const VECTORS: [Self; 16] = [
        Self::PerspectiveSample,
        Self::PerspectiveCenter,
        Self::PerspectiveCentroid,
        Self::PerspectivePull,
        Self::LinearSample,
        Self::LinearCenter,
        Self::LinearCentroid,
        Self::Stipple,
        Self::X,
        Self::Y,
        Self::Z,
        Self::W,
        Self::FrontFace,
        Self::Ancillary,
        Self::Coverage,
        Self::FixedPosition,
    ];

    fn ty(self, module: &mut Module) -> TypeId {
        let float = module.types.float();
        match self {
            Self::PerspectiveSample
            | Self::PerspectiveCenter
            | Self::PerspectiveCentroid
            | Self::LinearSample
            | Self::LinearCenter
            | Self::LinearCentroid => module.types.vector(float, 2),
            Self::PerspectivePull => module.types.vector(float, 3),
            Self::Stipple | Self::X | Self::Y | Self::Z | Self::W => float,
            Self::PrimitiveMask
            | Self::FrontFace
            | Self::Ancillary
            | Self::Coverage
            | Self::FixedPosition => module.types.int(32),
        }
    }
}

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
    /// What a shader gets.
    pub(crate) fn new(options: &Options, shader: &Described) -> Self {
        let registers = if shader.pixel.is_some() { PIXEL_USER_DATA_REGISTERS } else { USER_DATA_REGISTERS };
        // One is for the global table, one for the spill table.
        let room = registers - 2;
        // Others are found by the spill table.
        let has_mark = |set: &u32| UserData::of_descriptor_set(*set).is_some();
        let sets: Vec<u32> = shader.resources.sets().into_iter().filter(has_mark).take(room).collect();
        let tables = sets.iter().filter_map(|set| UserData::of_descriptor_set(*set));
        let user_data = [UserData::GLOBAL_TABLE].into_iter().chain(tables).chain([UserData::SPILL_TABLE]);
        let components = match shader.threads {
            [_, 1, 1] => 1,
            [_, _, 1] => 2,
            _ => 3,
        };
        Self { user_data: user_data.collect(), sets, components, is_packed: options.processor.is_gfx11() }
    }

    fn argument(index: usize) -> Value {
        Value::new(ValueKind::Argument(index.saturating_as::<u32>()))
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

    /// What a pixel shader is given.
    pub(crate) fn pixel(&self, argument: PixelArgument) -> Value {
        Self::argument(self.user_data.len() + argument as usize)
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
        let component = if self.is_packed { 0 } else { component as usize };
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
    shader: &Described,
) -> Result<GlobalId> {
    let word = module.types.int(32);
    let scalars = inputs.user_data.len();
    let mut parameters = vec![word; scalars];
    let result = match &shader.pixel {
        None => {
            parameters.push(module.types.vector(word, 3));
            let vectors = if inputs.is_packed { 1 } else { inputs.components };
            parameters.extend((0..vectors).map(|_| word));
            module.types.void()
        }
        Some(pixel) => {
            parameters.push(PixelArgument::PrimitiveMask.ty(module));
            parameters.extend(PixelArgument::VECTORS.map(|argument| argument.ty(module)));
            pixel.result(module)
        }
    };
    let ty = module.types.function(result, &parameters);
    let stage = usize::from(shader.pixel.is_some());
    let (Some(symbol), Some(convention)) = (SYMBOLS.get(stage), CALLING_CONVENTIONS.get(stage)) else {
        return Err(CompileErrorKind::Bug("this stage has no symbol name".to_owned()).into());
    };
    let old = module.globals.get_mut(main);
    let body: Option<Body> = old.and_then(|old| {
        old.name = "".into();
        old.function_mut()?.body.take()
    });
    let entry = module.define_function(symbol, ty);
    let attributes = attributes(module, scalars + 1, shader);
    let Some(global) = module.globals.get_mut(entry) else {
        return Err(CompileErrorKind::Bug("the translated entry function does not exist".to_owned()).into());
    };
    global.linkage = Linkage::External;
    if let Some(function) = global.function_mut() {
        function.calling_convention = *convention;
        function.attributes = Some(attributes);
        function.body = body;
    }
    Ok(entry)
}

/// What code generation has to know of the entry.
fn attributes(module: &mut Module, scalars: usize, shader: &Described) -> dxil_ir::AttributeListId {
    let mut groups = Vec::new();
    for index in 0..scalars {
        let slot = Slot::Parameter(index.saturating_as::<u32>());
        let attributes = [Attribute::Flag(AttributeKind::InReg), Attribute::Flag(AttributeKind::NoUndef)];
        groups.push(AttributeGroup { slot, attributes: attributes.into() });
    }
    let text = |name: &str, value: String| Attribute::Text(name.into(), value.into());
    let mut of_function = vec![Attribute::Flag(AttributeKind::NoUnwind)];
    match &shader.pixel {
        None => {
            let count = shader.threads.iter().product::<u32>();
            of_function.push(text("amdgpu-flat-work-group-size", format!("{count},{count}")));
        }
        // How waves end early whose pixels are all discarded.
        Some(pixel) => {
            let has = |is_depth: bool| {
                let found = pixel.exports.iter().any(|export| (export.target == DEPTH_TARGET) == is_depth);
                u32::from(found).to_string()
            };
            of_function.push(text("amdgpu-color-export", has(false)));
            of_function.push(text("amdgpu-depth-export", has(true)));
        }
    }
    if shader.is_flushed {
        of_function.push(text("denormal-fp-math-f32", "preserve-sign,preserve-sign".to_owned()));
    }
    of_function.push(text("target-features", format!("+wavefrontsize{}", shader.wave.lanes())));
    dxil_ir::attributes::in_modern_order(&mut of_function);
    groups.push(AttributeGroup { slot: Slot::Function, attributes: of_function.into() });
    groups.sort_by_key(|group| group.slot);
    let groups: Vec<_> = groups.into_iter().map(|group| module.attributes.intern_group(group)).collect();
    module.attributes.intern_list(groups.into())
}
