//! A shader that says everything there is to say, and things that nobody knows. Separate because several tests take it
//! apart.

use dx_container::enums::{
    ElementType, HitGroupType, InputPrimitive, InterpolationMode, MatrixOrientation, MatrixScope, MatrixUse,
    MeshOutputTopology, NodeLaunchType, ParameterQualifier, PrimitiveTopology, ResourceClass, ResourceKind,
    SamplerFeedbackType, SamplerKind, SemanticKind, ShaderKind, SubobjectKind, TessellatorDomain,
    TessellatorOutputPrimitive, TessellatorPartitioning,
};
use dx_container::flags::{NodeIOFlags, RaytracingPipelineFlags, ShaderFlags, StateObjectFlags};
use dxil::shader::*;
use dxil_ir::constants::ConstantKind;
use dxil_ir::{CastOp, GlobalId, MetadataId, Module, TypeId, Value};

/// What the parts of the shader refer to.
struct Things {
    function: GlobalId,
    structure: TypeId,
    /// The address of a global, cast.
    global: Value,
    /// Undefined.
    undefined: Value,
    handle_properties: Value,
    unknown: MetadataId,
    /// If true, records have operands after their fields.
    has_extra: bool,
}

impl Things {
    fn extra(&self, operands: &[Option<MetadataId>]) -> Vec<Option<MetadataId>> {
        if self.has_extra { operands.into() } else { Vec::new() }
    }
}

fn things(module: &mut Module, has_extra: bool) -> Things {
    let void = module.types.void();
    let ty = module.types.function(void, &[]);
    let function = module.declare_function("main", ty);
    let (i8, i32, float) = (module.types.int(8), module.types.int(32), module.types.float());
    let structure = module.types.structure("struct.S", &[float, i32]);
    let i8_pointer = module.types.pointer(i8, 0);
    let handle = module.types.structure("dx.types.Handle", &[i8_pointer]);
    let variable = module.add_variable("texture", handle, 0, None);
    let pointer = module.types.pointer(structure, 0);
    let global = module.constant(pointer, ConstantKind::Cast(CastOp::Bitcast, variable.into()));
    let undefined = module.undef(pointer);
    let handle_properties = HandleProperties { words: [0x0000_b10c, 16] }.constant(module);
    let unknown = module.metadata_string("unknown");
    Things { function, structure, global, undefined, handle_properties, unknown, has_extra }
}

/// Adds the shader's functions, types and variables to a module, and says everything of them.
pub(crate) fn shader(module: &mut Module) -> Shader {
    all(things(module, true))
}

/// Like [`shader`], but no record has operands after its fields.
pub(crate) fn shader_without_extra(module: &mut Module) -> Shader {
    all(things(module, false))
}

fn all(things: Things) -> Shader {
    let resources = resources(&things);
    let entries = [true, false].map(|is_shader| EntryPoint {
        function: is_shader.then_some(things.function),
        name: if is_shader { "main".into() } else { "".into() },
        signatures: is_shader.then(|| signatures(&things)),
        resources: Some(resources.clone()),
        properties: is_shader.then(|| entry_properties(&things)),
        extra: if is_shader { things.extra(&[None, Some(things.unknown)]) } else { Vec::new() },
    });
    let source = Source {
        contents: vec![SourceFile {
            name: "a.hlsl".into(),
            text: "void main() {}\n".into(),
            extra: Vec::new(),
        }],
        defines: vec![vec!["A=1".into()], Vec::new()],
        main_file_name: vec![MainFileName { name: "a.hlsl".into(), extra: Vec::new() }],
        args: vec![vec!["-E".into(), "main".into()]],
    };
    Shader {
        version: Some(Version { extra: things.extra(&[Some(things.unknown)]), ..Version::new(1, 8) }),
        validator_version: Some(Version::new(1, 9)),
        model: ShaderModel::new(ShaderKind::LIBRARY, 6, 15),
        resources: Some(resources),
        type_annotations: type_annotations(&things),
        payload_annotations: vec![
            PayloadAnnotations::Structs(vec![PayloadAnnotation {
                ty: things.structure,
                fields: vec![
                    vec![PayloadProperty::Access(0x33)].into(),
                    vec![PayloadProperty::Unknown { tag: 9, value: None }].into(),
                ],
            }]),
            PayloadAnnotations::Unknown { tag: 7, operands: vec![Some(things.unknown)] },
        ],
        view_id_state: Some(ViewIdState { words: vec![4, 4, 1, 2, 4, 8], extra: Vec::new() }),
        entry_points: entries.into(),
        target_types: vec![TargetType {
            ty: things.structure,
            element_type: ElementType::F16,
            rows: 4,
            columns: 8,
            matrix_use: MatrixUse::ACCUMULATOR,
            scope: MatrixScope::WAVE,
            extra: Vec::new(),
        }],
        subobjects: subobjects(&things),
        root_signature: Some(bytes(b"\0\x01\x02\xff")),
        binding_table: vec![BindingTableEntry {
            name: "texture".into(),
            class: ResourceClass::UAV,
            index: 3,
            space: 1,
            extra: Vec::new(),
        }],
        intermediate_options: vec![
            IntermediateOption::Flags(5),
            IntermediateOption::Unknown { tag: 3, operands: vec![None, None] },
        ],
        counters: Some(Counters { items: vec![Counter { name: "tex_load".into(), value: 2 }] }),
        old_source: Source { defines: vec![vec!["B".into()]], ..source.clone() },
        source,
        idents: vec![Ident { text: "built".into(), extra: Vec::new() }],
        module_flags: vec![ModuleFlag {
            behavior: 2,
            name: "Dwarf Version".into(),
            value: Some(things.unknown),
            extra: Vec::new(),
        }],
    }
}

