//! What the tier of build farms does where the farm is well, and where it is not.

use std::time::{Duration, Instant};

use shader_store::farm::{Executed, Farm, Job};
use shader_store::{Artefact, Location, Opened, Store, Tier as _};
use testkit::{Completion, Failed, Test, tests};

use crate::made::{artefact, key, value};
use crate::server::{Fault, Server};

pub(crate) const TESTS: &[Test] = tests![
    a_farm_that_lies_is_not_believed,
    a_farm_that_refuses_is_left_alone,
    a_real_farm_does_as_ours_does,
    a_slow_farm_costs_a_timeout,
    artefacts_of_all_sizes_come_back,
    commands_are_executed,
    missing_blobs_are_misses,
    quick_failures_are_tried_again,
    what_one_machine_keeps_another_one_gets
];

/// The tier of a machine of its own.
fn farm(server: &Server) -> Farm {
    Farm::open(&format!("{}?timeout=0.5&header=x-test:yes", server.url())).expect("it is a URL")
}

fn store(server: &Server) -> Store {
    let mut store = Store::default();
    store.add(Opened::Remote(Box::new(farm(server))));
    store
}

fn what_one_machine_keeps_another_one_gets() -> Result<(), Failed> {
    let server = Server::start();
    let values: Vec<_> = (0..30).map(value).collect();
    farm(&server).put(&values)?;
    let other = farm(&server);
    for (key, sealed) in &values {
        assert_eq!(other.get(key)?.as_ref(), Some(sealed));
    }
    assert_eq!(other.get(&key(99))?, None);
    assert_eq!(other.has(&[key(0), key(99), key(29)])?, [true, false, true]);
    // Again: nothing is uploaded that is there.
    let uploaded = server.state().uploads;
    farm(&server).put(&values)?;
    assert_eq!(server.state().uploads, uploaded);
    assert!(server.state().headers > 60, "each request has the header");
    // By the location, as people write it.
    let Opened::Remote(tier) = Location::parse(&server.url())?.open()? else { panic!("a farm is remote") };
    assert!(tier.get(&key(3))?.is_some());
    for wrong in ["grpc://", "grpc://x/y?nosuch=1", "grpc://x?timeout=a", "grpc://x?header=a"] {
        assert_eq!(
            Location::parse(wrong)?.open().err().map(|error| error.code()),
            Some("store.location"),
            "{wrong}"
        );
    }
    Ok(())
}

/// The farm that `cargo xtask conformance cache` starts, or another one.
fn a_real_farm_does_as_ours_does() -> Result<Completion, Failed> {
    let Ok(url) = std::env::var("SHADER_FARM") else {
        return Ok(Completion::ignored_with(
            "SHADER_FARM names no farm: see `cargo xtask conformance cache`",
        ));
    };
    let store = || -> Result<Store, Failed> { Ok(Store::open_all(&[Location::parse(&url)?])?) };
    let mut artefacts: Vec<_> = (0..200).map(|number| (key(number), artefact(number))).collect();
    for size in [2_900_000, 3_200_000, 9_000_000] {
        artefacts.push((key(size), Artefact { bytes: vec![size as u8; size], notes: Vec::new() }));
    }
    let keys: Vec<_> = artefacts.iter().map(|(key, _)| *key).collect();
    let first = store()?;
    // Twice: what is there is not uploaded again.
    for _ in 0..2 {
        assert!(first.put(&artefacts), "{:?}", first.take_notices());
    }
    let second = store()?;
    assert!(second.has(&keys).into_iter().all(|is_there| is_there), "{:?}", second.take_notices());
    for (key, expected) in &artefacts {
        assert!(second.get(key).as_ref() == Some(expected), "{:?}", second.take_notices());
    }
    assert_eq!((second.has(&[key(201)]), second.get(&key(201))), (vec![false], None));
    assert!(second.take_notices().is_empty() && first.take_notices().is_empty());
    Ok(Completion::Completed)
}

/// Some in a batch, some as streams.
fn artefacts_of_all_sizes_come_back() -> Result<(), Failed> {
    let server = Server::start();
    let made = |size: usize| Artefact {
        bytes: (0..size).map(|at| (at * 7 + size) as u8).collect(),
        notes: Vec::new(),
    };
    let sizes = [0, 1, 1000, 2_900_000, 3_200_000, 9_000_000];
    let store = store(&server);
    let artefacts: Vec<_> = sizes.iter().map(|size| (key(*size), made(*size))).collect();
    assert!(store.put(&artefacts), "{:?}", store.take_notices());
    for (key, expected) in artefacts {
        assert!(store.get(&key) == Some(expected), "{:?}", store.take_notices());
    }
    assert!(server.state().streamed >= 2);
    Ok(())
}

