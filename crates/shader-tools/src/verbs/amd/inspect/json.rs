//! A file as JSON: one object, schema `shader-tools.amd-inspect/1` in `docs/json.md`.

use std::io::{self, Write};

use amdgpu_link::elf::{Elf, Relocation, Section, Symbol};
use amdgpu_link::elf_names::{
    FeatureState, RelocationType, binding_name, file_type_name, note_name, os_abi_name, section_type_name,
    symbol_type_name,
};
use amdgpu_link::metadata::{Tree as _, Value};
use amdgpu_link::{Encoding, Generation, Target, UserData, note};
use bstr::BStr;
use serde_json::{Map, Value as Json, json};

use super::elf_file::ElfFile;
use super::meaning::{self, Meaning, RegisterEntry};
use super::{code, relocations};
use crate::error::Error;
use crate::json::{self, in_utf8};
use crate::selection::input::Input;

pub fn write(input: &Input, file: &ElfFile<'_>, out: &mut dyn Write) -> Result<(), Error> {
    let elf = &file.elf;
    let target = elf.target().ok();
    write!(out, "{{\"file\":{},\"size\":{}", json::text(&input.name()), elf.data.len())?;
    let mut member = |name: &str, value: Json| write!(out, ",\"{name}\":{value}");
    member("target", json!(target.map(|target| target.to_string())))?;
    member("flags", json!(elf.flags))?;
    member("xnack", json!(FeatureState::xnack(elf.flags).name()))?;
    member("sramecc", json!(FeatureState::sramecc(elf.flags).name()))?;
    member("osAbi", named(os_abi_name(elf.os_abi), elf.os_abi))?;
    member("abiVersion", json!(elf.abi_version))?;
    member("type", named(file_type_name(elf.file_type), elf.file_type))?;
    write_list(out, "sections", elf.sections.iter().map(of_section))?;
    write_list(out, "symbols", elf.symbols.iter().skip(1).map(of_symbol))?;
    write_list(out, "relocations", of_relocations(file))?;
    write_list(out, "notes", file.notes.iter().flatten().map(of_note))?;
    let generation = target.and_then(Target::generation);
    let documents = file.documents.iter().map(|read| match read {
        Ok(document) => of_value("", &document.root, generation),
        Err(_) => Json::Null,
    });
    write_list(out, "metadata", documents)?;
    let encoding = target.and_then(Target::encoding);
    let shown = code::pieces(elf).into_iter().filter(|piece| file.all_code || piece.is_glue);
    write_list(out, "code", shown.map(|piece| of_piece(&piece, encoding)))?;
    let errors: Vec<String> = file.errors().map(json::error).collect();
    if !errors.is_empty() {
        write!(out, ",\"errors\":[{}]", errors.join(","))?;
    }
    out.write_all(b"}")?;
    Ok(())
}

/// A member that is a list, of which one item at a time is in memory.
fn write_list(out: &mut dyn Write, name: &str, items: impl Iterator<Item = Json>) -> io::Result<()> {
    write!(out, ",\"{name}\":[")?;
    for (index, item) in items.enumerate() {
        let separator = if index == 0 { "" } else { "," };
        write!(out, "{separator}{item}")?;
    }
    out.write_all(b"]")
}

/// The name, or the number where it has none.
fn named(name: Option<&str>, number: impl Into<u64>) -> Json {
    name.map_or_else(|| json!(number.into()), |name| json!(name))
}

fn bytes_text(bytes: &BStr) -> Json {
    json!(in_utf8(bytes))
}

fn of_section(section: &Section<'_>) -> Json {
    json!({
        "name": bytes_text(section.name),
        "type": named(section_type_name(section.kind), section.kind),
        "flags": section.flags,
        "offset": section.offset,
        "size": section.size,
        "link": section.link,
        "info": section.info,
        "alignment": section.alignment,
        "entrySize": section.entry_size,
    })
}

fn of_symbol(symbol: &Symbol<'_>) -> Json {
    json!({
        "name": bytes_text(symbol.name),
        "value": symbol.value,
        "size": symbol.size,
        "type": named(symbol_type_name(symbol.kind), symbol.kind),
        "binding": named(binding_name(symbol.binding), symbol.binding),
        "section": symbol.section,
    })
}

fn of_relocations(file: &ElfFile<'_>) -> impl Iterator<Item = Json> {
    let elf = &file.elf;
    file.relocations.iter().flat_map(move |(index, table)| {
        let section = elf.sections.get(*index).map_or(0, |section| section.info);
        table.iter().map(move |relocation| of_relocation(elf, section, &relocation))
    })
}

