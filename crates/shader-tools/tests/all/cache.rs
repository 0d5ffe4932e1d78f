//! `cache` and the variable SHADER_STORE: what was made once is had without making it again, whoever is killed
//! meanwhile, and whatever else goes wrong.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;
use testkit::random::Random;
use testkit::{Failed, Test, tests, times};

pub(crate) const TESTS: &[Test] = tests![
    a_second_run_makes_nothing,
    archives_follow_from_what_is_in_them,
    broken_archives_add_what_is_whole,
    links_are_had_again,
    #[cfg(unix)]
    pipelines_are_linked_from_the_store,
    lower_uses_the_store_and_goes_on_without,
    recipes_are_verbs_that_make_one_artefact,
    verdicts_are_kept_of_files_without_findings,
    what_a_killed_process_finished_is_there,
    writers_and_readers_share_a_folder
];

/// A compute shader that no other number has.
fn shader(number: usize) -> String {
    format!(
        r#"; number {number}
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64"
target triple = "dxilv1.5-pc-shadermodel6.5-compute"

@shared = external addrspace(3) global i32, align 4

define void @main() #0 {{
  %1 = call i32 @llvm.dx.group.id(i32 0)
  %2 = add i32 %1, {number}
  store i32 %2, ptr addrspace(3) @shared, align 4
  ret void
}}

declare i32 @llvm.dx.group.id(i32)

attributes #0 = {{ convergent "hlsl.numthreads"="1,1,1" "hlsl.shader"="compute" }}
"#
    )
}

struct Tree(tempfile::TempDir);

impl Tree {
    /// A folder of shaders.
    fn new(count: usize) -> Result<Self, Failed> {
        let folder = tempfile::tempdir()?;
        let shaders = folder.path().join("shaders");
        for number in 0..count {
            let below = shaders.join(format!("{:02}", number % 10));
            fs::create_dir_all(&below)?;
            fs::write(below.join(format!("{number:05}.ll")), shader(number))?;
        }
        Ok(Self(folder))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shader-tools"));
        command.args(words).current_dir(self.0.path()).env("NO_COLOR", "1").env_remove("SHADER_STORE");
        command
    }

    fn run(&self, words: &[&str]) -> Result<Output, Failed> {
        Ok(self.command(words).output()?)
    }

    /// Runs it, which has to end well.
    fn fine(&self, words: &[&str]) -> Result<String, Failed> {
        let output = self.run(words)?;
        assert!(output.status.success(), "{words:?}: {}", text(&output.stderr));
        Ok(text(&output.stdout))
    }

