//! RDAT by hand and at random, and PDBI, whose content it is. Separate because its records are data: making one
//! takes more than writing its fields down.

use bstr::{BStr, BString, ByteSlice as _};
use dx_container::enums::*;
use dx_container::flags::*;
use dx_container::parts::pdb_info::{PdbInfo, PdbInfoBuf};
use dx_container::parts::rdat::record::{FieldKind, RECORDS};
use dx_container::parts::rdat::{Content, Rdat, RdatBuf, SubobjectContent, UnknownPart};
use dx_container::parts::{Layout, Owned, PartBuf, View as _};
use dx_container::reader::Payload;
use dx_container::{ContainerErrorKind, FourCc};
use proptest::prelude::*;

use super::round_trip::{any_name, check};
use testkit::{Test, tests, times};

pub(crate) const TESTS: &[Test] = tests![
    runtime_data_follows_its_references,
    runtime_data_is_edited,
    runtime_data_of_other_writers_is_kept,
    compressed_content_of_other_writers_is_kept,
    compressed_content_is_bounded,
    any_runtime_data
];

/// Records of RDAT are read with what they refer to, and written with equal things once, in DXC's order.
fn runtime_data_follows_its_references() {
    let part = rdat();
    let bytes = part.arrange(None).unwrap();
    let view = Rdat::parse(Payload::new(FourCc::RDAT, &bytes)).unwrap();
    let resources: Vec<_> = view.resources().map(|resource| resource.name.to_string()).collect();
    assert_eq!(resources, ["Camera", "scene"]);
    let function = view.functions().next().unwrap();
    assert_eq!((function.name, function.unmangled_name), (BStr::new("\u{1}?Hit"), BStr::new("Hit")));
    let rows: Vec<u32> = function.resources.unwrap().iter().map(|row| row.get()).collect();
    let needs: Vec<_> = function.dependencies.unwrap().iter().collect();
    assert_eq!((rows, needs), (vec![1, 0], vec!["extern", "Camera"].into_iter().map(BStr::new).collect()));
    assert_eq!(function.features, FeatureFlags::WAVE_OPS | FeatureFlags::USES_DERIVATIVES);
    let subobjects: Vec<_> = view.subobjects().map(|subobject| subobject.content).collect();
    let SubobjectContent::RootSignature(signature) = subobjects[0] else { panic!("{subobjects:?}") };
    assert_eq!(signature, [1, 2, 3, 4]);
    let SubobjectContent::HitGroup { closest_hit, any_hit, .. } = subobjects[1] else {
        panic!("{subobjects:?}")
    };
    assert_eq!((closest_hit, any_hit), (BStr::new("Hit"), BStr::new("")));

    let strings = b"\0Camera\0scene\0extern\0\x01?Hit\0Hit\0signature\0group\0";
    let at = bytes.windows(strings.len()).position(|window| window == strings);
    assert_eq!(
        at,
        Some(8 + 6 * 4 + 8),
        "the strings come first, each once, those of other libraries before functions"
    );
}

/// A name changes wherever its record says so and nowhere else; what cannot be is refused.
fn runtime_data_is_edited() {
    let mut part = Owned::<RdatBuf>::from(rdat());
    let functions = RuntimeDataPart::FUNCTION_TABLE;
    part.set(functions, 0, "UnmangledName", Content::Text(BStr::new("Miss"))).unwrap();
    let again = Owned::<RdatBuf>::read(Payload::new(FourCc::RDAT, &part.write().unwrap())).unwrap();
    assert_eq!(again.meaning, part.meaning);
    assert_ne!(again.meaning, rdat());
    assert_eq!(again.record(functions, 0).unwrap().text("UnmangledName"), "Miss");
    let group = again.record(RuntimeDataPart::SUBOBJECT_TABLE, 1).unwrap();
    assert_eq!(group.text("ClosestHit"), "Hit");

    let kind = |result: dx_container::Result<()>| result.unwrap_err().kind().clone();
    let set = |field, content| kind(rdat().set(functions, 0, field, content));
    assert!(matches!(set("NoSuchField", Content::Null), ContainerErrorKind::Value { .. }));
    assert!(matches!(set("Name", Content::Number(1)), ContainerErrorKind::Value { what: "Name", .. }));
    assert!(matches!(
        set("ShaderFlags", Content::Number(65_536)),
        ContainerErrorKind::TooLarge { max: 65_535, .. }
    ));
    assert!(matches!(set("Name", Content::Text(BStr::new("a\0b"))), ContainerErrorKind::NulInText { .. }));
    assert!(matches!(
        kind(rdat().set(functions, 1, "Name", Content::Null)),
        ContainerErrorKind::Value { .. }
    ));
    assert!(matches!(
        kind(rdat().add_record(RuntimeDataPart(99)).map(drop)),
        ContainerErrorKind::Value { .. }
    ));
}