fn of_relocation(elf: &Elf<'_>, section: u32, relocation: &Relocation) -> Json {
    let name = RelocationType::of(relocation.kind).map(|ty| ty.name);
    json!({
        "section": section,
        "offset": relocation.offset,
        "type": named(name, relocation.kind),
        "symbol": elf.symbol(relocation).ok().map(|symbol| bytes_text(symbol.name)),
        "addend": relocations::addend(elf, section, relocation),
        "meaning": relocations::meaning(elf, relocation),
    })
}

fn of_note(note: &note::Note<'_>) -> Json {
    let mut object = json!({
        "owner": bytes_text(note.owner),
        "type": named(note_name(note.owner, note.kind), note.kind),
        "offset": note.offset,
        "size": note.data.len(),
    });
    if note.is(note::ISA_NAME)
        && let Some(members) = object.as_object_mut()
    {
        members.insert("text".to_owned(), bytes_text(note.data.into()));
    }
    object
}

fn of_piece(piece: &code::Piece<'_>, encoding: Option<Encoding>) -> Json {
    let instructions = piece.instructions(encoding);
    let instructions = instructions.map(
        |code::Instruction { offset, words, text }| json!({ "offset": offset, "words": words, "text": text }),
    );
    json!({
        "name": piece.name,
        "section": piece.section,
        "offset": piece.offset,
        "size": piece.data.len(),
        "isGlue": piece.is_glue,
        "instructions": instructions.collect::<Vec<_>>(),
    })
}

/// A value of the metadata at `key`.
fn of_value(key: &str, value: &Value<'_>, generation: Option<Generation>) -> Json {
    match (meaning::of(key), value) {
        (Meaning::Registers, Value::Map(entries)) => {
            entries.iter().map(|(key, value)| of_register(key, value, generation)).collect()
        }
        (Meaning::UserData, Value::Array(values)) => {
            values.iter().map(|value| value.number().map_or_else(|| plain(value), of_user_data)).collect()
        }
        (Meaning::Bits(_), Value::Integer(number)) => match number.as_u64() {
            Some(number) => json!(format!("{number:#x}")),
            None => plain(value),
        },
        (_, Value::Map(entries)) => {
            let member = |(key, value): &(Value<'_>, Value<'_>)| {
                let key = key_text(key);
                let value = of_value(&key, value, generation);
                (key, value)
            };
            Json::Object(entries.iter().map(member).collect::<Map<_, _>>())
        }
        // The elements of a list are what the list is.
        (_, Value::Array(values)) => values.iter().map(|value| of_value(key, value, generation)).collect(),
        _ => plain(value),
    }
}

fn of_register(key: &Value<'_>, value: &Value<'_>, generation: Option<Generation>) -> Json {
    let Some(entry) = RegisterEntry::of(key, value, generation) else {
        return json!({ "key": key_text(key), "value": plain(value) });
    };
    let mut object = json!({ "number": entry.number, "value": entry.value });
    let (Some(register), Some(members)) = (entry.register, object.as_object_mut()) else { return object };
    members.insert("name".to_owned(), json!(register.name()));
    if let Some(generation) = entry.only_of() {
        members.insert("onlyOf".to_owned(), json!(generation.to_string()));
    }
    if entry.user_data().is_some() {
        members.insert("userData".to_owned(), of_user_data(entry.value));
    } else if !register.is_whole() {
        let (fields, rest) = register.split(entry.value);
        let fields: Map<String, Json> = fields.map(|(name, part)| (name.to_owned(), json!(part))).collect();
        members.insert("fields".to_owned(), Json::Object(fields));
        if rest != 0 {
            members.insert("otherBits".to_owned(), json!(rest));
        }
    }
    object
}

/// An offset as a number, anything else as its name.
fn of_user_data(value: u32) -> Json {
    let entry = UserData(value);
    if entry.name().is_none() { json!(value) } else { json!(entry.to_string()) }
}

fn key_text(key: &Value<'_>) -> String {
    match key {
        Value::String(text) => in_utf8(text.as_bytes().into()).into_owned(),
        other => other.to_string(),
    }
}

fn plain(value: &Value<'_>) -> Json {
    match value {
        Value::Nil => Json::Null,
        Value::Boolean(truth) => json!(truth),
        Value::Integer(number) => {
            number.as_u64().map_or_else(|| json!(number.as_i64()), |number| json!(number))
        }
        Value::F32(number) => json!(number),
        Value::F64(number) => json!(number),
        Value::String(text) => bytes_text(text.as_bytes().into()),
        Value::Binary(bytes) | Value::Ext(_, bytes) => {
            json!(bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
        }
        Value::Map(_) | Value::Array(_) => Json::Null,
    }
}
