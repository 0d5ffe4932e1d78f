//! What the tier of object stores does with files and memory, and where nobody is there.

use opendal::Operator;
use opendal::services::{Fs, Memory};
use shader_store::cloud::Cloud;
use shader_store::folder::Folder;
use shader_store::{Location, Opened, Sealed, Store, Tier};
use testkit::{Failed, Test, tests};

use crate::made::{BOUND, artefact, key, value};

pub(crate) const TESTS: &[Test] = tests![
    a_folder_and_the_service_of_files_are_one_store,
    a_service_that_is_not_there_is_said_once,
    values_come_back
];

fn fs(folder: &std::path::Path) -> Result<Cloud, Failed> {
    let builder = Fs::default().root(folder.to_str().ok_or("a path in UTF-8")?);
    Ok(Cloud::over(Operator::new(builder)?, "files")?)
}

fn values_come_back() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let memory = Cloud::over(Operator::new(Memory::default())?, "memory")?;
    for tier in [fs(folder.path())?, memory] {
        let values: Vec<_> = (0..60).map(value).collect();
        tier.put(&values)?;
        for (key, sealed) in &values {
            assert_eq!(tier.get(key)?.as_ref(), Some(sealed), "{}", tier.name());
        }
        assert_eq!(tier.get(&key(60))?, None);
        assert_eq!(tier.has(&[key(1), key(60), key(59)])?, [true, false, true]);
        // A value is replaced, and what is damaged is a miss.
        tier.put(&[(key(1), value(2).1), (key(3), Sealed(vec![1, 2, 3]))])?;
        let mut store = Store::default();
        store.add(Opened::Remote(Box::new(tier)));
        assert_eq!(
            (store.get(&key(1)), store.get(&key(3)), store.get(&key(4))),
            (None, None, Some(artefact(4)))
        );
        assert!(store.put(&[(key(1), artefact(1))]));
        assert_eq!(store.get(&key(1)), Some(artefact(1)));
    }
    Ok(())
}

fn a_folder_and_the_service_of_files_are_one_store() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    let (folder, service) = (Folder::open(place.path(), BOUND)?, fs(place.path())?);
    folder.put(&[value(1)])?;
    service.put(&[value(2)])?;
    assert_eq!(service.get(&key(1))?, Some(value(1).1));
    assert_eq!(folder.get(&key(2))?, Some(value(2).1));
    Ok(())
}

/// Nobody listens at that port, and an option that no service has.
fn a_service_that_is_not_there_is_said_once() -> Result<(), Failed> {
    let port = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let location = Location::parse(&format!("http://127.0.0.1:{port}/shaders"))?;
    let store = Store::open_all(&[location])?;
    for number in 0..10 {
        assert_eq!(store.get(&key(number)), None);
    }
    let notices = store.take_notices();
    assert!(notices.len() == 1 && notices[0].code == "store.remote", "{notices:?}");
    let no_bucket = Location::parse("s3:///")?.open().err();
    assert_eq!(no_bucket.map(|error| error.code()), Some("store.location"));
    Ok(())
}
