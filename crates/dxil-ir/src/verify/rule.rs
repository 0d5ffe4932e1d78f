//! The rules: a name that does not change, and a sentence.

/// What a rule says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleRow {
    /// Its name, such as `block.terminator`; it does not change.
    pub id: &'static str,
    /// What it asks, in one sentence.
    pub sentence: &'static str,
}

macro_rules! rules {
    ($($name:ident = $id:literal $sentence:literal)*) => {
        /// A rule that LLVM 3.7's IR keeps to.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $(#[doc = concat!("`", $id, "`: ", $sentence)] $name,)*
        }

        impl Rule {
            /// Every rule, in the order in which a module is gone through.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// What it says.
            pub fn row(self) -> &'static RuleRow {
                match self {
                    $(Self::$name => &RuleRow { id: $id, sentence: $sentence },)*
                }
            }
        }
    };
}

impl Rule {
    /// The rule with this name.
    pub fn named(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.row().id == id)
    }
}

rules! {
    // The module
    DataLayout = "module.data-layout" "The data layout of a modern module must consist of specifications \
                                       that LLVM defines."

    // Types
    NoSuchType = "type.missing" "A referenced type must exist in the type table."
    Dialect = "dialect" "Types, constants, instructions and flags must exist in the dialect of the module: \
                         LLVM 3.7 or modern."
    IntegerWidth = "type.integer-width" "An integer type must have 1 to 8388607 bits."
    FloatKind = "type.float-kind" "A floating-point type must exist in LLVM."
    ElementType = "type.element" "Pointee, element and member types must be valid in that position."
    VectorLength = "type.vector-length" "A vector must have at least one element, and its length must fit 32 \
                                         bits."
    FunctionType = "type.function" "Parameters of a function type must be first-class values, its result a \
                                    value or void."
    RecursiveType = "type.circle" "A type must not contain itself; only a named structure may contain \
                                   pointers to itself."

    // Attributes
    NoSuchAttributes = "attribute.missing" "Referenced attributes must exist in the module."
    AttributeForm = "attribute.form" "An attribute must have a value exactly if its kind requires one, and \
                                      the value must be in range."
    AttributePlace = "attribute.place" "An attribute must apply to the position it is used in: function, \
                                        parameter or result."
    AttributeConflict = "attribute.conflict" "Incompatible attributes must not be combined, and an attribute that requires another attribute must have it."
    AttributeType = "attribute.type" "An attribute of a parameter must fit the type of the parameter."
    AttributeSlot = "attribute.parameter" "Attributes must belong to existing parameters."

    // Constants
    NoSuchValue = "value.missing" "A referenced value must exist in the module or in the current function."
    ConstantType = "constant.type" "The type of a constant must allow constants of its kind."
    ConstantRange = "constant.range" "The value of a constant must fit its type."
    ConstantLength = "constant.length" "The number of elements or words of a constant must match its type."
    ConstantMember = "constant.member" "The elements of an aggregate constant must have the types that its \
                                        type declares."
    ConstantOperand = "constant.operand" "Constants and globals may only refer to constants and globals."
    RecursiveConstant = "constant.circle" "A constant must not contain itself."
    BlockAddress = "constant.block-address" "A block address must refer to an existing basic block other \
                                             than the entry block."

    // What instructions and constants have in common
    OperandType = "operand.type" "The types of operands must match the operation and each other."
    Operands = "operand.count" "An operation must have the required number of operands."
    ResultType = "result.type" "The result type of an operation must match its operands."
    Flags = "operation.flags" "An operation must only have flags that apply to it."
    Cast = "operation.cast" "A cast must convert between types that it supports."
    ShuffleMask = "operation.mask" "The mask of a shufflevector must be a constant of valid element indices."
    Address = "operation.indices" "Indices must select an existing member; struct indices must be constants."

    // Globals
    DuplicateName = "global.name" "The names of globals must be unique."
    GlobalType = "global.type" "The type of a global must be a pointer to its value type; a function must \
                                have a function type."
    Alignment = "memory.alignment" "An alignment must be at most 2^29 bytes (2^32 in modern IR), and present \
                                    where it is required."
    Linkage = "global.linkage" "The linkage of a global must be valid for its kind; a declaration must be \
                                external."
    SpecialVariable = "global.special" "Globals with a special meaning in LLVM, such as llvm.used, must have \
                                        the required form."
    Comdat = "global.comdat" "A comdat must have a unique name, must not be named like a private global, and \
                              must only contain definitions."
    Initializer = "global.initializer" "The initializer of a variable must have the type of the variable."
    Alias = "global.alias" "An alias must resolve to a definition in this module and have its type."
    CallingConvention = "function.convention" "The calling convention of a variadic function must support \
                                               variadic calls."
    FunctionData = "function.data" "A declaration must not have a personality function."
    Intrinsic = "intrinsic.body" "An LLVM intrinsic must not have a body."
    IntrinsicSignature = "intrinsic.signature" "A modern intrinsic must have a type that LLVM defines, and \
                                                the matching overload suffix in its name."
    IntrinsicUse = "intrinsic.use" "LLVM intrinsics and inline assembly may only be called."
    MetadataOperand = "metadata.operand" "Only LLVM intrinsics may have metadata arguments."

    // Metadata
    NoSuchMetadata = "metadata.missing" "Referenced metadata must exist in the module."
    MetadataValue = "metadata.value" "A value used as metadata must have the declared type; values of a \
                                      function may only be used within it."
    NodeForm = "debug.form" "A debug node must have a kind that LLVM 3.7 defines, with all its fields."
    NodeOperand = "debug.operand" "The fields of a debug node must refer to nodes of the required kind."
    NodeTag = "debug.tag" "The DWARF tag of a debug node must be valid for its kind."
    NodeField = "debug.field" "The fields of a debug node must have valid values."
    TypeReference = "debug.type-reference" "A type that is referenced by its identifier must be retained by \
                                            a compile unit."
    NodeCircle = "debug.circle" "Debug scopes and inlinedAt chains must not be circular."
    NamedMetadata = "metadata.named" "Named metadata must have a unique name and list nodes, of the kind \
                                      that the name requires."
    ModuleFlag = "metadata.module-flag" "A module flag must have a behavior, a unique name and a value; \
                                         required flags must be present."

    // Bodies
    NoBlocks = "body.empty" "A defined function must have a basic block."
    NoSuchBlock = "block.missing" "A referenced basic block must exist in the function."
    BlockTwice = "block.twice" "A basic block must occur only once in a function."
    NoSuchInstruction = "instruction.missing" "An instruction of a basic block must exist in the function."
    InstructionTwice = "instruction.twice" "An instruction must occur in exactly one basic block."
    Terminator = "block.terminator" "A basic block must end with a terminator and contain no other one."
    EntryBlock = "block.entry" "The entry block must not have predecessors."
    LocalName = "local.name" "The name of an argument, basic block or instruction must be unique in its \
                              function."
    PhiPlace = "phi.place" "Phi instructions must come first in their basic block."
    PhiIncoming = "phi.incoming" "A phi must have exactly one entry for each predecessor of its block."
    PhiValue = "phi.value" "A phi must have the same value for all entries of the same predecessor."
    Dominance = "value.dominance" "The definition of a value must dominate all its uses."

    // Instructions
    NoValue = "operand.void" "An operand must be a value: the result of a void instruction cannot be used."
    Unsized = "memory.type" "Allocated, loaded and stored types must have a known size."
    Atomic = "memory.atomic" "An atomic access must have a valid ordering and a type that supports atomic \
                              access."
    Return = "return.type" "The returned value must have the return type of the function."
    SwitchCase = "switch.case" "The cases of a switch must be distinct integer constants of the type of its \
                                condition."
    Callee = "call.callee" "The callee must be a function of the type that the call declares."
    Arguments = "call.arguments" "The arguments of a call must match the parameters of the function."
    Bundle = "call.bundle" "Operand bundles must be the last operands of a call; bundles that LLVM defines \
                            must have the required operands."
    MustTail = "call.musttail" "A musttail call must match its caller, and its result must be returned \
                                immediately."
    IntrinsicArguments = "intrinsic.arguments" "The arguments of an LLVM intrinsic must have the required \
                                                form."
    Location = "location.form" "A debug location must have a scope in a subprogram; inlinedAt must be \
                                another debug location."
    LocationSubprogram = "location.subprogram" "A debug intrinsic must be in the subprogram of its variable."
    DebugRecord = "debug.record" "A debug record must precede an instruction and refer to nodes of the \
                                  required kinds."
    Attachment = "attachment.kind" "Attached metadata must be a node with a named kind."
    AttachmentForm = "attachment.form" "Metadata that LLVM interprets, such as !range or !fpmath, must fit \
                                        the instruction."
}
