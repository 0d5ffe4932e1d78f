//! LLVM's comparisons.

use super::table::{Table, table};

pub(crate) const TABLES: &[Table] = &[
    table(
        "fcmp false",
        "half",
        "1 2 = 0; 2 1 = 0; 1 1 = 0; -1 1 = 0; nan 1 = 0; 1 nan = 0; nan nan = 0; -0 0 = 0; \
         inf inf = 0; -inf inf = 0; 0x1 0 = 0; inf nan = 0",
    ),
    table(
        "fcmp false",
        "float",
        "1 2 = 0; 2 1 = 0; 1 1 = 0; -1 1 = 0; nan 1 = 0; 1 nan = 0; nan nan = 0; -0 0 = 0; \
         inf inf = 0; -inf inf = 0; 0x1 0 = 0; inf nan = 0",
    ),
    table(
        "fcmp false",
        "double",
        "1 2 = 0; 2 1 = 0; 1 1 = 0; -1 1 = 0; nan 1 = 0; 1 nan = 0; nan nan = 0; -0 0 = 0; \
         inf inf = 0; -inf inf = 0; 0x1 0 = 0; inf nan = 0",
    ),
    table(
        "fcmp oeq",
        "half",
        "1 2 = 0; 2 1 = 0; 1 1 = 1; -1 1 = 0; nan 1 = 0; 1 nan = 0; nan nan = 0; -0 0 = 1; \
         inf inf = 1; -inf inf = 0; 0x1 0 = 0; inf nan = 0",
    ),
    table(
        "fcmp oeq",
        "float",
        "1 2 = 0; 2 1 = 0; 1 1 = 1; -1 1 = 0; nan 1 = 0; 1 nan = 0; nan nan = 0; -0 0 = 1; \
         inf inf = 1; -inf inf = 0; 0x1 0 = 1; inf nan = 0",
    ),
    table(
        "fcmp oeq",
        "double",
        "1 2 = 0; 2 1 = 0; 1 1 = 1; -1 1 = 0; nan 1 = 0; 1 nan = 0; nan nan = 0; -0 0 = 1; \
         inf inf = 1; -inf inf = 0; 0x1 0 = 0; inf nan = 0",
    ),
    table(
        "fcmp ogt",
        "half",
        "1 2 = 0; 2 1 = 1; 1 1 = 0; -1 1 = 0; nan 1 = 0; 1 nan = 0; nan nan = 0; -0 0 = 0; \
         inf inf = 0; -inf inf = 0; 0x1 0 = 1; inf nan = 0",
    ),
    table(
        "fcmp ogt",
        "float",
        "1 2 = 0; 2 1 = 1; 1 1 = 0; -1 1 = 0; nan 1 = 0; 1 nan = 0; nan nan = 0; -0 0 = 0; \
         inf inf = 0; -inf inf = 0; 0x1 0 = 0; inf nan = 0",
    ),
    table(
        "fcmp ogt",
        "double",
        "1 2 = 0; 2 1 = 1; 1 1 = 0; -1 1 = 0; nan 1 = 0; 1 nan = 0; nan nan = 0; -0 0 = 0; \
         inf inf = 0; -inf inf = 0; 0x1 0 = 1; inf nan = 0",
    ),
    table(
        "fcmp oge",
        "half",
        "1 2 = 0; 2 1 = 1; 1 1 = 1; -1 1 = 0; nan 1 = 0; 1 nan = 0; nan nan = 0; -0 0 = 1; \
         inf inf = 1; -inf inf = 0; 0x1 0 = 1; inf nan = 0",
    ),
    table(
        "fcmp oge",
        "float",
        "1 2 = 0; 2 1 = 1; 1 1 = 1; -1 1 = 0; nan 1 = 0; 1 nan = 0; nan nan = 0; -0 0 = 1; \
         inf inf = 1; -inf inf = 0; 0x1 0 = 1; inf nan = 0",
    ),
    table(
        "fcmp oge",
        "double",
        "1 2 = 0; 2 1 = 1; 1 1 = 1; -1 1 = 0; nan 1 = 0; 1 nan = 0; nan nan = 0; -0 0 = 1; \
         inf inf = 1; -inf inf = 0; 0x1 0 = 1; inf nan = 0",
    ),
    table(
        "fcmp olt",
        "half",
        "1 2 = 1; 2 1 = 0; 1 1 = 0; -1 1 = 1; nan 1 = 0; 1 nan = 0; nan nan = 0; -0 0 = 0; \
         inf inf = 0; -inf inf = 1; 0x1 0 = 0; inf nan = 0",
    ),
    table(
        "fcmp olt",
        "float",
        "1 2 = 1; 2 1 = 0; 1 1 = 0; -1 1 = 1; nan 1 = 0; 1 nan = 0; nan nan = 0; -0 0 = 0; \
         inf inf = 0; -inf inf = 1; 0x1 0 = 0; inf nan = 0",
    ),
    table(
        "fcmp olt",
        "double",
        "1 2 = 1; 2 1 = 0; 1 1 = 0; -1 1 = 1; nan 1 = 0; 1 nan = 0; nan nan = 0; -0 0 = 0; \
         inf inf = 0; -inf inf = 1; 0x1 0 = 0; inf nan = 0",
    ),
    table(
        "fcmp ole",
        "half",
        "1 2 = 1; 2 1 = 0; 1 1 = 1; -1 1 = 1; nan 1 = 0; 1 nan = 0; nan nan = 0; -0 0 = 1; \
         inf inf = 1; -inf inf = 1; 0x1 0 = 0; inf nan = 0",
    ),
    table(
        "fcmp ole",
        "float",
        "1 2 = 1; 2 1 = 0; 1 1 = 1; -1 1 = 1; nan 1 = 0; 1 nan = 0; nan nan = 0; -0 0 = 1; \
         inf inf = 1; -inf inf = 1; 0x1 0 = 1; inf nan = 0",
    ),
    table(
        "fcmp ole",
        "double",
        "1 2 = 1; 2 1 = 0; 1 1 = 1; -1 1 = 1; nan 1 = 0; 1 nan = 0; nan nan = 0; -0 0 = 1; \
         inf inf = 1; -inf inf = 1; 0x1 0 = 0; inf nan = 0",
    ),
    table(
        "fcmp one",
        "half",
        "1 2 = 1; 2 1 = 1; 1 1 = 0; -1 1 = 1; nan 1 = 0; 1 nan = 0; nan nan = 0; -0 0 = 0; \
         inf inf = 0; -inf inf = 1; 0x1 0 = 1; inf nan = 0",
    ),
    table(
        "fcmp one",
        "float",
        "1 2 = 1; 2 1 = 1; 1 1 = 0; -1 1 = 1; nan 1 = 0; 1 nan = 0; nan nan = 0; -0 0 = 0; \
         inf inf = 0; -inf inf = 1; 0x1 0 = 0; inf nan = 0",
    ),
    table(
        "fcmp one",
        "double",
        "1 2 = 1; 2 1 = 1; 1 1 = 0; -1 1 = 1; nan 1 = 0; 1 nan = 0; nan nan = 0; -0 0 = 0; \
         inf inf = 0; -inf inf = 1; 0x1 0 = 1; inf nan = 0",
    ),
    table(
        "fcmp ord",
        "half",
        "1 2 = 1; 2 1 = 1; 1 1 = 1; -1 1 = 1; nan 1 = 0; 1 nan = 0; nan nan = 0; -0 0 = 1; \
         inf inf = 1; -inf inf = 1; 0x1 0 = 1; inf nan = 0",
    ),
    table(
        "fcmp ord",
        "float",
        "1 2 = 1; 2 1 = 1; 1 1 = 1; -1 1 = 1; nan 1 = 0; 1 nan = 0; nan nan = 0; -0 0 = 1; \
         inf inf = 1; -inf inf = 1; 0x1 0 = 1; inf nan = 0",
    ),
    table(
        "fcmp ord",
        "double",
        "1 2 = 1; 2 1 = 1; 1 1 = 1; -1 1 = 1; nan 1 = 0; 1 nan = 0; nan nan = 0; -0 0 = 1; \
         inf inf = 1; -inf inf = 1; 0x1 0 = 1; inf nan = 0",
    ),
    table(
        "fcmp uno",
        "half",
        "1 2 = 0; 2 1 = 0; 1 1 = 0; -1 1 = 0; nan 1 = 1; 1 nan = 1; nan nan = 1; -0 0 = 0; \
         inf inf = 0; -inf inf = 0; 0x1 0 = 0; inf nan = 1",
    ),
    table(
        "fcmp uno",
        "float",
        "1 2 = 0; 2 1 = 0; 1 1 = 0; -1 1 = 0; nan 1 = 1; 1 nan = 1; nan nan = 1; -0 0 = 0; \
         inf inf = 0; -inf inf = 0; 0x1 0 = 0; inf nan = 1",
    ),
    table(
        "fcmp uno",
        "double",
        "1 2 = 0; 2 1 = 0; 1 1 = 0; -1 1 = 0; nan 1 = 1; 1 nan = 1; nan nan = 1; -0 0 = 0; \
         inf inf = 0; -inf inf = 0; 0x1 0 = 0; inf nan = 1",
    ),
    table(
        "fcmp ueq",
        "half",
        "1 2 = 0; 2 1 = 0; 1 1 = 1; -1 1 = 0; nan 1 = 1; 1 nan = 1; nan nan = 1; -0 0 = 1; \
         inf inf = 1; -inf inf = 0; 0x1 0 = 0; inf nan = 1",
    ),
    table(
        "fcmp ueq",
        "float",
        "1 2 = 0; 2 1 = 0; 1 1 = 1; -1 1 = 0; nan 1 = 1; 1 nan = 1; nan nan = 1; -0 0 = 1; \
         inf inf = 1; -inf inf = 0; 0x1 0 = 1; inf nan = 1",
    ),
    table(
        "fcmp ueq",
        "double",
        "1 2 = 0; 2 1 = 0; 1 1 = 1; -1 1 = 0; nan 1 = 1; 1 nan = 1; nan nan = 1; -0 0 = 1; \
         inf inf = 1; -inf inf = 0; 0x1 0 = 0; inf nan = 1",
    ),
    table(
        "fcmp ugt",
        "half",
        "1 2 = 0; 2 1 = 1; 1 1 = 0; -1 1 = 0; nan 1 = 1; 1 nan = 1; nan nan = 1; -0 0 = 0; \
         inf inf = 0; -inf inf = 0; 0x1 0 = 1; inf nan = 1",
    ),
    table(
        "fcmp ugt",
        "float",
        "1 2 = 0; 2 1 = 1; 1 1 = 0; -1 1 = 0; nan 1 = 1; 1 nan = 1; nan nan = 1; -0 0 = 0; \
         inf inf = 0; -inf inf = 0; 0x1 0 = 0; inf nan = 1",
    ),
    table(
        "fcmp ugt",
        "double",
        "1 2 = 0; 2 1 = 1; 1 1 = 0; -1 1 = 0; nan 1 = 1; 1 nan = 1; nan nan = 1; -0 0 = 0; \
         inf inf = 0; -inf inf = 0; 0x1 0 = 1; inf nan = 1",
    ),
    table(
        "fcmp uge",
        "half",
        "1 2 = 0; 2 1 = 1; 1 1 = 1; -1 1 = 0; nan 1 = 1; 1 nan = 1; nan nan = 1; -0 0 = 1; \
         inf inf = 1; -inf inf = 0; 0x1 0 = 1; inf nan = 1",
    ),
    table(
        "fcmp uge",
        "float",
        "1 2 = 0; 2 1 = 1; 1 1 = 1; -1 1 = 0; nan 1 = 1; 1 nan = 1; nan nan = 1; -0 0 = 1; \
         inf inf = 1; -inf inf = 0; 0x1 0 = 1; inf nan = 1",
    ),
    table(
        "fcmp uge",
        "double",
        "1 2 = 0; 2 1 = 1; 1 1 = 1; -1 1 = 0; nan 1 = 1; 1 nan = 1; nan nan = 1; -0 0 = 1; \
         inf inf = 1; -inf inf = 0; 0x1 0 = 1; inf nan = 1",
    ),
    table(
        "fcmp ult",
        "half",
        "1 2 = 1; 2 1 = 0; 1 1 = 0; -1 1 = 1; nan 1 = 1; 1 nan = 1; nan nan = 1; -0 0 = 0; \
         inf inf = 0; -inf inf = 1; 0x1 0 = 0; inf nan = 1",
    ),
    table(
        "fcmp ult",
        "float",
        "1 2 = 1; 2 1 = 0; 1 1 = 0; -1 1 = 1; nan 1 = 1; 1 nan = 1; nan nan = 1; -0 0 = 0; \
         inf inf = 0; -inf inf = 1; 0x1 0 = 0; inf nan = 1",
    ),
    table(
        "fcmp ult",
        "double",
        "1 2 = 1; 2 1 = 0; 1 1 = 0; -1 1 = 1; nan 1 = 1; 1 nan = 1; nan nan = 1; -0 0 = 0; \
         inf inf = 0; -inf inf = 1; 0x1 0 = 0; inf nan = 1",
    ),
    table(
        "fcmp ule",
        "half",
        "1 2 = 1; 2 1 = 0; 1 1 = 1; -1 1 = 1; nan 1 = 1; 1 nan = 1; nan nan = 1; -0 0 = 1; \
         inf inf = 1; -inf inf = 1; 0x1 0 = 0; inf nan = 1",
    ),
    table(
        "fcmp ule",
        "float",
        "1 2 = 1; 2 1 = 0; 1 1 = 1; -1 1 = 1; nan 1 = 1; 1 nan = 1; nan nan = 1; -0 0 = 1; \
         inf inf = 1; -inf inf = 1; 0x1 0 = 1; inf nan = 1",
    ),
    table(
        "fcmp ule",
        "double",
        "1 2 = 1; 2 1 = 0; 1 1 = 1; -1 1 = 1; nan 1 = 1; 1 nan = 1; nan nan = 1; -0 0 = 1; \
         inf inf = 1; -inf inf = 1; 0x1 0 = 0; inf nan = 1",
    ),
    table(
        "fcmp une",
        "half",
        "1 2 = 1; 2 1 = 1; 1 1 = 0; -1 1 = 1; nan 1 = 1; 1 nan = 1; nan nan = 1; -0 0 = 0; \
         inf inf = 0; -inf inf = 1; 0x1 0 = 1; inf nan = 1",
    ),
    table(
        "fcmp une",
        "float",
        "1 2 = 1; 2 1 = 1; 1 1 = 0; -1 1 = 1; nan 1 = 1; 1 nan = 1; nan nan = 1; -0 0 = 0; \
         inf inf = 0; -inf inf = 1; 0x1 0 = 0; inf nan = 1",
    ),
    table(
        "fcmp une",
        "double",
        "1 2 = 1; 2 1 = 1; 1 1 = 0; -1 1 = 1; nan 1 = 1; 1 nan = 1; nan nan = 1; -0 0 = 0; \
         inf inf = 0; -inf inf = 1; 0x1 0 = 1; inf nan = 1",
    ),
    table(
        "fcmp true",
        "half",
        "1 2 = 1; 2 1 = 1; 1 1 = 1; -1 1 = 1; nan 1 = 1; 1 nan = 1; nan nan = 1; -0 0 = 1; \
         inf inf = 1; -inf inf = 1; 0x1 0 = 1; inf nan = 1",
    ),
    table(
        "fcmp true",
        "float",
        "1 2 = 1; 2 1 = 1; 1 1 = 1; -1 1 = 1; nan 1 = 1; 1 nan = 1; nan nan = 1; -0 0 = 1; \
         inf inf = 1; -inf inf = 1; 0x1 0 = 1; inf nan = 1",
    ),
    table(
        "fcmp true",
        "double",
        "1 2 = 1; 2 1 = 1; 1 1 = 1; -1 1 = 1; nan 1 = 1; 1 nan = 1; nan nan = 1; -0 0 = 1; \
         inf inf = 1; -inf inf = 1; 0x1 0 = 1; inf nan = 1",
    ),
    table("icmp eq", "i1", "0 0 = 1; 0 1 = 0; 1 0 = 0; 1 1 = 1"),
    table("icmp ne", "i1", "0 0 = 0; 0 1 = 1; 1 0 = 1; 1 1 = 0"),
    table("icmp ugt", "i1", "0 0 = 0; 0 1 = 0; 1 0 = 1; 1 1 = 0"),
    table("icmp uge", "i1", "0 0 = 1; 0 1 = 0; 1 0 = 1; 1 1 = 1"),
    table("icmp ult", "i1", "0 0 = 0; 0 1 = 1; 1 0 = 0; 1 1 = 0"),
    table("icmp ule", "i1", "0 0 = 1; 0 1 = 1; 1 0 = 0; 1 1 = 1"),
    table("icmp sgt", "i1", "0 0 = 0; 0 1 = 1; 1 0 = 0; 1 1 = 0"),
    table("icmp sge", "i1", "0 0 = 1; 0 1 = 1; 1 0 = 0; 1 1 = 1"),
    table("icmp slt", "i1", "0 0 = 0; 0 1 = 0; 1 0 = 1; 1 1 = 0"),
    table("icmp sle", "i1", "0 0 = 1; 0 1 = 0; 1 0 = 1; 1 1 = 1"),
    table(
        "icmp eq",
        "i8",
        "0 0 = 1; 0 1 = 0; 1 0 = 0; 0x80 0x7f = 0; 0x7f 0x80 = 0; 0xff 0 = 0; 0 0xff = 0; \
         0x80 0xff = 0; 0xff 0x80 = 0; 0xff 0xff = 1; 0x80 0x80 = 1",
    ),
    table(
        "icmp ne",
        "i8",
        "0 0 = 0; 0 1 = 1; 1 0 = 1; 0x80 0x7f = 1; 0x7f 0x80 = 1; 0xff 0 = 1; 0 0xff = 1; \
         0x80 0xff = 1; 0xff 0x80 = 1; 0xff 0xff = 0; 0x80 0x80 = 0",
    ),
    table(
        "icmp ugt",
        "i8",
        "0 0 = 0; 0 1 = 0; 1 0 = 1; 0x80 0x7f = 1; 0x7f 0x80 = 0; 0xff 0 = 1; 0 0xff = 0; \
         0x80 0xff = 0; 0xff 0x80 = 1; 0xff 0xff = 0; 0x80 0x80 = 0",
    ),
    table(
        "icmp uge",
        "i8",
        "0 0 = 1; 0 1 = 0; 1 0 = 1; 0x80 0x7f = 1; 0x7f 0x80 = 0; 0xff 0 = 1; 0 0xff = 0; \
         0x80 0xff = 0; 0xff 0x80 = 1; 0xff 0xff = 1; 0x80 0x80 = 1",
    ),
    table(
        "icmp ult",
        "i8",
        "0 0 = 0; 0 1 = 1; 1 0 = 0; 0x80 0x7f = 0; 0x7f 0x80 = 1; 0xff 0 = 0; 0 0xff = 1; \
         0x80 0xff = 1; 0xff 0x80 = 0; 0xff 0xff = 0; 0x80 0x80 = 0",
    ),
    table(
        "icmp ule",
        "i8",
        "0 0 = 1; 0 1 = 1; 1 0 = 0; 0x80 0x7f = 0; 0x7f 0x80 = 1; 0xff 0 = 0; 0 0xff = 1; \
         0x80 0xff = 1; 0xff 0x80 = 0; 0xff 0xff = 1; 0x80 0x80 = 1",
    ),
    table(
        "icmp sgt",
        "i8",
        "0 0 = 0; 0 1 = 0; 1 0 = 1; 0x80 0x7f = 0; 0x7f 0x80 = 1; 0xff 0 = 0; 0 0xff = 1; \
         0x80 0xff = 0; 0xff 0x80 = 1; 0xff 0xff = 0; 0x80 0x80 = 0",
    ),
    table(
        "icmp sge",
        "i8",
        "0 0 = 1; 0 1 = 0; 1 0 = 1; 0x80 0x7f = 0; 0x7f 0x80 = 1; 0xff 0 = 0; 0 0xff = 1; \
         0x80 0xff = 0; 0xff 0x80 = 1; 0xff 0xff = 1; 0x80 0x80 = 1",
    ),
    table(
        "icmp slt",
        "i8",
        "0 0 = 0; 0 1 = 1; 1 0 = 0; 0x80 0x7f = 1; 0x7f 0x80 = 0; 0xff 0 = 1; 0 0xff = 0; \
         0x80 0xff = 1; 0xff 0x80 = 0; 0xff 0xff = 0; 0x80 0x80 = 0",
    ),
    table(
        "icmp sle",
        "i8",
        "0 0 = 1; 0 1 = 1; 1 0 = 0; 0x80 0x7f = 1; 0x7f 0x80 = 0; 0xff 0 = 1; 0 0xff = 0; \
         0x80 0xff = 1; 0xff 0x80 = 0; 0xff 0xff = 1; 0x80 0x80 = 1",
    ),
    table(
        "icmp eq",
        "i16",
        "0 0 = 1; 0 1 = 0; 1 0 = 0; 0x8000 0x7fff = 0; 0x7fff 0x8000 = 0; 0xffff 0 = 0; \
         0 0xffff = 0; 0x8000 0xffff = 0; 0xffff 0x8000 = 0; 0xffff 0xffff = 1; 0x8000 0x8000 = 1",
    ),
    table(
        "icmp ne",
        "i16",
        "0 0 = 0; 0 1 = 1; 1 0 = 1; 0x8000 0x7fff = 1; 0x7fff 0x8000 = 1; 0xffff 0 = 1; \
         0 0xffff = 1; 0x8000 0xffff = 1; 0xffff 0x8000 = 1; 0xffff 0xffff = 0; 0x8000 0x8000 = 0",
    ),
    table(
        "icmp ugt",
        "i16",
        "0 0 = 0; 0 1 = 0; 1 0 = 1; 0x8000 0x7fff = 1; 0x7fff 0x8000 = 0; 0xffff 0 = 1; \
         0 0xffff = 0; 0x8000 0xffff = 0; 0xffff 0x8000 = 1; 0xffff 0xffff = 0; 0x8000 0x8000 = 0",
    ),
    table(
        "icmp uge",
        "i16",
        "0 0 = 1; 0 1 = 0; 1 0 = 1; 0x8000 0x7fff = 1; 0x7fff 0x8000 = 0; 0xffff 0 = 1; \
         0 0xffff = 0; 0x8000 0xffff = 0; 0xffff 0x8000 = 1; 0xffff 0xffff = 1; 0x8000 0x8000 = 1",
    ),
    table(
        "icmp ult",
        "i16",
        "0 0 = 0; 0 1 = 1; 1 0 = 0; 0x8000 0x7fff = 0; 0x7fff 0x8000 = 1; 0xffff 0 = 0; \
         0 0xffff = 1; 0x8000 0xffff = 1; 0xffff 0x8000 = 0; 0xffff 0xffff = 0; 0x8000 0x8000 = 0",
    ),
    table(
        "icmp ule",
        "i16",
        "0 0 = 1; 0 1 = 1; 1 0 = 0; 0x8000 0x7fff = 0; 0x7fff 0x8000 = 1; 0xffff 0 = 0; \
         0 0xffff = 1; 0x8000 0xffff = 1; 0xffff 0x8000 = 0; 0xffff 0xffff = 1; 0x8000 0x8000 = 1",
    ),
    table(
        "icmp sgt",
        "i16",
        "0 0 = 0; 0 1 = 0; 1 0 = 1; 0x8000 0x7fff = 0; 0x7fff 0x8000 = 1; 0xffff 0 = 0; \
         0 0xffff = 1; 0x8000 0xffff = 0; 0xffff 0x8000 = 1; 0xffff 0xffff = 0; 0x8000 0x8000 = 0",
    ),
    table(
        "icmp sge",
        "i16",
        "0 0 = 1; 0 1 = 0; 1 0 = 1; 0x8000 0x7fff = 0; 0x7fff 0x8000 = 1; 0xffff 0 = 0; \
         0 0xffff = 1; 0x8000 0xffff = 0; 0xffff 0x8000 = 1; 0xffff 0xffff = 1; 0x8000 0x8000 = 1",
    ),
    table(
        "icmp slt",
        "i16",
        "0 0 = 0; 0 1 = 1; 1 0 = 0; 0x8000 0x7fff = 1; 0x7fff 0x8000 = 0; 0xffff 0 = 1; \
         0 0xffff = 0; 0x8000 0xffff = 1; 0xffff 0x8000 = 0; 0xffff 0xffff = 0; 0x8000 0x8000 = 0",
    ),
    table(
        "icmp sle",
        "i16",
        "0 0 = 1; 0 1 = 1; 1 0 = 0; 0x8000 0x7fff = 1; 0x7fff 0x8000 = 0; 0xffff 0 = 1; \
         0 0xffff = 0; 0x8000 0xffff = 1; 0xffff 0x8000 = 0; 0xffff 0xffff = 1; 0x8000 0x8000 = 1",
    ),
    table(
        "icmp eq",
        "i32",
        "0 0 = 1; 0 1 = 0; 1 0 = 0; 0x80000000 0x7fffffff = 0; 0x7fffffff 0x80000000 = 0; \
         0xffffffff 0 = 0; 0 0xffffffff = 0; 0x80000000 0xffffffff = 0; 0xffffffff 0x80000000 = 0; \
         0xffffffff 0xffffffff = 1; 0x80000000 0x80000000 = 1",
    ),
    table(
        "icmp ne",
        "i32",
        "0 0 = 0; 0 1 = 1; 1 0 = 1; 0x80000000 0x7fffffff = 1; 0x7fffffff 0x80000000 = 1; \
         0xffffffff 0 = 1; 0 0xffffffff = 1; 0x80000000 0xffffffff = 1; 0xffffffff 0x80000000 = 1; \
         0xffffffff 0xffffffff = 0; 0x80000000 0x80000000 = 0",
    ),
    table(
        "icmp ugt",
        "i32",
        "0 0 = 0; 0 1 = 0; 1 0 = 1; 0x80000000 0x7fffffff = 1; 0x7fffffff 0x80000000 = 0; \
         0xffffffff 0 = 1; 0 0xffffffff = 0; 0x80000000 0xffffffff = 0; 0xffffffff 0x80000000 = 1; \
         0xffffffff 0xffffffff = 0; 0x80000000 0x80000000 = 0",
    ),
    table(
        "icmp uge",
        "i32",
        "0 0 = 1; 0 1 = 0; 1 0 = 1; 0x80000000 0x7fffffff = 1; 0x7fffffff 0x80000000 = 0; \
         0xffffffff 0 = 1; 0 0xffffffff = 0; 0x80000000 0xffffffff = 0; 0xffffffff 0x80000000 = 1; \
         0xffffffff 0xffffffff = 1; 0x80000000 0x80000000 = 1",
    ),
    table(
        "icmp ult",
        "i32",
        "0 0 = 0; 0 1 = 1; 1 0 = 0; 0x80000000 0x7fffffff = 0; 0x7fffffff 0x80000000 = 1; \
         0xffffffff 0 = 0; 0 0xffffffff = 1; 0x80000000 0xffffffff = 1; 0xffffffff 0x80000000 = 0; \
         0xffffffff 0xffffffff = 0; 0x80000000 0x80000000 = 0",
    ),
    table(
        "icmp ule",
        "i32",
        "0 0 = 1; 0 1 = 1; 1 0 = 0; 0x80000000 0x7fffffff = 0; 0x7fffffff 0x80000000 = 1; \
         0xffffffff 0 = 0; 0 0xffffffff = 1; 0x80000000 0xffffffff = 1; 0xffffffff 0x80000000 = 0; \
         0xffffffff 0xffffffff = 1; 0x80000000 0x80000000 = 1",
    ),
    table(
        "icmp sgt",
        "i32",
        "0 0 = 0; 0 1 = 0; 1 0 = 1; 0x80000000 0x7fffffff = 0; 0x7fffffff 0x80000000 = 1; \
         0xffffffff 0 = 0; 0 0xffffffff = 1; 0x80000000 0xffffffff = 0; 0xffffffff 0x80000000 = 1; \
         0xffffffff 0xffffffff = 0; 0x80000000 0x80000000 = 0",
    ),
    table(
        "icmp sge",
        "i32",
        "0 0 = 1; 0 1 = 0; 1 0 = 1; 0x80000000 0x7fffffff = 0; 0x7fffffff 0x80000000 = 1; \
         0xffffffff 0 = 0; 0 0xffffffff = 1; 0x80000000 0xffffffff = 0; 0xffffffff 0x80000000 = 1; \
         0xffffffff 0xffffffff = 1; 0x80000000 0x80000000 = 1",
    ),
    table(
        "icmp slt",
        "i32",
        "0 0 = 0; 0 1 = 1; 1 0 = 0; 0x80000000 0x7fffffff = 1; 0x7fffffff 0x80000000 = 0; \
         0xffffffff 0 = 1; 0 0xffffffff = 0; 0x80000000 0xffffffff = 1; 0xffffffff 0x80000000 = 0; \
         0xffffffff 0xffffffff = 0; 0x80000000 0x80000000 = 0",
    ),
    table(
        "icmp sle",
        "i32",
        "0 0 = 1; 0 1 = 1; 1 0 = 0; 0x80000000 0x7fffffff = 1; 0x7fffffff 0x80000000 = 0; \
         0xffffffff 0 = 1; 0 0xffffffff = 0; 0x80000000 0xffffffff = 1; 0xffffffff 0x80000000 = 0; \
         0xffffffff 0xffffffff = 1; 0x80000000 0x80000000 = 1",
    ),
    table(
        "icmp eq",
        "i64",
        "0 0 = 1; 0 1 = 0; 1 0 = 0; 0x8000000000000000 0x7fffffffffffffff = 0; \
         0x7fffffffffffffff 0x8000000000000000 = 0; 0xffffffffffffffff 0 = 0; \
         0 0xffffffffffffffff = 0; 0x8000000000000000 0xffffffffffffffff = 0; \
         0xffffffffffffffff 0x8000000000000000 = 0; 0xffffffffffffffff 0xffffffffffffffff = 1; \
         0x8000000000000000 0x8000000000000000 = 1",
    ),
    table(
        "icmp ne",
        "i64",
        "0 0 = 0; 0 1 = 1; 1 0 = 1; 0x8000000000000000 0x7fffffffffffffff = 1; \
         0x7fffffffffffffff 0x8000000000000000 = 1; 0xffffffffffffffff 0 = 1; \
         0 0xffffffffffffffff = 1; 0x8000000000000000 0xffffffffffffffff = 1; \
         0xffffffffffffffff 0x8000000000000000 = 1; 0xffffffffffffffff 0xffffffffffffffff = 0; \
         0x8000000000000000 0x8000000000000000 = 0",
    ),
    table(
        "icmp ugt",
        "i64",
        "0 0 = 0; 0 1 = 0; 1 0 = 1; 0x8000000000000000 0x7fffffffffffffff = 1; \
         0x7fffffffffffffff 0x8000000000000000 = 0; 0xffffffffffffffff 0 = 1; \
         0 0xffffffffffffffff = 0; 0x8000000000000000 0xffffffffffffffff = 0; \
         0xffffffffffffffff 0x8000000000000000 = 1; 0xffffffffffffffff 0xffffffffffffffff = 0; \
         0x8000000000000000 0x8000000000000000 = 0",
    ),
    table(
        "icmp uge",
        "i64",
        "0 0 = 1; 0 1 = 0; 1 0 = 1; 0x8000000000000000 0x7fffffffffffffff = 1; \
         0x7fffffffffffffff 0x8000000000000000 = 0; 0xffffffffffffffff 0 = 1; \
         0 0xffffffffffffffff = 0; 0x8000000000000000 0xffffffffffffffff = 0; \
         0xffffffffffffffff 0x8000000000000000 = 1; 0xffffffffffffffff 0xffffffffffffffff = 1; \
         0x8000000000000000 0x8000000000000000 = 1",
    ),
    table(
        "icmp ult",
        "i64",
        "0 0 = 0; 0 1 = 1; 1 0 = 0; 0x8000000000000000 0x7fffffffffffffff = 0; \
         0x7fffffffffffffff 0x8000000000000000 = 1; 0xffffffffffffffff 0 = 0; \
         0 0xffffffffffffffff = 1; 0x8000000000000000 0xffffffffffffffff = 1; \
         0xffffffffffffffff 0x8000000000000000 = 0; 0xffffffffffffffff 0xffffffffffffffff = 0; \
         0x8000000000000000 0x8000000000000000 = 0",
    ),
    table(
        "icmp ule",
        "i64",
        "0 0 = 1; 0 1 = 1; 1 0 = 0; 0x8000000000000000 0x7fffffffffffffff = 0; \
         0x7fffffffffffffff 0x8000000000000000 = 1; 0xffffffffffffffff 0 = 0; \
         0 0xffffffffffffffff = 1; 0x8000000000000000 0xffffffffffffffff = 1; \
         0xffffffffffffffff 0x8000000000000000 = 0; 0xffffffffffffffff 0xffffffffffffffff = 1; \
         0x8000000000000000 0x8000000000000000 = 1",
    ),
    table(
        "icmp sgt",
        "i64",
        "0 0 = 0; 0 1 = 0; 1 0 = 1; 0x8000000000000000 0x7fffffffffffffff = 0; \
         0x7fffffffffffffff 0x8000000000000000 = 1; 0xffffffffffffffff 0 = 0; \
         0 0xffffffffffffffff = 1; 0x8000000000000000 0xffffffffffffffff = 0; \
         0xffffffffffffffff 0x8000000000000000 = 1; 0xffffffffffffffff 0xffffffffffffffff = 0; \
         0x8000000000000000 0x8000000000000000 = 0",
    ),
    table(
        "icmp sge",
        "i64",
        "0 0 = 1; 0 1 = 0; 1 0 = 1; 0x8000000000000000 0x7fffffffffffffff = 0; \
         0x7fffffffffffffff 0x8000000000000000 = 1; 0xffffffffffffffff 0 = 0; \
         0 0xffffffffffffffff = 1; 0x8000000000000000 0xffffffffffffffff = 0; \
         0xffffffffffffffff 0x8000000000000000 = 1; 0xffffffffffffffff 0xffffffffffffffff = 1; \
         0x8000000000000000 0x8000000000000000 = 1",
    ),
    table(
        "icmp slt",
        "i64",
        "0 0 = 0; 0 1 = 1; 1 0 = 0; 0x8000000000000000 0x7fffffffffffffff = 1; \
         0x7fffffffffffffff 0x8000000000000000 = 0; 0xffffffffffffffff 0 = 1; \
         0 0xffffffffffffffff = 0; 0x8000000000000000 0xffffffffffffffff = 1; \
         0xffffffffffffffff 0x8000000000000000 = 0; 0xffffffffffffffff 0xffffffffffffffff = 0; \
         0x8000000000000000 0x8000000000000000 = 0",
    ),
    table(
        "icmp sle",
        "i64",
        "0 0 = 1; 0 1 = 1; 1 0 = 0; 0x8000000000000000 0x7fffffffffffffff = 1; \
         0x7fffffffffffffff 0x8000000000000000 = 0; 0xffffffffffffffff 0 = 1; \
         0 0xffffffffffffffff = 0; 0x8000000000000000 0xffffffffffffffff = 1; \
         0xffffffffffffffff 0x8000000000000000 = 0; 0xffffffffffffffff 0xffffffffffffffff = 1; \
         0x8000000000000000 0x8000000000000000 = 1",
    ),
];
