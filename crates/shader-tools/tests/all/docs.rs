//! README and docs/: their commands run in a fresh folder with the examples, and print the output that a page shows.
//! Separate from the cases because pages are for people, and the commands of a page follow each other in one folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use testkit::pages::{self, Commands, Page, Shell};
use testkit::{Completion, Failed, Limits, Test, corpus, skipped, tests};

pub(crate) const TESTS: &[Test] = tests![
    commands_of_pages_print_what_the_pages_show within Limits::seconds(60, "executes all commands of all pages"),
    pages_name_verbs_and_options_that_exist,
    pages_are_checked,
    git_compares_listings,
];

const PROGRAM: &str = env!("CARGO_BIN_EXE_shader-tools");
/// The number of threads that execute pages.
const THREADS: usize = 2;
/// The fewest commands that pages have in all.
const COMMANDS: usize = 60;

fn commands_of_pages_print_what_the_pages_show() -> Result<Completion, Failed> {
    if Command::new("sh").args(["-c", "true"]).output().is_err() {
        return Ok(skipped("sh"));
    }
    let pages = pages::pages()?;
    let mut commands = Commands::default();
    pages.iter().for_each(|page| commands += page.commands());
    assert!(commands.plain >= COMMANDS, "{commands:?}");
    let Commands { plain, need_llvm, not_run } = commands;
    let sentence = format!(
        "have {} commands: {plain} are executed by `cargo test` (`shader-tools/all/docs.rs`), {need_llvm} need LLVM, \
         and {not_run} are not executed for a stated reason.",
        plain + need_llvm + not_run
    );
    let page = fs::read_to_string(corpus::root().join("docs/how-well.md"))?;
    assert!(page.contains(&sentence), "docs/how-well.md lacks: {sentence}");
    let errors = Mutex::new(Vec::new());
    let next = Mutex::new(pages.iter());
    let is_blessing = std::env::var_os("BLESS").is_some();
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                while let Some(page) = { next.lock().unwrap().next() } {
                    let result = execute(page, is_blessing);
                    errors.lock().unwrap().extend(result.err());
                }
            });
        }
    });
    let mut errors = errors.into_inner().unwrap();
    errors.sort();
    if errors.is_empty() {
        return Ok(Completion::Completed);
    }
    let help = "`BLESS=1 cargo test -p shader-tools --test all -- docs` writes the output into the pages";
    Err(format!("{}\n{help}", errors.join("\n")).into())
}

/// Executes a page in a folder of its own.
fn execute(page: &Page, is_blessing: bool) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let program = Path::new(PROGRAM).parent().ok_or("the program is in no folder")?;
    let shell = Shell { program, folder: folder.path(), has_llvm: false };
    let executed = page.execute(&shell)?;
    let Some(difference) = page.difference(&executed) else { return Ok(()) };
    if !is_blessing {
        return Err(difference);
    }
    fs::write(corpus::root().join(&page.path), executed).map_err(|error| error.to_string())
}

/// Code spans such as `shader-tools lower --back-end-only` have verbs and options of the program's help.
fn pages_name_verbs_and_options_that_exist() -> Result<(), Failed> {
    let mut help = BTreeMap::new();
    let mut errors = Vec::new();
    for page in pages::pages()? {
        for (line, span) in page.spans() {
            if let Some(error) = unknown_word(span, &mut help) {
                errors.push(format!("{}:{line}: `{span}`: {error}", page.path.display()));
            }
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors.join("\n").into()) }
}

/// The first word of a command that the program does not know. `help` has the help of each verb.
fn unknown_word(span: &str, help: &mut BTreeMap<String, Option<String>>) -> Option<String> {
    let mut verbs = Vec::new();
    let is_verb = |word: &&str| {
        word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-') && !word.starts_with('-')
    };
    let words: Vec<&str> = span.split_whitespace().skip(1).collect();
    for word in words.iter().take_while(|word| is_verb(word)) {
        verbs.push(*word);
        let text = help.entry(verbs.join(" ")).or_insert_with(|| help_of(&verbs));
        if text.is_none() {
            // The first word is a verb; a later one may be an argument.
            if verbs.len() == 1 {
                return Some(format!("the program has no verb `{word}`"));
            }
            verbs.pop();
            break;
        }
    }
    let text = help.get(&verbs.join(" ")).cloned().flatten()?;
    let options =
        words.iter().filter(|word| word.starts_with("--")).map(|word| word.split('=').next().unwrap_or(word));
    let is_known = |option: &&str| {
        text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').any(|word| word == *option)
    };
    options
        .into_iter()
        .find(|option| !is_known(option))
        .map(|option| format!("`{option}` is not in the help"))
}