/// Older and newer records than the newest known, parts in another order, parts nobody knows.
fn runtime_data_of_other_writers_is_kept() {
    let functions = RuntimeDataPart::FUNCTION_TABLE;
    for stride in [44, 46, 52, 60] {
        let mut part = RdatBuf::default();
        part.add_table(functions, stride).unwrap();
        part.add_record(functions).unwrap();
        part.set(functions, 0, "Name", Content::Text(BStr::new("main"))).unwrap();
        part.unknown_parts = [1, 2, 1]
            .map(|kind| UnknownPart { part: RuntimeDataPart(kind << 24), content: vec![7; 3] })
            .into();
        check(FourCc::RDAT, part.clone());
        let has_shader = part.record(functions, 0).unwrap().get("PS").is_some();
        assert_eq!(has_shader, stride >= 52);

        // The last two parts the other way round.
        let mut bytes = part.arrange(None).unwrap();
        let last = bytes.len() - 2 * (8 + 3);
        bytes[last..].rotate_left(8 + 3);
        let owned = Owned::<RdatBuf>::read(Payload::new(FourCc::RDAT, &bytes)).unwrap();
        assert!(matches!(owned.layout, None | Some(Layout::Known(_))), "{:?}", owned.layout);
        assert_eq!(owned.write().unwrap(), bytes);
    }
    let mut part = RdatBuf::default();
    assert!(part.add_table(functions, 40).is_err());
}

/// What another compressor made stays as it is until the content changes.
fn compressed_content_of_other_writers_is_kept() {
    let part = PdbInfoBuf { compression: PdbInfoCompression::ZLIB, rdat: pdb_info(), ..Default::default() };
    let content = part.rdat.arrange(None).unwrap();
    // One stored block: zlib's least effort.
    let len = u16::try_from(content.len()).unwrap();
    let sums = content.iter().fold((1_u32, 0_u32), |(a, b), &byte| {
        ((a + u32::from(byte)) % 65521, (a + u32::from(byte) + b) % 65521)
    });
    let stored = [
        &[0x78, 0x01, 1][..],
        &len.to_le_bytes(),
        &(!len).to_le_bytes(),
        &content,
        &(sums.1 << 16 | sums.0).to_be_bytes(),
    ]
    .concat();
    let header = [0, 1 << 16, stored.len() as u32, content.len() as u32];
    let bytes = [
        &header.map(u32::to_le_bytes).concat()[2..4],
        &[1, 0],
        &header[2..].iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>(),
        &stored,
    ]
    .concat();

    let mut owned = Owned::<PdbInfoBuf>::read(Payload::new(FourCc::PDBI, &bytes)).unwrap();
    assert_eq!(owned.meaning, part);
    assert!(matches!(owned.layout, Some(Layout::Known(_))));
    assert_eq!(owned.write().unwrap(), bytes);
    let info = RuntimeDataPart::DXIL_PDB_INFO_TABLE;
    owned.rdat.set(info, 0, "PdbName", Content::Text(BStr::new("other.pdb"))).unwrap();
    let again = Owned::<PdbInfoBuf>::read(Payload::new(FourCc::PDBI, &owned.write().unwrap())).unwrap();
    assert_eq!(again.meaning, owned.meaning);
    assert_eq!(again.rdat.record(info, 0).unwrap().text("PdbName"), "other.pdb");
}

/// Content that would not fit into memory is refused by what the header says, and is not believed.
fn compressed_content_is_bounded() {
    let mut part = PdbInfoBuf { compression: PdbInfoCompression::ZLIB, ..Default::default() };
    part.rdat.unknown = vec![0; 64 << 20];
    let mut bytes = part.arrange(None).unwrap();
    let kind = |bytes: &[u8]| PdbInfo::parse(Payload::new(FourCc::PDBI, bytes)).unwrap_err().kind().clone();
    assert!(bytes.len() < 1 << 20);
    assert!(matches!(kind(&bytes), ContainerErrorKind::Expansion { .. }));
    bytes[8..12].copy_from_slice(&1000_u32.to_le_bytes());
    assert!(matches!(kind(&bytes), ContainerErrorKind::Value { what: "UncompressedSizeInBytes", .. }));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(times(256) as u32))]

    fn any_runtime_data(part in any_rdat_part(), compression in 0..2_u32) {
        check(FourCc::RDAT, part.clone());
        check(FourCc::PDBI, PdbInfoBuf { compression: PdbInfoCompression(compression), rdat: part, ..Default::default() });
    }
}

