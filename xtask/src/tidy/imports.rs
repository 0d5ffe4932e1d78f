//! The import graph of a crate: which of its files name items that other files define. Separate because it resolves
//! Rust paths, which no other rule needs.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{Item, UseTree, Visibility};

/// For each file of a crate, the files that it imports and the first imported path of each.
///
/// A file imports the file that defines an item, not the files that export the item again. A module that is declared
/// or exported again is not an import.
pub type Imports = BTreeMap<String, BTreeMap<String, String>>;

/// The imports of the crate whose root is the file `root`. `read` returns the text of a file of the crate, or `None` if
/// the file does not exist. Modules that exist only in tests are left out.
pub fn imports<'s>(root: &str, read: &impl Fn(&str) -> Option<&'s str>) -> Result<Imports, String> {
    let mut tree = ModuleTree::default();
    tree.add_file(root, None, read)?;
    let mut imports = Imports::new();
    for (at, module) in tree.modules.iter().enumerate() {
        let of_file = imports.entry(module.file.clone()).or_default();
        for path in &module.mentioned {
            if let Some(target) =
                tree.definition(at, path, &mut BTreeSet::new()).filter(|target| *target != module.file)
            {
                of_file.entry(target.to_owned()).or_insert_with(|| path.join("::"));
            }
        }
    }
    Ok(imports)
}

/// The groups of files of which each imports, directly or not, each other file of the group.
pub fn cycles(imports: &Imports) -> Vec<BTreeSet<&str>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        imports.keys().map(|file| (file.as_str(), reached(imports, file))).collect();
    let mut cycles: Vec<BTreeSet<&str>> = Vec::new();
    for (&file, files) in &reached {
        if cycles.iter().any(|cycle| cycle.contains(file)) {
            continue;
        }
        let cycle: BTreeSet<&str> =
            files.iter().copied().filter(|other| reached[other].contains(file)).collect();
        if !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    cycles
}

/// The files that `file` imports, directly or not.
fn reached<'a>(imports: &'a Imports, file: &'a str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut work: Vec<&str> = vec![file];
    while let Some(file) = work.pop() {
        let imported = imports.get(file).into_iter().flatten().map(|(target, _)| target.as_str());
        work.extend(imported.filter(|target| reached.insert(*target)));
    }
    reached
}

/// A path, as its segments.
type Path = Vec<String>;

/// A module of the crate.
#[derive(Default)]
struct Module {
    file: String,
    parent: Option<usize>,
    children: BTreeMap<String, usize>,
    /// Names of items that the module defines.
    items: BTreeSet<String>,
    /// Names that `use` declarations bind, and their paths.
    bound: BTreeMap<String, Path>,
    /// Paths whose items `use path::*` binds.
    globs: Vec<Path>,
    /// Paths that the code of the module mentions.
    mentioned: BTreeSet<Path>,
}

#[derive(Default)]
struct ModuleTree {
    modules: Vec<Module>,
}

impl ModuleTree {
    fn add_file<'s>(
        &mut self,
        file: &str,
        parent: Option<usize>,
        read: &impl Fn(&str) -> Option<&'s str>,
    ) -> Result<usize, String> {
        let text = read(file).ok_or_else(|| format!("{file}: no such file"))?;
        let parsed = syn::parse_file(text).map_err(|e| format!("{file}: {e}"))?;
        let stem = file.strip_suffix(".rs").unwrap_or(file);
        let is_root =
            ["lib", "main"].iter().any(|root| parent.is_none() && stem.ends_with(&format!("/{root}")));
        let folder = if is_root { stem.rsplit_once('/').map_or("", |(folder, _)| folder) } else { stem };
        self.add_module(file, folder, parent, parsed.items, read)
    }

    /// Adds a module with the given items; files of its children are in `folder`.
    fn add_module<'s>(
        &mut self,
        file: &str,
        folder: &str,
        parent: Option<usize>,
        items: Vec<Item>,
        read: &impl Fn(&str) -> Option<&'s str>,
    ) -> Result<usize, String> {
        let at = self.modules.len();
        self.modules.push(Module { file: file.to_owned(), parent, ..Module::default() });
        for item in items {
            match item {
                Item::Mod(module) if !is_test(&module.attrs) => {
                    let folder = format!("{folder}/{}", module.ident);
                    let child = match module.content {
                        Some((_, items)) => self.add_module(file, &folder, Some(at), items, read)?,
                        None => {
                            let named = named_file(file, &module.attrs);
                            self.add_file(&named.unwrap_or(format!("{folder}.rs")), Some(at), read)?
                        }
                    };
                    self.modules[at].children.insert(module.ident.to_string(), child);
                }
                Item::Mod(_) => {}
                Item::Use(item) => {
                    let is_private = matches!(item.vis, Visibility::Inherited);
                    self.modules[at].add_use(&item.tree, &mut Vec::new(), is_private);
                }
                item => self.modules[at].add_item(&item),
            }
        }
        Ok(at)
    }

    /// The file that defines the item to which a path leads, seen from a module; `None` for a path that leads to a
    /// module or out of the crate. `seen` has the modules and paths that were tried: `use` declarations form cycles.
    fn definition(&self, from: usize, path: &[String], seen: &mut BTreeSet<(usize, Path)>) -> Option<&str> {
        let (first, rest) = path.split_first()?;
        if !seen.insert((from, path.to_vec())) {
            return None;
        }
        match first.as_str() {
            "crate" => self.definition(0, rest, seen),
            "self" => self.definition(from, rest, seen),
            "super" => self.definition(self.modules[from].parent?, rest, seen),
            name => {
                let module = &self.modules[from];
                if let Some(&child) = module.children.get(name) {
                    return self.definition(child, rest, seen);
                }
                if module.items.contains(name) {
                    return Some(&module.file);
                }
                let exact = module.bound.get(name).map(|path| [path, rest].concat());
                if let Some(path) = exact {
                    return self.definition(from, &path, seen);
                }
                let mut globs = module.globs.iter().filter_map(|glob| self.module(from, glob));
                globs.find_map(|target| self.definition(target, path, seen))
            }
        }
    }

    /// The module to which the path of a `use path::*` leads; `None` for an enum and for other crates.
    fn module(&self, from: usize, path: &[String]) -> Option<usize> {
        path.iter().try_fold(from, |module, name| match name.as_str() {
            "crate" => Some(0),
            "self" => Some(module),
            "super" => self.modules[module].parent,
            name => self.modules[module].children.get(name).copied(),
        })
    }
}

