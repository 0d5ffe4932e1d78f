//! The verb `pdb` where a case file cannot say it: over tens of thousands of files, what lies on disk afterwards,
//! and how little of a PDB is read to know whose it is.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use bstr::BString;
use dx_container::parts::debug_name::DebugNameBuf;
use dx_container::parts::shader_hash::ShaderHashBuf;
use dx_container::parts::source_info::SourceInfoBuf;
use dx_container::parts::{Owned, PartBuf};
use dx_container::pdb::{Identity, MsfBuilder, Pdb, PdbBuf, VC70};
use dx_container::{Container, ContainerBuilder, ContainerError, FourCc, Signing};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    a_pdb_is_known_by_a_few_bytes,
    a_pdb_in_private_data_is_known_by_a_few_bytes_too,
    broken_pdbs_are_refused_without_reading_on,
    an_index_of_twenty_thousand_is_quick,
    folders_are_indexed_in_their_order,
    sources_are_written_below_the_folder,
    nothing_is_written_where_a_source_cannot_be,
    links_are_not_followed_out_of_the_folder,
    sources_of_fxc_are_found
];

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_shader-tools")).args(arguments).output().unwrap()
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A PDB as DXC writes it; `rest` lies behind the parts that name it.
fn pdb(guid: [u8; 16], name: &str, sources: &[(&str, &str)], rest: usize) -> Vec<u8> {
    fn part<P: PartBuf>(part: P) -> Vec<u8> {
        Owned::from(part).write().unwrap()
    }
    let mut builder = ContainerBuilder::new();
    builder.push(FourCc::ILDN, part(DebugNameBuf { flags: 0, name: name.into() }));
    builder.push(FourCc::HASH, part(ShaderHashBuf { digest: guid, ..Default::default() }));
    let sources = sources.iter().map(|&(name, text)| (name.into(), text.into()));
    let no_arguments: [(BString, BString); 0] = [];
    builder.push(FourCc::SRCI, part(SourceInfoBuf::new(sources, no_arguments)));
    builder.push(FourCc::PRIV, vec![7; rest]);
    PdbBuf { guid, container: builder.build(Signing::Zero).unwrap() }.build().unwrap()
}

/// The identity of `file`, and how many bytes were fetched for it.
fn identity(file: &[u8]) -> (Result<Identity, ContainerError>, usize) {
    let mut fetched = 0;
    let identity = Identity::read(file.len() as u64, |offset, buffer: &mut [u8]| {
        let start = usize::try_from(offset).unwrap();
        buffer.copy_from_slice(&file[start..start + buffer.len()]);
        fetched += buffer.len();
        Ok(())
    });
    (identity, fetched)
}

fn a_pdb_is_known_by_a_few_bytes() {
    for rest in [0, 100_000, 50_000_000] {
        let file = pdb(*b"0123456789abcdef", "dir/name.pdb", &[("a.hlsl", "text")], rest);
        let (identity, fetched) = identity(&file);
        let identity = identity.unwrap();
        assert_eq!(identity.guid, Pdb::parse(&file).unwrap().info().unwrap().guid);
        assert_eq!(identity.debug_name.unwrap(), "dir/name.pdb");
        assert!(fetched < 500, "{fetched} bytes of {}", file.len());
    }
}

/// Whatever a container says, no byte outside of it is asked for, and not many.
fn a_pdb_in_private_data_is_known_by_a_few_bytes_too() {
    let inner = pdb(*b"0123456789abcdef", "name.pdb", &[("a.hlsl", "text")], 100_000);
    let mut builder = ContainerBuilder::new();
    builder.push(FourCc::STAT, vec![1; 300]);
    builder.push(FourCc::PRIV, inner);
    let file = builder.build(Signing::Sign).unwrap();
    let identity = |file: &[u8]| {
        let mut fetched = 0;
        let found = Identity::read_private(file.len() as u64, |offset, buffer: &mut [u8]| {
            let start = usize::try_from(offset).unwrap();
            buffer.copy_from_slice(&file[start..start + buffer.len()]);
            fetched += buffer.len();
            Ok::<(), ContainerError>(())
        });
        assert!(fetched < 2000, "{fetched} bytes");
        found
    };
    let found = identity(&file).unwrap().unwrap();
    assert_eq!((found.guid, found.debug_name.unwrap()), (*b"0123456789abcdef", "name.pdb".into()));
    for end in (0..file.len()).step_by(97).chain(0..500) {
        assert!(!matches!(identity(&file[..end]), Ok(Some(_))), "cut at {end}");
    }
    let mut broken = file.clone();
    for at in 24..400 {
        for value in [0, 1, 0x7f, 0xff] {
            let was = std::mem::replace(&mut broken[at], value);
            let _ = identity(&broken);
            broken[at] = was;
        }
    }
}

