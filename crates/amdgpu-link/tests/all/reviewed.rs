//! Inputs that a link could go wrong with in ways that are easily overlooked: each once did, or nearly.

use amdgpu_link::elf::Elf;
use amdgpu_link::glue::GlueCache;
use amdgpu_link::link::{LinkNote, Linked, Linker};
use amdgpu_link::metadata::merge::{Source, merge};
use amdgpu_link::metadata::{Metadata, Tree, Value, Version};
use amdgpu_link::note;
use amdgpu_link::state::{PipelineState, document};
use amdgpu_link::{Error, Kind as _, LinkError, Register, Target};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    code_of_functions_without_a_size_is_kept,
    every_stage_of_the_state_has_an_input_and_every_input_a_stage,
    a_linked_pipeline_can_be_linked_again,
    marks_in_registers_need_state,
    lists_of_user_data_registers_have_an_end,
    dwords_of_push_constants_lie_in_the_user_data_itself,
    either_number_for_no_spilling_is_known,
    a_body_is_of_the_stage_that_the_metadata_has,
    unlinked_shaders_cannot_draw_several_views,
    static_samplers_fit_their_nodes,
    hidden_conflicts_are_found_within_registers,
    doubts_are_notes,
    conflicts_of_identities_are_not_told,
    malformed_special_symbols_name_their_file,
    explanations_cut_long_keys,
    glue_is_that_of_the_inputs_there_are
];

const VERTEX: &[u8] = include_bytes!("../../../../examples/amd/vs_fetchless.o");
const FRAGMENT: &[u8] = include_bytes!("../../../../examples/amd/ps_exportless.o");
const COMPUTE: &[u8] = include_bytes!("../../../../examples/amd/cs_desc_v3.o");
const STATE: &str = include_str!("../../../../examples/amd/pipeline.yaml");

fn state(text: &str) -> PipelineState {
    document::parse(text).unwrap()
}

fn link(state: Option<&PipelineState>, inputs: &[(&str, &[u8])]) -> Result<Linked, LinkError> {
    let mut linker = Linker::new(state);
    for (name, data) in inputs {
        linker.add_input(name, data)?;
    }
    linker.link(&mut GlueCache::default())
}

fn refused(state: Option<&PipelineState>, inputs: &[(&str, &[u8])]) -> String {
    link(state, inputs).unwrap_err().to_string()
}

