//! What IFCE says: the classes and instances there are, and which of them may stand in each interface slot.

use dx_container::parts::class_linkage::{ClassLinkage, NO_SLOT};

use super::page::{self, Page};

const RULE: &str = "+----------+---------+---------------------------------------";

pub(super) fn print(page: &mut Page<'_>, linkage: &ClassLinkage<'_>) {
    page.blank();
    page.line("Available Class Types:");
    page.blank();
    page.line("Name                             ID CB Stride Texture Sampler");
    page.line("------------------------------ ---- --------- ------- -------");
    for (id, class) in linkage.classes.iter().enumerate() {
        let (name, stride) = (page::name(class.name), class.constant_buffer_stride);
        page.line(format_args!("{name:<30} {id:>4} {stride:>9} {:>7} {:>7}", class.textures, class.samplers));
    }
    page.blank();
    if !linkage.instances.is_empty() {
        print_instances(page, linkage);
    }
    page.line(format_args!("Interface slots, {} total:", linkage.slot_count));
    page.blank();
    page.line("            Slots");
    page.line(RULE);
    let mut first: u32 = 0;
    for slot in &linkage.slots {
        if page.is_full() {
            return;
        }
        let next = first.saturating_add(slot.span);
        let range = if slot.span < 2 { first.to_string() } else { format!("{first}-{}", next - 1) };
        first = next;
        let classes: String = slot.classes.iter().map(|class| format!("{:<5}", class.class)).collect();
        let tables: String = slot.classes.iter().map(|class| format!("{:<5}", class.table)).collect();
        page.line(format_args!("| Type ID  |   {range:<6}|{classes}"));
        page.line(format_args!("| Table ID |         |{tables}"));
        page.line(RULE);
    }
}

fn print_instances(page: &mut Page<'_>, linkage: &ClassLinkage<'_>) {
    page.line("Available Class Instances:");
    page.blank();
    page.line("Name                        Type CB CB Offset Texture Sampler");
    page.line("--------------------------- ---- -- --------- ------- -------");
    for instance in &linkage.instances {
        if page.is_full() {
            return;
        }
        let name = page::name(instance.name);
        let slot = |slot: u16| if slot == NO_SLOT { "-".to_owned() } else { slot.to_string() };
        let (texture, sampler) = (slot(instance.texture), slot(instance.sampler));
        let (class, buffer, offset) =
            (instance.class, instance.constant_buffer, instance.constant_buffer_offset);
        page.line(format_args!("{name:<27} {class:>4} {buffer:>2} {offset:>9} {texture:>7} {sampler:>7}"));
    }
    page.blank();
}
