//! `docs/recipes.md`: what it shows of each command is what the command prints. Separate from the cases because the
//! page is for people, and its commands follow one after the other in one folder.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use testkit::{Completion, Failed, Test, corpus, skipped, tests};

pub(crate) const TESTS: &[Test] = tests![recipes_print_what_the_page_shows, git_compares_listings];

/// The fewest commands that the page has.
const COMMANDS: usize = 10;

/// The words of a command: blanks separate them, but not between single quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![];
    let mut word: Option<String> = None;
    let mut is_quoted = false;
    for letter in line.chars() {
        match letter {
            '\'' => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            ' ' if !is_quoted => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    assert!(!is_quoted, "{line}");
    words.extend(word);
    words
}

/// What a command of the page prints: its results, then what it says beside them, then its exit status, unless it is 0.
fn printed(line: &str, folder: &Path) -> Result<String, Failed> {
    let words = words(line);
    let Some(("shader-tools", arguments)) = words.split_first().map(|(first, rest)| (first.as_str(), rest))
    else {
        return Err(format!("`{line}` is no command of this program").into());
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_shader-tools"));
    command.current_dir(folder).args(arguments).env("NO_COLOR", "1").env_remove("COLUMNS");
    let output = command.env_remove("SHADER_STORE").output()?;
    let mut text = String::from_utf8(output.stdout)? + &String::from_utf8(output.stderr)?;
    match output.status.code() {
        Some(0) => {}
        Some(code @ 1..4) => writeln!(text, "exit status {code}")?,
        _ => return Err(format!("`{line}` ended with {}", output.status).into()),
    }
    Ok(text)
}

/// The page with what its commands print, and how many there are.
fn page_as_printed(page: &str, folder: &Path) -> Result<(String, usize), Failed> {
    let (mut text, mut count) = (String::new(), 0);
    let mut is_in_block = false;
    for line in page.lines() {
        if line.starts_with("```") {
            is_in_block = line == "```console";
        } else if is_in_block {
            if let Some(command) = line.strip_prefix("$ ") {
                count += 1;
                // Blanks at the ends of lines are nothing that a page shows.
                let printed = printed(command, folder)?;
                let lines = printed.trim_end().lines().map(str::trim_end);
                std::iter::once(line).chain(lines).try_for_each(|line| writeln!(text, "{line}"))?;
            }
            continue;
        }
        writeln!(text, "{line}")?;
    }
    Ok((text, count))
}

fn recipes_print_what_the_page_shows() -> Result<(), Failed> {
    let root = corpus::root();
    let folder = tempfile::tempdir()?;
    let examples = folder.path().join("examples");
    fs::create_dir(&examples)?;
    for file in fs::read_dir(root.join("examples"))? {
        let file = file?;
        if file.file_type()?.is_file() {
            fs::copy(file.path(), examples.join(file.file_name()))?;
        }
    }
    let path = root.join("docs/recipes.md");
    let page = fs::read_to_string(&path)?;
    let (expected, count) = page_as_printed(&page, folder.path())?;
    assert!(count >= COMMANDS, "{count} commands");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &expected)?;
        return Ok(());
    }
    let different = page.lines().zip(expected.lines()).find(|(shown, printed)| shown != printed);
    if let Some((shown, printed)) = different {
        return Err(format!("docs/recipes.md shows `{shown}`, and `{printed}` is printed").into());
    }
    assert_eq!(
        page, expected,
        "`BLESS=1 cargo test -p shader-tools --test all recipes` writes the page anew"
    );
    Ok(())
}

/// The page's configuration of git: what it says is what makes `git diff` show listings.
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
