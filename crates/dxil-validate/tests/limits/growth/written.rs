//! Shapes that are written as assembly: entries, and what metadata says of them and of resources.

use std::fmt::Write as _;

use dxil_ir::Module;

use super::shape::Shape;

pub(crate) const SHAPES: &[Shape] = &[
    ("entries with one payload of many members", 800, payloads),
    ("elements of a signature", 4000, elements),
    ("barycentric coordinates", 8000, barycentrics),
    ("resources and their handles", 4000, resources),
    // 12000 members of 4 bytes fit into the 65536 bytes of a buffer.
    ("members of constant buffers", 1500, members),
    ("functions with one list of attributes", 2000, attributes),
    ("entries whose patch constants one function computes", 1000, patch_constants),
    ("entries that call one chain of functions", 1000, calls),
    // The work is quadratic up to the limit of `References::reaching`, which both sizes exceed.
    ("variables that groups share", 2000, shared),
];

/// A module for a shader model; of a library with the entry that is the library.
struct Text {
    model: &'static str,
    version: &'static str,
    code: String,
    entries: String,
    resources: String,
    /// The other nodes; those in front have fixed numbers.
    nodes: String,
    count: usize,
}

impl Text {
    fn new(model: &'static str, version: &'static str) -> Self {
        Self {
            model,
            version,
            code: String::new(),
            entries: String::new(),
            resources: "null".to_owned(),
            nodes: String::new(),
            count: 100,
        }
    }

    fn code(&mut self, text: &str) {
        self.code.push_str(text);
        self.code.push('\n');
    }

    /// Adds a list, and gives its name.
    fn node(&mut self, operands: &str) -> String {
        self.count += 1;
        writeln!(self.nodes, "!{} = !{{{operands}}}", self.count).unwrap();
        format!("!{}", self.count)
    }

    fn entry(&mut self, function: &str, name: &str, signatures: &str, properties: &str) {
        let properties = self.node(properties);
        let resources = self.resources.clone();
        let entry = self.node(&format!("{function}, !\"{name}\", {signatures}, {resources}, {properties}"));
        let comma = if self.entries.is_empty() { "" } else { ", " };
        write!(self.entries, "{comma}{entry}").unwrap();
    }

    fn library(model: &'static str, version: &'static str) -> Self {
        let mut text = Self::new(model, version);
        text.entry("null", "", "null", "i32 0, i64 0");
        text
    }

    fn module(self) -> Module {
        let Self { model, version, code, entries, nodes, .. } = self;
        let text = format!(
            "target datalayout = \"e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64\"\n\
             target triple = \"dxil-ms-dx\"\n{code}\n\
             !dx.version = !{{!0}}\n!dx.valver = !{{!1}}\n!dx.shaderModel = !{{!2}}\n!dx.entryPoints = !{{{entries}}}\n\
             !0 = !{{i32 1, i32 {version}}}\n!1 = !{{i32 1, i32 8}}\n!2 = !{{!\"{model}\", i32 6, i32 {version}}}\n{nodes}"
        );
        dxil_text::parse(text.as_bytes()).unwrap_or_else(|errors| panic!("{:?}", errors.errors().first()))
    }
}

fn list(count: usize, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect::<Vec<_>>().join(", ")
}

fn payloads(count: usize) -> Module {
    let mut text = Text::library("lib", "6");
    text.code(&format!("%P = type {{ {} }}", list(count, |_| "float".to_owned())));
    for index in 0..count {
        text.code(&format!("define void @m{index}(%P* noalias %p) {{\n  ret void\n}}"));
        text.entry(
            &format!("void (%P*)* @m{index}"),
            &format!("m{index}"),
            "null",
            "i32 8, i32 11, i32 6, i32 4",
        );
    }
    text.module()
}

/// A pixel shader that takes so many elements.
fn pixel(elements: &[String]) -> Module {
    let mut text = Text::new("ps", "6");
    text.code("define void @main() {\n  ret void\n}");
    let mut names = Vec::new();
    for element in elements {
        names.push(text.node(element));
    }
    let inputs = text.node(&names.join(", "));
    let signatures = text.node(&format!("{inputs}, null, null"));
    text.entry("void ()* @main", "main", &signatures, "i32 0, i64 0");
    text.module()
}

fn elements(count: usize) -> Module {
    let mut text = Vec::new();
    for index in 0..count {
        let (row, column) = (index / 4 % 32, index % 4);
        // Lists of indices cannot be written in place.
        text.push(format!(
            "i32 {index}, !\"A{index}\", i8 9, i8 0, null, i8 2, i32 1, i8 1, i32 {row}, i8 {column}, null"
        ));
    }
    pixel(&text)
}

fn barycentrics(count: usize) -> Module {
    let mut text = Vec::new();
    for index in 0..count {
        let mode = if index < count / 2 { 2 } else { 4 };
        text.push(format!("i32 {index}, !\"SV_Barycentrics{index}\", i8 9, i8 28, null, i8 {mode}, i32 1, i8 3, i32 -1, i8 -1, null"));
    }
    pixel(&text)
}

const HANDLES: &str = "%dx.types.Handle = type { i8* }
%dx.types.CBufRet.f32 = type { float, float, float, float }
%C = type { float }
declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1)
declare %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32, %dx.types.Handle, i32)";

