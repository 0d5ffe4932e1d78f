//! Host-shareable types with the alignments, sizes and offsets of the WGSL specification (section "Memory Layout"),
//! computed without naga's layouter.

/// A scalar type of buffers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Scalar {
    pub(crate) name: &'static str,
    pub(crate) width: u32,
    pub(crate) kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Float,
    Integer,
}

macro_rules! scalars {
    ($($constant:ident = $name:literal, $width:literal, $kind:ident;)*) => {
        $(pub(crate) const $constant: Scalar = Scalar { name: $name, width: $width, kind: Kind::$kind };)*
        pub(crate) const SCALARS: &[Scalar] = &[$($constant),*];
    };
}

scalars! {
    F32 = "f32", 4, Float;
    I32 = "i32", 4, Integer;
    U32 = "u32", 4, Integer;
    F16 = "f16", 2, Float;
    I16 = "i16", 2, Integer;
    U16 = "u16", 2, Integer;
    I64 = "i64", 8, Integer;
    U64 = "u64", 8, Integer;
    F64 = "f64", 8, Float;
}

impl Scalar {
    /// The position in [`SCALARS`].
    pub(crate) fn index(self) -> u32 {
        SCALARS.iter().position(|scalar| *scalar == self).unwrap() as u32
    }

    /// Little-endian bytes of a value. Each number has another value. Floats are finite.
    pub(crate) fn sample(self, number: usize) -> Vec<u8> {
        let bits = number as u64;
        match (self.kind, self.width) {
            (Kind::Float, 2) => (0x3801 + 3 * number as u16).to_le_bytes().into(),
            (Kind::Float, 4) => (number as f32 * 1.25 - 7.125).to_le_bytes().into(),
            (Kind::Float, _) => (number as f64 * 1.25e20 - 7.125).to_le_bytes().into(),
            (Kind::Integer, 2) => (0xfe01_u16.wrapping_sub(517 * number as u16)).to_le_bytes().into(),
            (Kind::Integer, 4) => {
                (0xff00_ee01_u32.wrapping_sub(0x0123_4567 * bits as u32)).to_le_bytes().into()
            }
            (Kind::Integer, _) => {
                (0xffee_dd00_ccbb_aa01_u64.wrapping_sub(0x0123_4567_89ab_cdef * bits)).to_le_bytes().into()
            }
        }
    }
}

/// A host-shareable type of fixed size.
#[derive(Debug, Clone)]
pub(crate) enum Type {
    Vector(u32, Scalar),
    Scalar(Scalar),
    /// Columns and rows.
    Matrix(u32, u32, Scalar),
    Array(Box<Type>, u32),
    Struct(&'static str, Vec<Member>),
}

#[derive(Debug, Clone)]
pub(crate) struct Member {
    pub(crate) name: &'static str,
    pub(crate) ty: Type,
    pub(crate) align: Option<u32>,
    pub(crate) size: Option<u32>,
}

impl Member {
    pub(crate) fn new(name: &'static str, ty: Type) -> Self {
        Self { name, ty, align: None, size: None }
    }

    fn align(&self) -> u32 {
        self.align.unwrap_or_else(|| self.ty.align())
    }

    fn size(&self) -> u32 {
        self.size.unwrap_or_else(|| self.ty.size())
    }
}

/// A part of the path from a variable to one of its scalars.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Step {
    Member(&'static str),
    Index(u32),
}

/// A scalar or vector in a variable.
#[derive(Debug, Clone)]
pub(crate) struct Leaf {
    pub(crate) path: Vec<Step>,
    pub(crate) scalar: Scalar,
    /// 1 for a scalar.
    pub(crate) components: u32,
    /// In bytes from the start of the variable.
    pub(crate) offset: u32,
}

fn round_up(align: u32, number: u32) -> u32 {
    number.div_ceil(align) * align
}

impl Type {
    pub(crate) fn array(self, count: u32) -> Self {
        Self::Array(Box::new(self), count)
    }

    pub(crate) fn name(&self) -> String {
        match self {
            Self::Scalar(scalar) => scalar.name.into(),
            Self::Vector(count, scalar) => format!("vec{count}<{}>", scalar.name),
            Self::Matrix(columns, rows, scalar) => format!("mat{columns}x{rows}<{}>", scalar.name),
            Self::Array(base, count) => format!("array<{}, {count}>", base.name()),
            Self::Struct(name, _) => (*name).into(),
        }
    }

