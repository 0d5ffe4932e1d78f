//! Compute shaders over resources, made of a body in assembly: what tests of operations on resources begin with.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use dx_container::enums::ResourceClass;
use dxil::shader::Shader;
use dxil_run::resources::{ALL_MAPPED, Buffer, Descriptor, Format, Memory, Sampler, Texture};
use dxil_run::{
    Bound, Dispatch, EntrySelector, FindingKind, Outcome, PrepareOptions, Program, Resources, RunOptions,
};
use testkit::generate::declarations;

/// The numbers of kinds of resources, as metadata has them.
pub(crate) mod kinds {
    pub(crate) const TEXTURE_1D: u32 = 1;
    pub(crate) const TEXTURE_2D: u32 = 2;
    pub(crate) const TEXTURE_2D_MS: u32 = 3;
    pub(crate) const TEXTURE_3D: u32 = 4;
    pub(crate) const TEXTURE_CUBE: u32 = 5;
    pub(crate) const TEXTURE_1D_ARRAY: u32 = 6;
    pub(crate) const TEXTURE_2D_ARRAY: u32 = 7;
    pub(crate) const TEXTURE_CUBE_ARRAY: u32 = 9;
    pub(crate) const TYPED_BUFFER: u32 = 10;
    pub(crate) const RAW_BUFFER: u32 = 11;
    pub(crate) const STRUCTURED_BUFFER: u32 = 12;
}

/// Numbers of 32 bits, as metadata names what elements consist of.
pub(crate) const I32: u32 = 4;
pub(crate) const U32: u32 = 5;
pub(crate) const U64: u32 = 7;
pub(crate) const F32: u32 = 9;

struct Resource {
    letter: char,
    name: String,
    register: u32,
    count: u32,
    kind: u32,
    /// The fourth operand of metadata: what elements are, or nothing.
    properties: String,
    is_coherent: bool,
    has_counter: bool,
    bytes: usize,
}

/// A shader with what is bound to it.
pub(crate) struct Case {
    threads: [u32; 3],
    pub(crate) groups: [u32; 3],
    pub(crate) options: RunOptions,
    pub(crate) has_native_16_bit: bool,
    /// Additional types, variables and metadata of the module.
    pub(crate) globals: String,
    resources: Vec<Resource>,
    memory: Resources,
    memories: BTreeMap<String, usize>,
    bound: Vec<(char, u32, Descriptor)>,
}

impl Case {
    /// A shader with groups of so many threads along x.
    pub(crate) fn new(threads: u32) -> Self {
        Self {
            threads: [threads, 1, 1],
            groups: [1; 3],
            options: RunOptions::default(),
            has_native_16_bit: true,
            globals: String::new(),
            resources: Vec::new(),
            memory: Resources::default(),
            memories: BTreeMap::new(),
            bound: Vec::new(),
        }
    }

    fn declare(&mut self, letter: char, name: &str, kind: u32, properties: String) -> u32 {
        let of_letter = self.resources.iter().filter(|resource| resource.letter == letter);
        let register = of_letter.map(|resource| resource.count).sum();
        self.resources.push(Resource {
            letter,
            name: name.to_owned(),
            register,
            count: 1,
            kind,
            properties,
            is_coherent: false,
            has_counter: false,
            bytes: 0,
        });
        register
    }

    /// Memory of a resource.
    pub(crate) fn memory(&mut self, name: &str, bytes: &[u8]) -> usize {
        let memory = self.memory.add(Memory::new(bytes));
        self.memories.insert(name.to_owned(), memory);
        if let Some(resource) = self.resources.iter_mut().find(|resource| resource.name == name) {
            resource.bytes = bytes.len();
        }
        memory
    }

    fn buffer(&mut self, letter: char, name: &str, register: u32, stride: u32, bytes: &[u8]) -> &mut Buffer {
        let memory = self.memory(name, bytes);
        let bytes = bytes.len() as u64;
        let buffer =
            Buffer { memory, offset: 0, bytes, stride, format: None, counter: None, mapped: ALL_MAPPED };
        self.bound.push((letter, register, Descriptor::Buffer(buffer)));
        match self.bound.last_mut() {
            Some((_, _, Descriptor::Buffer(buffer))) => buffer,
            _ => panic!("it was added"),
        }
    }

