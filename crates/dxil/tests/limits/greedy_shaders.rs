//! Metadata made to take more than it is: nothing hangs, or takes memory without bound.

use dxil::shader::Shader;
use dxil_ir::constants::ConstantKind;
use dxil_ir::{MetadataId, Module};
use located::Kind as _;
use testkit::heap::taken;
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![greedy_metadata_is_refused];

/// What reading may take besides so many bytes for each operand that the metadata has.
const HEAP_FREE: usize = 32 << 20;

fn number(module: &mut Module, number: i64) -> Option<MetadataId> {
    let ty = module.types.int(32);
    let value = module.int(ty, number);
    Some(module.value_as_metadata(value))
}

/// Reads one name, within the memory that there is; the code of the error.
fn check(what: &str, mut module: Module, name: &str, node: MetadataId) -> Option<&'static str> {
    module.add_named_metadata(name, &[node]);
    let (result, heap) = taken(|| Shader::read(&module));
    assert!(heap.peak < HEAP_FREE, "{what}: {} bytes of heap", heap.peak);
    result.err().map(|error| error.kind().code())
}

fn in_itself() {
    let mut module = Module::dxil();
    let tag = number(&mut module, 11);
    let field = MetadataId::from_u32(u32::try_from(module.metadata.len()).unwrap() + 1);
    let bits = module.metadata.add_tuple(true, [Some(field)]);
    assert_eq!(module.metadata.add_tuple(true, [tag, Some(bits)]), field);
    let zero = number(&mut module, 0);
    let indices = module.tuple(&[]);
    let parameter = module.tuple(&[zero, Some(field), Some(indices)]);
    let annotation = module.tuple(&[Some(parameter)]);
    let void = module.types.void();
    let ty = module.types.function(void, &[]);
    let function = module.declare_function("f", ty);
    let function = module.value_as_metadata(function.into());
    let one = number(&mut module, 1);
    let node = module.tuple(&[one, Some(function), Some(annotation)]);
    assert_eq!(check("a field in itself", module, "dx.typeAnnotations", node), Some("shader.depth"));
}

fn shared_lists() {
    let mut module = Module::dxil();
    let tag = number(&mut module, 4242);
    let io = module.tuple(&[tag, None].repeat(1000));
    let inputs = module.tuple(&vec![Some(io); 2000]);
    let tag = number(&mut module, 20);
    let properties = module.tuple(&[tag, Some(inputs)].repeat(1000));
    let name = module.metadata_string("main");
    let node = module.tuple(&[None, Some(name), None, None, Some(properties)]);
    assert_eq!(check("shared lists", module, "dx.entryPoints", node), Some("shader.sharing"));
}

fn shared_strings() {
    let mut module = Module::dxil();
    let text = module.metadata_string(&"x".repeat(1 << 16));
    let node = module.tuple(&vec![Some(text); 1 << 16]);
    assert_eq!(check("shared strings", module, "dx.source.args", node), Some("shader.sharing"));
}

fn endless_zeros() {
    let mut module = Module::dxil();
    let i32 = module.types.int(32);
    let ty = module.types.array(i32, u64::MAX);
    let zeros = module.constant(ty, ConstantKind::Null);
    let zeros = module.value_as_metadata(zeros);
    let node = module.tuple(&[Some(zeros)]);
    assert_eq!(check("endless zeros", module, "dx.viewIdState", node), Some("shader.sharing"));
}

/// The largest of what is not refused: properties that are not known, one after the other.
fn many_properties() {
    let mut module = Module::dxil();
    let tag = number(&mut module, 4242);
    let properties = module.tuple(&[tag, None].repeat(1 << 16));
    let name = module.metadata_string("main");
    let node = module.tuple(&[None, Some(name), None, None, Some(properties)]);
    assert_eq!(check("many properties", module, "dx.entryPoints", node), None);
}

fn greedy_metadata_is_refused() {
    in_itself();
    shared_lists();
    shared_strings();
    endless_zeros();
    many_properties();
}