fn missing_blobs_are_misses() -> Result<(), Failed> {
    let server = Server::start();
    let store = store(&server);
    assert!(store.put(&[(key(1), artefact(1)), (key(2), artefact(2))]));
    server.state().inlines = false;
    server.forget_blobs();
    assert_eq!(store.has(&[key(1), key(2)]), [false, false], "a result counts only while its file is there");
    assert_eq!(store.get(&key(1)), None);
    assert!(store.put(&[(key(1), artefact(1))]), "it is kept again");
    assert_eq!(store.get(&key(1)), Some(artefact(1)));
    assert!(store.take_notices().is_empty());
    Ok(())
}

fn a_farm_that_lies_is_not_believed() -> Result<(), Failed> {
    let server = Server::start();
    let store = store(&server);
    assert!(store.put(&[(key(1), artefact(1)), (key(2), artefact(2)), (key(3), artefact(3))]));
    for (fault, inlines) in [(Fault::WrongBytes, true), (Fault::WrongBytes, false), (Fault::OtherBlob, false)]
    {
        server.state().inlines = inlines;
        server.set(fault);
        for number in 1..4 {
            let found = store.get(&key(number));
            assert!(found.is_none() || found == Some(artefact(number)), "{fault:?}");
        }
    }
    let notices = store.take_notices();
    assert!(notices.len() == 1 && notices[0].code == "store.damaged-value", "{notices:?}");
    server.set(Fault::None);
    assert_eq!(store.get(&key(2)), Some(artefact(2)), "one lie is a miss, and no more");
    Ok(())
}

fn quick_failures_are_tried_again() -> Result<(), Failed> {
    let server = Server::start();
    let farm = farm(&server);
    farm.put(&[value(1)])?;
    server.set(Fault::Unavailable(2));
    let start = Instant::now();
    assert!(farm.get(&key(1))?.is_some());
    assert!(start.elapsed() >= Duration::from_millis(300), "with pauses of 100 and 200 ms");
    server.set(Fault::Unavailable(1));
    farm.put(&[value(2)])?;
    server.set(Fault::Unavailable(100));
    assert_eq!(farm.get(&key(1)).err().map(|error| error.code()), Some("store.remote"));
    Ok(())
}

fn a_slow_farm_costs_a_timeout() -> Result<(), Failed> {
    let server = Server::start();
    let store = store(&server);
    assert!(store.put(&[(key(1), artefact(1))]));
    server.set(Fault::Slow(Duration::from_secs(30)));
    let start = Instant::now();
    for number in 0..100 {
        assert_eq!(store.get(&key(number)), None);
    }
    // Three tries of half a second and the pauses between, once.
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    let notices = store.take_notices();
    assert!(notices.len() == 1 && notices[0].text.contains("GetActionResult"), "{notices:?}");
    Ok(())
}

/// It refuses all, or writes alone, or dies while a value is read or written.
fn a_farm_that_refuses_is_left_alone() -> Result<(), Failed> {
    for fault in [Fault::Denied, Fault::ReadOnly, Fault::Dies] {
        let server = Server::start();
        let store = store(&server);
        assert!(store.put(&[(key(1), artefact(1))]));
        server.set(fault);
        for number in 2..20 {
            assert!(!store.put(&[(key(number), artefact(number))]), "{fault:?}");
        }
        assert_eq!(store.take_notices().len(), 1, "{fault:?}");
        let expected = (fault == Fault::ReadOnly).then(|| artefact(1));
        assert_eq!(store.get(&key(1)), expected, "{fault:?}");
        server.set(Fault::None);
        // Nothing half-written: what another machine finds is whole.
        let other = self::store(&server);
        for number in 2..20 {
            let found = other.get(&key(number));
            assert!(found.is_none() || found == Some(artefact(number)));
        }
    }
    // Nobody there at all.
    let server = Server::start();
    let url = server.url();
    drop(server);
    let mut gone = Store::default();
    gone.add(Opened::Remote(Box::new(Farm::open(&format!("{url}?timeout=0.2"))?)));
    assert_eq!(gone.get(&key(1)), None);
    assert_eq!(gone.take_notices().len(), 1);
    Ok(())
}

/// The server's worker knows one command, which turns the input round.
fn commands_are_executed() -> Result<(), Failed> {
    let server = Server::start();
    let farm = farm(&server);
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
    let reverse = words(&["reverse", "input"]);
    let job = Job { arguments: &reverse, input: b"abc" };
    let expected = Executed { status: 0, stdout: b"cba".to_vec(), stderr: Vec::new() };
    assert_eq!(farm.execute(&job)?, expected);
    let ran = server.state().executed;
    assert_eq!(farm.execute(&job)?, expected, "from the cache");
    assert_eq!(server.state().executed, ran);
    let long: Vec<u8> = (0..100_000_u32).map(|at| at as u8).collect();
    let turned: Vec<u8> = long.iter().rev().copied().collect();
    assert_eq!(farm.execute(&Job { arguments: &reverse, input: &long })?.stdout, turned);
    let unknown = words(&["nosuch"]);
    let failed = farm.execute(&Job { arguments: &unknown, input: b"" })?;
    assert!(failed.status == 127 && failed.stderr == b"nosuch: not found");
    server.set(Fault::Denied);
    assert!(farm.execute(&job).is_err());
    Ok(())
}
