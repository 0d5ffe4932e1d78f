//! `cargo xtask conformance report`: the page of `report` in a browser, Chromium without a window. Needs Debian's
//! `chromium`, or the program that CHROMIUM names. Every page of every shader is opened; nothing may be said in the
//! console, and what must be on the page is on it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::text;
use crate::{Outcome, cargo, root};

/// A name and a source that would be markup if they were taken for it.
const HOSTILE: &str = "</script><img src=x onerror=alert(1)>";

/// Opens reports of examples, of hostile names, of nothing, and of the corpus if there is one.
pub fn report() -> Outcome {
    let program = cargo::build_program("dev", "")?;
    let folder = cargo::target_dir()?.join("report");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(text)?;
    }
    fs::create_dir_all(&folder).map_err(text)?;
    let hostile = hostile(&folder)?;
    let nothing = folder.join("nothing");
    fs::create_dir_all(&nothing).map_err(text)?;
    let mut reports = vec![("examples", root().join("examples")), ("hostile", hostile), ("nothing", nothing)];
    match std::env::var_os("SHADER_CORPUS").map(|corpus| PathBuf::from(corpus).join("dxc")) {
        Some(corpus) if corpus.is_dir() => reports.push(("corpus", corpus)),
        _ => println!("SHADER_CORPUS names no folder with dxc/: only the project's own shaders are opened"),
    }
    for (name, shaders) in reports {
        let page = folder.join(name).with_extension("html");
        let status = Command::new(&program)
            .arg("report")
            .arg(&shaders)
            .arg("-o")
            .arg(&page)
            .stderr(Stdio::null())
            .status();
        // Files that cannot be read, and a folder of nothing, are on the page, too.
        status
            .map_err(text)?
            .code()
            .filter(|code| *code < 4)
            .ok_or_else(|| format!("report of {name} crashed"))?;
        let size = fs::metadata(&page).map_err(text)?.len();
        let found = opened(&folder, &page, "#/check")?;
        check(name, &found)?;
        if name == "hostile" {
            let listed = opened(&folder, &page, "#/shader/0/source")?;
            if !listed.contains("onerror") || listed.contains("<img src=\"x\"") {
                return Err("a source is not shown as text".to_owned());
            }
        }
        screenshot(&folder, &page, "#/", name)?;
        println!(
            "{name}: {size} bytes, {}",
            between(&found, "id=\"checked\">", "<").unwrap_or("nothing to open")
        );
    }
    println!("pictures of the pages are in {}", folder.display());
    Ok(())
}

/// A shader whose file, entry and source look like markup, and a file that is broken.
fn hostile(folder: &Path) -> Result<PathBuf, String> {
    let shaders = folder.join("hostile");
    fs::create_dir_all(&shaders).map_err(text)?;
    let bytes = fs::read(root().join("examples/triangle_ps_debug.dxil")).map_err(text)?;
    // A name has no slash.
    fs::write(shaders.join(HOSTILE.replace('/', "\u{2215}") + ".dxil"), &bytes).map_err(text)?;
    fs::write(shaders.join("<b>broken.dxil"), bytes.get(..40).unwrap_or_default()).map_err(text)?;
    Ok(shaders)
}

/// What must be on a page that opened everything.
fn check(name: &str, page: &str) -> Outcome {
    let opened = between(page, "id=\"checked\">", " pages opened").and_then(|text| text.split_once(" of "));
    match opened {
        Some((opened, all)) if opened == all => {}
        _ => return Err(format!("{name}: not all pages were opened")),
    }
    let wanted: &[&str] = match name {
        "nothing" => &["id=\"nothing\"", "Nothing to report"],
        "hostile" => &["id=\"failed\"", "&lt;b&gt;broken.dxil", "&lt;img src=x onerror=alert(1)&gt;"],
        _ => &["id=\"shaders\"", "id=\"charts\"", "class=\"map\"", "aria-sort=\"descending\""],
    };
    for wanted in wanted {
        if !page.contains(wanted) {
            return Err(format!("{name}: {wanted} is not on the page"));
        }
    }
    if page.contains("<img src=\"x\"") || page.contains("<b>broken") {
        return Err(format!("{name}: a name was taken for markup"));
    }
    Ok(())
}

/// How often a page is opened until its script comes to an end: the clock of a browser without a window runs ahead of
/// a machine that is busy.
const TRIES: usize = 5;

/// The elements of a page after its script has run; fails where its console says anything.
fn opened(folder: &Path, page: &Path, place: &str) -> Result<String, String> {
    for _ in 0..TRIES {
        let mut browser = browser(folder)?;
        browser.args(["--virtual-time-budget=600000", "--timeout=600000", "--dump-dom"]);
        browser.args(["--enable-logging=stderr", "--v=0"]);
        let output = browser.arg(url(page, place)).output().map_err(text)?;
        let said = String::from_utf8_lossy(&output.stderr);
        if let Some(line) = said.lines().find(|line| line.contains("CONSOLE")) {
            return Err(format!("{}: the console says: {line}", page.display()));
        }
        let elements = String::from_utf8_lossy(&output.stdout).into_owned();
        if elements.contains(&format!("data-ready=\"{place}\"")) {
            return Ok(elements);
        }
    }
    Err(format!("{}: the script did not come to its end", page.display()))
}

fn screenshot(folder: &Path, page: &Path, place: &str, name: &str) -> Outcome {
    let picture = folder.join(name).with_extension("png");
    let mut browser = browser(folder)?;
    browser
        .arg(format!("--screenshot={}", picture.display()))
        .args(["--window-size=1500,2400", "--virtual-time-budget=10000"]);
    let output = browser.arg(url(page, place)).output().map_err(text)?;
    if output.status.success() && picture.is_file() { Ok(()) } else { Err(format!("no picture of {name}")) }
}

fn browser(folder: &Path) -> Result<Command, String> {
    let program = std::env::var_os("CHROMIUM").unwrap_or_else(|| "chromium".into());
    let profile = folder.join("profile");
    if profile.exists() {
        fs::remove_dir_all(&profile).map_err(text)?;
    }
    let mut command = Command::new(program);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]);
    command.args(["--disable-background-networking", "--disable-component-update", "--disable-sync"]);
    command.arg(format!("--user-data-dir={}", profile.display())).stdin(Stdio::null());
    Ok(command)
}

fn url(page: &Path, place: &str) -> String {
    format!("file://{}{place}", page.display())
}

/// What stands between two texts.
fn between<'t>(text: &'t str, from: &str, to: &str) -> Option<&'t str> {
    let (_, behind) = text.split_once(from)?;
    behind.split_once(to).map(|(between, _)| between)
}
