//! What the errors of all crates have in common: code, message, place, path, hint. Separate because each crate has an
//! error type of its own, and the program shows all of them alike.

use dx_bytecode::ProgramError;
use dx_bytecode::text::AssemblyError;
use dx_container::ContainerError;
use dx_text::TextError;
use dxil::DxilError;
use dxil_text::ParseError;
use located::{Kind as _, Place};

/// An error about the content of a file.
pub trait Located {
    /// The stable code.
    fn code(&self) -> &'static str;

    /// The message, in one line without code and place.
    fn message(&self) -> String;

    /// The bytes at fault in the file; `None` where the error is about none of them.
    fn place(&self) -> Option<Place>;

    /// The path to them, outermost first: `part PSV0 > Resources > 3`. May be empty.
    fn path(&self) -> String;

    /// A hint how to fix the error, if there is one.
    fn hint(&self) -> Option<String> {
        None
    }

    /// What the file is made of.
    fn medium(&self) -> Medium;
}

/// What a file is made of, and so what is shown of a place in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Medium {
    /// Bytes, shown in hexadecimal.
    Bytes,
    /// Bits, shown as bytes, with the first bit.
    Bits,
    /// Text, shown by the line.
    Text,
}

/// Implements [`Located`] for an error in the shape that the readers share.
macro_rules! located {
    ($error:ty, $medium:ident $(, $hint:ident)?) => {
        impl Located for $error {
            fn code(&self) -> &'static str {
                self.kind().code()
            }

            fn message(&self) -> String {
                self.kind().to_string()
            }

            fn place(&self) -> Option<Place> {
                self.known_place()
            }

            fn path(&self) -> String {
                self.path_text().to_string()
            }

            $(fn $hint(&self) -> Option<String> {
                self.kind().hint()
            })?

            fn medium(&self) -> Medium {
                Medium::$medium
            }
        }
    };
}

located!(ContainerError, Bytes);
located!(ProgramError, Bytes);
located!(DxilError, Bits);
located!(amdgpu_compile::CompileError, Bits);
located!(amdgpu_link::Error, Bytes);
located!(TextError, Text, hint);
located!(AssemblyError, Text, hint);
located!(dxil_link::LinkError, Bits, hint);
located!(dxil_run::RunError, Text);

impl Located for ParseError {
    fn code(&self) -> &'static str {
        "assembly.syntax"
    }

    fn message(&self) -> String {
        self.message.clone()
    }

    fn place(&self) -> Option<Place> {
        Some(Place { offset: self.offset as u64, len: self.len as u64, bit: 0 })
    }

    fn path(&self) -> String {
        String::new()
    }

    fn hint(&self) -> Option<String> {
        self.hint.clone()
    }

    fn medium(&self) -> Medium {
        Medium::Text
    }
}
