//! Makes the values of an entry point observable: adds a storage buffer to a module, and stores the local variables,
//! the private variables and the values of the outermost block to it at the end of the entry point. Separate because
//! most snapshots compute values that no buffer receives.
//!
//! Each thread stores to the element of its index in the thread group, so that threads do not race.

use naga::proc::Layouter;
use naga::valid::ModuleInfo;
use naga::{
    AddressSpace, ArraySize, Binding, BuiltIn, Expression, Function, FunctionArgument, GlobalVariable,
    Handle, Literal, LocalVariable, MemoryDecorations, Module, Range, ResourceBinding, Scalar, ScalarKind,
    Span, Statement, StorageAccess, StructMember, Type, TypeInner,
};

/// The bind group of the buffer.
pub const GROUP: u32 = 63;

/// A value that is stored: an expression, or the variable of a pointer.
enum Observed {
    Value(Handle<Expression>),
    Local(Handle<LocalVariable>),
    Private(Handle<GlobalVariable>),
}

/// Adds the buffer and the stores; `false` if the entry point has no values.
pub fn observe(module: &mut Module, info: &ModuleInfo, entry: usize) -> Result<bool, String> {
    let observed = candidates(module, info, entry);
    let Some(element) = element_type(module, &observed)? else { return Ok(false) };
    let (base, stride) = element;
    let u32 = scalar_type(module, Scalar::U32);
    let inner = TypeInner::Array { base, size: ArraySize::Dynamic, stride };
    let ty = module.types.insert(Type { name: None, inner }, Span::UNDEFINED);
    let access = StorageAccess::LOAD | StorageAccess::STORE;
    let buffer = GlobalVariable {
        name: Some("observed".to_owned()),
        space: AddressSpace::Storage { access },
        binding: Some(ResourceBinding { group: GROUP, binding: 0 }),
        ty,
        init: None,
        memory_decorations: MemoryDecorations::empty(),
    };
    let buffer = module.global_variables.append(buffer, Span::UNDEFINED);
    let function = &mut module.entry_points[entry].function;
    let index = thread_index(function, u32);
    let statements = stores(function, &observed, buffer, index);
    let ends_with_return = matches!(function.body.last(), Some(Statement::Return { .. }));
    let at = function.body.len() - usize::from(ends_with_return);
    function.body.splice(at..at, naga::Block::from_vec(statements));
    Ok(true)
}

/// The values that a buffer can have, with the type of each in the buffer, and whether it is a bool.
fn candidates(module: &mut Module, info: &ModuleInfo, entry: usize) -> Vec<(Observed, Handle<Type>, bool)> {
    let function = module.entry_points[entry].function.clone();
    let uses = info.get_entry_point(entry);
    let mut found = Vec::new();
    for (handle, variable) in function.local_variables.iter() {
        if let Some((ty, is_bool)) = observable(module, variable.ty) {
            found.push((Observed::Local(handle), ty, is_bool));
        }
    }
    let globals: Vec<_> =
        module.global_variables.iter().map(|(handle, one)| (handle, one.space, one.ty)).collect();
    for (handle, space, ty) in globals {
        if space == AddressSpace::Private && !uses[handle].is_empty() {
            if let Some((ty, is_bool)) = observable(module, ty) {
                found.push((Observed::Private(handle), ty, is_bool));
            }
        }
    }
    let mut values = Vec::new();
    for statement in function.body.iter() {
        match statement {
            Statement::Emit(range) => values.extend(range.clone()),
            Statement::Call { result: Some(result), .. } => values.push(*result),
            Statement::SubgroupBallot { result, .. }
            | Statement::SubgroupGather { result, .. }
            | Statement::SubgroupCollectiveOperation { result, .. } => values.push(*result),
            _ => {}
        }
    }
    for value in values {
        let inner = uses[value].ty.inner_with(&module.types).clone();
        if matches!(inner, TypeInner::Scalar(_) | TypeInner::Vector { .. } | TypeInner::Matrix { .. }) {
            let ty = module.types.insert(Type { name: None, inner }, Span::UNDEFINED);
            if let Some((ty, is_bool)) = observable(module, ty) {
                found.push((Observed::Value(value), ty, is_bool));
            }
        }
    }
    found
}

/// The type in a buffer, and whether the value is a bool or a vector of bools.
fn observable(module: &mut Module, ty: Handle<Type>) -> Option<(Handle<Type>, bool)> {
    let inner = module.types[ty].inner.clone();
    match inner {
        TypeInner::Scalar(Scalar { kind: ScalarKind::Bool, .. }) => {
            Some((scalar_type(module, Scalar::U32), true))
        }
        TypeInner::Vector { size, scalar: Scalar { kind: ScalarKind::Bool, .. } } => {
            let inner = TypeInner::Vector { size, scalar: Scalar::U32 };
            Some((module.types.insert(Type { name: None, inner }, Span::UNDEFINED), true))
        }
        _ => is_host_shareable(module, ty).then_some((ty, false)),
    }
}

