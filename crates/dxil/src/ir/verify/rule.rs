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
    // Types
    NoSuchType = "type.missing" "A type that something refers to is one of the module's."
    Dialect = "type.dialect" "Pointers say what they point to in LLVM 3.7's dialect, and nothing in today's."
    IntegerWidth = "type.integer-width" "An integer has 1 to 8388607 bits."
    FloatKind = "type.float-kind" "A float is of a kind that LLVM has."
    ElementType = "type.element" "What pointers point to, and what arrays, vectors and structures consist of, is a type that can be there."
    VectorLength = "type.vector-length" "A vector has at least one element, and no more than 32 bits can count."
    FunctionType = "type.function" "A function takes values and gives a value or nothing."
    RecursiveType = "type.circle" "No type holds itself; a structure with a name may hold pointers to itself."

    // Attributes
    NoSuchAttributes = "attribute.missing" "Attributes that something refers to are some of the module's."
    AttributeForm = "attribute.form" "An attribute has a number exactly where it takes one, and one that it can have."
    AttributePlace = "attribute.place" "An attribute stands where it means something: at a function, a parameter, or what a function gives."
    AttributeConflict = "attribute.conflict" "Attributes that exclude each other do not stand together, and what an attribute needs is there."
    AttributeType = "attribute.type" "An attribute of a parameter goes with the parameter's type."
    AttributeSlot = "attribute.parameter" "Attributes are those of parameters that there are."

    // Constants
    NoSuchValue = "value.missing" "A value that something refers to is one of the module or of the function at hand."
    ConstantType = "constant.type" "A constant is of a type that has constants of its kind."
    ConstantRange = "constant.range" "A constant's number fits its type."
    ConstantLength = "constant.length" "A constant has as many elements, members or words as its type."
    ConstantMember = "constant.member" "What an aggregate consists of is of the types that its own type says."
    ConstantOperand = "constant.operand" "What a constant or a global refers to is a constant or a global."
    RecursiveConstant = "constant.circle" "No constant contains itself."
    BlockAddress = "constant.block-address" "The address of a block is of one that a function has behind its first."

    // What instructions and constants have in common
    OperandType = "operand.type" "An operand is of a type that the operation takes, and goes with the other operands."
    Operands = "operand.count" "An operation has as many operands as it takes."
    ResultType = "result.type" "What an operation gives is of the type that follows from its operands."
    Flags = "operation.flags" "An operation has flags that it knows."
    Cast = "operation.cast" "A cast leads from a type that it takes to one that it gives."
    ShuffleMask = "operation.mask" "The mask of a shuffle is a constant of numbers of elements."
    Address = "operation.indices" "Indices lead somewhere: into structures by constants that are numbers of members."

    // Globals
    DuplicateName = "global.name" "No two globals have one name."
    GlobalType = "global.type" "A global's address is a pointer to what it is, and a function is of a function's type."
    Alignment = "memory.alignment" "An alignment is of 2^29 bytes at most, and is said where it has to be."
    Linkage = "global.linkage" "A global is bound in a way that its kind can be; a declaration is external."
    SpecialVariable = "global.special" "What LLVM gives a meaning by its name, such as llvm.used, is what that meaning asks."
    Comdat = "global.comdat" "A group of sections has a name of its own, which is that of no private global; what belongs to one is defined here."
    Initializer = "global.initializer" "A variable is initialized with a value of its type."
    Alias = "global.alias" "An alias is for what is defined here, in the end, and of its type."
    CallingConvention = "function.convention" "A variadic function has a calling convention that allows it."
    FunctionData = "function.data" "A declaration has no personality."
    Intrinsic = "intrinsic.body" "LLVM's own functions are declared, never defined."
    IntrinsicUse = "intrinsic.use" "LLVM's own functions and assembly are called, and nothing else is done with them."
    MetadataOperand = "metadata.operand" "Only LLVM's own functions take metadata."

    // Metadata
    NoSuchMetadata = "metadata.missing" "Metadata that something refers to is some of the module's."
    MetadataValue = "metadata.value" "A value as metadata is of the type that it has beside it, and no metadata itself; a function's own values are metadata within it."
    NodeForm = "debug.form" "A node of debug information is of a kind that LLVM 3.7 has, and has all its fields."
    NodeOperand = "debug.operand" "A field of a node of debug information refers to what it is for: a file, a scope, a type."
    NodeTag = "debug.tag" "A node of debug information has a tag of its kind."
    NodeField = "debug.field" "A field of a node of debug information has a value that means something."
    TypeReference = "debug.type-reference" "A type that debug information refers to by a string is one that a compile unit keeps."
    NodeCircle = "debug.circle" "No scope lies in itself, and nothing was inlined into itself."
    NamedMetadata = "metadata.named" "Metadata with a name has it alone, and lists nodes, of the kind that the name asks."
    ModuleFlag = "metadata.module-flag" "A module flag has a behaviour, a name that no other has, and a value; what flags require is there."

    // Bodies
    NoBlocks = "body.empty" "A function that is defined has a block."
    NoSuchBlock = "block.missing" "A block that something refers to is one of the function's."
    BlockTwice = "block.twice" "A block stands in a function once."
    NoSuchInstruction = "instruction.missing" "An instruction of a block is one of the function's."
    InstructionTwice = "instruction.twice" "An instruction stands in one block, once."
    Terminator = "block.terminator" "A block ends with a terminator, and has no other."
    EntryBlock = "block.entry" "Nobody goes to the first block of a function."
    LocalName = "local.name" "A name in a function is that of one argument, block or value of it."
    PhiPlace = "phi.place" "Phis stand at the top of their blocks."
    PhiIncoming = "phi.incoming" "A phi has one entry for each edge that leads to its block, and no others."
    PhiValue = "phi.value" "A phi has the same value for all edges from one block."
    Dominance = "value.dominance" "A value is there before it is used, whichever way one comes."

    // Instructions
    NoValue = "operand.void" "An operand is something: no call of what gives nothing, no store."
    Unsized = "memory.type" "What is allocated, read or written is of a type that has a size."
    Atomic = "memory.atomic" "An atomic access is ordered in a way that it can be, on a type that can be accessed at once."
    Return = "return.type" "A function returns what its type says."
    SwitchCase = "switch.case" "The cases of a switch are different integers of the type that is looked at."
    Callee = "call.callee" "What is called is a function of the type that the call says."
    Arguments = "call.arguments" "A call has the arguments that the function takes."
    MustTail = "call.musttail" "A call that must be a tail call is one that can be, and what it gives is returned at once."
    IntrinsicArguments = "intrinsic.arguments" "LLVM's own functions are given what they are for: metadata of the right kind, constants."
    Location = "location.form" "A place in the source has a scope in a subprogram, and was inlined at another place or nowhere."
    LocationSubprogram = "location.subprogram" "What is said of a variable is said in the subprogram that has it."
    Attachment = "attachment.kind" "Metadata of an instruction or a function is a node, of a kind that has a name."
    AttachmentForm = "attachment.form" "What LLVM knows of an instruction from its metadata goes with the instruction: ranges, accuracies, pointers that are not null."
}