    /// A byte-address buffer.
    pub(crate) fn raw(&mut self, letter: char, name: &str, words: &[u32]) -> &mut Self {
        let register = self.declare(letter, name, kinds::RAW_BUFFER, "null".into());
        self.buffer(letter, name, register, 0, &bytes_of(words));
        self
    }

    /// A structured buffer whose descriptor does not say a stride.
    pub(crate) fn structured(&mut self, letter: char, name: &str, stride: u32, words: &[u32]) -> &mut Self {
        let register =
            self.declare(letter, name, kinds::STRUCTURED_BUFFER, format!("!{{i32 1, i32 {stride}}}"));
        self.buffer(letter, name, register, 0, &bytes_of(words));
        self
    }

    /// The same with a descriptor that says another one.
    pub(crate) fn structured_as(
        &mut self,
        letter: char,
        name: &str,
        strides: [u32; 2],
        words: &[u32],
    ) -> &mut Self {
        let [stride, of_view] = strides;
        let register =
            self.declare(letter, name, kinds::STRUCTURED_BUFFER, format!("!{{i32 1, i32 {stride}}}"));
        self.buffer(letter, name, register, of_view, &bytes_of(words));
        self
    }

    /// A typed buffer.
    pub(crate) fn typed(
        &mut self,
        letter: char,
        name: &str,
        element: u32,
        format: &str,
        bytes: &[u8],
    ) -> &mut Self {
        let register = self.declare(letter, name, kinds::TYPED_BUFFER, format!("!{{i32 0, i32 {element}}}"));
        let format = Format::named(format).expect("there is such a format");
        self.buffer(letter, name, register, 0, bytes).format = Some(format);
        self
    }

    /// A constant buffer.
    pub(crate) fn cbuffer(&mut self, name: &str, words: &[u32]) -> &mut Self {
        let register = self.declare('b', name, 0, format!("i32 {}", words.len() * 4));
        self.buffer('b', name, register, 0, &bytes_of(words));
        self
    }

    /// A texture.
    pub(crate) fn texture(
        &mut self,
        letter: char,
        name: &str,
        (kind, element): (u32, u32),
        mut texture: Texture,
        bytes: &[u8],
    ) -> &mut Self {
        let register = self.declare(letter, name, kind, format!("!{{i32 0, i32 {element}}}"));
        texture.memory = self.memory(name, bytes);
        self.bound.push((letter, register, Descriptor::Texture(texture)));
        self
    }

    /// A sampler.
    pub(crate) fn sampler(&mut self, name: &str, sampler: Sampler) -> &mut Self {
        let register = self.declare('s', name, 0, String::new());
        self.bound.push(('s', register, Descriptor::Sampler(sampler)));
        self
    }

    /// A resource to which nothing is bound.
    pub(crate) fn missing(&mut self, letter: char, name: &str, kind: u32) -> &mut Self {
        self.declare(letter, name, kind, "!{i32 0, i32 5}".into());
        self
    }

    /// Makes the last resource one of several, the others with the same memory from a byte on.
    pub(crate) fn array(&mut self, offsets: &[u64]) -> &mut Self {
        let resource = self.resources.last_mut().expect("there is one");
        resource.count = 1 + offsets.len() as u32;
        let (letter, register, first) = self.bound.last().cloned().expect("it is bound");
        for (at, offset) in (1..).zip(offsets) {
            let mut descriptor = first.clone();
            if let Descriptor::Buffer(buffer) = &mut descriptor {
                buffer.offset += offset;
                buffer.bytes -= offset;
            }
            self.bound.push((letter, register + at, descriptor));
        }
        self
    }

    /// Makes the last resource one of several, of which this is the next.
    pub(crate) fn and(&mut self, descriptor: Descriptor) -> &mut Self {
        let resource = self.resources.last_mut().expect("there is one");
        self.bound.push((resource.letter, resource.register + resource.count, descriptor));
        resource.count += 1;
        self
    }

