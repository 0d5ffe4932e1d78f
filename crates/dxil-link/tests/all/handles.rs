//! Handles of libraries that a compiler has made of handles: of what functions give.

use dxil::assemble::{self, assemble};
use dxil::ops::{ArgumentName, Call, Opcode};
use dxil::shader::HandleProperties;
use dxil_link::{Exports, Options};
use testkit::Failed;

use crate::linking::{Inputs, findings, target};
use crate::running::module;

pub(crate) const TESTS: &[testkit::Test] =
    testkit::tests![handles_of_handles_are_those, handles_that_are_chosen_are_refused];

/// A library whose shader writes to what is said here to be the handle `%h`.
fn library(code: &str) -> Vec<u8> {
    let text = format!(
        r#"target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"
%dx.types.Handle = type {{ i8* }}
%dx.types.ResourceProperties = type {{ i32, i32 }}
%struct.RWByteAddressBuffer = type {{ i32 }}
@a = external constant %dx.types.Handle
@b = external constant %dx.types.Handle

define void @given(%dx.types.Handle* %to) {{
  %o = load %dx.types.Handle, %dx.types.Handle* @a
  %h = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %o)
  %n = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %h, %dx.types.ResourceProperties {{ i32 4107, i32 0 }})
  store %dx.types.Handle %n, %dx.types.Handle* %to
  ret void
}}

define void @main() {{
  {code}
  %m = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %h)
  %u = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %m, %dx.types.ResourceProperties {{ i32 20491, i32 0 }})
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %u, i32 0, i32 undef, i32 7, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  ret void
}}

declare %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32, %dx.types.Handle) #0
declare %dx.types.Handle @dx.op.annotateHandle(i32, %dx.types.Handle, %dx.types.ResourceProperties) #1
declare void @dx.op.rawBufferStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i8, i32) #2
declare i32 @dx.op.threadId.i32(i32, i32) #1
attributes #0 = {{ nounwind readonly }}
attributes #1 = {{ nounwind readnone }}
attributes #2 = {{ nounwind }}

!dx.version = !{{!0}}
!dx.valver = !{{!1}}
!dx.shaderModel = !{{!2}}
!dx.resources = !{{!3}}
!dx.entryPoints = !{{!7, !8}}
!0 = !{{i32 1, i32 6}}
!1 = !{{i32 1, i32 8}}
!2 = !{{!"lib", i32 6, i32 6}}
!3 = !{{null, !4, null, null}}
!4 = !{{!5, !6}}
!5 = !{{i32 0, %struct.RWByteAddressBuffer* bitcast (%dx.types.Handle* @a to %struct.RWByteAddressBuffer*), !"a", i32 0, i32 0, i32 1, i32 11, i1 true, i1 false, i1 false, null}}
!6 = !{{i32 1, %struct.RWByteAddressBuffer* bitcast (%dx.types.Handle* @b to %struct.RWByteAddressBuffer*), !"b", i32 0, i32 1, i32 1, i32 11, i1 true, i1 false, i1 false, null}}
!7 = !{{null, !"", null, !3, !9}}
!8 = !{{void ()* @main, !"main", null, null, !10}}
!9 = !{{i32 0, i64 16}}
!10 = !{{i32 8, i32 5, i32 4, !11, i32 5, !12}}
!11 = !{{i32 1, i32 1, i32 1}}
!12 = !{{i32 0}}
"#
    );
    let module = dxil_text::parse(text.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
    assemble(module, &assemble::Options::default()).unwrap()
}

/// The operations that a shader calls, and what it says of the resource.
fn operations(bytes: &[u8]) -> (Vec<Opcode>, Option<HandleProperties>) {
    let module = module(bytes);
    let (_, global, body) = module.bodies().next().unwrap();
    let calls = body
        .in_order()
        .filter_map(|(.., instruction)| Call::of(&module, (body, global.value_type), instruction).unwrap());
    let calls: Vec<Call<'_>> = calls.collect();
    let said = calls.iter().find_map(|call| call.argument(ArgumentName::props));
    let opcodes = calls.iter().map(|call| call.operation().opcode).collect();
    (opcodes, said.and_then(|constant| HandleProperties::of(&module, constant)))
}

fn link(code: &str) -> Result<Vec<u8>, String> {
    let inputs = Inputs::of("library", library(code));
    let linked = inputs.link(&target("cs_6_6", "main", Exports::All), &Options::default());
    linked.map_err(|errors| errors.to_string())
}

fn handles_of_handles_are_those() -> Result<(), Failed> {
    let made = [Opcode::CREATE_HANDLE_FROM_BINDING, Opcode::ANNOTATE_HANDLE, Opcode::RAW_BUFFER_STORE];
    let given = "%p = alloca %dx.types.Handle\n  call void @given(%dx.types.Handle* %p)
  %h = load %dx.types.Handle, %dx.types.Handle* %p";
    let twice = format!(
        "{}\n  %h = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %g)",
        given.replace("%h", "%g")
    );
    for code in [given, &twice] {
        let bytes = link(code)?;
        let (found, said) = operations(&bytes);
        assert_eq!(found, made);
        // What is said at the use counts: all threads see what is written.
        assert!(said.unwrap().is_globally_coherent());
        assert_eq!(findings(&bytes), Vec::<String>::new());
    }
    Ok(())
}

fn handles_that_are_chosen_are_refused() {
    let chosen = "%o = load %dx.types.Handle, %dx.types.Handle* @b
  %c = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %o)
  %p = alloca %dx.types.Handle\n  call void @given(%dx.types.Handle* %p)
  %g = load %dx.types.Handle, %dx.types.Handle* %p
  %t = call i32 @dx.op.threadId.i32(i32 93, i32 0)
  %f = icmp eq i32 %t, 0
  %h = select i1 %f, %dx.types.Handle %c, %dx.types.Handle %g";
    let error = link(chosen).unwrap_err();
    assert!(error.contains("[link.handle]"), "{error}");
}
