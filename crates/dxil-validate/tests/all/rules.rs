//! The rows of rules beside the code that looks for them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use dxil_validate::Rule;
use testkit::corpus::root;
use testkit::{Test, note, tests};

pub(crate) const TESTS: &[Test] = tests![
    rows_say_which_rules_are_checked,
    rules_have_failing_and_passing_cases,
    each_change_breaks_the_rule_of_its_case
];

/// The constants of the rules by their names, as the tables have them.
fn constants() -> Vec<(Rule, String)> {
    let folder = root().join("tables/rules");
    let mut constants = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        for line in text.lines().filter(|line| line.trim_start().starts_with("{ id")) {
            let value =
                |key: &str| line.split_once(&format!("{key} = \"")).unwrap().1.split_once('"').unwrap().0;
            constants.push((Rule::named(value("id")).unwrap(), value("const").to_owned()));
        }
    }
    constants
}

fn sources(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path: PathBuf = entry.unwrap().path();
        if path.is_dir() {
            if !path.ends_with("generated") {
                sources(&path, text);
            }
        } else {
            text.push_str(&fs::read_to_string(path).unwrap());
        }
    }
}

/// Whether a rule is named in the code, not only as the beginning of another name.
fn is_named(code: &str, constant: &str) -> bool {
    let name = format!("Rule::{constant}");
    let mut found = code.match_indices(&name);
    found.any(|(at, _)| {
        !code[at + name.len()..].starts_with(|next: char| next.is_ascii_alphanumeric() || next == '_')
    })
}

/// A row that says that nothing looks for its rule says so honestly, and one that does not is looked for.
fn rows_say_which_rules_are_checked() {
    let mut code = String::new();
    sources(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), &mut code);
    let constants = constants();
    assert_eq!(constants.len(), Rule::all().count());
    for (rule, constant) in &constants {
        assert_eq!(rule.row().check, is_named(&code, constant), "{rule}: `check` in its row");
    }
    let of_reference = || Rule::all().filter(|rule| rule.row().number.is_some());
    let checked = of_reference().filter(|rule| rule.row().check).count();
    note!("{checked} of {} rules of the reference are checked", of_reference().count());
}

/// The families of which every rule that is checked has a case that breaks it.
const WHOLE_FAMILIES: [&str; 5] = ["bitcode", "container", "extensions", "flow", "types"];

/// A case file of the verb `validate`.
#[derive(Default)]
struct Case {
    text: String,
    /// What its runs print.
    printed: String,
}

/// All case files of the verb in a folder, by their paths.
fn cases(folder: &Path, found: &mut BTreeMap<String, Case>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            cases(&path, found);
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let name = path.to_str().unwrap();
        match name.split_once(".txt.") {
            None => found.entry(name.to_owned()).or_default().text = text,
            Some((case, printed)) if printed.ends_with("stdout") => {
                found.entry(format!("{case}.txt")).or_default().printed.push_str(&text);
            }
            Some(_) => {}
        }
    }
}

impl Case {
    /// Whether it has a run that breaks a rule.
    fn breaks(&self, rule: Rule) -> bool {
        self.printed.contains(&format!("[{rule}]"))
    }

    /// Whether it has one of a shader as it was before it was changed.
    fn has_valid_run(&self) -> bool {
        self.text.contains("RUN[valid]: ")
    }
}

/// The counts of checked rules and of rules with a failing and a passing test case are those in docs/how-well.md, and
/// every checked rule of `WHOLE_FAMILIES` has both.
fn rules_have_failing_and_passing_cases() {
    let root = root();
    let mut cases_by_path = BTreeMap::new();
    cases(&root.join("tests/cases/validate"), &mut cases_by_path);
    let checked: Vec<Rule> = Rule::all().filter(|rule| rule.row().check).collect();
    let failing = |rule: &&Rule| cases_by_path.values().any(|case| case.breaks(**rule));
    let passing =
        |rule: &&Rule| cases_by_path.values().any(|case| case.breaks(**rule) && case.has_valid_run());
    let (broken, kept) = (checked.iter().filter(failing).count(), checked.iter().filter(passing).count());
    let numbers = format!(
        "The validator has {} rules and checks {} of them; {broken} of the checked rules have a failing test case, and \
         {kept} have a passing one.",
        Rule::all().count(),
        checked.len()
    );
    note!("{numbers}");
    assert!(broken >= 150 && kept >= 150);
    let of_whole = checked.iter().filter(|rule| WHOLE_FAMILIES.contains(&rule.row().family));
    let without: Vec<&Rule> = of_whole.filter(|rule| !failing(rule) || !passing(rule)).collect();
    assert!(without.is_empty(), "rules without a case: {without:?}");
    let page = fs::read_to_string(root.join("docs/how-well.md")).unwrap();
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(page.contains(&numbers), "docs/how-well.md has other numbers than: {numbers}");
}

/// A case file named after a rule changes one text of a valid shader, and each such change breaks the rule.
fn each_change_breaks_the_rule_of_its_case() {
    let folder = root().join("tests/cases/validate/rules");
    let mut changes = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let Some((rule, run)) = name.split_once(".txt") else { panic!("{name}") };
        let rule = Rule::named(rule).unwrap_or_else(|| panic!("{name}: there is no such rule"));
        assert!(rule.row().check, "{name}");
        let text = fs::read_to_string(&path).unwrap();
        if run.is_empty() {
            assert!(text.contains("\n# RUN[valid]: validate "), "{name}");
        } else if !run.starts_with(".valid.") {
            changes += 1;
            assert!(text.contains(&format!("[{rule}]")), "{name} does not name its rule");
        }
    }
    note!("{changes} changes of shaders");
    assert!(changes >= 150);
}
