//! What a library exports: lists, new names, several names, shaders alone.

use dx_container::parts::rdat::Rdat;
use dx_container::symbols::SymbolTable;
use dx_container::{Container, FourCc};
use dxil_link::{Export, Exports, Options};
use testkit::{Completion, Failed, corpus, skipped};

use crate::linking::{Inputs, findings, target};

pub(crate) const TESTS: &[testkit::Test] =
    testkit::tests![exports_have_the_names_that_were_asked_for, wrong_lists_are_refused];

/// Links libraries of ray tracing shaders, and says what it exports as HLSL calls it.
fn exported(exports: Exports) -> Result<Option<Vec<String>>, Failed> {
    let Some(folder) = corpus::subfolder("link") else { return Ok(None) };
    let names = ["rt.lib.dxil".to_owned(), "sky.lib.dxil".to_owned()];
    let options = Options { symbols: true, ..Options::default() };
    let bytes =
        Inputs::read(&folder, &names).link(&target("lib_6_8", "", exports.clone()), &Options::default())?;
    assert_eq!(findings(&bytes), Vec::<String>::new());
    let container = Container::parse(&bytes)?;
    let rdat: Rdat<'_> = container.view(FourCc::RDAT).unwrap()?;
    let mut functions: Vec<String> =
        rdat.functions().map(|function| function.unmangled_name.to_string()).collect();
    functions.sort();
    // The symbol table names the same.
    let bytes = Inputs::read(&folder, &names).link(&target("lib_6_8", "", exports), &options)?;
    let table = SymbolTable::read(&Container::parse(&bytes)?)?.unwrap();
    assert_eq!(table.symbols.len(), functions.len());
    Ok(Some(functions))
}

fn exports_have_the_names_that_were_asked_for() -> Result<Completion, Failed> {
    for (list, expected) in [
        ("Gen;Miss", vec!["Gen", "Miss"]),
        ("First=Gen;Sky2,Sky1=sky", vec!["First", "Sky1", "Sky2"]),
        // Names change places, and one function keeps its own beside another one.
        ("Miss=Gen;Gen=Miss", vec!["Gen", "Miss"]),
        ("Miss,Again=Miss", vec!["Again", "Miss"]),
        ("\u{1}?sky@@YA?AV?$vector@M$03@@V?$vector@M$02@@@Z", vec!["sky"]),
    ] {
        let Some(found) = exported(Exports::Listed(Export::parse_list(list)?))? else {
            return Ok(skipped("libraries of ray tracing shaders"));
        };
        assert_eq!(found, expected, "{list}");
    }
    assert_eq!(exported(Exports::Shaders)?.unwrap(), ["Gen", "Miss"]);
    assert_eq!(exported(Exports::All)?.unwrap(), ["Gen", "Miss", "sky"]);
    Ok(Completion::Completed)
}

fn wrong_lists_are_refused() -> Result<Completion, Failed> {
    let many: Vec<String> = (0..150).map(|number| format!("Nope{number}")).collect();
    for (list, said) in [
        (many.join(";").as_str(), "\nand 50 more"),
        ("Gen;Nope", "no input file defines the function Nope"),
        ("A=Gen;\u{1}?A@@YAXXZ=Miss", "two exported functions have the name A (?A@@YAXXZ)"),
        ("", "--exports lists no function"),
    ] {
        let why = match exported(Exports::Listed(Export::parse_list(list)?)) {
            Ok(None) => return Ok(skipped("libraries of ray tracing shaders")),
            Ok(Some(found)) => return Err(format!("{list}: {found:?}").into()),
            Err(why) => why.message().unwrap_or_default().to_owned(),
        };
        assert!(why.contains(said), "{list}: {why}");
    }
    Ok(Completion::Completed)
}
