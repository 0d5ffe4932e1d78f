//! IFCE on the page: classes and instances as tables, and for each slot the classes that may stand in it.

use std::io::{self, Write};

use dx_container::FourCc;
use dx_container::fields::Printable;
use dx_container::parts::class_linkage::{Class, ClassLinkage, Instance, NO_SLOT, Slot};

use super::extent::SHOWN_PARTS;
use crate::style::{DIM, NOTE, TITLE, counted, paint};
use crate::table::table;

/// Classes of a slot that a line shows.
const SHOWN_CLASSES: usize = 20;

/// Writes the part called `name`.
pub fn write(out: &mut dyn Write, name: FourCc, part: &ClassLinkage<'_>) -> io::Result<()> {
    writeln!(out, "\n{} {}", paint(TITLE, name), paint(DIM, "interface table"))?;
    let mut first = 0;
    let slots = part.slots.iter().map(|slot| slot_row(part, slot, &mut first));
    write_rows(out, &["slots", "class", "function table"], slots.flatten())?;
    let classes = part.classes.iter().enumerate().map(|(index, class)| class_row(index, class));
    write_rows(out, &["class", "name", "stride", "textures", "samplers"], classes)?;
    let instances = part.instances.iter().map(|instance| instance_row(part, instance));
    write_rows(out, &["instance", "class", "buffer", "offset", "texture", "sampler"], instances)
}

fn write_rows(
    out: &mut dyn Write,
    columns: &[&str],
    mut rows: impl Iterator<Item = Vec<String>>,
) -> io::Result<()> {
    let shown: Vec<_> = rows.by_ref().take(SHOWN_PARTS).collect();
    if shown.is_empty() {
        return Ok(());
    }
    write!(out, "{}", table(columns, &shown))?;
    match rows.count() {
        0 => Ok(()),
        more => writeln!(out, "  {}", paint(NOTE, format!("... and {} more", more))),
    }
}

/// A line for each class that may stand in the slot; `first` is its number, and then the next one's.
fn slot_row(part: &ClassLinkage<'_>, slot: &Slot, first: &mut u64) -> Vec<Vec<String>> {
    let end = *first + u64::from(slot.span);
    let slots = match slot.span {
        0 => "none".to_owned(),
        1 => first.to_string(),
        _ => format!("{first} to {}", end - 1),
    };
    *first = end;
    let classes = slot.classes.iter().take(SHOWN_CLASSES);
    let mut rows: Vec<_> = classes
        .map(|class| vec![String::new(), class_name(part, class.class), class.table.to_string()])
        .collect();
    if let Some(more @ 1..) = slot.classes.len().checked_sub(SHOWN_CLASSES) {
        rows.push(vec![String::new(), format!("... and {}", counted(more, "more class")), String::new()]);
    }
    match rows.first_mut().and_then(|row| row.first_mut()) {
        Some(cell) => *cell = slots,
        None => rows.push(vec![slots, "none".to_owned(), String::new()]),
    }
    rows
}

fn class_name(part: &ClassLinkage<'_>, index: u16) -> String {
    match part.classes.get(usize::from(index)) {
        Some(class) => Printable(class.name).to_string(),
        None => index.to_string(),
    }
}

fn class_row(index: usize, class: &Class<&bstr::BStr>) -> Vec<String> {
    let Class { name, constant_buffer_stride, textures, samplers, .. } = class;
    let numbers = [constant_buffer_stride, textures, samplers].map(u16::to_string);
    [index.to_string(), Printable(name).to_string()].into_iter().chain(numbers).collect()
}

fn instance_row(part: &ClassLinkage<'_>, instance: &Instance<&bstr::BStr>) -> Vec<String> {
    let slot = |slot: u16| if slot == NO_SLOT { "none".to_owned() } else { slot.to_string() };
    vec![
        Printable(instance.name).to_string(),
        class_name(part, instance.class),
        instance.constant_buffer.to_string(),
        instance.constant_buffer_offset.to_string(),
        slot(instance.texture),
        slot(instance.sampler),
    ]
}
