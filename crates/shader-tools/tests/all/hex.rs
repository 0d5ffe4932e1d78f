//! What `inspect --hex` shows: each byte of a file once.

use std::io::Write as _;
use std::process::{Command, Stdio};

use dx_container::pdb::PdbBuf;
use dx_container::{ContainerBuilder, FourCc, Signing};
use testkit::corpus::shaders;
use testkit::{Failed, Limits, Test, tests};

pub(crate) const TESTS: &[Test] = tests![hex_map_shows_every_byte_once within Limits::seconds(60, "it walks the whole corpus"), hex_map_of_scattered_streams];

/// `inspect --hex` prints each file's bytes from the first to the last, none twice.
fn hex_map_shows_every_byte_once() -> Result<(), Failed> {
    let shaders = shaders();
    for files in shaders.chunks(500) {
        let paths = files.iter().map(|shader| &shader.path);
        let run = std::process::Command::new(env!("CARGO_BIN_EXE_shader-tools"))
            .args(["inspect", "--hex", "--color", "never"])
            .args(paths)
            .output()?;
        let map = String::from_utf8(run.stdout)?;
        let mut shown: Vec<Vec<u8>> = Vec::new();
        for line in map.lines() {
            let offset = line.split_once("  ").and_then(|(offset, _)| usize::from_str_radix(offset, 16).ok());
            match offset {
                Some(offset) if line.find(' ') == Some(8) => {
                    let bytes = shown.last_mut().ok_or("bytes before a file's name")?;
                    if offset != bytes.len() {
                        return Err(format!("{offset:#x} after {:#x} bytes: {line}", bytes.len()).into());
                    }
                    let digits = line[10..].get(..48).unwrap_or(&line[10..]).split_whitespace();
                    bytes.extend(digits.map_while(|digits| u8::from_str_radix(digits, 16).ok()));
                }
                _ if line.ends_with(" bytes") && line.contains(", ") => shown.push(Vec::new()),
                _ => {}
            }
        }
        for (shader, shown) in files.iter().zip(&shown) {
            if shown != shader.pdb.as_ref().unwrap_or(&shader.bytes) {
                return Err(format!("{}: the map shows other bytes", shader.path.display()).into());
            }
        }
        assert_eq!(files.len(), shown.len(), "every file has a map");
    }
    Ok(())
}

/// The bytes that `inspect --hex` shows of a file, checked to follow one another.
fn hex_map(file: &[u8]) -> Vec<u8> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_shader-tools"))
        .args(["inspect", "--hex", "--color", "never", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(file).unwrap();
    let map = String::from_utf8(program.wait_with_output().unwrap().stdout).unwrap();
    let mut shown = Vec::new();
    for line in map.lines().filter(|line| line.get(8..10) == Some("  ") && !line.starts_with(' ')) {
        let (Ok(offset), Some(row)) = (usize::from_str_radix(&line[..8], 16), line.get(10..)) else {
            continue;
        };
        assert_eq!(offset, shown.len(), "{line}");
        let digits = row.get(..48).unwrap_or(row).split_whitespace();
        shown.extend(digits.map(|digits| u8::from_str_radix(digits, 16).unwrap()));
    }
    shown
}

/// The streams of a PDB are shown block by block where their blocks do not follow each other.
fn hex_map_of_scattered_streams() {
    let mut container = ContainerBuilder::new();
    container.push(FourCc::PRIV, vec![7; 1000]);
    let container = container.build(Signing::Zero).unwrap();
    let mut bytes = PdbBuf { guid: *b"0123456789abcdef", container }.build().unwrap();
    // Stream 5 in the blocks 8, 7, 6 instead of 6, 7, 8: its entry in the directory, and the blocks.
    let blocks = 4 * 512 + 4 * 7 + 4;
    bytes[blocks..blocks + 12].copy_from_slice(&[8, 7, 6].map(u32::to_le_bytes).concat());
    let (first, third) = (6 * 512, 8 * 512);
    let moved = bytes[first..first + 512].to_vec();
    bytes.copy_within(third..third + 512, first);
    bytes[third..third + 512].copy_from_slice(&moved);
    assert_eq!(hex_map(&bytes), bytes);
}
