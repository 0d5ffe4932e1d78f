//! The llc that `amd compile` starts, and the LLVM assembly that this llc receives. Scripts replace llc, so no test
//! needs LLVM. Separate from the cases, which have no programs in PATH.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::{Command, Output};

use testkit::{Failed, Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    the_newest_llc_is_started,
    an_option_selects_the_version,
    other_versions_are_rejected,
    assembly_is_for_the_named_llc,
    keys_depend_on_the_version
];

/// The entry's attribute in the spelling of LLVM 22.
const LLVM_22: &str = "\"denormal-fp-math-f32\"=\"preserve-sign,preserve-sign\"";

/// The entry's attribute in the spelling of LLVM 23.
const LLVM_23: &str = "denormal_fpenv(float: preservesign)";

/// A folder with scripts that replace llc. PATH is only this folder.
struct Folder(tempfile::TempDir);

impl Folder {
    /// Creates scripts, each with a name and the version that the script prints. A script writes the assembly that it
    /// reads to the file NAME.ll.
    fn new(scripts: &[(&str, &str)]) -> Result<Self, Failed> {
        let folder = Self(tempfile::tempdir()?);
        let object = testkit::corpus::root().join("tests/corpus/amd/cs_constants_gfx1030.o");
        for (name, version) in scripts {
            let script = format!(
                "#!/bin/sh\ncase $1 in\n--version) echo 'LLVM version {version}'; echo 'amdgcn';;\n\
                 *) /bin/cat > '{}'; /bin/cat '{}';;\nesac\n",
                folder.path(&format!("{name}.ll")).display(),
                object.display()
            );
            fs::write(folder.path(name), script)?;
            fs::set_permissions(folder.path(name), fs::Permissions::from_mode(0o755))?;
        }
        Ok(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, words: &[&str]) -> Result<Output, Failed> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shader-tools"));
        command.args(words).arg(testkit::corpus::root().join("examples/particles_cs.dxil"));
        command.current_dir(self.0.path()).env("PATH", self.0.path()).env("NO_COLOR", "1");
        Ok(command.env_remove("SHADER_STORE").env_remove("SHADER_LLC").output()?)
    }

    /// Compiles an example to an object.
    fn compile(&self, options: &[&str]) -> Result<Output, Failed> {
        self.run(&[&["amd", "compile", "--mcpu", "gfx1030", "-o", "out.o"], options].concat())
    }

    /// Compiles an example, and checks which script compiled it and which spelling the script read.
    #[track_caller]
    fn expect(&self, options: &[&str], script: &str, spelling: &str) -> Result<(), Failed> {
        let output = self.compile(options)?;
        assert!(output.status.success(), "{options:?}: {}", errors(&output));
        for entry in fs::read_dir(self.0.path())?.flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|extension| extension == "ll") {
                assert_eq!(path, self.path(&format!("{script}.ll")), "{options:?}");
            }
        }
        let path = self.path(&format!("{script}.ll"));
        let assembly = fs::read_to_string(&path)?;
        assert_eq!(spelled(&assembly), [spelling], "{options:?}");
        fs::remove_file(path)?;
        Ok(())
    }

    /// Compiles an example, and checks the error.
    #[track_caller]
    fn rejects(&self, options: &[&str], message: &str) -> Result<(), Failed> {
        let output = self.compile(options)?;
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        let errors = errors(&output);
        assert!(errors.contains(message), "{options:?}: {errors}");
        Ok(())
    }
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The spellings that a text contains.
fn spelled(assembly: &str) -> Vec<&'static str> {
    let group = |line: &&str| line.starts_with("attributes ");
    let groups: Vec<&str> = assembly.lines().filter(group).collect();
    let has = |spelling: &&str| groups.iter().any(|group| group.contains(*spelling));
    [LLVM_22, LLVM_23].into_iter().filter(has).collect()
}

fn the_newest_llc_is_started() -> Result<(), Failed> {
    let all = [("llc", "22.1.0"), ("llc-22", "22.1.8"), ("llc-23", "23.1.4")];
    Folder::new(&all)?.expect(&[], "llc-23", LLVM_23)?;
    Folder::new(&all[..2])?.expect(&[], "llc-22", LLVM_22)?;
    Folder::new(&all[..1])?.expect(&[], "llc", LLVM_22)?;
    Folder::new(&[("llc", "23.1.0")])?.expect(&[], "llc", LLVM_23)
}