fn is_host_shareable(module: &Module, ty: Handle<Type>) -> bool {
    match &module.types[ty].inner {
        TypeInner::Scalar(scalar) | TypeInner::Vector { scalar, .. } => {
            matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint | ScalarKind::Float)
        }
        TypeInner::Matrix { .. } => true,
        TypeInner::Array { base, size: ArraySize::Constant(_), .. } => is_host_shareable(module, *base),
        TypeInner::Struct { members, .. } => {
            members.iter().all(|member| is_host_shareable(module, member.ty))
        }
        _ => false,
    }
}

fn scalar_type(module: &mut Module, scalar: Scalar) -> Handle<Type> {
    module.types.insert(Type { name: None, inner: TypeInner::Scalar(scalar) }, Span::UNDEFINED)
}

/// The structure of an element of the buffer, and its size.
fn element_type(
    module: &mut Module,
    observed: &[(Observed, Handle<Type>, bool)],
) -> Result<Option<(Handle<Type>, u32)>, String> {
    if observed.is_empty() {
        return Ok(None);
    }
    let mut layouter = Layouter::default();
    layouter.update(module.to_ctx()).map_err(|error| error.to_string())?;
    let mut members = Vec::new();
    let (mut end, mut largest) = (0, naga::proc::Alignment::ONE);
    for (number, (_, ty, _)) in observed.iter().enumerate() {
        let layout = layouter[*ty];
        // A structure has the alignment of 16 bytes in naga's layout rules for uniform buffers only.
        let offset = layout.alignment.round_up(end);
        end = offset + layout.size;
        largest = largest.max(layout.alignment);
        members.push(StructMember { name: Some(format!("m{number}")), ty: *ty, binding: None, offset });
    }
    let span = largest.round_up(end);
    let inner = TypeInner::Struct { members, span };
    let name = Some("Observed".to_owned());
    Ok(Some((module.types.insert(Type { name, inner }, Span::UNDEFINED), span)))
}

/// An expression with the index of the thread; zero if another argument has the built-in value.
fn thread_index(function: &mut Function, u32: Handle<Type>) -> Handle<Expression> {
    let is_index =
        |binding: &Option<Binding>| *binding == Some(Binding::BuiltIn(BuiltIn::LocalInvocationIndex));
    let argument = function.arguments.iter().position(|argument| is_index(&argument.binding));
    let has_structures = function.arguments.iter().any(|argument| argument.binding.is_none());
    let expression = match argument {
        Some(argument) => Expression::FunctionArgument(argument as u32),
        // A member of a structure can be the index, and the value must not occur twice.
        None if has_structures => Expression::Literal(Literal::U32(0)),
        None => {
            let binding = Some(Binding::BuiltIn(BuiltIn::LocalInvocationIndex));
            let name = Some("observer".to_owned());
            function.arguments.push(FunctionArgument { name, ty: u32, binding });
            Expression::FunctionArgument(function.arguments.len() as u32 - 1)
        }
    };
    let known = function.expressions.iter().find(|(_, known)| match (known, &expression) {
        (Expression::FunctionArgument(a), Expression::FunctionArgument(b)) => a == b,
        _ => false,
    });
    match known {
        Some((handle, _)) => handle,
        None => function.expressions.append(expression, Span::UNDEFINED),
    }
}

/// The statements that store all values.
fn stores(
    function: &mut Function,
    observed: &[(Observed, Handle<Type>, bool)],
    buffer: Handle<GlobalVariable>,
    index: Handle<Expression>,
) -> Vec<Statement> {
    let mut append = |expression| function.expressions.append(expression, Span::UNDEFINED);
    let buffer = append(Expression::GlobalVariable(buffer));
    // Expressions of variables precede the expressions that are emitted.
    let mut sources = Vec::new();
    for (value, ..) in observed {
        sources.push(match value {
            Observed::Value(value) => (*value, false),
            Observed::Local(variable) => (append(Expression::LocalVariable(*variable)), true),
            Observed::Private(variable) => (append(Expression::GlobalVariable(*variable)), true),
        });
    }
    let element = append(Expression::Access { base: buffer, index });
    let mut last = element;
    let mut stores = Vec::new();
    for (number, ((mut value, is_pointer), (_, _, is_bool))) in (0..).zip(sources.into_iter().zip(observed)) {
        if is_pointer {
            value = append(Expression::Load { pointer: value });
        }
        if *is_bool {
            value = append(Expression::As { expr: value, kind: ScalarKind::Uint, convert: Some(4) });
        }
        let pointer = append(Expression::AccessIndex { base: element, index: number });
        last = pointer;
        stores.push(Statement::Store { pointer, value });
    }
    let mut statements = vec![Statement::Emit(Range::new_from_bounds(element, last))];
    statements.extend(stores);
    statements
}
