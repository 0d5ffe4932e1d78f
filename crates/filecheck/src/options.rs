//! Options of FileCheck. Separate because patterns depend on them.

/// Options of FileCheck. Except for the last one, each field has the name of its option.
#[derive(Debug, Clone)]
pub struct Options {
    /// Prefixes of directives.
    pub prefixes: Vec<String>,
    /// Patterns that must not match between directives.
    pub implicit_not: Vec<String>,
    /// Predefined variables, as `NAME=value` or `#NAME=value`.
    pub defines: Vec<String>,
    /// True if white space must match exactly.
    pub strict_whitespace: bool,
    /// True if patterns match whole lines.
    pub full_lines: bool,
    /// True if upper and lower case are the same.
    pub ignore_case: bool,
    /// True if an empty input is allowed.
    pub allow_empty: bool,
    /// True if labels clear variables that do not begin with `$`.
    pub var_scope: bool,
    /// True if `CHECK-NAME:` with an unknown name is an error. FileCheck ignores such lines.
    pub reject_unknown_suffixes: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            prefixes: vec!["CHECK".to_owned()],
            implicit_not: Vec::new(),
            defines: Vec::new(),
            strict_whitespace: false,
            full_lines: false,
            ignore_case: false,
            allow_empty: false,
            var_scope: false,
            reject_unknown_suffixes: false,
        }
    }
}

impl Options {
    /// Parses arguments of FileCheck. Returns the options, and the arguments that are not options: files.
    ///
    /// # Errors
    ///
    /// An option that this does not know.
    pub fn of_arguments<'a>(arguments: &[&'a str]) -> Result<(Self, Vec<&'a str>), String> {
        let mut options = Self::default();
        let (mut prefixes, mut files) = (Vec::new(), Vec::new());
        let mut words = arguments.iter().copied();
        while let Some(word) = words.next() {
            let Some(option) = word.strip_prefix('-').filter(|rest| !rest.is_empty()) else {
                files.push(word);
                continue;
            };
            let option = option.strip_prefix('-').unwrap_or(option);
            if let Some(define) = word.strip_prefix("-D") {
                options.defines.push(define.to_owned());
                continue;
            }
            let (name, value) = match option.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (option, None),
            };
            let mut given =
                || value.or_else(|| words.next()).ok_or_else(|| format!("{word} requires a value"));
            match name {
                "check-prefix" | "check-prefixes" => prefixes.extend(given()?.split(',').map(str::to_owned)),
                "implicit-check-not" => options.implicit_not.push(given()?.to_owned()),
                "strict-whitespace" => options.strict_whitespace = true,
                "match-full-lines" => options.full_lines = true,
                "ignore-case" => options.ignore_case = true,
                "allow-empty" => options.allow_empty = true,
                "enable-var-scope" => options.var_scope = true,
                // These options only affect the output of FileCheck.
                "dump-input" | "dump-input-context" | "dump-input-filter" | "color" | "v" | "vv" => {}
                // One that is named and not used is an error without it, which it is not here.
                "allow-unused-prefixes" => {}
                _ => return Err(format!("{word} is not an option of FileCheck, or is not supported")),
            }
        }
        if !prefixes.is_empty() {
            options.prefixes = prefixes;
        }
        Ok((options, files))
    }
}
