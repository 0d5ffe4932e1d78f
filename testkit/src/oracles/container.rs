//! What must hold for any bytes at all that are opened as a container or as a PDB.

use dx_bytecode::program::PartStatements;
use dx_container::fields::{Field, Group, Sink};
use dx_container::parts::symbol_strings::Packing;
use dx_container::pdb::{MsfBuilder, Pdb};
use dx_container::reader::Payload;
use dx_container::symbols::SymbolTable;
use dx_container::{Container, ContainerBuilder, FourCc, Signing, parts};
use dx_reflect::{Reflection, ReflectionError, interface};
use located::Place;

/// Opens, walks, rewrites, reflects and rebuilds. Whatever can be opened comes back byte for byte; whatever part can
/// be read is written back byte for byte from its owned form.
pub fn container(bytes: &[u8]) {
    let Ok(container) = Container::parse(bytes) else { return };
    container.digest_state();
    for part in container.parts() {
        let payload = container.payload(part);
        let mut checks = Checks { len: part.data.len(), depth: 0 };
        let walked = container.walk(part, &mut checks);
        assert_eq!(walked.is_ok(), container.read(part).is_ok(), "{}: walking and reading agree", part.name);
        match walked {
            Ok(_) => {
                assert_eq!(checks.depth, 0, "{}: every group is closed", part.name);
                let rewritten = parts::rewrite(payload).expect("a part that was read can be written");
                assert!(rewritten.bytes == part.data, "{}: rewritten as it was", part.name);
            }
            Err(error) => {
                let place = error.place();
                assert!(
                    place.offset + place.len <= bytes.len() as u64,
                    "{error}: the place lies in the file"
                );
            }
        }
    }
    container.parts().iter().for_each(|part| program(container.payload(part), bytes.len()));
    match Reflection::of(&container) {
        Ok(reflection) => drop(interface::check(&reflection, &reflection, 0)),
        Err(ReflectionError::Container(error)) => in_file(error.place(), bytes.len()),
        Err(ReflectionError::Program(error)) => in_file(error.place(), bytes.len()),
        Err(error) => panic!("{error}: another kind of error"),
    }
    if let Ok(Some(symbols)) = SymbolTable::read(&container) {
        symbols.check(&container);
    }
    let _ = SymbolTable::of_functions(&container).map(|functions| functions.to_parts(Packing::Suffixes));
    let rebuilt = ContainerBuilder::from(&container).build(Signing::Keep).expect("what was read fits");
    assert!(rebuilt == bytes, "rebuilt as it was");
}

fn in_file(place: Place, file_len: usize) {
    assert!(place.offset + place.len <= file_len as u64, "{place:?}: the place lies in the file");
}

/// A token program that can be read is written as it was, is the same statement by statement, and comes back from its
/// text.
fn program(payload: Payload<'_>, file_len: usize) {
    if payload.name != FourCc::SHDR && payload.name != FourCc::SHEX {
        return;
    }
    let declared = dx_bytecode::Declarations::read(payload);
    let program = match dx_bytecode::Program::read(payload) {
        Ok(program) => program,
        Err(error) => {
            in_file(error.place(), file_len);
            let other = declared.expect_err("what cannot be read declares nothing");
            assert!((other.kind(), other.place()) == (error.kind(), error.place()), "the same error");
            return;
        }
    };
    assert!(declared.is_ok(), "{}: its declarations are read", payload.name);
    let mut at = 8;
    let mut known = program.statements.iter();
    for statement in PartStatements::of(payload).expect("it was read") {
        let (statement, range) = statement.expect("it was read");
        assert!(range.start == at && Some(&statement) == known.next(), "{}: {range:?}", payload.name);
        at = range.end;
    }
    assert!(known.next().is_none());
    let tokens: Vec<u8> =
        program.encode().expect("it fits").iter().flat_map(|word| word.to_le_bytes()).collect();
    let stored = payload.bytes.get(8..8 + tokens.len()).expect("as many tokens");
    assert!(tokens == stored, "{}: encoded as it was", payload.name);
    let mut text = String::new();
    dx_bytecode::text::print(&mut text, &program);
    match dx_bytecode::text::parse(&text) {
        Ok(again) => assert!(again == program, "{}: the same from its text", payload.name),
        Err(errors) => panic!("{}: {}", payload.name, errors[0]),
    }
    dx_bytecode::statistics::count(&program);
    let report = dx_bytecode::check::check(&program);
    assert!(report.findings.is_sorted_by_key(|finding| finding.place));
}

/// Opens a PDB, writes its streams anew, and does with the container in it what is done with others.
pub fn pdb(bytes: &[u8]) {
    let opened = Pdb::parse(bytes);
    let mut checks = Checks { len: bytes.len(), depth: 0 };
    let walked = parts::walk(Payload::new(FourCc::SPDB, bytes), &mut checks);
    assert_eq!(walked.is_ok(), opened.is_ok(), "as a part it reads the same");
    let Ok(pdb) = opened else { return };
    let rewritten = MsfBuilder::from(pdb.msf()).build().expect("what was read fits");
    let again = Pdb::parse(&rewritten).expect("what was written is read");
    assert!(MsfBuilder::from(again.msf()) == MsfBuilder::from(pdb.msf()), "the same streams");
    for error in [pdb.info().err(), pdb.container().err()].into_iter().flatten() {
        let place = error.place();
        assert!(place.offset + place.len <= bytes.len() as u64, "{error}: the place lies in the file");
    }
    if let Ok(stream) = pdb.container() {
        container(&stream);
    }
}

/// Every field lies in the part.
struct Checks {
    len: usize,
    depth: usize,
}

impl<'a> Sink<'a> for Checks {
    fn field(&mut self, field: Field<'a>) {
        assert!(field.range.start <= field.range.end && field.range.end <= self.len, "{field:?}");
        if let Some((low, width)) = field.bits {
            assert!(field.range.len() == 1 && width > 0 && low + width <= 8, "{field:?}");
        }
    }

    fn open(&mut self, _: Group) {
        self.depth += 1;
    }

    fn close(&mut self) {
        self.depth -= 1;
    }
}