fn help_of(verbs: &[&str]) -> Option<String> {
    let output = Command::new(PROGRAM).arg("help").args(verbs).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A wrong output, a failing script, a command in a block of text and a mark without a reason are found.
fn pages_are_checked() -> Result<(), Failed> {
    let parse = |text: &str| Page::parse(PathBuf::from("page.md"), text.to_owned());
    let outcome = |text: &str| -> Result<Option<String>, String> {
        let page = parse(text)?;
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let program = Path::new(PROGRAM).parent().ok_or("no folder")?;
        let executed = page.execute(&Shell { program, folder: folder.path(), has_llvm: false })?;
        Ok(page.difference(&executed))
    };
    if Command::new("sh").args(["-c", "true"]).output().is_ok() {
        assert_eq!(
            outcome("```console\n$ printf 'a\\nb\\nc\\n'\na\n...\nc\n$ false\nexit status 1\n```\n"),
            Ok(None)
        );
        assert_eq!(outcome("```sh\ncat <<'E' > a  # comment\n$ x\nE\ntest -f \\\n  a\n```\n"), Ok(None));
        assert_eq!(outcome("<!-- not run: needs a server -->\n```sh\nfalse\n```\n"), Ok(None));
        let wrong = outcome("```console\n$ echo a\nb\n```\n")?.unwrap_or_default();
        assert_eq!(wrong, "page.md:3: the page shows `b`, the command prints `a`");
        let missing = outcome("```console\n$ printf 'a\\nb\\n'\na\n```\n")?.unwrap_or_default();
        assert!(missing.starts_with("page.md:4: the page shows"), "{missing}");
        assert!(
            outcome("```sh\nfalse\ntrue\n```\n")
                .is_err_and(|error| error.contains("page.md:1: the script ends with"))
        );
    }
    assert!(parse("```text\n$ shader-tools ls\n```\n").is_err());
    assert!(parse("<!-- not run: -->\n```sh\nfalse\n```\n").is_err());
    let counted = parse(
        "```sh\na \\\n  b # c\n# d\ncat <<E\nx\nE\n```\n<!-- needs llvm: clang-22 -->\n```console\n$ a\nb\n$ c\n```\n",
    )?;
    assert_eq!(counted.commands(), Commands { plain: 2, need_llvm: 2, not_run: 0 });
    let mut help = BTreeMap::new();
    assert_eq!(unknown_word("shader-tools lower --emit ll FILE", &mut help), None);
    assert_eq!(unknown_word("shader-tools cache build DIR --recipe lower", &mut help), None);
    assert!(unknown_word("shader-tools lowers FILE", &mut help).is_some());
    assert!(unknown_word("shader-tools lower --nonsense", &mut help).is_some());
    Ok(())
}

/// The configuration of git that docs/recipes.md states makes `git diff` show listings.
fn git_compares_listings() -> Result<Completion, Failed> {
    let root = corpus::root();
    let page = fs::read_to_string(root.join("docs/recipes.md"))?;
    let setting = "git config diff.shader.textconv '";
    let attribute =
        page.lines().find_map(|line| line.strip_prefix("echo '")?.strip_suffix("' >> .gitattributes"));
    let textconv = page.lines().find_map(|line| line.strip_prefix(setting)?.strip_suffix('\''));
    let (attribute, textconv) = attribute.zip(textconv).ok_or("the page configures git")?;
    let program = env!("CARGO_BIN_EXE_shader-tools").replace('\\', "/");
    let textconv = textconv.replace("shader-tools", &format!("'{program}'"));
    let folder = tempfile::tempdir()?;
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.current_dir(folder.path()).args(["-c", "user.name=a", "-c", "user.email=a@example.com"]);
        command.args(arguments).env("GIT_CONFIG_NOSYSTEM", "1").env("HOME", folder.path());
        command.output()
    };
    if git(&["init", "--quiet"]).is_err() {
        return Ok(skipped("git"));
    }
    fs::write(folder.path().join(".gitattributes"), format!("{attribute}\n"))?;
    git(&["config", "diff.shader.textconv", &textconv])?;
    let shader = folder.path().join("a.dxil");
    fs::copy(root.join("examples/triangle_ps.dxil"), &shader)?;
    git(&["add", "."])?;
    let output = git(&["commit", "--quiet", "-m", "first"])?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let edit = ["edit", "--constant", "PSMain:%44.1=0.25", "--in-place"];
    assert!(Command::new(env!("CARGO_BIN_EXE_shader-tools")).args(edit).arg(&shader).status()?.success());
    let output = git(&["diff", "--no-color"])?;
    let text = String::from_utf8(output.stdout)?;
    let is_changed = |sign: char, number: &str| {
        text.lines()
            .any(|line| line.starts_with(sign) && line.contains("%44 = fmul") && line.ends_with(number))
    };
    assert!(is_changed('-', "5.000000e-01") && is_changed('+', "2.500000e-01"), "{text}");
    Ok(Completion::Completed)
}