    /// Gives the last resource the memory of another one.
    pub(crate) fn over(&mut self, name: &str) -> &mut Self {
        match self.bound.last_mut() {
            Some((_, _, Descriptor::Buffer(buffer))) => buffer.memory = self.memories[name],
            Some((_, _, Descriptor::Texture(texture))) => texture.memory = self.memories[name],
            _ => panic!("buffers and textures have memory"),
        }
        self
    }

    /// Makes the last resource globally coherent.
    pub(crate) fn coherent(&mut self) -> &mut Self {
        self.resources.last_mut().expect("there is one").is_coherent = true;
        self
    }

    /// Gives the last resource a counter, in memory of this name.
    pub(crate) fn counter(&mut self, name: &str, first: u32) -> &mut Self {
        let counter = self.memory(name, &first.to_le_bytes());
        self.resources.last_mut().expect("there is one").has_counter = true;
        match self.bound.last_mut() {
            Some((_, _, Descriptor::Buffer(buffer))) => buffer.counter = Some(counter),
            _ => panic!("a buffer has counters"),
        }
        self
    }

    /// Maps memory only to the first bytes of a buffer.
    pub(crate) fn mapped(&mut self, name: &str, bytes: u64) {
        let memory = self.memories[name];
        for (_, _, descriptor) in &mut self.bound {
            if let Descriptor::Buffer(buffer) = descriptor
                && buffer.memory == memory
            {
                buffer.mapped = bytes;
            }
        }
    }