fn bytes(bytes: &[u8]) -> RootSignatureBytes {
    RootSignatureBytes { bytes: bytes.into(), extra: Vec::new() }
}

fn resources(things: &Things) -> Resources {
    let range = |id: u32, size: u32| ResourceRange {
        id,
        variable: Some(if id == 0 { things.global } else { things.undefined }),
        name: format!("r{id}").into(),
        space: 0,
        lower_bound: 7,
        size,
    };
    let srv = |id, properties: Vec<ResourceProperty>| Srv {
        range: range(id, ResourceRange::UNBOUNDED),
        shape: ResourceKind::TEXTURE_2D,
        sample_count: 0,
        properties: Some(properties.into()),
        extra: Vec::new(),
    };
    let uav_properties = vec![
        ResourceProperty::Stride(16),
        ResourceProperty::SamplerFeedback(SamplerFeedbackType::MIP_REGION_USED),
        ResourceProperty::Atomic64Use(1),
        ResourceProperty::IsReorderCoherent(true),
        ResourceProperty::Unknown { tag: 99, value: Some(things.unknown) },
    ];
    Resources {
        srvs: Some(vec![
            srv(0, vec![ResourceProperty::ElementType(ElementType::F32)]),
            srv(1, Vec::new()),
            Srv { range: ResourceRange { variable: None, ..range(2, 1) }, ..srv(2, Vec::new()) },
        ]),
        uavs: Some(vec![Uav {
            range: range(0, 1),
            shape: ResourceKind::STRUCTURED_BUFFER,
            is_globally_coherent: true,
            has_counter: false,
            is_rasterizer_ordered: true,
            properties: Some(uav_properties.into()),
            extra: things.extra(&[Some(things.unknown)]),
        }]),
        cbuffers: Some(vec![Cbuffer {
            range: range(0, 1),
            size: 68,
            properties: Some(vec![CbufferProperty::IsTbuffer(true)].into()),
            extra: Vec::new(),
        }]),
        samplers: Some(vec![Sampler {
            range: range(1, 2),
            kind: SamplerKind::COMPARISON,
            properties: Some(things.unknown),
            extra: Vec::new(),
        }]),
        extra: Vec::new(),
    }
}

fn signatures(things: &Things) -> Signatures {
    let element =
        |semantic_indices: Option<Vec<u32>>, properties: Option<SignatureProperties>| SignatureElement {
            id: 3,
            name: "TEXCOORD".into(),
            element_type: ElementType::F32,
            semantic: SemanticKind::ARBITRARY,
            semantic_indices,
            interpolation: InterpolationMode::LINEAR_NOPERSPECTIVE_SAMPLE,
            rows: 2,
            columns: 3,
            start_row: -1,
            start_column: -1,
            properties,
            extra: Vec::new(),
        };
    let properties = vec![
        SignatureProperty::Stream(3),
        SignatureProperty::GlobalSymbol(Some(things.unknown)),
        SignatureProperty::DynamicMask(5),
        SignatureProperty::UsageMask(15),
    ];
    Signatures {
        inputs: None,
        outputs: Some(vec![element(Some(vec![4, 5]), Some(properties.into())), element(None, None)]),
        patch_constants: Some(Vec::new()),
        extra: Vec::new(),
    }
}

