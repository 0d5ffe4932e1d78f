//! Interface tables and debug information of FXC by hand and at random, for `parts.rs`.

use bstr::BString;
use dx_container::ContainerErrorKind as Kind;
use dx_container::FourCc;
use dx_container::fields::{Field, Sink};
use dx_container::flags::CompileFlags;
use dx_container::parts::class_linkage::{Class, ClassLinkageBuf, Instance, NO_SLOT, Slot, SlotClass};
use dx_container::parts::debug_information::{DebugInformationBuf, SourceFile, Span, Table};
use dx_container::parts::{self, Owned, PartBuf as _, PartView};
use dx_container::reader::Payload;
use proptest::prelude::*;
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    broken_parts_of_fxc_are_refused_or_read_whole,
    counts_and_offsets_of_an_interface_table_must_fit,
    counts_and_offsets_of_debug_information_must_fit,
    debug_information_must_hold_together,
    debug_information_says_what_was_compiled
];

/// An array of two interfaces and a third one; three classes, one with an instance.
pub(crate) fn class_linkage() -> ClassLinkageBuf {
    let slot = |span, classes: &[(u16, u32)]| Slot {
        span,
        classes: classes.iter().map(|&(class, table)| SlotClass { class, table }).collect(),
    };
    let class = |name: &str, constant_buffer_stride| Class {
        name: name.into(),
        constant_buffer_stride,
        textures: 1,
        ..Class::default()
    };
    ClassLinkageBuf {
        slots: vec![slot(2, &[(0, 0), (1, 1), (2, 2)]), slot(1, &[(1, 3)])],
        classes: vec![class("cSolid", 1), class("cTextured", 2), class("cGlow", 0)],
        instances: vec![Instance {
            name: "g_solid".into(),
            class: 0,
            unknown: 1,
            constant_buffer: 3,
            constant_buffer_offset: 4,
            texture: 5,
            sampler: NO_SLOT,
        }],
        slot_count: 3,
        slack: *b"anything",
    }
}

/// Two files in one text, the second's name within the first's source; a record in each table.
pub(crate) fn debug_information() -> DebugInformationBuf {
    let text = b"a.hlsl#include \"b.h\"\nfloat x;Localsmaker\0main\0ps_5_0\0".to_vec();
    let at = |needle: &[u8]| {
        let at = text.windows(needle.len()).position(|window| window == needle).unwrap();
        u32::try_from(at).unwrap()
    };
    let span = |needle: &str| Span { offset: at(needle.as_bytes()), len: needle.len() as u32 };
    let record = |table: Table| (0..=255).cycle().take(table.record_size() * 2).collect();
    DebugInformationBuf {
        creator: at(b"maker"),
        entry_point: at(b"main"),
        target: at(b"ps_5_0"),
        flags: CompileFlags::DEBUG,
        header_unknown: vec![],
        files: vec![
            SourceFile { name: span("a.hlsl"), source: span("#include \"b.h\"\n") },
            SourceFile { name: span("b.h"), source: span("float x;") },
        ],
        tables: Table::ALL.map(record),
        numbers: vec![1, 0, 0, 0, 2, 0, 0, 0],
        text,
    }
}

pub(crate) fn any_class_linkage() -> impl Strategy<Value = ClassLinkageBuf> {
    let name = || "[a-z_]{0,9}".prop_map(BString::from);
    let slot =
        (any::<u32>(), prop::collection::vec(any::<(u16, u32)>(), 0..5)).prop_map(|(span, classes)| {
            let classes = classes.into_iter().map(|(class, table)| SlotClass { class, table }).collect();
            Slot { span, classes }
        });
    let class = (name(), any::<[u16; 4]>()).prop_map(|(name, halves)| {
        let [id, constant_buffer_stride, textures, samplers] = halves;
        Class { name, id, constant_buffer_stride, textures, samplers }
    });
    let instance = (name(), any::<[u16; 6]>()).prop_map(|(name, halves)| {
        let [class, unknown, constant_buffer, constant_buffer_offset, texture, sampler] = halves;
        Instance { name, class, unknown, constant_buffer, constant_buffer_offset, texture, sampler }
    });
    let slots = prop::collection::vec(slot, 0..4);
    let classes = prop::collection::vec(class, 0..4);
    let instances = prop::collection::vec(instance, 0..4);
    (slots, classes, instances, any::<(u32, [u8; 8])>()).prop_map(
        |(slots, classes, instances, (slot_count, slack))| ClassLinkageBuf {
            slots,
            classes,
            instances,
            slot_count,
            slack,
        },
    )
}

