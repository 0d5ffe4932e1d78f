//! A shader as a line has it, and what filters ask of it. Separate from how lines look.

mod document;

use std::fmt;

use bstr::ByteSlice as _;
use dx_bytecode::d3d9::Declarations;
use dx_container::flags::FeatureFlags;
use dx_container::names::{NamedFlags as _, split_flags};
use dx_container::parts::debug_name::DebugName;
use dx_container::parts::psv::UNBOUNDED;
use dx_container::reader::Payload;
use dx_container::{Container, D3d9Version, DigestState, FourCc, ProgramVersion};
use dx_reflect::{Language, Reflection, ReflectionError, Resource};
use dxil::assemble::{has_debug_information, is_debug_function};
use dxil::derive;
use dxil::stored::StoredProgram;
use dxil_ir::{GlobalId, Module, Op, ValueKind};
use dxil_passes::lower;

use crate::digest_state::{self, hex};
use crate::error::Error;
use crate::json::in_utf8;
use crate::loading::direct3d9;
use crate::loading::loaded_shader::LoadedShader;
use crate::loading::program::{self, ProgramKind};
use crate::loading::recorded_sources::Place;
use crate::operations::NamedOperation;
use crate::selection::file_name::FileName;
use crate::selection::filter::{Facts, Field, FieldValue, Predicate, model};
pub use document::ShaderObject;

/// What a line says of a shader. It is kept of every file, so it is small.
#[derive(Debug, Clone)]
pub struct Shader {
    /// The name of the file.
    pub file: FileName,
    /// The bytes of the file.
    pub size: u64,
    /// The language as JSON and filters name it.
    pub language: Option<&'static str>,
    pub profile: Option<Profile>,
    pub entry: Option<String>,
    /// Functions of a library.
    pub functions: usize,
    /// Instructions of the program, without those of debug information; `None` where it cannot be read.
    pub instructions: Option<u64>,
    pub thread_group: Option<[u32; 3]>,
    /// The number of bound resources; `None` for modern LLVM IR, which binds resources by calls.
    pub resources: Option<usize>,
    /// Their registers.
    pub registers: String,
    pub features: FeatureFlags,
    pub hash: Option<[u8; 16]>,
    /// The digest of the program's bytes, whatever is around them.
    pub program: Option<[u8; 16]>,
    pub debug: DebugInformation,
    /// The state of the digest; none where the container was assembled here.
    pub digest: Option<DigestState>,
}

/// What a shader is made for.
#[derive(Debug, Clone, Copy)]
pub enum Profile {
    /// From shader model 4 on.
    Program(ProgramVersion),
    Direct3d9(D3d9Version),
}

impl Profile {
    /// The shader model as a number that is compared.
    fn model(self) -> u64 {
        match self {
            Self::Program(version) => model(version.major(), version.minor()),
            Self::Direct3d9(version) => model(version.major(), version.minor()),
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Program(version) => version.fmt(f),
            Self::Direct3d9(version) => version.fmt(f),
        }
    }
}

/// Where the debug information of a shader is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DebugInformation {
    /// Nothing is known of any.
    None,
    /// In a PDB that the shader names.
    Named,
    /// In the shader.
    Embedded,
    /// The file is a PDB.
    Pdb,
}

impl DebugInformation {
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Named => "name",
            Self::Embedded => "embedded",
            Self::Pdb => "pdb",
        }
    }

    fn of(file: &LoadedShader<'_>, container: &Container<'_>) -> Self {
        let has = |name| container.part(name).is_some();
        if file.pdb.is_some() {
            Self::Pdb
        } else if has(FourCc::ILDB)
            || has(FourCc::SPDB)
            || has(FourCc::SDBG)
            || Place::in_private(container).is_some()
        {
            Self::Embedded
        } else if container.view::<DebugName<'_>>(FourCc::ILDN).is_some() {
            Self::Named
        } else {
            Self::None
        }
    }
}

/// A shader while it is open, for what a line does not have.
pub struct OpenShader<'f> {
    pub shader: Shader,
    /// What kept its program from being read.
    pub unread: Option<String>,
    holder: Holder<'f>,
    resources: Vec<Resource>,
    module: Option<Module>,
}