/// Every cut is an error, and no byte, whatever it is, leads out of the file or makes much be read.
fn broken_pdbs_are_refused_without_reading_on() {
    let file = pdb(*b"0123456789abcdef", "name.pdb", &[("a.hlsl", "text")], 3000);
    for len in 0..file.len() - 511 {
        assert!(identity(&file[..len]).0.is_err(), "cut at {len}");
    }
    let mut broken = file.clone();
    for at in 0..0xe00 {
        for value in [0, 1, 0x7f, 0xff] {
            broken[at] = value;
            assert!(identity(&broken).1 < 100_000, "{value:#x} at {at:#x}");
        }
        broken[at] = file[at];
    }
}

fn hash(number: u32) -> [u8; 16] {
    let mut hash = *b"0123456789abcdef";
    hash[..4].copy_from_slice(&number.wrapping_mul(0x9e37_79b9).to_be_bytes());
    hash
}

fn hex(hash: [u8; 16]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn an_index_of_twenty_thousand_is_quick() {
    let folder = tempfile::tempdir().unwrap();
    let index = folder.path().join("index.jsonl");
    let mut lines = String::new();
    for number in 0..20_000 {
        let hash = hex(hash(number));
        writeln!(lines, "{{\"hash\":\"{hash}\",\"file\":\"f/{number}.pdb\",\"name\":\"{hash}.pdb\"}}")
            .unwrap();
    }
    fs::write(&index, lines).unwrap();
    let shaders = folder.path().join("shaders");
    fs::create_dir(&shaders).unwrap();
    for number in (0..20_000).step_by(100) {
        let mut builder = ContainerBuilder::new();
        let part = ShaderHashBuf { digest: hash(number), ..Default::default() };
        builder.push(FourCc::HASH, Owned::from(part).write().unwrap());
        fs::write(shaders.join(format!("{number:05}.dxil")), builder.build(Signing::Zero).unwrap()).unwrap();
    }
    let start = Instant::now();
    let output = run(&["pdb", "find", path(&shaders), "--in", path(&index)]);
    let took = start.elapsed();
    assert!(output.status.success(), "{output:?}");
    let found = String::from_utf8(output.stdout).unwrap();
    for (number, line) in (0..20_000).step_by(100).zip(found.lines()) {
        assert!(line.ends_with(&format!("{number:05}.dxil: f/{number}.pdb (hash)")), "{line}");
    }
    assert_eq!(found.lines().count(), 200);
    assert!(took < Duration::from_secs(20), "{took:?}");
}

fn folders_are_indexed_in_their_order() {
    let folder = tempfile::tempdir().unwrap();
    let tree = folder.path().join("tree");
    let mut expected = Vec::new();
    for number in 0..5000 {
        let to = tree.join(format!("{:02}", number / 100));
        fs::create_dir_all(&to).unwrap();
        let file = to.join(format!("{number:04}.pdb"));
        if number % 1000 == 999 {
            fs::write(&file, &pdb(hash(number), "cut", &[], 0)[..0x900]).unwrap();
        } else {
            fs::write(&file, pdb(hash(number), "name", &[], 0)).unwrap();
            expected.push(hex(hash(number)));
        }
    }
    let index = folder.path().join("index.jsonl");
    let output = run(&["pdb", "index", path(&tree), "-o", path(&index), "-j", "4"]);
    assert_eq!(output.status.code(), Some(3), "five of them are cut");
    assert_eq!(String::from_utf8(output.stderr).unwrap().matches("error[").count(), 5);
    let found = fs::read_to_string(index).unwrap();
    let found: Vec<&str> = found.lines().map(|line| line.split('"').nth(3).unwrap()).collect();
    assert_eq!(found, expected);
}

/// The files below `folder` with what they hold, sorted.
fn files_below(folder: &Path) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut folders: Vec<PathBuf> = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let at = entry.unwrap().path();
            if at.is_dir() {
                folders.push(at);
            } else {
                let name = path(at.strip_prefix(folder).unwrap()).replace('\\', "/");
                files.push((name, fs::read_to_string(at).unwrap()));
            }
        }
    }
    files.sort();
    files
}

const HOSTILE: [(&str, &str); 8] = [
    ("a.hlsl", "1"),
    ("A.HLSL", "2"),
    ("../../outside.hlsl", "3"),
    ("/etc/absolute.hlsl", "4"),
    ("C:\\windows\\b.hlsl", "5"),
    ("a.hlsl/below.hlsl", "6"),
    ("x/../../y.hlsl", "7"),
    (".git/config", "8"),
];

fn sources_are_written_below_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("in.pdb");
    fs::write(&file, pdb(hash(1), "name", &HOSTILE, 0)).unwrap();
    let to = folder.path().join("deep/er/out");
    let output = run(&["pdb", "extract", path(&file), "-o", path(&to)]);
    assert!(output.status.success(), "{output:?}");
    let expected = [
        ("A-2.HLSL", "2"),
        ("C_/windows/b.hlsl", "5"),
        ("_.git/config", "8"),
        ("__/__/outside.hlsl", "3"),
        ("__/y.hlsl", "7"),
        ("a.hlsl", "1"),
        ("a.hlsl-3/below.hlsl", "6"),
        ("etc/absolute.hlsl", "4"),
    ];
    let expected: Vec<(String, String)> =
        expected.iter().map(|&(name, text)| (name.to_owned(), text.to_owned())).collect();
    assert_eq!(files_below(&to), expected);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "in.pdb and the folder it went to");
    assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 8, "each new name, and the folder");
}