/// How often a walk describes each byte.
struct Coverage(Vec<u32>);

impl<'a> Sink<'a> for Coverage {
    fn field(&mut self, field: Field<'a>) {
        field.range.for_each(|at| self.0[at] += 1);
    }
}

/// Walks the part; where that succeeds, every byte was described once and the part is written as it was.
fn walk(name: FourCc, bytes: &[u8]) -> Result<(), Kind> {
    let mut coverage = Coverage(vec![0; bytes.len()]);
    parts::walk(Payload::new(name, bytes), &mut coverage).map_err(|error| error.kind().clone())?;
    assert!(coverage.0.iter().all(|&times| times == 1), "{name}: {bytes:02x?}");
    assert_eq!(parts::rewrite(Payload::new(name, bytes)).unwrap().bytes, bytes);
    Ok(())
}

/// The part with a word of its changed.
fn with(bytes: &[u8], at: usize, word: u32) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
    bytes
}

/// Both parts: each cut of them is refused, and any word may hold anything.
fn broken_parts_of_fxc_are_refused_or_read_whole() {
    let parts = [
        (FourCc::IFCE, class_linkage().arrange(None).unwrap(), b"cGlow".len() + 1),
        (FourCc::SDBG, debug_information().arrange(None).unwrap(), 0),
    ];
    for (name, bytes, last_name) in parts {
        walk(name, &bytes).unwrap();
        // What fills up the last name may be missing.
        let needed = if last_name > 0 { bytes.len() - 8 + last_name } else { bytes.len() };
        for len in 0..bytes.len() {
            assert_eq!(walk(name, &bytes[..len]).is_ok(), len >= needed, "{name} cut at {len}");
        }
        for at in (0..bytes.len() - 3).step_by(4) {
            let word = u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
            let len = bytes.len() as u32;
            for value in [0, 1, 4, word ^ 4, len / 2, len - 1, len, len + 1, 0x1000_0000, u32::MAX] {
                let _ = walk(name, &with(&bytes, at, value));
            }
        }
    }
}

fn counts_and_offsets_of_an_interface_table_must_fit() {
    let bytes = class_linkage().arrange(None).unwrap();
    let [slots_at, classes_at] = [36, 36 + 2 * 16];
    let refused = |at, word| walk(FourCc::IFCE, &with(&bytes, at, word)).unwrap_err();
    for (at, name) in [(0, "InstanceCount"), (4, "ClassCount"), (8, "InterfaceCount")] {
        assert!(matches!(refused(at, u32::MAX), Kind::TooMuch { name: n, .. } if n == name), "{name}");
    }
    assert!(matches!(refused(slots_at + 4, u32::MAX), Kind::TooMuch { name: "ClassCount", .. }));
    // Instances, classes, slots, and the lists of the second slot: outside, or back to what was read.
    for at in [16, 20, 24, slots_at + 24, slots_at + 28] {
        assert!(matches!(refused(at, bytes.len() as u32 + 1), Kind::Reference { .. } | Kind::TooMuch { .. }));
        assert!(matches!(refused(at, 8), Kind::Value { .. }), "{at}");
    }
    assert!(matches!(refused(classes_at, bytes.len() as u32), Kind::Reference { what: "Name", .. }));
    let mut long = class_linkage();
    long.classes[0].name = vec![b'n'; 4000].into();
    long.classes = vec![long.classes[0].clone(); 100];
    let mut bytes = long.arrange(None).unwrap();
    let first: [u8; 4] = bytes[classes_at..classes_at + 4].try_into().unwrap();
    // All classes with the first one's name: legal until it adds up.
    let names = bytes.len() - 99 * 4004;
    (1..100).for_each(|class| bytes[classes_at + class * 12..][..4].copy_from_slice(&first));
    bytes.truncate(names);
    let shared = PartView::parse(Payload::new(FourCc::IFCE, &bytes)).unwrap_err();
    assert!(matches!(shared.kind(), Kind::Sharing { .. }), "{shared}");
}

