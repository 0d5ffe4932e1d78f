//! Keys are what they were, and no two records share one.

use std::collections::HashSet;

use shader_store::Key;
use shader_store::key::{Choice, Content, Pieces, Record};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    keys_are_spelled_in_one_way,
    keys_of_fixed_inputs_are_what_they_were,
    lengths_separate_what_follows_each_other,
    whatever_decides_an_artefact_changes_its_key
];

fn record() -> Record {
    let choice = |name: &str, values: &[&str]| Choice {
        name: name.to_owned(),
        values: values.iter().map(|value| value.as_bytes().to_vec()).collect(),
    };
    Record {
        recipe: "link".to_owned(),
        tool: "shader-tools 0.1.0".to_owned(),
        compiler: None,
        target: Some(b"ps_6_8".to_vec()),
        entry: Some(b"PSMain".to_vec()),
        options: vec![choice("strip_debug", &[]), choice("exports", &["a;b", "c"])],
    }
}

fn key(record: &Record, inputs: &[&[u8]]) -> Key {
    let inputs: Vec<Content> = inputs.iter().map(|bytes| Content::of(bytes)).collect();
    record.prepare().key(&inputs)
}

/// Who changes these has to change `key::VERSION`, and then these.
fn keys_of_fixed_inputs_are_what_they_were() {
    assert_eq!(
        key(&record(), &[b"one", b"two"]).to_string(),
        "05a147f91467f470687ad9703aa22119e11c822ce253a02a31c8baca4d7debd9"
    );
    assert_eq!(
        key(&Record::default(), &[]).to_string(),
        "1cf93b7814d9d31eb2ae17b6fb571547dda0e74d6a0ec9e58b3ffcf5fa89e5c8"
    );
}

fn whatever_decides_an_artefact_changes_its_key() {
    let mut seen = HashSet::from([key(&record(), &[b"one", b"two"])]);
    let mut add = |what: &str, record: &Record, inputs: &[&[u8]]| {
        assert!(seen.insert(key(record, inputs)), "{what} does not change the key");
    };
    add("an input", &record(), &[b"one", b"tw0"]);
    add("the order of inputs", &record(), &[b"two", b"one"]);
    add("the number of inputs", &record(), &[b"one"]);
    add("the recipe", &Record { recipe: "lower".to_owned(), ..record() }, &[b"one", b"two"]);
    add("the tool", &Record { tool: "shader-tools 0.1.1".to_owned(), ..record() }, &[b"one", b"two"]);
    add("a compiler", &Record { compiler: Some("llc 22.1".to_owned()), ..record() }, &[b"one", b"two"]);
    add("no target", &Record { target: None, ..record() }, &[b"one", b"two"]);
    add("an empty target", &Record { target: Some(Vec::new()), ..record() }, &[b"one", b"two"]);
    add("the entry", &Record { entry: Some(b"VSMain".to_vec()), ..record() }, &[b"one", b"two"]);
    let mut options = record().options;
    options[1].values = vec![b"a;bc".to_vec()];
    add("values", &Record { options: options.clone(), ..record() }, &[b"one", b"two"]);
    options.pop();
    add("an option", &Record { options, ..record() }, &[b"one", b"two"]);

    let mut turned = record();
    turned.options.reverse();
    assert_eq!(key(&turned, &[b"one"]), key(&record(), &[b"one"]), "the order of options is nothing");
}

fn lengths_separate_what_follows_each_other() {
    let pieces = |pieces: &[(&[u8], &[u8])]| {
        let mut digest = Pieces::new();
        pieces.iter().for_each(|(name, bytes)| digest.add(name, bytes));
        digest.finish()
    };
    assert_ne!(pieces(&[(b"ab", b"c")]), pieces(&[(b"a", b"bc")]));
    assert_ne!(pieces(&[(b"a", b""), (b"", b"b")]), pieces(&[(b"a", b""), (b"b", b"")]));
    assert_ne!(pieces(&[]), pieces(&[(b"", b"")]));
    assert_eq!(pieces(&[(b"", b"all")]), Content::of(b"all"));
}

fn keys_are_spelled_in_one_way() {
    let key = key(&record(), &[]);
    assert_eq!(key.to_string().parse(), Ok(key));
    for wrong in
        ["", "00", &key.to_string().to_uppercase(), &format!("{key}0"), &"g".repeat(64), &"é".repeat(32)]
    {
        assert!(wrong.parse::<Key>().is_err(), "{wrong}");
    }
}
