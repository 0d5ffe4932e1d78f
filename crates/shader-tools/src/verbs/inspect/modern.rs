//! A module of modern LLVM, on the page and in JSON. Separate because the module has no container, no parts and no DXIL
//! metadata.

use std::collections::BTreeMap;
use std::io::Write;

use bstr::{BStr, ByteSlice as _};
use dx_container::ProgramVersion;
use dx_container::enums::ShaderProfile;
use dx_container::names::NamedValue as _;
use dxil_ir::intrinsics;
use dxil_ir::{Module, Op, ValueKind};
use dxil_passes::lower::{EntryPoint, Profile, entry_points};

use super::document::{CalledFunction, ModernEntry, ModernFile};
use crate::error::Error;
use crate::json::{self, in_utf8};
use crate::layout::{write_hanging, write_pairs};
use crate::loading::loaded_shader::LoadedShader;
use crate::selection::input::Input;
use crate::style::{TITLE, counted, grouped, paint};
use crate::table::table;

/// The facts about a module of modern LLVM.
struct Facts<'m> {
    module: &'m Module,
    /// The LLVM version that wrote the bitcode.
    producer: Option<String>,
    profile: Option<ProgramVersion>,
    entries: Vec<EntryPoint>,
    /// The number of functions with a body.
    functions: usize,
    instructions: u64,
    /// The number of calls of each declared function, by its name without overload suffixes.
    calls: BTreeMap<String, u64>,
}

impl<'m> Facts<'m> {
    fn of(file: &'m LoadedShader<'_>) -> Result<Self, Error> {
        let module = file.module()?;
        let producer = file.producer();
        let target = Profile::of(module);
        let entries = target.map(|target| entry_points(module, target)).transpose();
        let entries = entries.map_err(|error| Error::refused(&error))?.unwrap_or_default();
        let profile = target.and_then(Profile::program_version);
        let (mut functions, mut instructions) = (0, 0);
        let mut calls = BTreeMap::new();
        for (_, _, body) in module.bodies() {
            functions += 1;
            for (_, _, instruction) in body.in_order() {
                instructions += 1;
                if let Op::Call { callee, .. } = &instruction.op
                    && let ValueKind::Global(id) = callee.kind()
                    && let Some(callee) = module.globals.get(id)
                    && callee.body().is_none()
                {
                    *calls.entry(name_without_overloads(callee.name.as_bstr())).or_default() += 1;
                }
            }
        }
        Ok(Self { module, producer, profile, entries, functions, instructions, calls })
    }
}

/// The name of a function; for an intrinsic that shader-tools knows, without the suffixes of its overloads.
fn name_without_overloads(name: &BStr) -> String {
    let row = intrinsics::find_newest(name).map(|row| row.name);
    row.map_or_else(|| in_utf8(name).into_owned(), str::to_owned)
}

/// Writes the page of a module.
pub fn write(input: &Input, file: &LoadedShader<'_>, out: &mut dyn Write) -> Result<(), Error> {
    let facts = Facts::of(file)?;
    let Facts { module, producer, profile, entries, functions, instructions, calls } = &facts;
    let size = grouped(file.bytes.len() as u64);
    write_hanging(out, &format!("{}, {size} bytes", paint(TITLE, input.name())))?;
    let (functions, instructions) = (counted(*functions, "function"), grouped(*instructions));
    let mut pairs = vec![("language", "modern LLVM IR; `lower` converts it to DXIL".to_owned())];
    pairs.extend(producer.clone().map(|producer| ("producer", producer)));
    pairs.extend(profile.map(|profile| ("profile", profile.to_string())));
    pairs.extend(entries.iter().map(|entry| ("entry", entry_line(entry))));
    pairs.push(("code", format!("{functions}, {instructions} instructions")));
    let texts =
        [("source", &module.source_filename), ("triple", &module.triple), ("layout", &module.data_layout)];
    let texts = texts.into_iter().filter(|(_, text)| !text.is_empty());
    pairs.extend(texts.map(|(name, text)| (name, in_utf8(text.as_bstr()).into_owned())));
    let named: Vec<_> = module.named_metadata.iter().map(|named| in_utf8(named.name.as_bstr())).collect();
    if !named.is_empty() {
        pairs.push(("metadata", named.join(" ")));
    }
    writeln!(out)?;
    write_pairs(out, &pairs)?;
    if !calls.is_empty() {
        let rows = calls.iter().map(|(name, count)| vec![grouped(*count), name.clone()]);
        writeln!(out, "\n{}", paint(TITLE, "Calls of declared functions"))?;
        write!(out, "{}", table(&["calls", "function"], &rows.collect::<Vec<_>>()))?;
    }
    Ok(())
}

/// An entry point as a line: name, stage and thread group size.
fn entry_line(entry: &EntryPoint) -> String {
    let threads = entry.threads.as_ref().map_or_else(String::new, |threads| {
        let sizes: Vec<String> = threads.iter().map(ToString::to_string).collect();
        format!(", thread group {}", sizes.join("x"))
    });
    format!("{} ({}{threads})", in_utf8(entry.name.as_bstr()), stage(entry))
}

/// The short name of the stage of an entry point, such as `cs`.
fn stage(entry: &EntryPoint) -> String {
    ShaderProfile(entry.kind.0).name().map_or_else(|| entry.kind.to_string(), str::to_owned)
}

/// Writes the object of a module.
pub fn write_json(input: &Input, file: &LoadedShader<'_>, out: &mut dyn Write) -> Result<(), Error> {
    let Facts { module, producer, profile, entries, functions, instructions, calls } = Facts::of(file)?;
    let entries = entries.iter().map(|entry| ModernEntry {
        name: in_utf8(entry.name.as_bstr()).into_owned(),
        stage: stage(entry),
        thread_group: entry.threads.clone(),
    });
    let calls = calls.into_iter().map(|(name, count)| CalledFunction { name, calls: count });
    let object = ModernFile {
        file: input.name(),
        size: file.bytes.len(),
        language: "llvm",
        producer,
        profile: profile.map(|profile| profile.to_string()),
        entries: entries.collect(),
        functions,
        instructions,
        source_filename: in_utf8(module.source_filename.as_bstr()).into_owned(),
        triple: in_utf8(module.triple.as_bstr()).into_owned(),
        data_layout: in_utf8(module.data_layout.as_bstr()).into_owned(),
        named_metadata: module
            .named_metadata
            .iter()
            .map(|named| in_utf8(named.name.as_bstr()).into_owned())
            .collect(),
        calls: calls.collect(),
    };
    Ok(json::write(out, &object)?)
}