fn an_option_selects_the_version() -> Result<(), Failed> {
    let folder = Folder::new(&[("llc", "23.1.0"), ("llc-22", "22.1.8"), ("llc-23", "23.1.4")])?;
    folder.expect(&["--llvm", "22"], "llc-22", LLVM_22)?;
    folder.expect(&["--llvm", "23"], "llc-23", LLVM_23)?;
    folder.expect(&["--llc-version", "LLVM version 22.1.8"], "llc-22", LLVM_22)?;
    folder.expect(&["--llc-version", "LLVM version 23.1.4"], "llc-23", LLVM_23)?;
    folder.expect(&["--llc", "llc"], "llc", LLVM_23)?;
    folder.rejects(&["--llvm", "22", "--llc", "llc"], "llc is from LLVM 23.1.0, expected LLVM 22; ")?;
    folder.rejects(
        &["--llc-version", "LLVM version 22.1.0"],
        "llc is `LLVM version 22.1.8`, but --llc-version requires `LLVM version 22.1.0`",
    )?;
    let folder = Folder::new(&[("llc", "23.1.0"), ("llc-22", "22.1.8")])?;
    folder.expect(&["--llvm", "23"], "llc", LLVM_23)?;
    let folder = Folder::new(&[("llc-22", "22.1.8")])?;
    folder.rejects(&["--llvm", "23"], "llc (LLVM's code generator) was not found")
}

fn other_versions_are_rejected() -> Result<(), Failed> {
    for version in ["21.1.8", "24.0.0", "2.3"] {
        let folder = Folder::new(&[("llc", version)])?;
        let message =
            format!("llc is from LLVM {version}, which is not supported; supported: LLVM 22 and LLVM 23; ");
        folder.rejects(&[], &message)?;
        folder.rejects(&["--llc", "llc"], &message)?;
    }
    Ok(())
}

fn assembly_is_for_the_named_llc() -> Result<(), Failed> {
    let folder = Folder::new(&[("llc-23", "23.1.4")])?;
    for (options, expected) in [
        (&[][..], LLVM_22),
        (&["--llvm", "22"], LLVM_22),
        (&["--llvm", "23"], LLVM_23),
        (&["--llc", "llc-23"], LLVM_23),
        (&["--llc-version", "Debian LLVM version 23.1.4"], LLVM_23),
    ] {
        let words = [&["amd", "compile", "--mcpu", "gfx1030", "--emit", "ll"], options].concat();
        let output = folder.run(&words)?;
        assert!(output.status.success(), "{options:?}: {}", errors(&output));
        assert_eq!(spelled(&String::from_utf8_lossy(&output.stdout)), [expected], "{options:?}");
    }
    Ok(())
}

fn keys_depend_on_the_version() -> Result<(), Failed> {
    let folder = Folder::new(&[("llc-22", "22.1.8"), ("llc-23", "23.1.4")])?;
    let recipe = |options: &str| format!("amd compile --mcpu gfx1030{options}");
    let output = folder.run(&["cache", "build", "--store", "kept/", "--recipe", &recipe(" --llvm 22")])?;
    assert!(output.status.success(), "{}", errors(&output));
    for (options, is_kept) in [
        (" --llvm 22", true),
        (" --llc llc-22", true),
        (" --llc-version 'LLVM version 22.1.8'", true),
        ("", false),
        (" --llvm 23", false),
        (" --llc-version 'LLVM version 23.1.4'", false),
    ] {
        let recipe = recipe(options);
        let output =
            folder.run(&["amd", "link", "--from-store", &recipe, "--store", "kept/", "-o", "linked.elf"])?;
        assert_eq!(output.status.success(), is_kept, "{options}: {}", errors(&output));
        assert_eq!(
            errors(&output).contains("the store has no artefact for this file"),
            !is_kept,
            "{options}"
        );
    }
    Ok(())
}
