//! `cargo xtask conformance cache`: the store in a build farm, asked of a real one, BuildGrid, on this machine alone.
//! Needs `python3` with `venv`, and PyPI once, from which BuildGrid comes.

use std::fs;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::text;
use crate::{Outcome, cargo};

/// The newest release for Python 3.11, which is what Debian has; later ones do the same.
const PACKAGE: &str = "buildgrid==0.4.4";

/// Storage and results in memory, for nobody but this machine.
const CONFIGURATION: &str = "\
server:
  - !channel
    address: 127.0.0.1:PORT
    insecure-mode: true
description: A cache for tests.
authorization:
  method: none
monitoring:
  enabled: false
storages:
  - !lru-storage &storage
    size: 256M
caches:
  - !lru-action-cache &results
    storage: *storage
    max-cached-refs: 100000
    allow-updates: true
instances:
  - name: main
    services:
      - !cas
        storage: *storage
      - !bytestream
        storage: *storage
      - !action-cache
        cache: *results
";

/// Starts BuildGrid and runs the test that asks a real farm.
pub fn cache() -> Outcome {
    let folder = cargo::target_dir()?.join("buildgrid");
    let program = install(&folder)?;
    // A port that is free now is free a moment later.
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(text)?;
    let port = listener.local_addr().map_err(text)?.port();
    drop(listener);
    let configuration = folder.join("server.yml");
    fs::write(&configuration, CONFIGURATION.replace("PORT", &port.to_string())).map_err(text)?;
    let log = fs::File::create(folder.join("server.log")).map_err(text)?;
    let mut server = Command::new(program);
    server.args(["server", "start"]).arg(&configuration).stdout(Stdio::null()).stderr(log);
    let _server = Server(server.spawn().map_err(text)?);
    let is_up = (0..150).any(|_| {
        std::thread::sleep(Duration::from_millis(200));
        TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok()
    });
    if !is_up {
        return Err(format!("BuildGrid does not start: see {}", folder.join("server.log").display()));
    }
    let words = ["test", "-p", "shader-store", "--features", "farm", "--test", "farm", "--", "a_real_farm"];
    cargo::run(cargo::command(words).env("SHADER_FARM", format!("grpc://127.0.0.1:{port}/main")))
}

/// Its program, installed where it is not yet.
fn install(folder: &Path) -> Result<PathBuf, String> {
    let program = folder.join("bin/bgd");
    if !program.exists() {
        let named = |error| format!("python3 -m venv: {error}");
        cargo::run(Command::new("python3").args(["-m", "venv"]).arg(folder)).map_err(named)?;
        cargo::run(Command::new(folder.join("bin/pip")).args(["install", "--quiet", PACKAGE]))?;
    }
    Ok(program)
}

/// Ends with what asked for it.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        drop(self.0.kill());
        drop(self.0.wait());
    }
}
