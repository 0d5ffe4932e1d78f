//! What a shader says of itself that is looked for: resources, semantics, flags, by its reflection; names and other
//! texts in its parts and metadata. Separate from code because none of it has a line in the listing.

use std::collections::HashSet;

use bstr::BStr;
use dx_bytecode::d3d9::Declarations;
use dx_bytecode::d3d9::declarations::{NamedConstant, Sampler};
use dx_container::Container;
use dx_container::fields::{Field, Group, Sink, Value};
use dx_container::flags::FeatureFlags;
use dx_container::names::NamedFlags as _;
use dx_container::parts;
use dx_reflect::{Element, Reflection, Resource};
use dxil_ir::Module;
use dxil_ir::metadata::Metadata;

use super::found::{Fact, Section};
use super::query::{Query, Text};
use crate::error::Error;
use crate::json::in_utf8;
use crate::loading::loaded_shader::LoadedShader;
use crate::loading::recorded_sources::{Place, Recorded};
use crate::name_pattern::is_named;
use crate::reflecting::{self, page::registers};

/// Resources, semantics and flags.
pub fn reflected(file: &LoadedShader<'_>, query: &Query, facts: &mut Vec<Fact>) -> Result<(), Error> {
    if !query.is_of_reflections() {
        return Ok(());
    }
    let reflection = reflecting::read(file)?;
    for resource in &reflection.resources {
        if query.resources.iter().any(|wanted| is_resource(resource, wanted)) {
            let name = resource.name.as_ref().map(|name| in_utf8(name.as_ref()).into_owned());
            let kind = resource.kind.map(|kind| kind.to_string());
            let words: Vec<String> = [Some(registers(resource)), name, kind].into_iter().flatten().collect();
            facts.push(Fact { kind: "resource", text: words.join(" ") });
        }
    }
    for (what, elements) in signatures(&reflection) {
        for element in elements.into_iter().flatten() {
            if query.semantics.iter().any(|wanted| is_semantic(element, wanted)) {
                let register =
                    element.register.map_or(String::new(), |register| format!(" register {register}"));
                let name = in_utf8(element.semantic.as_ref());
                facts.push(Fact {
                    kind: "semantic",
                    text: format!("{what} {name}{}{register}", element.index),
                });
            }
        }
    }
    let features = reflection.features.unwrap_or_default().bits();
    let wanted = query.flags.iter().fold(0, |all, bit| all | bit);
    for row in FeatureFlags::NAMES.iter().filter(|row| row.value & wanted & features != 0) {
        facts.push(Fact { kind: "flag", text: format!("{}: {}", row.name, row.about) });
    }
    Ok(())
}

/// By name, kind or register.
fn is_resource(resource: &Resource, wanted: &str) -> bool {
    let is_name = resource.name.as_ref().is_some_and(|name| is_named(wanted, &in_utf8(name.as_ref())));
    let is_kind = || resource.kind.is_some_and(|kind| is_named(wanted, &kind.to_string()));
    is_name || is_kind() || is_register(resource, wanted)
}

/// `t3`, or `t3,space1`.
fn is_register(resource: &Resource, wanted: &str) -> bool {
    let (register, space) = wanted.split_once(',').unwrap_or((wanted, "0"));
    let space = space.trim().trim_start_matches("space").parse();
    let mut letters = register.chars();
    let letter = letters.next().map(|letter| letter.to_ascii_lowercase());
    let number = letters.as_str().parse::<u32>();
    resource.is_allocated()
        && letter == Some(resource.letter())
        && space == Ok(resource.space)
        && number.is_ok_and(|number| (resource.lower_bound..=resource.upper_bound).contains(&number))
}