fn nothing_is_written_where_a_source_cannot_be() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("in.pdb");
    fs::write(&file, pdb(hash(1), "name", &[("a.hlsl", "1"), ("dir/b.hlsl", "2"), ("in.pdb", "3")], 0))
        .unwrap();
    let before = fs::read(&file).unwrap();
    let output = run(&["pdb", "extract", path(&file), "-o", path(folder.path())]);
    assert_eq!(output.status.code(), Some(2), "a source is called as the PDB: {output:?}");
    let to = folder.path().join("out");
    fs::create_dir_all(to.join("in.pdb")).unwrap();
    let output = run(&["pdb", "extract", path(&file), "-o", path(&to)]);
    assert_eq!(output.status.code(), Some(3), "a folder has the name of a source: {output:?}");
    assert!(files_below(&to).is_empty());
    assert_eq!(fs::read(&file).unwrap(), before);
    assert!(!folder.path().join("a.hlsl").exists());
}

#[cfg(unix)]
fn links_are_not_followed_out_of_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("in.pdb");
    fs::write(&file, pdb(hash(1), "name", &[("a.hlsl", "1"), ("dir/b.hlsl", "2")], 0)).unwrap();
    for link in ["dir", "a.hlsl"] {
        let (to, outside) = (folder.path().join(format!("out-{link}")), folder.path().join("outside"));
        fs::create_dir_all(&to).unwrap();
        fs::create_dir_all(&outside).unwrap();
        std::os::unix::fs::symlink(&outside, to.join(link)).unwrap();
        let output = run(&["pdb", "extract", path(&file), "-o", path(&to)]);
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        assert!(files_below(&outside).is_empty());
        assert_eq!(fs::read_dir(&to).unwrap().count(), 1, "the link alone");
    }
}

/// An MSF file as FXC leaves it in SPDB: stream 1 names the others, two of them by the path of a source.
fn database(named: &[(&str, u32)], streams: &[&str]) -> Vec<u8> {
    let mut strings = Vec::new();
    let mut pairs = Vec::new();
    for (name, stream) in named {
        pairs.extend([u32::try_from(strings.len()).unwrap(), *stream]);
        strings.extend(name.bytes().chain([0]));
    }
    let count = u32::try_from(named.len()).unwrap();
    let bytes = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
    let head = bytes(&[VC70, 0, 1, 0, 0, 0, 0, u32::try_from(strings.len()).unwrap()]);
    let table = bytes(&[&[count, 8, 1, (1 << count) - 1, 0], pairs.as_slice()].concat());
    let info = [head, strings, table].concat();
    let own = [Some(Vec::new().into()), Some(info.into())];
    let streams = streams.iter().map(|text| Some(text.as_bytes().to_vec().into()));
    MsfBuilder { streams: own.into_iter().chain(streams).collect(), ..MsfBuilder::default() }.build().unwrap()
}

/// Sources in SPDB are found, shown and extracted, each once; what names no stream has no text.
fn sources_of_fxc_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = fs::read(testkit::corpus::root().join("examples/blur.dxbc")).unwrap();
    let named = [
        ("/names", 2),
        ("/src/files/C:\\game\\blur.hlsl", 3),
        ("/src/files/again.hlsl", 3),
        ("/src/files/taps.hlsli", 4),
        ("/src/files/nowhere.hlsl", 700),
    ];
    let texts =
        ["", "#include \"taps.hlsli\"\nfloat4 main() : SV_Target { return TAP; }\n", "#define TAP 0.5\n"];
    let mut builder = ContainerBuilder::from(&Container::parse(&bytes).unwrap());
    builder.push(FourCc::SPDB, database(&named, &texts));
    let shader = folder.path().join("blur.dxbc");
    fs::write(&shader, builder.build(Signing::Sign).unwrap()).unwrap();
    let said = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();

    let found = said(&run(&["find", "--source", "TAP", path(&shader)]));
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(
        lines,
        [r"C:\game\blur.hlsl:2:float4 main() : SV_Target { return TAP; }", "taps.hlsli:1:#define TAP 0.5"]
    );
    let shown = said(&run(&["inspect", "--source", path(&shader)]));
    assert!(shown.contains("instructions per line are not available for SPDB"), "{shown}");
    assert_eq!(shown.matches("TAP").count(), 2, "{shown}");
    assert!(shown.contains("nowhere.hlsl"), "{shown}");
    assert!(said(&run(&["pdb", "list", path(&shader)])).contains("taps.hlsli"));
    let into = folder.path().join("sources");
    assert!(run(&["pdb", "extract", path(&shader), "-o", path(&into)]).status.success());
    assert_eq!(fs::read_to_string(into.join("taps.hlsli")).unwrap(), texts[2]);
    let output = run(&["pdb", "extract", "--arguments", path(&shader)]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("SPDB"));
}
