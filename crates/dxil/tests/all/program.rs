//! Programs made for tests of what is derived: a library or shader with two UAVs, whose functions a test fills in.
//! Separate because several tests make them.

use dx_container::enums::{ElementType, ResourceKind, ShaderKind};
use dxil::derive::DescribedModule;
use dxil::ops::BuildOperation as _;
use dxil::ops::{Opcode, Operation, Overload, OverloadSet, declare};
use dxil::shader::{
    EntryPoint, EntryProperty, ResourceProperty, ResourceRange, Resources, Shader, ShaderModel, Uav, Version,
};
use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
use dxil_ir::{Alignment, GlobalId, Module, TypeId, Value};

/// A program that is being made.
pub(crate) struct Made {
    pub(crate) module: Module,
    pub(crate) shader: Shader,
    /// The variables of the UAVs: a texture, and a multisampled one.
    pub(crate) uavs: [GlobalId; 2],
}

impl Made {
    /// A program of this stage, of shader model 6.8, for this validator, without functions.
    pub(crate) fn new(stage: ShaderKind, validator: (u32, u32)) -> Self {
        let mut module = Module::dxil();
        let float = module.types.float();
        let element = module.types.vector(float, 4);
        let texture = module.types.structure("class.RWTexture2D<vector<float, 4> >", &[element]);
        let uavs = ["texture", "samples"].map(|name| module.add_variable(name, texture, 0, None));
        let kinds = [ResourceKind::TEXTURE_2D, ResourceKind::TEXTURE_2D_MS];
        let rows = (0..).zip(uavs).zip(kinds).map(|((id, variable), kind)| uav(id, variable, kind)).collect();
        let library = EntryPoint {
            resources: Some(Resources { uavs: Some(rows), ..Resources::default() }),
            ..entry(None, ShaderKind::LIBRARY)
        };
        let shader = Shader {
            version: Some(Version::new(1, 8)),
            validator_version: Some(Version::new(validator.0, validator.1)),
            model: ShaderModel::new(stage, 6, 8),
            entry_points: vec![library],
            ..Shader::default()
        };
        Self { module, shader, uavs }
    }

    /// Adds a function; what is in it before it returns, `fill` says.
    pub(crate) fn function(
        &mut self,
        name: &str,
        fill: impl FnOnce(&mut FunctionBuilder<'_>, [GlobalId; 2]),
    ) -> GlobalId {
        let void = self.module.types.void();
        let ty = self.module.types.function(void, &[]);
        let id = self.module.define_function(name, ty);
        self.fill(id, fill);
        id
    }

    /// Fills in a function that is there.
    pub(crate) fn fill(&mut self, id: GlobalId, fill: impl FnOnce(&mut FunctionBuilder<'_>, [GlobalId; 2])) {
        let mut build = FunctionBuilder::new(&mut self.module, id).unwrap();
        fill(&mut build, self.uavs);
        build.ret(None);
    }

    /// Makes a function an entry of a library.
    pub(crate) fn add_entry(&mut self, function: GlobalId, stage: ShaderKind) {
        self.shader.entry_points.push(entry(Some(function), stage));
    }

    pub(crate) fn program(&self) -> DescribedModule<'_> {
        DescribedModule::new(&self.module, &self.shader)
    }
}

fn entry(function: Option<GlobalId>, stage: ShaderKind) -> EntryPoint {
    EntryPoint {
        function,
        name: "".into(),
        signatures: None,
        resources: None,
        properties: Some(vec![EntryProperty::ShaderKind(stage)].into()),
        extra: Vec::new(),
    }
}

fn uav(id: u32, variable: GlobalId, shape: ResourceKind) -> Uav {
    let range = ResourceRange {
        id,
        variable: Some(variable.into()),
        name: format!("uav{id}").into(),
        space: 0,
        lower_bound: id,
        size: 1,
    };
    let properties = vec![ResourceProperty::ElementType(ElementType::F32)];
    Uav {
        range,
        shape,
        is_globally_coherent: false,
        has_counter: false,
        is_rasterizer_ordered: false,
        properties: Some(properties.into()),
        extra: Vec::new(),
    }
}

/// A call of an operation; arguments that are not in `with` are undefined, and where no overloads are given, it is for
/// the first numbers that it may be for.
pub(crate) fn call(
    build: &mut FunctionBuilder<'_>,
    opcode: Opcode,
    overloads: &[Overload],
    with: &[(&str, Value)],
) -> Value {
    let operation = Operation::get(opcode).unwrap();
    let first = |set: &OverloadSet| match set {
        OverloadSet::Numbers { scalars, .. } => Overload::Scalar(scalars.iter().next().unwrap()),
        other => panic!("{other:?} has no first"),
    };
    let firsts: Vec<_> =
        if overloads.is_empty() { operation.overloads.iter().map(first).collect() } else { Vec::new() };
    let overloads = if overloads.is_empty() { &firsts } else { overloads };
    let module = build.module();
    let function = declare(module, operation, overloads).unwrap();
    let ty = module.globals[function].value_type;
    let parameters: Vec<TypeId> = (1..).map_while(|index| module.types.part(ty, index)).skip(1).collect();
    let rows = operation.arguments.iter().zip(parameters);
    let arguments: Vec<_> = rows
        .map(|(row, ty)| {
            let given = with.iter().find(|(name, _)| *name == row.name.as_str()).map(|(_, value)| *value);
            given.unwrap_or_else(|| module.undef(ty))
        })
        .collect();
    build.operation(opcode, overloads, &arguments).unwrap()
}

/// The handle of the resource that a variable of a library is.
pub(crate) fn handle(build: &mut FunctionBuilder<'_>, variable: GlobalId) -> Value {
    let ty = build.module().globals[variable].value_type;
    let loaded = build.load(ty, variable.into(), Alignment::NATURAL);
    call(build, Opcode::CREATE_HANDLE_FOR_LIB, &[Overload::Object(ty)], &[("Resource", loaded)])
}
