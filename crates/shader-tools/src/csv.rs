//! CSV as RFC 4180 defines the format: lines end in CR LF, and a field is quoted if the field contains a comma, a quote
//! or a line break. Separate because several verbs print CSV.

use std::io::{self, IsTerminal as _, Write};

use dx_container::fields::escaped;

/// Writes a line of CSV to standard output. On a terminal, control characters are escaped.
pub fn write_row<S: AsRef<str>>(out: &mut dyn Write, fields: impl IntoIterator<Item = S>) -> io::Result<()> {
    let row = match io::stdout().is_terminal() {
        true => row(fields.into_iter().map(|field| escaped(field.as_ref()).to_string())),
        false => row(fields),
    };
    out.write_all(row.as_bytes())
}

fn row<S: AsRef<str>>(fields: impl IntoIterator<Item = S>) -> String {
    let mut row = String::new();
    for (index, field) in fields.into_iter().enumerate() {
        if index > 0 {
            row.push(',');
        }
        push_quoted(&mut row, field.as_ref());
    }
    row + "\r\n"
}

/// Appends a field, in quotes if the field needs quotes.
fn push_quoted(row: &mut String, field: &str) {
    if field.contains([',', '"', '\n', '\r']) {
        row.push('"');
        row.push_str(&field.replace('"', "\"\""));
        row.push('"');
    } else {
        row.push_str(field);
    }
}

#[cfg(test)]
mod tests {
    use super::row;

    #[test]
    fn fields_are_quoted_where_needed() {
        assert_eq!(row(["a", "b c", "1"]), "a,b c,1\r\n");
        assert_eq!(row(["", "", "1", ""]), ",,1,\r\n");
        assert_eq!(row(["a,b", "say \"x\"", "1\n2", "\r"]), "\"a,b\",\"say \"\"x\"\"\",\"1\n2\",\"\r\"\r\n");
    }
}
