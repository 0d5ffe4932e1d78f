//! The verbs that know token programs take any: mangled ones, and long ones that are nothing but nested or different.
//! They neither fail by a fault of their own nor print out of proportion.

use std::fs;
use std::process::Command;

use dx_container::reader::Payload;
use dx_container::{Container, ContainerBuilder, FourCc, Signing};
use testkit::corpus::each_file;
use testkit::damage::bytes::flip;
use testkit::random::Random;
use testkit::{Test, note, tests};

pub(crate) const TESTS: &[Test] = tests![verbs_take_mangled_programs];

/// An opcode token: `mov` is 54, `dcl_temps` 104, custom data 53.
fn token(opcode: u32, length: u32) -> u32 {
    opcode | length << 24
}

/// Programs that are mangled in a folder of their own, beside what they were made of.
struct Folders {
    folder: tempfile::TempDir,
    /// Bytes in both.
    size: usize,
    count: usize,
}

impl Folders {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("there is room");
        for name in ["a", "b"] {
            fs::create_dir(folder.path().join(name)).expect("it is new");
        }
        Self { folder, size: 0, count: 0 }
    }

    fn add(&mut self, a: &[u8], b: &[u8]) {
        let name = format!("{}.dxbc", self.count);
        for (folder, bytes) in [("a", a), ("b", b)] {
            fs::write(self.folder.path().join(folder).join(&name), bytes).expect("there is room");
            self.size += bytes.len();
        }
        self.count += 1;
    }

    /// Runs a verb over them, which neither fails by a fault of its own nor prints out of proportion.
    fn run(&self, arguments: &[&str], folders: &[&str]) {
        let paths = folders.iter().map(|name| self.folder.path().join(name));
        let run = Command::new(env!("CARGO_BIN_EXE_shader-tools"))
            .args(arguments)
            .args(["--color", "never"])
            .args(paths)
            .output()
            .expect("the program runs");
        let error = String::from_utf8_lossy(&run.stderr);
        assert!(matches!(run.status.code(), Some(0 | 1 | 3)), "{arguments:?}: {}: {error}", run.status);
        let most = PRINTED_PER_BYTE * self.size + PRINTED_FREE * self.count;
        let printed = run.stdout.len() + run.stderr.len();
        note!("{arguments:?}: {printed} bytes of {}", self.size);
        assert!(printed <= most, "{arguments:?}: {printed} bytes of {}", self.size);
    }
}

/// A statement takes four bytes at least, and its line in a map 60 characters and what it is set in by.
const PRINTED_PER_BYTE: usize = 80;
/// What stands around it all.
const PRINTED_FREE: usize = 8 << 10;

/// The verbs that know programs take any: mangled ones, and long ones that are nothing but nested or different.
fn verbs_take_mangled_programs() {
    const VERBS: [&[&str]; 7] = [
        &["inspect"],
        &["inspect", "--json"],
        &["inspect", "--hex"],
        &["reflect"],
        &["reflect", "--json"],
        &["size"],
        &["size", "--json"],
    ];
    let mut random = Random(0x1234_5678_9abc_def1);
    let mut folders = Folders::new();
    let walked = each_file(|_, bytes| {
        let Ok(container) = Container::parse(bytes) else { return };
        let mut programs =
            container.parts().iter().filter(|part| [FourCc::SHDR, FourCc::SHEX].contains(&part.name));
        let Some(Payload { offset, bytes: program, .. }) =
            programs.next().map(|part| container.payload(part))
        else {
            return;
        };
        let start = usize::try_from(offset).expect("it lies in the file");
        let mut mangled = bytes.to_vec();
        for _ in 0..=random.below(3) {
            flip(&mut mangled[start..start + program.len()], &mut random);
        }
        folders.add(bytes, &mangled);
    });
    walked.checked("programs", folders.count, [5, 525]);
    let container = |words: &[u32]| {
        let part = [0x50, 2 + u32::try_from(words.len()).unwrap()].into_iter().chain(words.iter().copied());
        let mut builder = ContainerBuilder::new();
        builder.push(FourCc::SHEX, part.flat_map(u32::to_le_bytes).collect::<Vec<u8>>());
        builder.build(Signing::Sign).expect("it fits")
    };
    const LONG: u32 = 100_000;
    let nested: Vec<u32> = (0..LONG).map(|_| token(48, 1)).collect();
    let different: Vec<u32> = (0..LONG).map(|at| token(62, 1) | (at * 7919 % 8191) << 11).collect();
    let samplers: Vec<u32> = (0..LONG / 4).flat_map(|at| [token(90, 3), 0x0010_6000, at]).collect();
    folders.add(&container(&nested), &container(&different));
    folders.add(&container(&different[..9_000]), &container(&different[50_000..59_000]));
    folders.add(&container(&samplers), &container(&nested[..99]));
    for verb in VERBS {
        folders.run(verb, &["a", "b"]);
    }
    folders.run(&["diff"], &["a", "b"]);
    folders.run(&["diff", "--json"], &["a", "b"]);
}