fn signatures(reflection: &Reflection) -> [(&'static str, Option<&Vec<Element>>); 4] {
    let all = &reflection.signatures;
    [
        ("input", all.input.as_ref()),
        ("output", all.output.as_ref()),
        ("patch constant", all.patch_constant.as_ref()),
        ("primitive output", all.primitive.as_ref()),
    ]
}

/// With its index or without.
fn is_semantic(element: &Element, wanted: &str) -> bool {
    let name = in_utf8(element.semantic.as_ref());
    is_named(wanted, &name) || is_named(wanted, &format!("{name}{}", element.index))
}

/// Texts in parts and metadata, each told once.
pub fn strings(
    container: Option<&Container<'_>>,
    module: Option<&Module>,
    direct3d9: Option<&Declarations>,
    wanted: &[Text],
    facts: &mut Vec<Fact>,
) {
    if wanted.is_empty() {
        return;
    }
    let mut told = HashSet::new();
    let mut add = |place: String, text: &BStr| {
        let text = in_utf8(text);
        if wanted.iter().any(|wanted| wanted.is_in(&text)) {
            let shown: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
            let more = if text.chars().nth(SHOWN).is_some() { "..." } else { "" };
            let text = format!("{place} \"{shown}{more}\"");
            if told.insert(text.clone()) {
                facts.push(Fact { kind: "string", text });
            }
        }
    };
    for part in container.map(Container::parts).unwrap_or_default() {
        let mut texts = Texts(Vec::new());
        let payload = container.map(|container| container.payload(part));
        // What can be read of a broken part was reported before its end.
        let _ = payload.map(|payload| parts::walk(payload, &mut texts));
        texts.0.iter().for_each(|(field, text)| add(format!("{} {field}", part.name), text));
    }
    for (_, node) in module.iter().flat_map(|module| module.metadata.iter()) {
        if let (Metadata::String(span), Some(module)) = (node, module) {
            add("metadata".to_owned(), module.metadata.string(span));
        }
    }
    for global in module.iter().flat_map(|module| module.globals.values()) {
        add("name".to_owned(), global.name.as_ref());
    }
    if let Some(declared) = direct3d9 {
        declared.creator.iter().for_each(|creator| add("CTAB Creator".to_owned(), creator.as_ref()));
        declared.constants.iter().for_each(|constant| add("CTAB Name".to_owned(), constant.name.as_ref()));
    }
}

/// Constants and samplers of a Direct3D 9 program by name, type or register, and its inputs and outputs by semantic.
pub fn declared(declared: &Declarations, query: &Query, facts: &mut Vec<Fact>) {
    for NamedConstant { name, type_name, register, count } in &declared.constants {
        let name = in_utf8(name.as_ref());
        let is_it = |wanted: &String| {
            is_named(wanted, &name) || is_named(wanted, type_name) || is_among(wanted, register, *count)
        };
        if query.resources.iter().any(is_it) {
            facts.push(Fact { kind: "resource", text: format!("{register} {name} {type_name}") });
        }
    }
    for Sampler { name, texture } in &declared.samplers {
        let is_told = declared.constants.iter().any(|constant| constant.register == *name);
        let is_it = |wanted: &String| is_named(wanted, texture) || is_among(wanted, name, 1);
        if !is_told && query.resources.iter().any(is_it) {
            facts.push(Fact { kind: "resource", text: format!("{name} {texture}") });
        }
    }
    for register in &declared.registers {
        let Some(semantic) = &register.semantic else { continue };
        let plain = semantic.trim_end_matches(|c: char| c.is_ascii_digit());
        if query.semantics.iter().any(|wanted| is_named(wanted, semantic) || is_named(wanted, plain)) {
            let what = if register.is_output { "output" } else { "input" };
            facts.push(Fact {
                kind: "semantic",
                text: format!("{what} {semantic} register {}", register.name),
            });
        }
    }
}

/// Whether a register is one of so many from the first on: `c2` of four from `c0` on.
fn is_among(wanted: &str, first: &str, count: u16) -> bool {
    let split = |register: &str| {
        let (letter, number) = register.split_at_checked(1)?;
        Some((letter.to_ascii_lowercase(), number.parse::<u32>().ok()?))
    };
    match (split(wanted), split(first)) {
        (Some((wanted, number)), Some((letter, first))) => {
            let end = first.saturating_add(u32::from(count).max(1));
            wanted == letter && (first..end).contains(&number)
        }
        _ => false,
    }
}

/// Characters of a text that are shown.
const SHOWN: usize = 120;

/// The texts of a part and the names of their fields.
struct Texts<'a>(Vec<(&'static str, &'a BStr)>);

impl<'a> Sink<'a> for Texts<'a> {
    fn field(&mut self, field: Field<'a>) {
        match field.value {
            Value::Text(text) | Value::TextAt(_, text) => self.0.push((field.name, text)),
            Value::TextsAt(_, texts) => self.0.extend(texts.iter().map(|text| (field.name, text))),
            _ => {}
        }
    }

    fn open(&mut self, _: Group) {}

    fn close(&mut self) {}
}

/// The sources that a file carries in which a text is, with the lines.
pub fn sources(bytes: &[u8], wanted: &[Text], sections: &mut Vec<Section>) -> Result<(), Error> {
    if wanted.is_empty() {
        return Ok(());
    }
    let place = Place::of(bytes);
    let file = LoadedShader::open(place.bytes).map_err(|error| place.placed(error))?;
    let container = file.container().map_err(|error| place.placed(error))?;
    let Some(recorded) =
        Recorded::in_parts_or_module(&file, &container).map_err(|error| place.placed(error))?
    else {
        return Ok(());
    };
    recorded.each_source(|name, text| {
        let text = in_utf8(text).replace("\r\n", "\n");
        let lines = text.lines().enumerate();
        let hits = lines.filter(|(_, line)| wanted.iter().any(|wanted| wanted.is_in(line)));
        let hits: Vec<_> =
            hits.map(|(line, _)| super::found::Hit { line, function: None, source: None }).collect();
        if !hits.is_empty() {
            sections.push(Section { label: Some(in_utf8(name).into_owned()), text, hits });
        }
        Ok(())
    })
}