/// What a program stands in.
enum Holder<'f> {
    Container(&'f LoadedShader<'f>, Container<'f>),
    /// A Direct3D 9 program that is the file.
    Direct3d9(&'f [u8]),
    /// A module of modern LLVM.
    Modern,
}

/// The program of an open shader.
pub enum OpenProgram<'o> {
    Module(&'o Module),
    Tokens(Payload<'o>),
    /// There is none that is looked into: a Direct3D 9 program, none at all, or one that cannot be read.
    None,
}

/// Opens the shader that `bytes` are, called `name`, whatever it is, and works on it.
pub fn open<T>(
    name: FileName,
    bytes: &[u8],
    with_program: bool,
    work: impl FnOnce(OpenShader<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    if D3d9Version::begins(bytes) {
        return work(OpenShader::of_direct3d9(name, bytes, with_program)?);
    }
    let mut file = LoadedShader::open_any_dialect(bytes)?;
    if !file.has_container() {
        let module = file.take_module()?;
        return work(OpenShader::of_modern(name, bytes, module, with_program));
    }
    work(OpenShader::read(name, &file, with_program)?)
}

impl<'f> OpenShader<'f> {
    /// Reads what a line says of the shader in `file`, called `name`; with `with_program` its program's digest, too.
    pub fn read(name: FileName, file: &'f LoadedShader<'_>, with_program: bool) -> Result<Self, Error> {
        let container = file.container()?;
        let (reflection, module) = Reflection::with_module(&container).map_err(|error| match error {
            ReflectionError::Container(error) => file.placed(error).into(),
            ReflectionError::Program(error) => file.placed(error).into(),
            error => Error::Unsupported(error.to_string()),
        })?;
        let tokens = reflection.program.as_ref().map(|program| u64::from(program.instructions));
        let program = if with_program { program_digest(&container) } else { None };
        let shader = Shader {
            file: name,
            size: file.bytes.len() as u64,
            language: reflection.language.map(|language| match language {
                Language::Dxbc => "dxbc",
                Language::Dxil => "dxil",
            }),
            profile: reflection.profile().map(Profile::Program),
            entry: reflection.entry.as_ref().map(|name| in_utf8(name.as_bstr()).into_owned()),
            functions: reflection.functions.len(),
            instructions: module.as_ref().map(instructions).or(tokens),
            thread_group: reflection.thread_group,
            resources: Some(reflection.resources.len()),
            registers: registers(&reflection.resources),
            features: reflection.features.unwrap_or_default(),
            hash: reflection.hash.map(|hash| hash.digest),
            program,
            debug: DebugInformation::of(file, &container),
            digest: file.assembled_from.is_none().then(|| container.digest_state()),
        };
        let unread = reflection.unread.first().map(|unread| unread.message.clone());
        let holder = Holder::Container(file, container);
        Ok(Self { shader, unread, holder, resources: reflection.resources, module })
    }

    /// The container that it stands in.
    pub fn container(&self) -> Option<&Container<'f>> {
        match &self.holder {
            Holder::Container(_, container) => Some(container),
            Holder::Direct3d9(_) | Holder::Modern => None,
        }
    }

    /// Its program.
    pub fn program(&self) -> OpenProgram<'_> {
        match (&self.module, &self.holder) {
            (Some(module), _) => OpenProgram::Module(module),
            (None, Holder::Direct3d9(_) | Holder::Modern) => OpenProgram::None,
            (None, Holder::Container(_, container)) => match program::find(container) {
                Ok(ProgramKind::Tokens(payload)) => OpenProgram::Tokens(payload),
                _ => OpenProgram::None,
            },
        }
    }

    /// A module of modern LLVM. The profile is the target of its triple.
    fn of_modern(name: FileName, bytes: &'f [u8], module: Module, with_program: bool) -> Self {
        let target = lower::Profile::of(&module);
        let entries = target.and_then(|target| lower::entry_points(&module, target).ok()).unwrap_or_default();
        let is_library = target.is_some_and(lower::Profile::is_library);
        let entry = entries.first().filter(|_| entries.len() == 1 && !is_library);
        let shader = Shader {
            file: name,
            size: bytes.len() as u64,
            language: Some("llvm"),
            profile: target.and_then(lower::Profile::program_version).map(Profile::Program),
            entry: entry.map(|entry| in_utf8(entry.name.as_bstr()).into_owned()),
            functions: if is_library { module.bodies().count() } else { 0 },
            instructions: Some(instructions(&module)),
            thread_group: entry.and_then(|entry| entry.threads.as_deref()?.try_into().ok()),
            resources: None,
            registers: String::new(),
            features: FeatureFlags::default(),
            hash: None,
            program: with_program.then(|| derive::hash(bytes).digest),
            debug: match has_debug_information(&module) {
                true => DebugInformation::Embedded,
                false => DebugInformation::None,
            },
            digest: None,
        };
        Self { shader, unread: None, holder: Holder::Modern, resources: Vec::new(), module: Some(module) }
    }

    /// A Direct3D 9 program: it has no entry, and no resources but samplers and registers of constants.
    pub fn of_direct3d9(name: FileName, bytes: &'f [u8], with_program: bool) -> Result<Self, Error> {
        let declared = Declarations::read(bytes, 0)?;
        let shader = Shader {
            file: name,
            size: bytes.len() as u64,
            language: Some("d3d9"),
            profile: Some(Profile::Direct3d9(declared.version)),
            entry: None,
            functions: 0,
            instructions: Some(declared.instructions),
            thread_group: None,
            resources: Some(declared.samplers.len()),
            registers: direct3d9_registers(&declared),
            features: FeatureFlags::default(),
            hash: None,
            program: with_program.then(|| derive::hash(bytes).digest),
            debug: DebugInformation::None,
            digest: None,
        };
        let holder = Holder::Direct3d9(bytes);
        Ok(Self { shader, unread: None, holder, resources: Vec::new(), module: None })
    }
}

/// Registers of constants that have names, and samplers: `c0-3 s0`.
fn direct3d9_registers(declared: &Declarations) -> String {
    let split = |register: &str| {
        let (letter, number) = register.split_at_checked(1)?;
        Some((letter.to_owned(), number.parse::<u32>().ok()?))
    };
    let constants = declared.constants.iter().map(|constant| (&constant.register, constant.count));
    let samplers = declared.samplers.iter().map(|sampler| (&sampler.name, 1));
    let mut ranges: Vec<(String, u32, u32)> = constants
        .chain(samplers)
        .filter_map(|(register, count)| {
            let (letter, first) = split(register)?;
            Some((letter, first, first + u32::from(count).saturating_sub(1)))
        })
        .collect();
    ranges.sort();
    ranges.dedup_by(|next, last| {
        let is_joined = next.0 == last.0 && next.1 <= last.2 + 1;
        if is_joined {
            last.2 = last.2.max(next.2);
        }
        is_joined
    });
    let text = |(letter, first, last): (String, u32, u32)| {
        if first == last { format!("{letter}{first}") } else { format!("{letter}{first}-{last}") }
    };
    ranges.into_iter().map(text).collect::<Vec<_>>().join(" ")
}

/// Instructions of a module, without calls that only say where variables are.
fn instructions(module: &Module) -> u64 {
    let is_debug = |id: GlobalId| {
        module
            .globals
            .get(id)
            .is_some_and(|global| global.function().is_some() && is_debug_function(global.name.as_ref()))
    };
    let has_debug = module.globals.values().any(|global| is_debug_function(global.name.as_ref()));
    let count = |body: &dxil_ir::Body| {
        if !has_debug {
            return body.in_order().count();
        }
        let is_code = |op: &Op| match op {
            Op::Call { callee, .. } => !matches!(callee.kind(), ValueKind::Global(id) if is_debug(id)),
            _ => true,
        };
        body.in_order().filter(|(_, _, instruction)| is_code(&instruction.op)).count()
    };
    module.bodies().map(|(_, _, body)| count(body) as u64).sum()
}

/// The digest of a program: of its bitcode, or of its tokens.
fn program_digest(container: &Container<'_>) -> Option<[u8; 16]> {
    if let Ok(ProgramKind::Tokens(payload)) = program::find(container) {
        return Some(derive::hash(payload.bytes).digest);
    }
    let stored = StoredProgram::find(container, &[FourCc::DXIL, FourCc::ILDB]).ok()??;
    Some(derive::hash(stored.program.bitcode).digest)
}

/// Registers as they are listed, in order: `b0 t0-3 u1,space2 s0`, neighbours as one range.
fn registers(resources: &[Resource]) -> String {
    let class = |letter| "btus".find(letter).unwrap_or(4);
    let is_bound = |resource: &&Resource| resource.is_allocated() && resource.class.is_some();
    let mut ranges: Vec<(usize, char, u32, u32, u32)> = resources
        .iter()
        .filter(is_bound)
        .map(|it| (class(it.letter()), it.letter(), it.space, it.lower_bound, it.upper_bound))
        .collect();
    ranges.sort_unstable();
    let mut merged: Vec<(usize, char, u32, u32, u32)> = Vec::new();
    for range in ranges {
        match merged.last_mut() {
            Some(last)
                if (last.1, last.2) == (range.1, range.2)
                    && last.4.checked_add(1).is_some_and(|next| range.3 <= next) =>
            {
                last.4 = last.4.max(range.4);
            }
            _ => merged.push(range),
        }
    }
    let texts = merged.into_iter().map(|(_, letter, space, lower, upper)| {
        let upper = match upper {
            _ if lower == upper => String::new(),
            UNBOUNDED => "+".to_owned(),
            _ => format!("-{upper}"),
        };
        let space = if space == 0 { String::new() } else { format!(",space{space}") };
        format!("{letter}{lower}{upper}{space}")
    });
    texts.collect::<Vec<_>>().join(" ")
}

impl Shader {
    /// The first word of the profile.
    pub fn stage(&self) -> Option<String> {
        let profile = self.profile?.to_string();
        profile.split('_').next().map(str::to_owned)
    }

    pub fn threads(&self) -> Option<u64> {
        self.thread_group.map(|group| group.iter().map(|size| u64::from(*size)).fold(1, u64::saturating_mul))
    }
}

/// Whether the program of a container, or the Direct3D 9 program beside it, has an operation.
fn uses(
    file: &LoadedShader<'_>,
    container: &Container<'_>,
    operation: &NamedOperation,
) -> Result<bool, Error> {
    let Ok(ProgramKind::Tokens(payload)) = program::find(container) else { return Ok(false) };
    if operation.is_in_tokens(payload).map_err(|error| file.placed(error))? {
        return Ok(true);
    }
    let Some((program, offset)) = direct3d9::program_of_container(file, container)? else { return Ok(false) };
    let is_in = operation.is_in_direct3d9(program, offset);
    Ok(is_in.map_err(|error| file.placed(error.within(FourCc::AON9)))?)
}

impl Facts for OpenShader<'_> {
    fn field(&self, field: Field) -> FieldValue {
        let shader = &self.shader;
        let text = |text: Option<String>| text.map_or(FieldValue::None, FieldValue::Text);
        let number = |number: Option<u64>| number.map_or(FieldValue::None, FieldValue::Number);
        match field {
            Field::File => text(Some(shader.file.text())),
            Field::Stage => text(shader.stage()),
            Field::Profile => text(shader.profile.map(|profile| profile.to_string())),
            Field::Model => number(shader.profile.map(Profile::model)),
            Field::Language => text(shader.language.map(str::to_owned)),
            Field::Entry => text(shader.entry.clone()),
            Field::Size => number(Some(shader.size)),
            Field::Instructions => number(shader.instructions),
            Field::Threads => number(shader.threads()),
            Field::Resources => number(shader.resources.map(|count| count as u64)),
            Field::Hash => text(shader.hash.map(hex)),
            Field::Debug => text(Some(shader.debug.name().to_owned())),
            Field::Digest => text(shader.digest.map(|state| digest_state::name(state).to_owned())),
        }
    }

    fn has(&self, predicate: &Predicate) -> Result<bool, Error> {
        Ok(match predicate {
            Predicate::Uses(operation) => match (&self.module, &self.holder) {
                (Some(module), _) => operation.in_module(module).next().is_some(),
                (None, Holder::Modern) => false,
                (None, Holder::Direct3d9(program)) => operation.is_in_direct3d9(program, 0)?,
                (None, Holder::Container(file, container)) => uses(file, container, operation)?,
            },
            Predicate::Binds(letter, number, space) => self.resources.iter().any(|resource| {
                resource.letter() == *letter
                    && resource.space == *space
                    && resource.is_allocated()
                    && (resource.lower_bound..=resource.upper_bound).contains(number)
            }),
            Predicate::Flag(bit) => self.shader.features.bits() & bit != 0,
            Predicate::Part(name) => match &self.holder {
                Holder::Container(_, container) => {
                    container.parts().iter().any(|part| part.name.to_string().eq_ignore_ascii_case(name))
                }
                Holder::Direct3d9(_) | Holder::Modern => false,
            },
        })
    }
}

/// The names of features.
pub fn flags(features: FeatureFlags) -> Vec<String> {
    let (known, unknown) = split_flags(FeatureFlags::NAMES, features.bits());
    let unknown = unknown.map(|bits| format!("{bits:#x}"));
    known.map(|row| row.name.to_owned()).chain(unknown).collect()
}