    /// The whole module around a body.
    fn source(&self, body: &str) -> String {
        let layout = match self.has_native_16_bit {
            true => "i8:8-i16:16-i32:32-i64:64-f16:16",
            false => "i8:32-i16:32-i32:32-i64:64-f16:32",
        };
        let [x, y, z] = self.threads;
        let mut prelude = String::new();
        for resource in &self.resources {
            let Resource { name, register, .. } = resource;
            let (class, id) = (class_of(resource.letter), self.id(resource));
            let call = format!(
                "call %dx.types.Handle @dx.op.createHandle(i32 57, i8 {class}, i32 {id}, i32 {register}, i1 false)"
            );
            writeln!(prelude, "  %{name} = {call}").expect("text can be written");
        }
        prelude += "  %thread = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)\n";
        prelude += "  %group = call i32 @dx.op.groupId.i32(i32 94, i32 0)\n";
        prelude += "  %at = mul i32 %thread, 64\n  br label %body\nbody:\n";
        let all = format!("{prelude}{body}");
        let mut text = format!(
            "target datalayout = \"e-m:e-p:32:32-i1:32-{layout}-f32:32-f64:64-n8:16:32:64\"
target triple = \"dxil-ms-dx\"
%dx.types.Handle = type {{ i8* }}
%dx.types.Dimensions = type {{ i32, i32, i32, i32 }}
%dx.types.SamplePos = type {{ float, float }}
%dx.types.ResRet.f16 = type {{ half, half, half, half, i32 }}
%dx.types.ResRet.f32 = type {{ float, float, float, float, i32 }}
%dx.types.ResRet.f64 = type {{ double, double, double, double, i32 }}
%dx.types.ResRet.i16 = type {{ i16, i16, i16, i16, i32 }}
%dx.types.ResRet.i32 = type {{ i32, i32, i32, i32, i32 }}
%dx.types.ResRet.i64 = type {{ i64, i64, i64, i64, i32 }}
%dx.types.CBufRet.f16 = type {{ half, half, half, half }}
%dx.types.CBufRet.f16.8 = type {{ half, half, half, half, half, half, half, half }}
%dx.types.CBufRet.i16.8 = type {{ i16, i16, i16, i16, i16, i16, i16, i16 }}
%dx.types.CBufRet.f32 = type {{ float, float, float, float }}
%dx.types.CBufRet.i32 = type {{ i32, i32, i32, i32 }}
%dx.types.CBufRet.f64 = type {{ double, double }}
%dx.types.CBufRet.i64 = type {{ i64, i64 }}
%struct.T = type {{ i32 }}
{}{}
define void @main() {{
entry:
{all}
  ret void
}}
{}
!dx.version = !{{!0}}
!dx.shaderModel = !{{!1}}
!dx.resources = !{{!2}}
!dx.entryPoints = !{{!7}}
!0 = !{{i32 1, i32 7}}
!1 = !{{!\"cs\", i32 6, i32 7}}
!7 = !{{void ()* @main, !\"main\", null, !2, !8}}
!8 = !{{i32 0, i64 0, i32 4, !9}}
!9 = !{{i32 {x}, i32 {y}, i32 {z}}}
",
            vector_results(&all),
            self.globals,
            declarations(&all)
        );
        self.add_resources(&mut text);
        text
    }

    /// Adds the metadata of the resources.
    fn add_resources(&self, text: &mut String) {
        let mut next = 10;
        let mut classes = Vec::new();
        for letter in ['t', 'u', 'b', 's'] {
            let of_letter: Vec<_> = self.resources.iter().filter(|one| one.letter == letter).collect();
            if of_letter.is_empty() {
                classes.push("null".to_owned());
                continue;
            }
            let list = next;
            next += 1;
            let mut members = Vec::new();
            for resource in of_letter {
                let Resource { name, register, count, kind, properties, is_coherent, has_counter, .. } =
                    resource;
                let head = format!(
                    "i32 {}, %struct.T* undef, !\"{name}\", i32 0, i32 {register}, i32 {count}",
                    self.id(resource)
                );
                let properties = match properties.strip_prefix('!') {
                    Some(_) => {
                        writeln!(text, "!{next} = {properties}").expect("text can be written");
                        next += 1;
                        format!("!{}", next - 1)
                    }
                    None => properties.clone(),
                };
                let rest = match letter {
                    't' => format!("i32 {kind}, i32 0, {properties}"),
                    'u' => format!("i32 {kind}, i1 {is_coherent}, i1 {has_counter}, i1 false, {properties}"),
                    'b' => format!("{properties}, null"),
                    _ => "i32 0, null".to_owned(),
                };
                writeln!(text, "!{next} = !{{{head}, {rest}}}").expect("text can be written");
                members.push(format!("!{next}"));
                next += 1;
            }
            writeln!(text, "!{list} = !{{{}}}", members.join(", ")).expect("text can be written");
            classes.push(format!("!{list}"));
        }
        writeln!(text, "!2 = !{{{}}}", classes.join(", ")).expect("text can be written");
    }

    fn id(&self, resource: &Resource) -> usize {
        let same = self.resources.iter().filter(|one| one.letter == resource.letter);
        same.take_while(|one| one.name != resource.name).count()
    }

    /// Prepares the shader.
    pub(crate) fn prepare(&self, body: &str) -> Program {
        self.try_prepare(body).unwrap_or_else(|error| panic!("{error}\n{}", self.source(body)))
    }

    /// Prepares the shader; what keeps it from being run.
    pub(crate) fn try_prepare(&self, body: &str) -> Result<Program, String> {
        let source = self.source(body);
        let module =
            dxil_text::parse(source.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}\n{source}"));
        let shader = Shader::read(&module).expect("its metadata is fine");
        Program::prepare(&module, &shader, EntrySelector::Shader(None), PrepareOptions::default())
            .map_err(|error| error.kind().to_string())
    }

    /// What a program is bound to.
    pub(crate) fn bound(&self, program: &Program) -> Bound<'_> {
        let mut bound = Bound::new(program, &self.memory);
        for (letter, register, descriptor) in &self.bound {
            let class = ResourceClass(class_of(*letter));
            assert!(bound.bind(program, class, *register, 0, descriptor.clone()));
        }
        bound
    }

    /// Runs the shader.
    pub(crate) fn run(&self, body: &str) -> Outcome {
        self.run_in_threads(body, 1)
    }

    /// Runs the shader, whose groups several threads take in turn.
    pub(crate) fn run_in_threads(&self, body: &str, threads: usize) -> Outcome {
        let program = self.prepare(body);
        let bound = self.bound(&program);
        let dispatch =
            Dispatch::new(&program, &bound, self.groups, self.options).expect("its waves may have that size");
        if threads == 1 {
            return dispatch.run(&mut ());
        }
        let run = |first: u64| {
            let mut runner = dispatch.runner();
            for number in (first..dispatch.groups()).step_by(threads) {
                dispatch.run_group(&mut runner, number, &mut ()).expect("it ends");
            }
            Outcome { findings: runner.findings, steps: runner.steps, bytes: runner.bytes, stop: None }
        };
        std::thread::scope(|scope| {
            let started: Vec<_> = (0..threads as u64).map(|first| scope.spawn(move || run(first))).collect();
            let mut all = Outcome::default();
            started.into_iter().for_each(|one| all.merge(one.join().expect("no thread panics")));
            all
        })
    }

    /// Runs the shader, in which nothing may be found.
    pub(crate) fn run_well(&self, body: &str) -> Outcome {
        let outcome = self.run(body);
        assert!(outcome.findings.is_empty(), "{:#?}", outcome.findings);
        assert_eq!(outcome.stop, None);
        outcome
    }

    /// The words of a resource.
    pub(crate) fn words(&self, name: &str) -> Vec<u32> {
        let bytes = self.bytes(name);
        bytes
            .chunks(4)
            .map(|word| word.iter().rev().fold(0, |all, byte| all << 8 | u32::from(*byte)))
            .collect()
    }

    /// The bytes of a resource.
    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        self.memory.memories[self.memories[name]].bytes()
    }

    /// The first words that a thread put.
    pub(crate) fn put_by(&self, thread: usize, count: usize) -> Vec<u32> {
        self.words("Out")[thread * 16..][..count].to_vec()
    }

    /// The same as floats.
    pub(crate) fn floats_by(&self, thread: usize, count: usize) -> Vec<f32> {
        self.put_by(thread, count).into_iter().map(f32::from_bits).collect()
    }
}

/// What was found: kinds and words.
pub(crate) fn found(outcome: &Outcome) -> Vec<(FindingKind, u64, String)> {
    outcome.findings.iter().map(|(_, kind, finding)| (kind, finding.count, finding.detail.clone())).collect()
}

/// The declarations of the structures that loads of vectors return.
fn vector_results(code: &str) -> String {
    let names: std::collections::BTreeSet<&str> =
        code.split("%dx.types.ResRet.v").skip(1).filter_map(|rest| rest.split([' ', ',']).next()).collect();
    let declaration = |name: &&str| {
        let (count, ty) = name.split_at(name.find(['f', 'i']).expect("a type follows the count"));
        let ty = ty.replace("f16", "half").replace("f32", "float").replace("f64", "double");
        format!("%dx.types.ResRet.v{name} = type {{ <{count} x {ty}>, i32 }}\n")
    };
    names.iter().map(declaration).collect()
}

fn class_of(letter: char) -> u32 {
    "tubs".find(letter).expect("there are four") as u32
}

/// The bytes of words.
pub(crate) fn bytes_of(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// The bytes of floats.
pub(crate) fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// Puts a value into a thread's words of the byte-address buffer `Out`.
pub(crate) fn put(number: u32, ty: &str, value: &str) -> String {
    let (name, bytes) = match ty {
        "half" => ("f16", 2),
        "float" => ("f32", 4),
        "double" => ("f64", 8),
        "i64" => ("i64", 8),
        "i16" => ("i16", 2),
        _ => ("i32", 4),
    };
    format!(
        "  %put{number} = add i32 %at, {}
  call void @dx.op.rawBufferStore.{name}(i32 140, %dx.types.Handle %Out, i32 %put{number}, i32 undef, {ty} {value}, \
{ty} undef, {ty} undef, {ty} undef, i8 1, i32 4)\n",
        number * bytes
    )
}

/// Puts members of a structure, from the first word on.
pub(crate) fn put_members(structure: &str, value: &str, ty: &str, count: u32) -> String {
    let mut text = String::new();
    for member in 0..count {
        text += &format!("  %member{member} = extractvalue {structure} {value}, {member}\n");
        text += &put(member, ty, &format!("%member{member}"));
    }
    text
}
