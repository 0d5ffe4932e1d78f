//! Directives one by one: order, lines, absence, any order, labels, expressions, and malformed ones.

use filecheck::{Checks, Options};

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![
    checks_follow_each_other,
    next_and_same_count_lines,
    not_looks_between_matches,
    dags_come_in_any_order_without_overlap,
    labels_split_the_text,
    expressions_are_part_of_text,
    mistakes_are_reported,
    hostile_directives_end,
];

fn holds(checks: &str, text: &str) -> bool {
    Checks::parse(checks, &Options::default()).unwrap().check(text).is_ok()
}

fn checks_follow_each_other() {
    assert!(holds("# CHECK: a\n# CHECK: b", "a\nx\nb\n"));
    assert!(!holds("# CHECK: b\n# CHECK: a", "a\nx\nb\n"));
    assert!(holds("CHECK: a   b", "x a b\n"));
    assert!(holds("CHECK: a b", "x a \t b\n"));
    assert!(!holds("CHECK: a b", "a\nb\n"));
}

fn next_and_same_count_lines() {
    assert!(holds("CHECK: a\nCHECK-NEXT: b", "a\n b\n"));
    assert!(!holds("CHECK: a\nCHECK-NEXT: b", "a b\n"));
    assert!(!holds("CHECK: a\nCHECK-NEXT: b", "a\n\nb\n"));
    assert!(holds("CHECK: a\nCHECK-SAME: b", "a b\n"));
    assert!(!holds("CHECK: a\nCHECK-SAME: b", "a\nb\n"));
}

fn not_looks_between_matches() {
    assert!(!holds("CHECK: a\nCHECK-NOT: x\nCHECK: b", "a x b"));
    assert!(holds("CHECK: a\nCHECK-NOT: x\nCHECK: b", "x a b x"));
    assert!(!holds("CHECK: a\nCHECK-NOT: x", "a b x"));
    assert!(!holds("CHECK-NOT: x\nCHECK: a", "x a"));
}

fn dags_come_in_any_order_without_overlap() {
    assert!(holds("CHECK-DAG: a\nCHECK-DAG: b\nCHECK: c", "b a c"));
    assert!(!holds("CHECK-DAG: a\nCHECK-DAG: b\nCHECK: c", "b c a"));
    assert!(!holds("CHECK-DAG: a\nCHECK-DAG: a", "a b"));
    assert!(holds("CHECK-DAG: a\nCHECK-DAG: a", "a a"));
}

fn labels_split_the_text() {
    let text = "f:\n one\ng:\n two\n";
    assert!(holds("CHECK-LABEL: f:\nCHECK: one\nCHECK-LABEL: g:\nCHECK: two", text));
    assert!(!holds("CHECK-LABEL: f:\nCHECK: two\nCHECK-LABEL: g:", text));
    assert!(holds("CHECK-LABEL: f:\nCHECK-NOT: two\nCHECK-LABEL: g:", text));
    assert!(!holds("CHECK: one\nCHECK: two\nCHECK-LABEL: g:", text));
}

fn expressions_are_part_of_text() {
    assert!(holds("CHECK: [ {{2.718}} ]", "Data: [ 2.718 ]"));
    assert!(holds("CHECK: x{{[0-9]+}}.y", "x12.y"));
    assert!(!holds("CHECK: x{{[0-9]+}}.y", "x12!y"));
    assert!(holds("CHECK: {{^}}b{{$}}", "a\nb\nc"));
}

fn mistakes_are_reported() {
    let strict = Options { reject_unknown_suffixes: true, ..Options::default() };
    for (checks, line, why) in [
        ("nothing", 0, "no line contains a directive CHECK:"),
        ("CHECK: a\nCHECK:  ", 2, "the pattern is missing"),
        ("\nCHECK-EMPTYY:", 2, "is not supported"),
        ("CHECK-COUNT-0: a", 1, "the count must be a positive number"),
        ("CHECK: {{a", 1, "{{ is not closed"),
        ("CHECK: {{(}}", 1, "invalid regular expression"),
        ("CHECK: {{a{2000}{2000}}}", 1, "invalid regular expression"),
        ("CHECK-NEXT: a", 1, "cannot be the first"),
    ] {
        let failure = Checks::parse(checks, &strict).unwrap_err();
        assert_eq!(failure.line, line, "{checks}: {failure}");
        assert!(failure.reason.contains(why), "{checks}: {failure}");
    }
    let checks =
        Checks::parse("XCHECK: a\nMY-CHECK: b\nCHECK: c\nCHECK-EMPTYY: d", &Options::default()).unwrap();
    assert_eq!(checks.len(), 1);
    let failure = Checks::parse("CHECK: a\nCHECK: zz", &strict).unwrap().check("x\n  a\nb").unwrap_err();
    let position = failure.position.unwrap();
    assert_eq!((failure.line, position.line), (2, 2));
    assert_eq!((position.text.as_str(), position.rest.as_str()), (" a", "b"));
}

fn hostile_directives_end() {
    let deep = format!("CHECK: [[#{}1{}]]", "(".repeat(100_000), ")".repeat(100_000));
    let long = format!("CHECK: [[#1{}]]", "+1".repeat(400_000));
    for expression in [deep, long] {
        let failure = Checks::parse(&expression, &Options::default()).unwrap_err();
        assert!(failure.reason.contains("more than 256 operations"), "{failure}");
    }
    // Brackets that open nothing are text; the end of the line is not searched once for each.
    assert!(holds(&format!("CHECK: {}", "[[ ".repeat(100_000)), &"[[ ".repeat(100_000)));
    let large = "CHECK-NOT: {{(a{450}){450}b*}}";
    assert!(
        Checks::parse(large, &Options::default()).unwrap_err().reason.contains("invalid regular expression")
    );
    assert!(Checks::parse("CHECK: [[#%.999999999999u,A:1]]", &Options::default()).is_err());
    // An empty match is found as often as it must be.
    assert!(holds("CHECK-COUNT-18446744073709551615: {{x*}}", "a\n"));
    // Each letter may begin the variable, and each length is tried.
    let text = "ab".repeat(1000);
    let own = Checks::parse("CHECK: [[A:[ab]+]]c[[A]]", &Options::default()).unwrap();
    assert!(own.check(&text).unwrap_err().reason.contains("candidate values for A"));
}