    fn build(&self, store: &str, more: &[&str]) -> Result<Value, Failed> {
        let words = ["cache", "build", "shaders", "--recipe", "lower", "--json", "--store", store];
        let output = self.run(&[&words, more].concat())?;
        assert!(output.status.success(), "{}", text(&output.stderr));
        Ok(serde_json::from_slice(&output.stdout)?)
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn a_second_run_makes_nothing() -> Result<(), Failed> {
    let count = 300;
    let tree = Tree::new(count)?;
    for store in ["store.redb", "folder/"] {
        let first = tree.build(store, &[])?;
        assert_eq!((&first["made"], &first["hits"]), (&count.into(), &0.into()));
        let second = tree.build(store, &[])?;
        assert_eq!((&second["made"], &second["hits"]), (&0.into(), &count.into()));
        assert!(second["secondsSaved"].as_f64() > Some(0.0), "{second}");
        // What is kept is what the verb writes.
        tree.fine(&["cache", "get", "shaders", "--recipe", "lower", "--store", store, "-o", "got/"])?;
        tree.fine(&["lower", "shaders/07", "-o", "lowered/"])?;
        for number in (7..count).step_by(10) {
            let got = fs::read(tree.path(&format!("got/07/{number:05}.dxil")))?;
            assert_eq!(got, fs::read(tree.path(&format!("lowered/{number:05}.dxil")))?);
        }
        fs::remove_dir_all(tree.path("got"))?;
        // Another option is another artefact, and another comment is not.
        let mut words = vec!["cache", "build", "shaders/03", "--json", "--store", store];
        words.extend(["--recipe", "lower --validator-version 1.7"]);
        let other: Value = serde_json::from_str(&tree.fine(&words)?)?;
        assert_eq!(other["made"], 30);
        let path = tree.path("shaders/05/00005.ll");
        fs::write(&path, fs::read_to_string(&path)?.replace("; number 5\n", "; and more\n"))?;
        assert_eq!(tree.build(store, &[])?["made"], 0);
        fs::write(&path, fs::read_to_string(&path)?.replace("i32 %1, 5\n", "i32 %1, 999\n"))?;
        assert_eq!(tree.build(store, &[])?["made"], 1);
        fs::write(&path, shader(5))?;
        let stats: Value =
            serde_json::from_str(&tree.fine(&["cache", "stats", "--json", "--store", store])?)?;
        assert_eq!(stats["stores"][0]["artefacts"], count + 31);
        let verified: Value =
            serde_json::from_str(&tree.fine(&["cache", "verify", "--json", "--store", store])?)?;
        assert_eq!(verified["stores"][0]["sound"], count + 31);
        tree.fine(&["cache", "gc", "--max", "0", "--store", store])?;
        assert_eq!(tree.build(store, &[])?["made"], count);
    }
    Ok(())
}

/// One thread or four, a file or a folder: the same bytes.
fn archives_follow_from_what_is_in_them() -> Result<(), Failed> {
    let tree = Tree::new(80)?;
    let mut archives = Vec::new();
    for (store, jobs) in [("one.redb", "1"), ("four.redb", "4"), ("one/", "1"), ("four/", "4")] {
        tree.build(store, &["-j", jobs])?;
        tree.fine(&["cache", "export", "--store", store, "-o", "archive"])?;
        archives.push(fs::read(tree.path("archive"))?);
    }
    assert!(archives[0].len() > 80 * 1000 && archives.iter().all(|archive| *archive == archives[0]));
    // And back, into another store, which then has all of it.
    tree.fine(&["cache", "import", "archive", "--store", "other.redb"])?;
    assert_eq!(tree.build("other.redb", &[])?["hits"], 80);
    tree.fine(&["cache", "export", "--store", "other.redb", "-o", "again"])?;
    assert_eq!(fs::read(tree.path("again"))?, archives[0]);
    Ok(())
}

fn broken_archives_add_what_is_whole() -> Result<(), Failed> {
    let tree = Tree::new(20)?;
    tree.build("store.redb", &[])?;
    tree.fine(&["cache", "export", "--store", "store.redb", "-o", "whole"])?;
    let whole = fs::read(tree.path("whole"))?;
    fs::write(tree.path("cut"), &whole[..whole.len() / 2])?;
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 1;
    fs::write(tree.path("flipped"), flipped)?;
    fs::write(tree.path("none"), "a text")?;
    for (name, at_least) in [("cut", 5), ("flipped", 5), ("none", 0)] {
        let store = format!("{name}.redb");
        let output = tree.run(&["cache", "import", name, "--store", &store])?;
        assert_eq!(output.status.code(), Some(1), "{name}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains("error[store.archive]"), "{}", text(&output.stderr));
        tree.fine(&["cache", "verify", "--store", &store])?;
        let built = tree.build(&store, &[])?;
        assert!(
            built["hits"].as_u64() >= Some(at_least) && built["hits"].as_u64() < Some(20),
            "{name}: {built}"
        );
    }
    Ok(())
}

fn recipes_are_verbs_that_make_one_artefact() -> Result<(), Failed> {
    let tree = Tree::new(3)?;
    // A mistyped path does not create a store.
    let output =
        tree.run(&["cache", "build", "mistyped", "--recipe", "lower", "--store", "mistyped.redb"])?;
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    assert!(!tree.path("mistyped.redb").exists());
    fs::write(tree.path("shaders/broken.ll"), "define void @main(\n")?;
    // The others go on.
    let words = ["cache", "build", "shaders", "--recipe", "lower", "--store", "store.redb"];
    let output = tree.run(&words)?;
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{stderr}");
    assert!(
        stderr.contains("shaders/broken.ll") && stderr.contains("4 files: 0 hits, 3 made, 1 failed"),
        "{stderr}"
    );
    let refused = [
        ("nosuch", "cannot be used as a recipe"),
        ("run", "cannot be used as a recipe"),
        ("", "is empty"),
        ("lower shaders/00/00000.ll", "cannot contain files"),
        ("lower --nosuch", "unexpected argument"),
        ("lower -o x", "a recipe cannot have -o"),
        ("lower --print-after flatten", "cannot have --print-after"),
        ("validate", "requires --json or --sarif"),
        ("validate --json --pdb .", "cannot have --pdb"),
        ("upgrade --json", "a second result"),
        ("as --into nosuch.dxil", "nosuch.dxil: no such file"),
        ("dis \"", "is not closed"),
    ];
    for (recipe, reason) in refused {
        let output = tree.run(&["cache", "build", "shaders", "--recipe", recipe, "--store", "other.redb"])?;
        assert_eq!(output.status.code(), Some(2), "{recipe}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains(reason), "{recipe}: {}", text(&output.stderr));
    }
    assert!(!tree.path("other.redb").exists(), "a store that nothing was made for");

    // Each recipe makes of a file what the verb prints of it.
    tree.fine(&["lower", "shaders/00/00000.ll", "-o", "made.dxil"])?;
    let recipes: [(&str, &[&str]); 9] = [
        ("dis", &[]),
        ("derive", &["-o", "-"]),
        ("inspect --json", &[]),
        ("reflect --json", &[]),
        ("size --json", &[]),
        ("strip --all", &["-o", "-"]),
        ("upgrade", &[]),
        ("validate --json", &[]),
        ("yaml", &[]),
    ];
    for (recipe, more) in recipes {
        let args = ["cache", "build", "made.dxil", "--recipe", recipe, "--store", "reports/", "--list"];
        let listed = tree.fine(&args)?;
        let key = listed.split_whitespace().nth(1).ok_or("no key")?;
        let got = tree.run(&["cache", "get", "--key", key, "--store", "reports/"])?;
        let mut direct = tree.command(&recipe.split(' ').collect::<Vec<_>>());
        let direct = direct.args(more).arg("-").stdin(fs::File::open(tree.path("made.dxil"))?).output()?;
        assert!(!got.stdout.is_empty() && got.stdout == direct.stdout, "{recipe}");
    }
    let missing = tree.run(&["cache", "get", "--key", &"0".repeat(64), "--store", "reports/"])?;
    assert_eq!(missing.status.code(), Some(1), "{}", text(&missing.stderr));
    assert_eq!(tree.run(&["cache", "stats"])?.status.code(), Some(2), "no store is named");
    Ok(())
}

/// `lower` with the store that the variable names, and with what is wrong with it.
fn lower_uses_the_store_and_goes_on_without() -> Result<(), Failed> {
    let tree = Tree::new(4)?;
    let lower = |store: &str| -> Result<Output, Failed> {
        Ok(tree.command(&["lower", "shaders", "-o", "out/"]).env("SHADER_STORE", store).output()?)
    };
    let results = || -> Result<BTreeMap<PathBuf, Vec<u8>>, Failed> {
        let files = testkit::corpus::files(&tree.path("out"));
        let read = |path: PathBuf| Ok((path.clone(), fs::read(path)?));
        files.into_iter().map(read).collect()
    };
    tree.fine(&["lower", "shaders", "-o", "out/"])?;
    let expected = results()?;
    assert_eq!(expected.len(), 4);
    fs::write(tree.path("damaged.redb"), "no store")?;
    tree.build("held.redb", &[])?;
    // Somebody else has this one.
    let mut holder = tree.command(&["cache", "import", "-", "--store", "held.redb"]);
    let mut holder = holder.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    wait_until_locked(&tree.path("held.redb"))?;
    let cases = [
        ("fs:good", ""),
        ("good.redb", ""),
        ("damaged.redb", "damaged"),
        ("held.redb?wait=0.1", "another process still has the store"),
        ("nosuch:x", "unknown scheme"),
        ("s3://bucket", "--features cloud"),
        ("damaged.redb,fs:behind", "damaged"),
    ];
    for (store, reason) in cases {
        if store.starts_with("s3") && cfg!(feature = "cloud") {
            continue;
        }
        for round in ["first", "second"] {
            fs::remove_dir_all(tree.path("out"))?;
            fs::create_dir(tree.path("out"))?;
            let output = lower(store)?;
            let stderr = text(&output.stderr);
            assert!(output.status.success() && results()? == expected, "{store}: {stderr}");
            assert_eq!(stderr.is_empty(), reason.is_empty(), "{store}, {round}: {stderr}");
            assert!(stderr.contains(reason), "{store}: {stderr}");
            assert!(stderr.lines().count() <= 1, "{stderr}");
        }
    }
    holder.kill()?;
    holder.wait()?;
    // What `lower` kept `cache build` finds, and the other way round.
    assert_eq!(tree.build("good.redb", &[])?["hits"], 4);
    assert_eq!(tree.build("behind/", &[])?["hits"], 4);
    // A value that changed is made again.
    let values: Vec<_> = testkit::corpus::files(&tree.path("good/v1"))
        .into_iter()
        .filter(|path| path.components().count() > 3)
        .collect();
    let values: Vec<_> =
        values.iter().filter(|path| path.file_name().is_some_and(|name| name.len() == 62)).collect();
    assert_eq!(values.len(), 4);
    for value in values {
        let mut bytes = fs::read(value)?;
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        fs::write(value, bytes)?;
    }
    assert_eq!(tree.run(&["cache", "verify", "--store", "good/"])?.status.code(), Some(1));
    fs::remove_dir_all(tree.path("out"))?;
    let output = lower("fs:good")?;
    assert!(output.status.success() && results()? == expected);
    assert_eq!(
        text(&output.stderr).matches("differs from the stored digest").count(),
        1,
        "{}",
        text(&output.stderr)
    );
    tree.fine(&["cache", "verify", "--store", "good/"])?;
    Ok(())
}

/// Waits until another process has the file.
fn wait_until_locked(path: &Path) -> Result<(), Failed> {
    for _ in 0..500 {
        if shader_store::redb_file::RedbFile::open(path, 0, Duration::ZERO).is_err() {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Err("nobody takes the file".into())
}

fn verdicts_are_kept_of_files_without_findings() -> Result<(), Failed> {
    let tree = Tree::new(1)?;
    tree.fine(&["lower", "shaders/00/00000.ll", "-o", "good.dxil"])?;
    let mut bytes = fs::read(tree.path("good.dxil"))?;
    bytes[40] ^= 0x55;
    fs::write(tree.path("bad.dxil"), bytes)?;
    let validate = |words: &[&str]| -> Result<(Option<i32>, String), Failed> {
        let words = [&["validate", "good.dxil", "bad.dxil"], words].concat();
        let output = tree.command(&words).env("SHADER_STORE", "verdicts.redb").output()?;
        Ok((output.status.code(), text(&output.stdout)))
    };
    let plain = validate(&[])?;
    assert_eq!(plain.0, Some(1));
    for _ in 0..2 {
        assert_eq!(validate(&["--cached"])?, plain, "the same is said with and without");
        assert_eq!(validate(&["--cached", "--json"])?, validate(&["--json"])?);
    }
    let stats: Value =
        serde_json::from_str(&tree.fine(&["cache", "stats", "--json", "--store", "verdicts.redb"])?)?;
    assert_eq!(stats["stores"][0]["artefacts"], 1, "one verdict, whatever was shown");
    let output = tree.run(&["validate", "good.dxil", "--cached"])?;
    assert!(output.status.success() && text(&output.stderr).contains("SHADER_STORE"));
    Ok(())
}

fn links_are_had_again() -> Result<(), Failed> {
    let tree = Tree::new(0)?;
    let entry = testkit::generate::libraries::entry(30, false)?;
    fs::create_dir(tree.path("libraries"))?;
    for number in 0..30 {
        let path = tree.path("libraries").join(format!("{number}.dxil"));
        fs::write(path, testkit::generate::libraries::library(number, false)?)?;
    }
    fs::write(tree.path("entry.dxil"), entry)?;
    let link = |output: &str| -> Result<Vec<u8>, Failed> {
        let words = [
            "link",
            "entry.dxil",
            "--library-path",
            "libraries",
            "-T",
            "ps_6_8",
            "-E",
            "PSMain",
            "-o",
            output,
        ];
        let linked = tree.command(&words).env("SHADER_STORE", "links.redb").output()?;
        assert!(linked.status.success(), "{}", text(&linked.stderr));
        Ok(fs::read(tree.path(output))?)
    };
    let artefacts = || -> Result<Value, Failed> {
        let stats = tree.fine(&["cache", "stats", "--json", "--store", "links.redb"])?;
        Ok(serde_json::from_str::<Value>(&stats)?["stores"][0]["artefacts"].clone())
    };
    let first = link("first.dxil")?;
    assert_eq!(link("second.dxil")?, first);
    assert_eq!(artefacts()?, 1);
    // Another library is another link, also where nothing of it is needed.
    fs::write(tree.path("libraries/more.dxil"), testkit::generate::libraries::library(99, false)?)?;
    assert_eq!(link("third.dxil")?, first);
    assert_eq!(artefacts()?, 2);
    Ok(())
}

/// A process that makes artefacts and says of each that it is kept, and what it said before it was killed.
struct Builder {
    child: Child,
}

impl Builder {
    fn spawn(tree: &Tree, store: &str) -> Result<Self, Failed> {
        let words = ["cache", "build", "shaders", "--recipe", "lower", "--list", "--store", store];
        let child = tree.command(&words).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        Ok(Self { child })
    }

    /// Kills it when it has said so much; what it finished, by key.
    fn kill_after(mut self, count: usize) -> Result<BTreeMap<String, String>, Failed> {
        let (said, enough) = std::sync::mpsc::channel();
        let lines = BufReader::new(self.child.stdout.take().ok_or("no pipe")?).lines();
        let reader = std::thread::spawn(move || {
            let words = |line: String| {
                let mut words = line.splitn(3, ' ').skip(1).map(str::to_owned);
                words.next().zip(words.next())
            };
            let mut finished = BTreeMap::new();
            for (key, file) in lines.map_while(Result::ok).filter_map(words) {
                finished.insert(key, file);
                if finished.len() == count {
                    // Nobody listens any more where it was killed already.
                    let _ = said.send(());
                }
            }
            finished
        });
        // An error is that of a process that ended before.
        let _ = enough.recv_timeout(Duration::from_secs(60));
        self.child.kill()?;
        self.child.wait()?;
        Ok(reader.join().map_err(|_| "the reader panicked")?)
    }
}

/// `kill -9` at random moments: all that was said to be kept is kept, and is what the verb makes.
fn what_a_killed_process_finished_is_there() -> Result<(), Failed> {
    const COUNT: usize = 400;
    let tree = Tree::new(COUNT)?;
    tree.build("whole.redb", &[])?;
    tree.fine(&["cache", "get", "shaders", "--recipe", "lower", "--store", "whole.redb", "-o", "expected/"])?;
    let mut random = Random(9);
    for (store, kills) in [("killed.redb", times(6)), ("killed/", times(4))] {
        let mut finished = BTreeMap::new();
        let mut interrupted = 0;
        for _ in 0..kills {
            if finished.len() == COUNT {
                // From the start again.
                tree.fine(&["cache", "gc", "--max", "0", "--store", store])?;
                finished.clear();
            }
            let count = 1 + random.below(COUNT / 2);
            finished.extend(Builder::spawn(&tree, store)?.kill_after(count)?);
            interrupted += usize::from(finished.len() < COUNT);
            let verified = tree.fine(&["cache", "verify", "--json", "--store", store])?;
            let verified: Value = serde_json::from_str(&verified)?;
            let sound = verified["stores"][0]["sound"].as_u64();
            assert!(sound >= Some(finished.len() as u64), "{verified}, of {} finished", finished.len());
        }
        // All that is there, byte for byte.
        let opened = shader_store::Location::parse(&tree.path(store).display().to_string());
        let kept = shader_store::Store::open_all(&[opened?])?;
        for (key, file) in &finished {
            let artefact =
                kept.get(&key.parse()?).ok_or_else(|| format!("{file} was finished, and has gone"))?;
            let name = file.strip_prefix("shaders/").ok_or("another folder")?;
            let expected = tree.path("expected").join(name).with_extension("dxil");
            assert_eq!(artefact.bytes, fs::read(expected)?);
        }
        testkit::note!("{} kills of a build into {}, {} before it was done", kills, store, interrupted);
        assert!(
            interrupted > 0 && !finished.is_empty(),
            "{interrupted} kills in time, {} finished",
            finished.len()
        );
    }
    Ok(())
}

/// Two processes write and eight read, in one folder at once.
fn writers_and_readers_share_a_folder() -> Result<(), Failed> {
    let tree = Tree::new(200)?;
    let build = ["cache", "build", "shaders", "--recipe", "lower", "--json", "--store", "shared/"];
    let get = ["cache", "get", "shaders", "--recipe", "lower", "--store", "shared/", "-o"];
    let quiet = |mut command: Command| command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let writers: Vec<Child> = (0..2).map(|_| quiet(tree.command(&build))).collect::<Result<_, _>>()?;
    // The readers come when the first artefacts are there.
    let is_begun = || !testkit::corpus::files_if_any(&tree.path("shared")).is_empty();
    for _ in 0..500 {
        if is_begun() {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let targets: Vec<String> = (0..8).map(|number| format!("got{number}/")).collect();
    let readers = targets.iter().map(|target| quiet(tree.command(&[&get[..], &[target.as_str()]].concat())));
    let readers: Vec<Child> = readers.collect::<Result<_, _>>()?;
    for writer in writers {
        let output = writer.wait_with_output()?;
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    for reader in readers {
        // What was not there yet is missing, and nothing is wrong.
        let output = reader.wait_with_output()?;
        assert!(matches!(output.status.code(), Some(0 | 1)), "{}", text(&output.stderr));
        assert!(!text(&output.stderr).contains("digest"), "{}", text(&output.stderr));
    }
    tree.fine(&["cache", "verify", "--store", "shared/"])?;
    tree.fine(&["cache", "get", "shaders", "--recipe", "lower", "--store", "shared/", "-o", "all/"])?;
    let mut read = 0;
    for path in testkit::corpus::files(&tree.path("all")) {
        let expected = fs::read(&path)?;
        let name = path.strip_prefix(tree.path("all"))?.to_owned();
        for target in &targets {
            if let Ok(found) = fs::read(tree.path(target).join(&name)) {
                assert_eq!(found, expected);
                read += 1;
            }
        }
    }
    assert!(read > 0, "nobody read anything while it was written");
    testkit::note!("eight processes read {} of 1,600 artefacts while two wrote them", read);
    Ok(())
}

/// A program that says it is llc, and writes the same object whatever it gets.
#[cfg(unix)]
fn fake_llc(tree: &Tree, object: &Path) -> Result<PathBuf, Failed> {
    use std::os::unix::fs::PermissionsExt as _;
    let path = tree.path("llc");
    let script = format!(
        "#!/bin/sh\ncase $1 in --version) echo 'LLVM version 22.1.0'; echo 'amdgcn';; *) cat > /dev/null; cat '{}';; esac\n",
        object.display()
    );
    fs::write(&path, script)?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
    Ok(path)
}

/// What was compiled is linked out of the store, without the program that compiled it.
#[cfg(unix)]
fn pipelines_are_linked_from_the_store() -> Result<(), Failed> {
    let tree = Tree::new(0)?;
    let root = testkit::corpus::root();
    let object = root.join("tests/corpus/amd/cs_constants_gfx1030.o");
    let llc = fake_llc(&tree, &object)?;
    let shader = root.join("examples/particles_cs.dxil");
    let [shader, object, llc] = [&shader, &object, &llc].map(|path| path.to_string_lossy().into_owned());
    let recipe = format!("amd compile --mcpu gfx1030 --llc '{llc}'");
    tree.fine(&["cache", "build", &shader, "--recipe", &recipe, "--store", "kept/"])?;
    fs::remove_file(&llc)?;
    let of_version =
        |version: &str| format!("amd compile --mcpu gfx1030 --llc-version 'LLVM version {version}'");
    let link = |recipe: &str| {
        tree.run(&["amd", "link", "--from-store", recipe, "--store", "kept/", &shader, "-o", "linked.elf"])
    };
    let output = link(&of_version("22.1.0"))?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    tree.fine(&["amd", "link", &object, "-o", "direct.elf"])?;
    assert!(fs::read(tree.path("linked.elf"))? == fs::read(tree.path("direct.elf"))?);
    for (recipe, expected) in
        [(of_version("22.1.1"), "the store has no artefact for this file"), (recipe, "does not exist")]
    {
        let output = link(&recipe)?;
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && message.contains(expected), "{message}");
    }
    Ok(())
}