/// A file with its metadata changed. The note is the last section, or is moved to be.
fn with_metadata(data: &[u8], change: impl FnOnce(&mut Value<'_>)) -> Vec<u8> {
    let elf = Elf::parse(data).unwrap();
    let mut metadata = Metadata::of(&elf).unwrap();
    change(metadata.pipeline_mut().unwrap());
    let (index, _) = elf.section_named(".note").unwrap();
    let mut changed = data.to_vec();
    changed.resize(changed.len().next_multiple_of(8), 0);
    let start = changed.len();
    note::write(&mut changed, note::METADATA, |out| metadata.write(out));
    set_section(&mut changed, index, start);
    changed
}

/// Sets where a section begins; it goes on to the file's end.
fn set_section(data: &mut [u8], index: usize, start: usize) {
    let table = usize::try_from(u64::from_le_bytes(data[0x28..0x30].try_into().unwrap())).unwrap();
    let header = table + 64 * index;
    let size = (data.len() - start) as u64;
    data[header + 24..header + 32].copy_from_slice(&(start as u64).to_le_bytes());
    data[header + 32..header + 40].copy_from_slice(&size.to_le_bytes());
}

/// Sets the size of a symbol.
fn set_symbol_size(data: &mut [u8], name: &str, size: u64) {
    let elf = Elf::parse(data).unwrap();
    let index = elf.symbols.iter().position(|symbol| symbol.name == name).unwrap();
    let table = elf.section_named(".symtab").unwrap().1.offset;
    let at = usize::try_from(table).unwrap() + 24 * index + 16;
    data[at..at + 8].copy_from_slice(&size.to_le_bytes());
}

/// A function without a size goes on to the end: what follows its first byte was cut off as padding.
fn code_of_functions_without_a_size_is_kept() {
    let mut data = FRAGMENT.to_vec();
    let size = Elf::parse(&data).unwrap().section_named(".text").unwrap().1.size;
    set_symbol_size(&mut data, "_amdgpu_ps_main", 0);
    let state = state(STATE);
    let linked = link(Some(&state), &[("vertex", VERTEX), ("fragment", &data)]).unwrap();
    let elf = Elf::parse(&linked.elf).unwrap();
    let of = |name: &str| *elf.symbols.iter().find(|symbol| symbol.name == name).unwrap();
    assert!(of("color_export_shader").value >= of("_amdgpu_ps_main").value + size);
}

fn every_stage_of_the_state_has_an_input_and_every_input_a_stage() {
    let pair = state(STATE);
    assert!(refused(Some(&pair), &[("fragment", FRAGMENT)]).contains("link.missing-stage"));
    assert!(refused(Some(&pair), &[("vertex", VERTEX)]).contains("no input has the fragment shader"));
    let vertex = state(&STATE.replace("[vertex, fragment]", "[vertex]"));
    let error = refused(Some(&vertex), &[("vertex", VERTEX), ("fragment", FRAGMENT)]);
    assert!(error.contains("link.extra-stage") && error.ends_with("in fragment"), "{error}");
    assert!(link(Some(&vertex), &[("vertex", VERTEX)]).is_ok());
    let compute = state("stages: [vertex, fragment]");
    assert!(refused(Some(&compute), &[("compute", COMPUTE)]).contains("link.extra-stage"));
}

/// A pipeline keeps the symbol of the body that its prologue was put in front of.
fn a_linked_pipeline_can_be_linked_again() {
    let state = state(STATE);
    let once = link(Some(&state), &[("vertex", VERTEX), ("fragment", FRAGMENT)]).unwrap().elf;
    let text = |data: &[u8]| Elf::parse(data).unwrap().section_named(".text").unwrap().1.data.to_vec();
    let note = |data: &[u8]| Metadata::of(&Elf::parse(data).unwrap()).unwrap().root.to_owned();
    for state in [None, Some(&state)] {
        let again = link(state, &[("pipeline", &once)]).unwrap().elf;
        assert_eq!(text(&again), text(&once));
        assert_eq!(note(&again), note(&once));
    }
}

/// Marks in user data registers were left in the pipeline where there was no state.
fn marks_in_registers_need_state() {
    let state = state("{stages: [compute], user_data: [{type: push_const, offset: 0, size: 1}]}");
    // Nothing else of it needs state.
    let linked = link(Some(&state), &[("compute", COMPUTE)]).unwrap().elf;
    assert!(link(None, &[("compute", &linked)]).is_ok());
    let marked = with_metadata(&linked, |pipeline| {
        let stage = pipeline.get_mut(".hardware_stages").unwrap().get_mut(".cs").unwrap();
        stage.set(".user_data_reg_map", Value::Array(vec![0x8000_0003_u32.into()]));
    });
    let error = refused(None, &[("compute", &marked)]);
    assert!(error.contains("DescriptorSet 3 needs pipeline state"), "{error}");
    let error = refused(Some(&state), &[("compute", &marked)]);
    assert!(error.contains("a top-level buffer of this set in .cs > .user_data_reg_map > 0"), "{error}");
}

/// No stage has more than 32 user data registers; a list of a million would each be looked up.
fn lists_of_user_data_registers_have_an_end() {
    let state = state("{stages: [compute], user_data: [{type: push_const, offset: 0, size: 1}]}");
    let long = |count: usize| {
        with_metadata(COMPUTE, |pipeline| {
            let stage = pipeline.get_mut(".hardware_stages").unwrap().get_mut(".cs").unwrap();
            stage.set(".user_data_reg_map", Value::Array(vec![0x8000_0100_u32.into(); count]));
        })
    };
    assert!(link(Some(&state), &[("compute", &long(32))]).is_ok());
    assert!(refused(Some(&state), &[("compute", &long(33))]).contains("a list of at most 32 values"));
}

/// Where push constants are behind a pointer, no register holds a dword of them: the pointer's place was taken for it.
fn dwords_of_push_constants_lie_in_the_user_data_itself() {
    let marked = with_metadata(COMPUTE, |pipeline| {
        let stage = pipeline.get_mut(".hardware_stages").unwrap().get_mut(".cs").unwrap();
        stage.set(".user_data_reg_map", Value::Array(vec![0x8000_0100_u32.into()]));
    });
    let state = state(
        "{stages: [compute], options: {resource_layout: indirect}, user_data: [{type: table, offset: 3, size: 1, \
         nodes: [{type: push_const, offset: 0, size: 8}]}]}",
    );
    assert!(link(Some(&state), &[("compute", COMPUTE)]).is_ok());
    assert!(refused(Some(&state), &[("compute", &marked)]).contains("push constant not found"));
}

/// 2.x and 3.x have different numbers for "nothing is spilled"; neither means that all of the user data is in use.
fn either_number_for_no_spilling_is_known() {
    for (threshold, spills) in [(0xffff_u32, false), (u32::MAX, false), (0xfffe, true), (0, true)] {
        assert_eq!(Version::Named.spills(threshold), spills, "{threshold:#x}");
    }
    assert!(Version::Registers.spills(0xffff) && !Version::Registers.spills(u32::MAX));
}

/// The prologue is made for the stage of the metadata: it fits no body of another one.
fn a_body_is_of_the_stage_that_the_metadata_has() {
    // A pipeline with SPI_SHADER_PGM_RSRC1_HS has its vertex shader in the hull shader's stage.
    let hull = with_metadata(VERTEX, |pipeline| {
        pipeline.get_mut(".registers").unwrap().set_at(Register::SPI_SHADER_PGM_RSRC1_HS.number(), 0)
    });
    let state = state(STATE);
    let error = refused(Some(&state), &[("vertex", &hull), ("fragment", FRAGMENT)]);
    assert!(error.contains("link.body-stage") && error.contains("in vertex"), "{error}");
}

/// Glue in shaders of a pipeline with several views: they were compiled without any.
fn unlinked_shaders_cannot_draw_several_views() {
    let state = state(&STATE.replace("topology: triangle_list", "multiview: true"));
    let error = refused(Some(&state), &[("vertex", VERTEX), ("fragment", FRAGMENT)]);
    assert!(error.contains("multiview"), "{error}");
}

/// A loader that writes what the manifest says writes into no other descriptor.
fn static_samplers_fit_their_nodes() {
    let state = |elements: usize| {
        let words = vec!["0, 0, 0, 0"; elements].join(", ");
        state(&format!(
            "{{stages: [compute], static_samplers: [{{set: 0, binding: 0, words: [{words}]}}], user_data: [{{type: \
             push_const, offset: 0, size: 1}}, {{type: table, offset: 1, size: 1, nodes: [{{type: sampler, set: 0, \
             binding: 0, offset: 0, size: 8}}]}}]}}"
        ))
    };
    assert_eq!(link(Some(&state(2)), &[("compute", COMPUTE)]).unwrap().static_samplers.len(), 1);
    assert!(refused(Some(&state(3)), &[("compute", COMPUTE)]).contains("state.sampler-elements"));
}

/// Or-ing the rest of a register whose fields have rules hides no less than or-ing a whole one.
fn hidden_conflicts_are_found_within_registers() {
    let document = |value: u32| Metadata {
        root: Value::Map(vec![
            (
                "amdpal.pipelines".into(),
                Value::Array(vec![Value::Map(vec![(
                    ".registers".into(),
                    Value::Map(vec![(Register::SPI_SHADER_PGM_RSRC1_PS.number().into(), value.into())]),
                )])]),
            ),
            ("amdpal.version".into(), Value::Array(vec![2_u32.into(), 6_u32.into()])),
        ]),
    };
    let hides = |first: u32, second: u32| {
        let mut decisions = Vec::new();
        let target = Target::named("gfx1030").unwrap();
        merge(&mut document(first), document(second), Source::Body, target, Some(&mut decisions)).unwrap();
        decisions.iter().any(|decision| decision.hides)
    };
    assert!(hides(0x0200_0000, 0x0100_0000));
    // More vector registers is no conflict.
    assert!(!hides(0x0200_0001, 0x0200_0007) && !hides(0x0200_0001, 7));
}

/// A note is no error: the pipeline is the same as without a word, and says what was doubtful.
fn doubts_are_notes() {
    let codes = |state: &str, inputs: &[(&str, &[u8])]| {
        let linked = link(Some(&self::state(state)), inputs).unwrap();
        linked.notes.iter().map(LinkNote::code).collect::<Vec<_>>()
    };
    let pair: [(&str, &[u8]); 2] = [("vertex", VERTEX), ("fragment", FRAGMENT)];
    assert_eq!(codes(STATE, &pair), [] as [&str; 0]);
    let attribute = STATE.replace("{location: 1,", "{location: 7,");
    assert_eq!(codes(&attribute, &pair), ["link.undescribed-input"]);
    let target = STATE
        .replace("- {dfmt: 8_8_8_8, nfmt: unorm, blend: false}", "[]")
        .replace("targets:\n    []", "targets: []");
    assert_eq!(codes(&target, &pair), ["link.output-without-target"]);
    let sampler = format!("{STATE}\nstatic_samplers: [{{set: 9, binding: 9, words: [0, 0, 0, 0]}}]\n");
    assert_eq!(codes(&sampler, &pair), ["link.unplaced-sampler"]);
}

/// Identities of two shaders differ always: a mixture of them is no doubt. Other values are.
fn conflicts_of_identities_are_not_told() {
    let with = |key: &'static str, first: u32, second: u32| {
        let vertex = with_metadata(VERTEX, |pipeline| {
            pipeline.set(key, Value::Array(vec![first.into(), 2_u32.into()]))
        });
        let fragment = with_metadata(FRAGMENT, |pipeline| {
            pipeline.set(key, Value::Array(vec![second.into(), 2_u32.into()]))
        });
        let linked = link(Some(&state(STATE)), &[("vertex", &vertex), ("fragment", &fragment)]).unwrap();
        linked.notes.iter().map(LinkNote::code).collect::<Vec<_>>()
    };
    assert_eq!(with(".internal_pipeline_hash", 5, 10), [] as [&str; 0]);
    assert_eq!(with(".streamout_vertex_strides", 5, 10), ["link.metadata-conflict"]);
    assert_eq!(with(".streamout_vertex_strides", 5, 5), [] as [&str; 0]);
    assert_eq!(with(".streamout_vertex_strides", 0, 5), [] as [&str; 0]);
}