    pub(crate) fn align(&self) -> u32 {
        match self {
            Self::Scalar(scalar) => scalar.width,
            Self::Vector(2, scalar) => 2 * scalar.width,
            Self::Vector(_, scalar) => 4 * scalar.width,
            Self::Matrix(_, rows, scalar) => Self::Vector(*rows, *scalar).align(),
            Self::Array(base, _) => base.align(),
            Self::Struct(_, members) => members.iter().map(Member::align).max().unwrap(),
        }
    }

    pub(crate) fn size(&self) -> u32 {
        match self {
            Self::Scalar(scalar) => scalar.width,
            Self::Vector(count, scalar) => count * scalar.width,
            Self::Matrix(columns, rows, scalar) => Self::Vector(*rows, *scalar).array(*columns).size(),
            Self::Array(base, count) => count * base.stride(),
            Self::Struct(_, members) => {
                let last = self.offsets().last().copied().unwrap();
                round_up(self.align(), last + members.last().unwrap().size())
            }
        }
    }

    /// The distance of elements of an array of the type.
    pub(crate) fn stride(&self) -> u32 {
        round_up(self.align(), self.size())
    }

    fn offsets(&self) -> Vec<u32> {
        let Self::Struct(_, members) = self else { return Vec::new() };
        let mut end = 0;
        let mut offsets = Vec::new();
        for member in members {
            let offset = round_up(member.align(), end);
            end = offset + member.size();
            offsets.push(offset);
        }
        offsets
    }

    /// The scalars in the type, or with `vectors` the scalars and vectors.
    pub(crate) fn leaves(&self, vectors: bool) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        self.collect(&mut Vec::new(), 0, vectors, &mut leaves);
        leaves
    }

    fn collect(&self, path: &mut Vec<Step>, start: u32, vectors: bool, leaves: &mut Vec<Leaf>) {
        let leaf = |scalar: &Scalar, components| Leaf {
            path: path.clone(),
            scalar: *scalar,
            components,
            offset: start,
        };
        let (base, count) = match self {
            Self::Scalar(scalar) => return leaves.push(leaf(scalar, 1)),
            Self::Vector(count, scalar) if vectors => return leaves.push(leaf(scalar, *count)),
            Self::Vector(count, scalar) => (&Self::Scalar(*scalar), *count),
            Self::Matrix(columns, rows, scalar) => (&Self::Vector(*rows, *scalar), *columns),
            Self::Array(base, count) => (&**base, *count),
            Self::Struct(_, members) => {
                for (member, offset) in members.iter().zip(self.offsets()) {
                    path.push(Step::Member(member.name));
                    member.ty.collect(path, start + offset, vectors, leaves);
                    path.pop();
                }
                return;
            }
        };
        for index in 0..count {
            path.push(Step::Index(index));
            base.collect(path, start + index * base.stride(), vectors, leaves);
            path.pop();
        }
    }

    /// The declarations of the structures in the type, the inner ones first, each once.
    pub(crate) fn declarations(&self) -> Vec<String> {
        let Self::Struct(name, members) = self else {
            return if let Self::Array(base, _) = self { base.declarations() } else { Vec::new() };
        };
        let mut declarations: Vec<String> = Vec::new();
        for declaration in members.iter().flat_map(|member| member.ty.declarations()) {
            if !declarations.contains(&declaration) {
                declarations.push(declaration);
            }
        }
        let mut text = format!("struct {name} {{\n");
        for member in members {
            if let Some(align) = member.align {
                text += &format!("  @align({align})");
            }
            if let Some(size) = member.size {
                text += &format!("  @size({size})");
            }
            text += &format!("  {}: {},\n", member.name, member.ty.name());
        }
        declarations.push(text + "}\n");
        declarations
    }
}

impl Leaf {
    /// The expression for the leaf of a variable, with indices that are constants, or sums with the variable `zero`.
    pub(crate) fn access(&self, variable: &str, is_dynamic: bool) -> String {
        let mut text = variable.to_owned();
        for step in &self.path {
            text += &match step {
                Step::Member(name) => format!(".{name}"),
                Step::Index(index) if is_dynamic => format!("[zero + {index}u]"),
                Step::Index(index) => format!("[{index}]"),
            };
        }
        text
    }
}
