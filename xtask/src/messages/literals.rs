//! The string literals of a Rust file with the constructs around them. Separate because it knows the tokens of Rust,
//! and `messages` only sentences.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// Derive macros of clap that show the doc comments of an item as its help.
const CLAP_DERIVES: [&str; 4] = ["Args", "Parser", "Subcommand", "ValueEnum"];

/// Attributes with strings that users read.
const SHOWN_ATTRIBUTES: [&str; 4] = ["arg", "command", "error", "value"];

/// A string literal.
pub struct Literal {
    /// The innermost construct around the literal: `name!` for a macro, `name` for a call, an attribute or the
    /// value of a named field, `help` for a doc comment that clap shows.
    pub construct: String,
    pub text: String,
}

/// The string literals outside of tests and of comments, in the order of the source.
pub fn literals(tokens: TokenStream) -> Vec<Literal> {
    let mut found = Found::default();
    found.add(tokens, Around { construct: "-", is_help: false });
    found.0
}

/// The surroundings of tokens.
#[derive(Clone, Copy)]
struct Around<'a> {
    construct: &'a str,
    /// Clap shows the doc comments.
    is_help: bool,
}

#[derive(Default)]
struct Found(Vec<Literal>);

impl Found {
    fn add(&mut self, tokens: TokenStream, around: Around<'_>) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        // The doc comment and the attributes of the item that begins.
        let mut docs: Vec<String> = Vec::new();
        let mut is_help = around.is_help;
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            if let Some((attribute, len)) = attribute(&tokens[at..]) {
                at += len;
                if is_test(attribute) {
                    docs.clear();
                    at = after_item(&tokens, at);
                    continue;
                }
                is_help |= is_clap_derive(attribute);
                match doc(attribute) {
                    Some(line) => docs.push(line),
                    None => self.add_attribute(attribute),
                }
                continue;
            }
            self.add_docs(&mut docs, is_help);
            match token {
                TokenTree::Literal(literal) => {
                    let construct = field(&tokens[..at]).unwrap_or_else(|| around.construct.to_owned());
                    self.add_literal(&literal.to_string(), &construct);
                }
                TokenTree::Group(group) => {
                    let construct = construct(&tokens[..at], group.delimiter());
                    let construct = construct.as_deref().unwrap_or(around.construct);
                    self.add(group.stream(), Around { construct, is_help });
                    // The body ends the item.
                    if group.delimiter() == Delimiter::Brace {
                        is_help = around.is_help;
                    }
                }
                TokenTree::Ident(_) | TokenTree::Punct(_) => {}
            }
            at += 1;
        }
    }

    fn add_attribute(&mut self, attribute: &Group) {
        let tokens: Vec<TokenTree> = attribute.stream().into_iter().collect();
        if let [TokenTree::Ident(name), TokenTree::Group(content)] = tokens.as_slice()
            && SHOWN_ATTRIBUTES.contains(&name.to_string().as_str())
        {
            let name = name.to_string();
            self.add(content.stream(), Around { construct: &name, is_help: false });
        }
    }

    /// Adds each paragraph of a doc comment that clap shows.
    fn add_docs(&mut self, docs: &mut Vec<String>, is_help: bool) {
        let lines = std::mem::take(docs);
        if is_help {
            for paragraph in lines.split(|line| line.trim().is_empty()) {
                let paragraph = paragraph.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
                self.0.push(Literal { construct: "help".to_owned(), text: paragraph });
            }
        }
    }

    fn add_literal(&mut self, literal: &str, construct: &str) {
        if let Ok(literal) = syn::parse_str::<syn::LitStr>(literal) {
            self.0.push(Literal { construct: construct.to_owned(), text: literal.value() });
        }
    }
}

/// The attribute that the tokens begin with, and the number of its tokens.
fn attribute(tokens: &[TokenTree]) -> Option<(&Group, usize)> {
    let (mark, rest) = match tokens {
        [TokenTree::Punct(hash), TokenTree::Punct(inner), rest @ ..] if inner.as_char() == '!' => {
            (hash, rest)
        }
        [TokenTree::Punct(hash), rest @ ..] => (hash, rest),
        _ => return None,
    };
    match rest {
        [TokenTree::Group(group), ..] if mark.as_char() == '#' => {
            Some((group, tokens.len() - rest.len() + 1))
        }
        _ => None,
    }
}

/// The name of the field or of the parameter whose value follows `before`.
fn field(before: &[TokenTree]) -> Option<String> {
    match before {
        [.., TokenTree::Ident(name), TokenTree::Punct(mark)] if matches!(mark.as_char(), ':' | '=') => {
            Some(name.to_string())
        }
        _ => None,
    }
}

/// The name of the construct whose arguments follow `before`, if it is a call or a macro.
fn construct(before: &[TokenTree], delimiter: Delimiter) -> Option<String> {
    match before {
        [.., TokenTree::Ident(name), TokenTree::Punct(mark)] if mark.as_char() == '!' => {
            Some(format!("{name}!"))
        }
        [.., TokenTree::Ident(name)] if delimiter != Delimiter::Brace => Some(name.to_string()),
        _ => None,
    }
}

fn is_test(attribute: &Group) -> bool {
    attribute.stream().to_string().replace(' ', "") == "cfg(test)"
}

fn is_clap_derive(attribute: &Group) -> bool {
    let text = attribute.stream().to_string();
    let is_clap = |word: &str| CLAP_DERIVES.contains(&word);
    text.strip_prefix("derive").is_some_and(|names| names.split(|c: char| !c.is_alphanumeric()).any(is_clap))
}

/// The line of a doc comment that an attribute is.
fn doc(attribute: &Group) -> Option<String> {
    let tokens: Vec<TokenTree> = attribute.stream().into_iter().collect();
    match tokens.as_slice() {
        [TokenTree::Ident(name), TokenTree::Punct(_), TokenTree::Literal(text)] if name == "doc" => {
            Some(syn::parse_str::<syn::LitStr>(&text.to_string()).ok()?.value())
        }
        _ => None,
    }
}

/// The position after the item at `start`, which a body or a semicolon ends.
fn after_item(tokens: &[TokenTree], start: usize) -> usize {
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(punct) => punct.as_char() == ';',
        _ => false,
    };
    let len = tokens.iter().skip(start).position(ends).map_or(tokens.len(), |len| len + 1);
    start.saturating_add(len)
}