fn counts_and_offsets_of_debug_information_must_fit() {
    let bytes = debug_information().arrange(None).unwrap();
    let refused = |at, word| walk(FourCc::SDBG, &with(&bytes, at, word)).unwrap_err();
    assert!(matches!(refused(0, 83), Kind::RecordSize { what: "Size", found: 83, least: 84 }));
    assert!(matches!(refused(0, u32::MAX), Kind::Reference { .. } | Kind::TooMuch { .. }));
    for at in (20..76).step_by(8) {
        assert!(matches!(refused(at, u32::MAX), Kind::TooMuch { .. }), "count at {at}");
        assert!(matches!(refused(at + 4, u32::MAX), Kind::TooMuch { .. }), "offset at {at}");
    }
    // Tables after the first, the numbers: each again where the files are.
    for at in (32..=76).step_by(8) {
        assert!(matches!(refused(at, 0), Kind::Value { .. }), "offset at {at}");
    }
    // The strings of the header, then offset and length of the first file's name and source.
    for at in [4, 8, 12, 84, 88, 92, 96] {
        assert!(matches!(refused(at, 1000), Kind::Reference { .. }), "text at {at}");
    }
    let mut part = debug_information();
    part.text.extend([b'x'; 4000]);
    part.files = vec![SourceFile { source: Span { offset: 0, len: 4000 }, ..Default::default() }; 5];
    let kind = part.arrange(None).unwrap_err().kind().clone();
    assert!(matches!(kind, Kind::Sharing { what: "FileData", .. }), "{kind:?}");
}

/// What the writer refuses: records that are not whole, text that is not there.
fn debug_information_must_hold_together() {
    let refused = |edit: &dyn Fn(&mut DebugInformationBuf)| {
        let mut part = debug_information();
        edit(&mut part);
        part.arrange(None).unwrap_err().kind().clone()
    };
    let kind = refused(&|part| part.tables[3].push(0));
    assert!(matches!(kind, Kind::Value { what: "Tokens", found: 41, .. }), "{kind:?}");
    let kind = refused(&|part| part.target = 1000);
    assert!(matches!(kind, Kind::Reference { what: "ShaderTarget", .. }), "{kind:?}");
    let kind = refused(&|part| part.files[1].source.len = 1000);
    assert!(matches!(kind, Kind::Reference { what: "FileData", .. }), "{kind:?}");
}

fn debug_information_says_what_was_compiled() {
    let mut part = debug_information();
    part.header_unknown = vec![1, 2, 3, 4];
    let bytes = part.arrange(None).unwrap();
    walk(FourCc::SDBG, &bytes).unwrap();
    let read = Owned::<DebugInformationBuf>::read(Payload::new(FourCc::SDBG, &bytes)).unwrap();
    assert_eq!(read.meaning, part);
    assert_eq!(read.layout, None);
    assert_eq!(
        [read.creator, read.entry_point, read.target].map(|at| read.string(at)),
        ["maker", "main", "ps_5_0"]
    );
    let files: Vec<_> =
        read.files.iter().map(|file| (read.span(file.name), read.span(file.source))).collect();
    assert_eq!(files, [("a.hlsl".into(), "#include \"b.h\"\n".into()), ("b.h".into(), "float x;".into())]);
    assert_eq!(Table::ALL.map(|table| read.count(table)), [2; 6]);
}
