//! `cargo xtask llvm VERSION FOLDER`: unpacks Debian's packages of a version of LLVM into a folder, without installing
//! them. Separate from `conformance`, whose tasks only need the tools in `PATH`.
//!
//! The packages are built for x86-64. Debian's suite `unstable` needs newer system libraries than the machine may have,
//! so each tool is started by a script that selects the unpacked libraries.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Outcome, cargo};

/// The suite whose packages have the newest version of LLVM.
const SUITE: &str = "unstable";

/// The tools that the conformance tasks start.
const TOOLS: [&str; 10] =
    ["clang", "llc", "lld", "llvm-as", "llvm-dis", "llvm-mc", "llvm-objdump", "obj2yaml", "opt", "yaml2obj"];

/// Downloads the packages `clang-VERSION`, `lld-VERSION` and `llvm-VERSION` with their dependencies, unpacks them to
/// `FOLDER/root`, and writes the scripts to `FOLDER/bin`.
pub fn run(version: &str, folder: &str) -> Outcome {
    if version.parse::<u32>().is_err() {
        return Err(format!("{version} is not a major version of LLVM, expected a number such as 23"));
    }
    let folder = std::path::absolute(folder).map_err(|error| format!("{folder}: {error}"))?;
    let apt = Apt::new(&folder, &mirror()?)?;
    apt.run(&["update"])?;
    let packages = ["clang", "lld", "llvm"].map(|name| format!("{name}-{version}"));
    let packages = packages.each_ref().map(String::as_str);
    apt.run(&[&["install", "--yes", "--download-only"], &packages[..]].concat())?;
    let root = folder.join("root");
    create(&root)?;
    for package in apt.packages()? {
        let mut dpkg = Command::new("dpkg");
        cargo::run(dpkg.arg("-x").arg(package).arg(&root))?;
    }
    let bin = folder.join("bin");
    create(&bin)?;
    let mut count = 0;
    for tool in TOOLS {
        count += usize::from(write_script(&root, &bin, tool, version)?);
    }
    if count == 0 {
        return Err(format!("{} has no tools of LLVM {version}", root.display()));
    }
    println!("{count} tools of LLVM {version}: PATH={}:$PATH", bin.display());
    Ok(())
}

/// Returns the first mirror of Debian in apt's configuration.
fn mirror() -> Result<String, String> {
    let mut apt = Command::new("apt-get");
    apt.args(["indextargets", "--format", "$(SITE)"]);
    let output = apt.output().map_err(|error| format!("apt-get: {error}"))?;
    let sites = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut sites = sites.lines().filter(|site| !site.contains("security"));
    sites
        .next()
        .map(str::to_owned)
        .ok_or_else(|| "apt has no mirror of Debian: run `apt-get update`".to_owned())
}

/// apt with lists, a cache and a status of its own in a folder.
struct Apt {
    options: Vec<String>,
    archives: PathBuf,
}

impl Apt {
    fn new(folder: &Path, mirror: &str) -> Result<Self, String> {
        let [lists, cache, sources] = ["lists", "cache", "sources"].map(|name| folder.join("apt").join(name));
        let archives = cache.join("archives");
        for needed in [lists.join("partial"), archives.join("partial"), sources.clone()] {
            create(&needed)?;
        }
        let status = folder.join("apt/status");
        write(&status, "")?;
        write(&sources.join("debian.list"), &format!("deb {mirror} {SUITE} main\n"))?;
        let settings = [
            ("Dir::State::Lists", lists.display().to_string()),
            ("Dir::Cache", cache.display().to_string()),
            ("Dir::Etc::SourceParts", sources.display().to_string()),
            ("Dir::Etc::SourceList", "/dev/null".to_owned()),
            ("Dir::State::status", status.display().to_string()),
            ("APT::Sandbox::User", "root".to_owned()),
        ];
        let options = settings.iter().flat_map(|(name, value)| ["-o".to_owned(), format!("{name}={value}")]);
        Ok(Self { options: options.collect(), archives })
    }

    fn run(&self, arguments: &[&str]) -> Outcome {
        cargo::run(Command::new("apt-get").args(&self.options).args(arguments))
    }

    /// The downloaded packages.
    fn packages(&self) -> Result<Vec<PathBuf>, String> {
        let entries =
            fs::read_dir(&self.archives).map_err(|error| format!("{}: {error}", self.archives.display()))?;
        let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        found.retain(|path| path.extension().is_some_and(|extension| extension == "deb"));
        found.sort();
        Ok(found)
    }
}

/// Writes the script that starts a tool with the unpacked libraries. Returns false if the packages lack the tool.
fn write_script(root: &Path, bin: &Path, tool: &str, version: &str) -> Result<bool, String> {
    let folder = root.join(format!("usr/lib/llvm-{version}"));
    let program = folder.join("bin").join(tool);
    if !program.exists() {
        return Ok(false);
    }
    let libraries = root.join("usr/lib/x86_64-linux-gnu");
    let script = format!(
        "#!/bin/sh\nexec {libraries}/ld-linux-x86-64.so.2 --library-path {libraries}:{folder}/lib --argv0 {tool} \
         {program} \"$@\"\n",
        libraries = libraries.display(),
        folder = folder.display(),
        program = program.display()
    );
    let path = bin.join(format!("{tool}-{version}"));
    write(&path, &script)?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755))
        .map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(true)
}

fn create(folder: &Path) -> Outcome {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn write(path: &Path, text: &str) -> Outcome {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