fn entry_properties(things: &Things) -> EntryProperties {
    use EntryProperty as Is;
    let node = |index| NodeId { name: "node".into(), index, extra: Vec::new() };
    let grid = || Grid::new(8, 4, 1);
    let record = vec![
        NodeRecordProperty::Size(16),
        NodeRecordProperty::DispatchGrid(RecordDispatchGrid {
            offset: 4,
            element_type: ElementType::U32,
            components: 3,
            extra: Vec::new(),
        }),
        NodeRecordProperty::Alignment(4),
    ];
    let input: NodeIoProperties =
        vec![NodeIoProperty::Flags(NodeIOFlags::INPUT), NodeIoProperty::Record(record.into())].into();
    let output: NodeIoProperties = vec![
        NodeIoProperty::Flags(NodeIOFlags::OUTPUT | NodeIOFlags::from_bits_retain(0x8000_0000)),
        NodeIoProperty::MaxRecords(7),
        NodeIoProperty::OutputArraySize(2),
        NodeIoProperty::MaxRecordsSharedWith(-1),
        NodeIoProperty::AllowSparseNodes(true),
        NodeIoProperty::OutputId(node(1)),
    ]
    .into();
    let mut items = vec![
        Is::ShaderFlags(ShaderFlags::WAVE_OPS | ShaderFlags::from_bits_retain(1 << 63)),
        Is::ShaderKind(ShaderKind::NODE),
        Is::NodeLaunchType(NodeLaunchType::BROADCASTING),
        Is::WaveRange(WaveRange { min: 16, max: 64, preferred: 32, extra: Vec::new() }),
        Is::WaveSize(WaveSize { lanes: 32, extra: Vec::new() }),
        Is::NodeIsProgramEntry(true),
        Is::NodeId(node(0)),
        Is::NodeLocalRootArgumentsTableIndex(u32::MAX),
        Is::ShareInputOf(node(2)),
        Is::NodeDispatchGrid(grid()),
        Is::NodeMaxDispatchGrid(grid()),
        Is::NodeMaxRecursionDepth(4),
        Is::NodeInputs(vec![input]),
        Is::NodeOutputs(vec![output]),
    ];
    items.extend([
        Is::Geometry(GeometryState {
            input_primitive: InputPrimitive::TRIANGLE,
            max_vertex_count: 3,
            stream_mask: 5,
            topology: PrimitiveTopology::POINT_LIST,
            instance_count: 2,
            extra: Vec::new(),
        }),
        Is::Domain(DomainState {
            domain: TessellatorDomain::QUAD,
            input_control_points: 4,
            extra: things.extra(&[Some(things.unknown)]),
        }),
        Is::Hull(HullState {
            patch_constant_function: Some(things.function),
            input_control_points: 3,
            output_control_points: 4,
            domain: TessellatorDomain::TRI,
            partitioning: TessellatorPartitioning::FRACTIONAL_ODD,
            output_primitive: TessellatorOutputPrimitive::TRIANGLE_CW,
            max_tess_factor: 64.0,
            extra: Vec::new(),
        }),
        Is::ThreadGroup(grid()),
        Is::Mesh(MeshState {
            thread_group: grid(),
            max_vertex_count: 64,
            max_primitive_count: 126,
            topology: MeshOutputTopology::TRIANGLE,
            payload_size: 16,
            extra: Vec::new(),
        }),
        Is::Amplification(AmplificationState { thread_group: grid(), payload_size: 16, extra: Vec::new() }),
        Is::RayPayloadSize(20),
        Is::RayAttributeSize(8),
        Is::GroupSharedLimit(32768),
        Is::AutoBindingSpace(AutoBindingSpace { space: 2, extra: Vec::new() }),
        Is::RootSignature(bytes(b"\0\0\0\0")),
        Is::Unknown { tag: 4242, value: None },
        // Twice: the last one counts.
        Is::ThreadGroup(Grid { extra: things.extra(&[Some(things.unknown)]), ..Grid::new(1, 1, 1) }),
    ]);
    items.into()
}