/// The name of an input is in whatever is wrong with its symbols.
fn malformed_special_symbols_name_their_file() {
    let mut data = FRAGMENT.to_vec();
    let at = data.windows(11).position(|bytes| bytes == b"$numsamples").unwrap();
    data[at + 1] = b'x';
    let error: Error = match link(Some(&state(STATE)), &[("vertex", VERTEX), ("fragment", &data)]) {
        Err(LinkError::Invalid(error)) => error,
        other => panic!("{other:?}"),
    };
    assert_eq!(error.kind().code(), "relocation.special-symbol");
    assert!(error.to_string().ends_with("in fragment"), "{error}");
}

/// A key is in the path of every value of its map: one of half a megabyte made explanations of gigabytes.
fn explanations_cut_long_keys() {
    let key = "k".repeat(1 << 16);
    let document = |value: u32| {
        let entries = (0..1000_u32).map(|index| (index.into(), value.into())).collect();
        let keyed = vec![(key.as_str().into(), Value::Map(entries))];
        Metadata {
            root: Value::Map(vec![
                ("amdpal.pipelines".into(), Value::Array(vec![Value::Map(keyed)])),
                ("amdpal.version".into(), Value::Array(vec![2_u32.into(), 6_u32.into()])),
            ]),
        }
    };
    let mut decisions = Vec::new();
    let target = Target::named("gfx1030").unwrap();
    merge(&mut document(1), document(2), Source::Body, target, Some(&mut decisions)).unwrap();
    assert_eq!(decisions.len(), 1000);
    assert!(decisions.iter().all(|decision| decision.path.len() < 400), "{}", decisions[0].path.len());
}

/// The glue of one shader can be had without the other one.
fn glue_is_that_of_the_inputs_there_are() {
    let state = state(STATE);
    for (input, expected) in [(VERTEX, "fetch shader"), (FRAGMENT, "color export shader")] {
        let mut linker = Linker::new(Some(&state));
        linker.add_input("shader", input).unwrap();
        let pieces = linker.glue(&mut GlueCache::default()).unwrap();
        assert_eq!(pieces.iter().map(|piece| piece.name).collect::<Vec<_>>(), [expected]);
    }
}
