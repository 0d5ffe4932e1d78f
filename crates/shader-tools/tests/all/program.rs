//! What a case file cannot say about the program: how little it reads of large files and endless pipes, symbolic links,
//! readers of its output that leave, and signals.

#![cfg_attr(
    not(target_os = "linux"),
    allow(dead_code, unused_imports, reason = "some tests are for one system only")
)]

use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    #[cfg(target_os = "linux")]
    a_large_file_is_judged_by_its_first_bytes,
    #[cfg(target_os = "linux")]
    a_shader_in_a_large_file_is_read_without_the_rest,
    #[cfg(unix)]
    an_endless_pipe_is_judged_by_its_first_bytes,
    a_reader_that_leaves_changes_no_exit_status,
    a_reader_that_leaves_stops_no_writing,
    #[cfg(unix)]
    links_in_folders_are_files,
    #[cfg(unix)]
    a_signal_leaves_no_temporary_file,
];

const PROGRAM: &str = env!("CARGO_BIN_EXE_shader-tools");
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn example(name: &str) -> PathBuf {
    Path::new(ROOT).join("examples").join(name)
}

fn run(arguments: &[&str], path: &Path) -> Output {
    Command::new(PROGRAM).args(arguments).arg(path).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The exit status of a program that must end soon.
fn wait(child: &mut Child) -> ExitStatus {
    let begin = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if begin.elapsed() > Duration::from_secs(60) {
            let _ = child.kill();
            panic!("the program does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A file of six gigabytes that takes no room on disk.
fn large_file(path: &Path, begin: &[u8]) {
    let mut file = File::create(path).unwrap();
    file.write_all(begin).unwrap();
    file.set_len(6 << 30).unwrap();
}

/// Runs the program with less memory than such a file is large.
#[cfg(target_os = "linux")]
fn run_limited(arguments: &[&str], path: &Path) -> Output {
    let mut shell = Command::new("sh");
    shell.current_dir(ROOT).args(["-c", "ulimit -v 3000000; exec \"$@\"", "sh", PROGRAM]);
    shell.args(arguments).arg(path).output().unwrap()
}

#[cfg(target_os = "linux")]
fn a_large_file_is_judged_by_its_first_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large");
    let verbs: &[&[&str]] = &[
        &["inspect"],
        &["parts", "list"],
        &["parts", "extract"],
        &["parts", "get", "--root-signature"],
        &["parts", "remove", "--part", "STAT"],
        &["pdb", "list"],
        &["pdb", "index"],
        &["pdb", "extract", "--arguments"],
        &["pdb", "find", "--in"],
        &["strip", "--all"],
        &["size"],
        &["sign"],
        &["verify"],
        &["validate"],
        &["dxv"],
        &["diff", "examples/triangle_ps.dxil"],
        &["reflect"],
        &["check-interface", "examples/triangle_vs.dxil"],
        &["yaml"],
        &["yaml", "--from"],
        &["dis"],
        &["cfg", "--dot"],
        &["as"],
        &["as", "--into"],
        &["derive"],
        &["amd", "inspect"],
        &["roundtrip", "--through", "container"],
        &["roundtrip", "--through", "text"],
    ];
    let huge_container = [&b"DXBC"[..], &[0xff; 28]].concat();
    let begins: [&[u8]; 6] = [b"", b"a text\n", b"DXBC", &huge_container, &[0xff; 5000], &[b'a'; 5000]];
    for begin in begins {
        large_file(&file, begin);
        for verb in verbs {
            let mut arguments = verb.to_vec();
            if matches!(verb, ["as", "--into"]) {
                arguments = vec!["as", "examples/blur.asm", "--into"];
            } else if matches!(verb, ["pdb", "find", "--in"]) {
                arguments = vec!["pdb", "find", "examples/triangle_ps.dxil", "--in"];
            }
            let begun = Instant::now();
            let output = run_limited(&arguments, &file);
            let status = output.status.code();
            assert!(
                matches!(status, Some(1 | 3)),
                "{verb:?} {:?}: {status:?} {}",
                &begin[..begin.len().min(9)],
                stderr(&output)
            );
            assert!(begun.elapsed() < Duration::from_secs(10), "{verb:?}: {:?}", begun.elapsed());
        }
    }
}

#[cfg(target_os = "linux")]
fn a_shader_in_a_large_file_is_read_without_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.dxil");
    large_file(&file, &fs::read(example("triangle_ps.dxil")).unwrap());
    for verb in [
        &["verify"][..],
        &["dis"],
        &["parts", "list"],
        &["cfg", "--dot"],
        &["parts", "get", "--root-signature"],
    ] {
        let output = run_limited(verb, &file);
        assert!(output.status.success(), "{verb:?}: {}", stderr(&output));
        let expected = run(verb, &example("triangle_ps.dxil"));
        assert_eq!(stdout(&output), stdout(&expected), "{verb:?}");
    }
    for verb in [&["inspect"][..], &["strip", "--all"], &["yaml"], &["roundtrip", "--through", "container"]] {
        let output = run_limited(verb, &file);
        assert_eq!(output.status.code(), Some(3), "{verb:?}");
        assert!(stderr(&output).contains("error[file.too-large]"), "{verb:?}: {}", stderr(&output));
    }
    // In a folder, what is no shader is passed over.
    large_file(&folder.path().join("other"), b"");
    let output = run_limited(&["verify"], folder.path());
    assert_eq!(stdout(&output), "1 file: 1 valid\n");
}

/// Writes `begin`, and then `byte` on and on, to the standard input of a program until it ends; returns how many bytes
/// it took.
fn feed(arguments: &[&str], begin: &[u8], byte: u8) -> (ExitStatus, u64) {
    let mut child = Command::new(PROGRAM)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut taken = 0;
    let mut piece = begin.to_vec();
    piece.resize(1 << 16, byte);
    loop {
        match stdin.write(&piece) {
            Ok(len) => taken += len as u64,
            Err(error) if error.kind() == ErrorKind::BrokenPipe => break,
            Err(error) => panic!("{error}"),
        }
        assert!(taken < 100 << 20, "{arguments:?} reads on and on");
        piece.fill(byte);
    }
    (wait(&mut child), taken)
}

#[cfg(unix)]
fn an_endless_pipe_is_judged_by_its_first_bytes() {
    let shader = fs::read(example("triangle_ps.dxil")).unwrap();
    let verbs = [["inspect", "-"], ["verify", "-"], ["as", "-"], ["validate", "-"], ["dis", "-"]];
    for (begin, byte) in [(&b""[..], 0), (b"a text\n", b'y'), (b"\x7fELF", 0xff)] {
        for arguments in &verbs {
            let (status, taken) = feed(arguments, begin, byte);
            assert!(matches!(status.code(), Some(1 | 3)), "{arguments:?}: {status}");
            assert!(taken < 1 << 20, "{arguments:?} took {taken} bytes");
        }
    }
    for arguments in [&["verify", "-"][..], &["dis", "-"]] {
        let (status, taken) = feed(arguments, &shader, 0);
        assert!(status.success(), "{arguments:?}");
        assert!(taken < 1 << 20, "{arguments:?} took {taken} bytes");
    }
}

/// The exit status of a program whose output nobody reads.
fn status_unread(arguments: &[&str]) -> Option<i32> {
    let mut command = Command::new(PROGRAM);
    command
        .current_dir(ROOT)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop((child.stdout.take(), child.stderr.take()));
    wait(&mut child).code()
}

fn a_reader_that_leaves_changes_no_exit_status() {
    let folder = tempfile::tempdir().unwrap();
    let mut shader = fs::read(example("triangle_ps.dxil")).unwrap();
    shader[4] ^= 1;
    for index in 0..100 {
        // More than are worked on at once, and the wrong one comes last.
        let bytes = if index == 99 { shader.clone() } else { fs::read(example("triangle_ps.dxil")).unwrap() };
        fs::write(folder.path().join(format!("{index:02}.dxil")), bytes).unwrap();
    }
    let (folder, wrong) = (folder.path().to_str().unwrap(), folder.path().join("99.dxil"));
    let wrong = wrong.to_str().unwrap();
    let other = tempfile::tempdir().unwrap();
    let invalid = other.path().join("invalid.dxil");
    let invalid = invalid.to_str().unwrap();
    let output = run(&["parts", "remove", "--part", "PSV0", "-o", invalid], &example("triangle_ps.dxil"));
    assert!(output.status.success(), "{}", stderr(&output));
    let cases: [(&[&str], i32); 12] = [
        (&["verify", "-v", folder], 1),
        (&["verify", "--json", folder], 1),
        (&["verify", wrong], 1),
        (&["validate", "examples", invalid], 1),
        (&["diff", "examples/triangle_ps.dxil", "examples/triangle_vs.dxil"], 1),
        (&["scan", "README.md"], 1),
        (&["inspect", "examples/triangle_ps.dxil"], 0),
        (&["dis", "examples/rays_lib.dxil"], 0),
        (&["inspect", "missing.dxil"], 3),
        (&["completions", "bash"], 0),
        (&["pdb", "index", "missing"], 3),
        (&["sign", "examples/triangle_ps.dxil"], 0),
    ];
    for (arguments, expected) in cases {
        assert_eq!(status_unread(arguments), Some(expected), "{arguments:?}");
    }
}

/// A result is written though the list of results is not read.
fn a_reader_that_leaves_stops_no_writing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let status = status_unread(&["scan", "examples", "--extract", out.to_str().unwrap()]);
    assert_eq!(status, Some(1), "not every example is a shader");
    let expected = fs::read_dir(example("")).unwrap().filter(|entry| {
        let name = entry.as_ref().unwrap().file_name().to_string_lossy().into_owned();
        name.ends_with(".dxil") || name.ends_with(".dxbc")
    });
    assert!(fs::read_dir(&out).unwrap().count() >= expected.count());
}

#[cfg(unix)]
fn links_in_folders_are_files() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let other = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::copy(example("triangle_ps.dxil"), at("a.dxil")).unwrap();
    fs::copy(example("triangle_vs.dxil"), other.path().join("c.dxil")).unwrap();
    symlink("a.dxil", at("b.dxil")).unwrap();
    symlink(other.path(), at("folder")).unwrap();
    symlink("missing", at("nowhere")).unwrap();
    symlink(".", at("loop")).unwrap();
    symlink(folder.path(), other.path().join("back")).unwrap();
    assert_eq!(stdout(&run(&["verify"], folder.path())), "4 files: 3 valid, 1 unreadable\n");
    assert_eq!(stdout(&run(&["verify", "--ignore-unreadable"], folder.path())), "3 files: 3 valid\n");
    assert_eq!(run(&["pdb", "index"], folder.path()).status.code(), Some(3), "there are no PDBs");

    // A file with two names is changed once.
    fs::write(at("private"), "data").unwrap();
    let part = format!("PRIV={}", at("private").display());
    let words = ["parts", "add", "--part", &part, "--in-place", "--ignore-unreadable"];
    let output = run(&words, folder.path());
    assert!(output.status.success(), "{}", stderr(&output));
    for name in ["a.dxil", "folder/c.dxil"] {
        assert_eq!(stdout(&run(&["parts", "list"], &at(name))).matches("PRIV").count(), 1, "{name}");
    }
    assert!(at("b.dxil").is_symlink());
}

#[cfg(unix)]
fn a_signal_leaves_no_temporary_file() {
    use std::os::unix::process::ExitStatusExt as _;
    for (signal, number) in [("INT", 2), ("TERM", 15)] {
        let folder = tempfile::tempdir().unwrap();
        let (pipe, index) = (folder.path().join("pipe"), folder.path().join("index.jsonl"));
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        fs::write(&index, "before").unwrap();
        let mut command = Command::new(PROGRAM);
        let mut child = command
            .args(["pdb", "index"])
            .arg(&pipe)
            .arg("-o")
            .arg(&index)
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        // The index is being written, and waits for the pipe.
        let files = || fs::read_dir(folder.path()).unwrap().count();
        let begin = Instant::now();
        while files() < 3 {
            assert!(begin.elapsed() < Duration::from_secs(60), "no temporary file");
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(50));
        assert!(
            Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap().success()
        );
        let status = wait(&mut child);
        assert_eq!(status.signal(), Some(number), "{status}");
        assert_eq!(files(), 2);
        assert_eq!(fs::read(&index).unwrap(), b"before");
    }
}