/// Adds a record and sets its fields, in their order.
fn add(part: &mut RdatBuf, table: RuntimeDataPart, fields: &[(&str, Content<'_>)]) {
    let index = part.add_record(table).unwrap();
    for &(field, content) in fields {
        part.set(table, index, field, content).unwrap_or_else(|error| panic!("{field}: {error}"));
    }
}

/// The content of a field that is a text.
fn name(text: &str) -> Content<'_> {
    Content::Text(BStr::new(text))
}

pub(crate) fn rdat() -> RdatBuf {
    let mut part = RdatBuf::default();
    // Not in the order of the file: what comes last here is first there.
    let subobjects = RuntimeDataPart::SUBOBJECT_TABLE;
    let kind = |kind: SubobjectKind| ("Kind", Content::Number(kind.0.into()));
    let signature = ("Data", Content::Bytes(&[1, 2, 3, 4]));
    add(
        &mut part,
        subobjects,
        &[kind(SubobjectKind::LOCAL_ROOT_SIGNATURE), ("Name", name("signature")), signature],
    );
    add(
        &mut part,
        subobjects,
        &[kind(SubobjectKind::HIT_GROUP), ("Name", name("group")), ("ClosestHit", name("Hit"))],
    );
    let features = FeatureFlags::WAVE_OPS | FeatureFlags::USES_DERIVATIVES;
    let function = [
        ("ShaderKind", Content::Number(ShaderKind::CLOSEST_HIT.0.into())),
        ("Name", name("\u{1}?Hit")),
        ("UnmangledName", name("Hit")),
        ("Resources", Content::Words(&[1, 0])),
        ("FunctionDependencies", Content::Texts(&[BStr::new("extern"), BStr::new("Camera")])),
        ("FeatureInfo", Content::Number(features.bits())),
    ];
    add(&mut part, RuntimeDataPart::FUNCTION_TABLE, &function);
    for resource in ["Camera", "scene"] {
        add(
            &mut part,
            RuntimeDataPart::RESOURCE_TABLE,
            &[("Name", name(resource)), ("Space", Content::Number(3))],
        );
    }
    part
}

pub(crate) fn pdb_info() -> RdatBuf {
    let mut part = RdatBuf::default();
    let arguments = ["-T", "vs_6_0"].map(BStr::new);
    let info = [
        ("Sources", Content::Words(&[0])),
        ("Libraries", Content::Words(&[])),
        ("ArgPairs", Content::Texts(&arguments)),
        ("Hash", Content::Bytes(&[9; 16])),
        ("PdbName", name("a.pdb")),
        ("WholeDxil", Content::Bytes(b"DXBC")),
    ];
    add(&mut part, RuntimeDataPart::DXIL_PDB_INFO_TABLE, &info);
    let source = [("Name", name("a.hlsl")), ("Content", name("float4 main() : SV_Position { return 0; }"))];
    add(&mut part, RuntimeDataPart::DXIL_PDB_INFO_SOURCE_TABLE, &source);
    part
}

/// Content for a field of any kind: `what` chooses the text, the list, the number.
fn any_content<'c>(
    kind: FieldKind,
    what: &'c (BString, Vec<u32>, u64),
    texts: &'c [&'c BStr],
) -> Content<'c> {
    match kind {
        FieldKind::Number(len, _) => Content::Number(what.2 & u64::MAX >> (64 - 8 * len)),
        FieldKind::Row(_) => Content::Number(what.2 & 3),
        _ if what.2.is_multiple_of(5) => Content::Null,
        FieldKind::Text => Content::Text(what.0.as_bstr()),
        FieldKind::Texts => Content::Texts(texts),
        FieldKind::Words | FieldKind::Rows(_) => Content::Words(&what.1),
        FieldKind::Bytes => Content::Bytes(&what.0),
    }
}

prop_compose! {
    /// Records of any table, any case of their unions, any content.
    fn any_rdat_part()(records in prop::collection::vec(
        (prop::sample::select(RECORDS.as_slice()), 0..16_u32, prop::collection::vec((any_name(), prop::collection::vec(0..4_u32, 0..4), any::<u64>()), 16)),
        0..12,
    )) -> RdatBuf {
        let mut part = RdatBuf::default();
        for (row, case, contents) in &records {
            let index = part.add_record(row.table).unwrap();
            let selector = row.fields.iter().find(|field| Some(field.offset) == row.selector);
            if let Some(selector) = selector {
                part.set(row.table, index, selector.name, Content::Number((*case).into())).unwrap();
            }
            let names: Vec<&str> = part.record(row.table, index).unwrap().fields().map(|(name, _)| name).collect();
            for (name, what) in names.iter().zip(contents) {
                let field = row.fields.iter().filter(|field| field.name == *name && Some(field.offset) != row.selector);
                let Some(field) = field.clone().find(|field| field.cases.is_empty() || field.cases.contains(case)) else { continue };
                let texts = [what.0.as_bstr(), BStr::new("A")];
                part.set(row.table, index, name, any_content(field.kind, what, &texts)).unwrap();
            }
        }
        part
    }
}