impl Module {
    /// Adds what a `use` declaration binds. A private one counts as a mention: its traits are used without their names.
    fn add_use(&mut self, tree: &UseTree, prefix: &mut Path, is_private: bool) {
        let len = prefix.len();
        match tree {
            UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                self.add_use(&path.tree, prefix, is_private);
            }
            UseTree::Name(name) if name.ident == "self" => {
                self.bind(prefix.last().cloned().unwrap_or_default(), prefix.clone(), is_private);
            }
            UseTree::Name(name) => {
                let name = name.ident.to_string();
                self.bind(name.clone(), [prefix.as_slice(), &[name]].concat(), is_private);
            }
            UseTree::Rename(renamed) => {
                let path = [prefix.as_slice(), &[renamed.ident.to_string()]].concat();
                self.bind(renamed.rename.to_string(), path, is_private);
            }
            UseTree::Glob(_) => self.globs.push(prefix.clone()),
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.add_use(tree, prefix, is_private))
            }
        }
        prefix.truncate(len);
    }

    fn bind(&mut self, name: String, path: Path, is_private: bool) {
        if is_private {
            self.mentioned.insert(path.clone());
        }
        self.bound.insert(name, path);
    }

    fn add_item(&mut self, item: &Item) {
        let (name, attributes) = match item {
            Item::Const(item) => (Some(&item.ident), &item.attrs),
            Item::Enum(item) => (Some(&item.ident), &item.attrs),
            Item::Fn(item) => (Some(&item.sig.ident), &item.attrs),
            Item::Impl(item) => (None, &item.attrs),
            Item::Macro(item) => (item.ident.as_ref(), &item.attrs),
            Item::Static(item) => (Some(&item.ident), &item.attrs),
            Item::Struct(item) => (Some(&item.ident), &item.attrs),
            Item::Trait(item) => (Some(&item.ident), &item.attrs),
            Item::Type(item) => (Some(&item.ident), &item.attrs),
            Item::Union(item) => (Some(&item.ident), &item.attrs),
            _ => return,
        };
        if is_test(attributes) {
            return;
        }
        self.items.extend(name.map(ToString::to_string));
        self.add_mentions(item.to_token_stream(), &[]);
    }

    /// Adds each path of a text, with the prefix of the group in which it is.
    fn add_mentions(&mut self, tokens: TokenStream, prefix: &[String]) {
        let mut tokens = tokens.into_iter().peekable();
        let mut path: Path = prefix.to_vec();
        let mut is_member = false;
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Ident(name) if !is_member => {
                    path.push(name.to_string());
                    let is_separator = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ':' && p.spacing() == proc_macro2::Spacing::Joint);
                    if tokens.next_if(is_separator).is_some() {
                        // The second colon.
                        tokens.next();
                        match tokens.peek() {
                            Some(TokenTree::Ident(_)) => continue,
                            Some(TokenTree::Group(_)) => {
                                if let Some(TokenTree::Group(group)) = tokens.next() {
                                    self.add_mentions(group.stream(), &path);
                                }
                            }
                            _ => {}
                        }
                    }
                    self.mentioned.insert(std::mem::replace(&mut path, prefix.to_vec()));
                }
                TokenTree::Group(group) => self.add_mentions(group.stream(), &[]),
                _ => {}
            }
            is_member = false;
            if let Some(TokenTree::Punct(p)) = tokens.peek() {
                is_member = p.as_char() == '.';
                if is_member {
                    tokens.next();
                    // A range is not an access to a member.
                    is_member = !matches!(tokens.peek(), Some(TokenTree::Punct(p)) if p.as_char() == '.');
                }
            }
        }
    }
}

/// True if the attributes keep an item for tests.
fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg") && attribute.meta.to_token_stream().to_string().contains("test")
    })
}

/// The file that an attribute `#[path = "…"]` names, if a module in `file` has one.
fn named_file(file: &str, attributes: &[syn::Attribute]) -> Option<String> {
    let value = attributes
        .iter()
        .find(|attribute| attribute.path().is_ident("path"))?
        .meta
        .require_name_value()
        .ok()?;
    let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(path), .. }) = &value.value else { return None };
    let mut folders: Vec<&str> = file.split('/').collect();
    folders.pop();
    let path = path.value();
    for name in path.split('/') {
        match name {
            ".." => drop(folders.pop()),
            name => folders.push(name),
        }
    }
    Some(folders.join("/"))
}

#[cfg(test)]
mod tests;