fn resources(count: usize) -> Module {
    let mut text = Text::new("cs", "0");
    text.code(HANDLES);
    let mut code = "define void @main() {\n".to_owned();
    for index in 0..count {
        writeln!(code, "  %h{index} = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 2, i32 {index}, i32 {index}, i1 false)").unwrap();
        writeln!(code, "  %v{index} = call %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32 59, %dx.types.Handle %h{index}, i32 0)").unwrap();
    }
    code.push_str("  ret void\n}");
    text.code(&code);
    let mut names = Vec::new();
    for index in 0..count {
        names.push(
            text.node(&format!("i32 {index}, %C* undef, !\"b\", i32 0, i32 {index}, i32 1, i32 4, null")),
        );
    }
    let buffers = text.node(&names.join(", "));
    text.resources = text.node(&format!("null, null, {buffers}, null"));
    let threads = text.node("i32 1, i32 1, i32 1");
    text.entry("void ()* @main", "main", "null", &format!("i32 0, i64 0, i32 4, {threads}"));
    text.module()
}

fn members(count: usize) -> Module {
    let mut text = Text::new("cs", "0");
    text.code(&format!("%C = type {{ {} }}", list(count, |_| "float".to_owned())));
    text.code("define void @main() {\n  ret void\n}");
    let buffer = |text: &mut Text, id: usize| {
        text.node(&format!("i32 {id}, %C* undef, !\"b\", i32 0, i32 {id}, i32 1, i32 65536, null"))
    };
    let names: Vec<_> = (0..count).map(|id| buffer(&mut text, id)).collect();
    let buffers = text.node(&names.join(", "));
    text.resources = text.node(&format!("null, null, {buffers}, null"));
    let mut fields = "i32 65536".to_owned();
    for index in 0..count {
        let field = text.node(&format!("i32 3, i32 {}, i32 7, i32 9", index * 4));
        write!(fields, ", {field}").unwrap();
    }
    let fields = text.node(&fields);
    let annotations = text.node(&format!("i32 0, %C undef, {fields}"));
    writeln!(text.nodes, "!dx.typeAnnotations = !{{{annotations}}}").unwrap();
    let threads = text.node("i32 1, i32 1, i32 1");
    text.entry("void ()* @main", "main", "null", &format!("i32 0, i64 0, i32 4, {threads}"));
    text.module()
}

fn attributes(count: usize) -> Module {
    let mut text = Text::new("cs", "0");
    text.code(&format!(
        "attributes #0 = {{ {} }}",
        (0..count).map(|index| format!("\"a{index}\" ")).collect::<String>()
    ));
    text.code("define void @main() {\n  ret void\n}");
    for index in 0..count {
        text.code(&format!("define void @f{index}() #0 {{\n  ret void\n}}"));
    }
    let threads = text.node("i32 1, i32 1, i32 1");
    text.entry("void ()* @main", "main", "null", &format!("i32 0, i64 0, i32 4, {threads}"));
    text.module()
}

fn patch_constants(count: usize) -> Module {
    let mut text = Text::library("lib", "6");
    text.code("declare void @dx.op.storePatchConstant.f32(i32, i32, i32, i8, float)");
    let mut code = "define void @patch() {\n".to_owned();
    for _ in 0..count {
        code.push_str("  call void @dx.op.storePatchConstant.f32(i32 106, i32 0, i32 0, i8 0, float 1.0)\n");
    }
    code.push_str("  ret void\n}");
    text.code(&code);
    let state = text.node("void ()* @patch, i32 3, i32 3, i32 2, i32 1, i32 3, float 64.0");
    for index in 0..count {
        text.code(&format!("define void @h{index}() {{\n  ret void\n}}"));
        text.entry(
            &format!("void ()* @h{index}"),
            &format!("h{index}"),
            "null",
            &format!("i32 8, i32 3, i32 3, {state}"),
        );
    }
    text.module()
}

/// What is at the end of the chain needs a group, which the entries do not have.
fn calls(count: usize) -> Module {
    let mut text = Text::library("lib", "6");
    text.code("declare i32 @dx.op.threadIdInGroup.i32(i32, i32)");
    text.code(
        "define void @f0() {\n  %x = call i32 @dx.op.threadIdInGroup.i32(i32 95, i32 0)\n  ret void\n}",
    );
    for index in 1..count {
        text.code(&format!("define void @f{index}() {{\n  call void @f{}()\n  ret void\n}}", index - 1));
    }
    text.code("%P = type { float }");
    for index in 0..count {
        text.code(&format!(
            "define void @m{index}(%P* noalias %p) {{\n  call void @f{}()\n  ret void\n}}",
            count - 1
        ));
        text.entry(
            &format!("void (%P*)* @m{index}"),
            &format!("m{index}"),
            "null",
            "i32 8, i32 11, i32 6, i32 4",
        );
    }
    text.module()
}

fn shared(count: usize) -> Module {
    let mut text = Text::library("lib", "6");
    for index in 0..count {
        text.code(&format!("@g{index} = internal addrspace(3) global i32 0"));
    }
    let mut code = "define void @f0() {\n".to_owned();
    for index in 0..count {
        writeln!(code, "  store i32 0, i32 addrspace(3)* @g{index}").unwrap();
    }
    code.push_str("  ret void\n}");
    text.code(&code);
    for index in 1..count {
        text.code(&format!("define void @f{index}() {{\n  call void @f{}()\n  ret void\n}}", index - 1));
    }
    text.module()
}