fn type_annotations(things: &Things) -> Vec<TypeAnnotations> {
    let field = |properties: Vec<FieldProperty>| -> FieldProperties { properties.into() };
    let all = field(vec![
        FieldProperty::Snorm(None),
        FieldProperty::Unorm(Some(things.unknown)),
        FieldProperty::Matrix(MatrixAnnotation {
            rows: 4,
            columns: 3,
            orientation: MatrixOrientation::COLUMN_MAJOR,
            extra: Vec::new(),
        }),
        FieldProperty::CbufferOffset(48),
        FieldProperty::Semantic("SV_Position".into()),
        FieldProperty::Interpolation(InterpolationMode::LINEAR),
        FieldProperty::Name("field".into()),
        FieldProperty::ElementType(ElementType::U32),
        FieldProperty::IsPrecise(true),
        FieldProperty::IsCbufferUsed(true),
        FieldProperty::ResourceProperties(things.handle_properties),
        FieldProperty::BitFields(vec![field(vec![
            FieldProperty::Name("bits".into()),
            FieldProperty::BitFieldWidth(5),
        ])]),
        FieldProperty::VectorSize(4),
        FieldProperty::Unknown { tag: 77, value: Some(things.unknown) },
    ]);
    let structure = StructAnnotation {
        ty: things.structure,
        size: 64,
        fields: vec![all, field(Vec::new())],
        properties: Some(
            vec![
                StructProperty::TemplateArguments(vec![
                    TemplateArgument::Type(things.structure),
                    TemplateArgument::Integral(u64::MAX),
                    TemplateArgument::Unknown { tag: 2, operands: Vec::new() },
                ]),
                StructProperty::Unknown { tag: 1, value: None },
            ]
            .into(),
        ),
        extra: things.extra(&[None]),
    };
    let bare =
        StructAnnotation { fields: Vec::new(), properties: None, extra: Vec::new(), ..structure.clone() };
    let parameter = || ParameterAnnotation {
        qualifier: ParameterQualifier::OUT_INDICES,
        field: field(vec![FieldProperty::Name("p".into())]),
        semantic_indices: vec![0, 1],
        extra: Vec::new(),
    };
    vec![
        TypeAnnotations::Structs(vec![structure, bare]),
        TypeAnnotations::Functions(vec![FunctionAnnotation {
            function: things.function,
            result: parameter(),
            parameters: vec![parameter(), parameter()],
        }]),
        TypeAnnotations::Unknown { tag: 5, operands: vec![None, Some(things.unknown)] },
    ]
}

fn subobjects(things: &Things) -> Vec<Subobject> {
    let contents = [
        SubobjectContent::StateObjectConfig { flags: StateObjectFlags::ALLOW_STATE_OBJECT_ADDITIONS },
        SubobjectContent::GlobalRootSignature { signature: bytes(b"abcd"), text: "CBV(b0)".into() },
        SubobjectContent::LocalRootSignature { signature: bytes(b"abce"), text: "".into() },
        SubobjectContent::ExportsAssociation { subobject: "s".into(), exports: vec!["a".into(), "b".into()] },
        SubobjectContent::RaytracingShaderConfig { max_payload_size: 32, max_attribute_size: 8 },
        SubobjectContent::RaytracingPipelineConfig { max_trace_recursion_depth: 31 },
        SubobjectContent::HitGroup {
            kind: HitGroupType::PROCEDURAL_PRIMITIVE,
            intersection: "i".into(),
            any_hit: "".into(),
            closest_hit: "c".into(),
        },
        SubobjectContent::RaytracingPipelineConfig1 {
            max_trace_recursion_depth: 1,
            flags: RaytracingPipelineFlags::SKIP_TRIANGLES,
        },
        SubobjectContent::Unknown(SubobjectKind(99)),
    ];
    let subobject = |content| Subobject {
        name: "subobject".into(),
        content,
        extra: things.extra(&[Some(things.unknown), None]),
    };
    contents.map(subobject).into()
}
