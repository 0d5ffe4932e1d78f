//! LLVM's operators on integers.

use super::table::{Table, table};

pub(crate) const TABLES: &[Table] = &[
    table("add", "i1", "0 0 = 0; 0 1 = 1; 1 0 = 1; 1 1 = 0"),
    table("sub", "i1", "0 0 = 0; 0 1 = 1; 1 0 = 1; 1 1 = 0"),
    table("mul", "i1", "0 0 = 0; 0 1 = 0; 1 0 = 0; 1 1 = 1"),
    table("udiv", "i1", "0 0 = 1; 0 1 = 0; 1 0 = 1; 1 1 = 1"),
    table("urem", "i1", "0 0 = 1; 0 1 = 0; 1 0 = 1; 1 1 = 0"),
    table("sdiv", "i1", "0 0 = 1; 0 1 = 0; 1 0 = 1; 1 1 = 1"),
    table("srem", "i1", "0 0 = 1; 0 1 = 0; 1 0 = 1; 1 1 = 0"),
    table("shl", "i1", "0 0 = 0; 1 0 = 1; 0 1 = 0; 1 1 = 1"),
    table("lshr", "i1", "0 0 = 0; 1 0 = 1; 0 1 = 0; 1 1 = 1"),
    table("ashr", "i1", "0 0 = 0; 1 0 = 1; 0 1 = 0; 1 1 = 1"),
    table("and", "i1", "0 0 = 0; 0 1 = 0; 1 0 = 0; 1 1 = 1"),
    table("or", "i1", "0 0 = 0; 0 1 = 1; 1 0 = 1; 1 1 = 1"),
    table("xor", "i1", "0 0 = 0; 0 1 = 1; 1 0 = 1; 1 1 = 0"),
    table(
        "add",
        "i8",
        "0 0 = 0; 1 1 = 2; 7 3 = 10; 3 7 = 10; 0xff 1 = 0; 1 0xff = 0; 0x80 0xff = 0x7f; \
         0x7f 1 = 0x80; 0x80 1 = 0x81; 0xff 0xff = 0xfe; 0x80 0x80 = 0; 0xef 7 = 0xf6; \
         0xf9 3 = 0xfc; 7 0xfd = 4; 1 0 = 1; 0x80 0 = 0x80; 0 0xff = 0xff",
    ),
    table(
        "sub",
        "i8",
        "0 0 = 0; 1 1 = 0; 7 3 = 4; 3 7 = 0xfc; 0xff 1 = 0xfe; 1 0xff = 2; 0x80 0xff = 0x81; \
         0x7f 1 = 0x7e; 0x80 1 = 0x7f; 0xff 0xff = 0; 0x80 0x80 = 0; 0xef 7 = 0xe8; 0xf9 3 = 0xf6; \
         7 0xfd = 10; 1 0 = 1; 0x80 0 = 0x80; 0 0xff = 1",
    ),
    table(
        "mul",
        "i8",
        "0 0 = 0; 1 1 = 1; 7 3 = 21; 3 7 = 21; 0xff 1 = 0xff; 1 0xff = 0xff; 0x80 0xff = 0x80; \
         0x7f 1 = 0x7f; 0x80 1 = 0x80; 0xff 0xff = 1; 0x80 0x80 = 0; 0xef 7 = 0x89; 0xf9 3 = 0xeb; \
         7 0xfd = 0xeb; 1 0 = 0; 0x80 0 = 0; 0 0xff = 0",
    ),
    table(
        "udiv",
        "i8",
        "0 0 = 0xff; 1 1 = 1; 7 3 = 2; 3 7 = 0; 0xff 1 = 0xff; 1 0xff = 0; 0x80 0xff = 0; \
         0x7f 1 = 0x7f; 0x80 1 = 0x80; 0xff 0xff = 1; 0x80 0x80 = 1; 0xef 7 = 34; 0xf9 3 = 83; \
         7 0xfd = 0; 1 0 = 0xff; 0x80 0 = 0xff; 0 0xff = 0",
    ),
    table(
        "urem",
        "i8",
        "0 0 = 0xff; 1 1 = 0; 7 3 = 1; 3 7 = 3; 0xff 1 = 0; 1 0xff = 1; 0x80 0xff = 0x80; \
         0x7f 1 = 0; 0x80 1 = 0; 0xff 0xff = 0; 0x80 0x80 = 0; 0xef 7 = 1; 0xf9 3 = 0; 7 0xfd = 7; \
         1 0 = 0xff; 0x80 0 = 0xff; 0 0xff = 0",
    ),
    table(
        "sdiv",
        "i8",
        "0 0 = 0xff; 1 1 = 1; 7 3 = 2; 3 7 = 0; 0xff 1 = 0xff; 1 0xff = 0xff; 0x80 0xff = 0x80; \
         0x7f 1 = 0x7f; 0x80 1 = 0x80; 0xff 0xff = 1; 0x80 0x80 = 1; 0xef 7 = 0xfe; 0xf9 3 = 0xfe; \
         7 0xfd = 0xfe; 1 0 = 0xff; 0x80 0 = 0xff; 0 0xff = 0",
    ),
    table(
        "srem",
        "i8",
        "0 0 = 0xff; 1 1 = 0; 7 3 = 1; 3 7 = 3; 0xff 1 = 0; 1 0xff = 0; 0x80 0xff = 0; 0x7f 1 = 0; \
         0x80 1 = 0; 0xff 0xff = 0; 0x80 0x80 = 0; 0xef 7 = 0xfd; 0xf9 3 = 0xff; 7 0xfd = 1; \
         1 0 = 0xff; 0x80 0 = 0xff; 0 0xff = 0",
    ),
    table(
        "shl",
        "i8",
        "1 0 = 1; 1 7 = 0x80; 1 8 = 1; 1 9 = 2; 0xff 1 = 0xfe; 0x80 1 = 0; 0x80 7 = 0; \
         0x7f 7 = 0x80; 0xff 0xff = 0x80; 0x80 0xff = 0; 0xef 4 = 0xf0",
    ),
    table(
        "lshr",
        "i8",
        "1 0 = 1; 1 7 = 0; 1 8 = 1; 1 9 = 0; 0xff 1 = 0x7f; 0x80 1 = 64; 0x80 7 = 1; 0x7f 7 = 0; \
         0xff 0xff = 1; 0x80 0xff = 1; 0xef 4 = 14",
    ),
    table(
        "ashr",
        "i8",
        "1 0 = 1; 1 7 = 0; 1 8 = 1; 1 9 = 0; 0xff 1 = 0xff; 0x80 1 = 0xc0; 0x80 7 = 0xff; \
         0x7f 7 = 0; 0xff 0xff = 0xff; 0x80 0xff = 0xff; 0xef 4 = 0xfe",
    ),
    table("and", "i8", "0 0xff = 0; 0xff 0xff = 0xff; 0xef 15 = 15; 0x80 0x7f = 0"),
    table("or", "i8", "0 0xff = 0xff; 0xff 0xff = 0xff; 0xef 15 = 0xef; 0x80 0x7f = 0xff"),
    table("xor", "i8", "0 0xff = 0xff; 0xff 0xff = 0; 0xef 15 = 0xe0; 0x80 0x7f = 0xff"),
    table(
        "add",
        "i16",
        "0 0 = 0; 1 1 = 2; 7 3 = 10; 3 7 = 10; 0xffff 1 = 0; 1 0xffff = 0; 0x8000 0xffff = 0x7fff; \
         0x7fff 1 = 0x8000; 0x8000 1 = 0x8001; 0xffff 0xffff = 0xfffe; 0x8000 0x8000 = 0; \
         0xcdef 7 = 0xcdf6; 0xfff9 3 = 0xfffc; 7 0xfffd = 4; 1 0 = 1; 0x8000 0 = 0x8000; \
         0 0xffff = 0xffff",
    ),
    table(
        "sub",
        "i16",
        "0 0 = 0; 1 1 = 0; 7 3 = 4; 3 7 = 0xfffc; 0xffff 1 = 0xfffe; 1 0xffff = 2; \
         0x8000 0xffff = 0x8001; 0x7fff 1 = 0x7ffe; 0x8000 1 = 0x7fff; 0xffff 0xffff = 0; \
         0x8000 0x8000 = 0; 0xcdef 7 = 0xcde8; 0xfff9 3 = 0xfff6; 7 0xfffd = 10; 1 0 = 1; \
         0x8000 0 = 0x8000; 0 0xffff = 1",
    ),
    table(
        "mul",
        "i16",
        "0 0 = 0; 1 1 = 1; 7 3 = 21; 3 7 = 21; 0xffff 1 = 0xffff; 1 0xffff = 0xffff; \
         0x8000 0xffff = 0x8000; 0x7fff 1 = 0x7fff; 0x8000 1 = 0x8000; 0xffff 0xffff = 1; \
         0x8000 0x8000 = 0; 0xcdef 7 = 0xa189; 0xfff9 3 = 0xffeb; 7 0xfffd = 0xffeb; 1 0 = 0; \
         0x8000 0 = 0; 0 0xffff = 0",
    ),
    table(
        "udiv",
        "i16",
        "0 0 = 0xffff; 1 1 = 1; 7 3 = 2; 3 7 = 0; 0xffff 1 = 0xffff; 1 0xffff = 0; \
         0x8000 0xffff = 0; 0x7fff 1 = 0x7fff; 0x8000 1 = 0x8000; 0xffff 0xffff = 1; \
         0x8000 0x8000 = 1; 0xcdef 7 = 0x1d6b; 0xfff9 3 = 0x5553; 7 0xfffd = 0; 1 0 = 0xffff; \
         0x8000 0 = 0xffff; 0 0xffff = 0",
    ),
    table(
        "urem",
        "i16",
        "0 0 = 0xffff; 1 1 = 0; 7 3 = 1; 3 7 = 3; 0xffff 1 = 0; 1 0xffff = 1; \
         0x8000 0xffff = 0x8000; 0x7fff 1 = 0; 0x8000 1 = 0; 0xffff 0xffff = 0; 0x8000 0x8000 = 0; \
         0xcdef 7 = 2; 0xfff9 3 = 0; 7 0xfffd = 7; 1 0 = 0xffff; 0x8000 0 = 0xffff; 0 0xffff = 0",
    ),
    table(
        "sdiv",
        "i16",
        "0 0 = 0xffff; 1 1 = 1; 7 3 = 2; 3 7 = 0; 0xffff 1 = 0xffff; 1 0xffff = 0xffff; \
         0x8000 0xffff = 0x8000; 0x7fff 1 = 0x7fff; 0x8000 1 = 0x8000; 0xffff 0xffff = 1; \
         0x8000 0x8000 = 1; 0xcdef 7 = 0xf8d9; 0xfff9 3 = 0xfffe; 7 0xfffd = 0xfffe; 1 0 = 0xffff; \
         0x8000 0 = 0xffff; 0 0xffff = 0",
    ),
    table(
        "srem",
        "i16",
        "0 0 = 0xffff; 1 1 = 0; 7 3 = 1; 3 7 = 3; 0xffff 1 = 0; 1 0xffff = 0; 0x8000 0xffff = 0; \
         0x7fff 1 = 0; 0x8000 1 = 0; 0xffff 0xffff = 0; 0x8000 0x8000 = 0; 0xcdef 7 = 0; \
         0xfff9 3 = 0xffff; 7 0xfffd = 1; 1 0 = 0xffff; 0x8000 0 = 0xffff; 0 0xffff = 0",
    ),
    table(
        "shl",
        "i16",
        "1 0 = 1; 1 15 = 0x8000; 1 16 = 1; 1 17 = 2; 0xffff 1 = 0xfffe; 0x8000 1 = 0; \
         0x8000 15 = 0; 0x7fff 15 = 0x8000; 0xffff 0xffff = 0x8000; 0x8000 0xffff = 0; \
         0xcdef 4 = 0xdef0",
    ),
    table(
        "lshr",
        "i16",
        "1 0 = 1; 1 15 = 0; 1 16 = 1; 1 17 = 0; 0xffff 1 = 0x7fff; 0x8000 1 = 0x4000; \
         0x8000 15 = 1; 0x7fff 15 = 0; 0xffff 0xffff = 1; 0x8000 0xffff = 1; 0xcdef 4 = 0xcde",
    ),
    table(
        "ashr",
        "i16",
        "1 0 = 1; 1 15 = 0; 1 16 = 1; 1 17 = 0; 0xffff 1 = 0xffff; 0x8000 1 = 0xc000; \
         0x8000 15 = 0xffff; 0x7fff 15 = 0; 0xffff 0xffff = 0xffff; 0x8000 0xffff = 0xffff; \
         0xcdef 4 = 0xfcde",
    ),
    table("and", "i16", "0 0xffff = 0; 0xffff 0xffff = 0xffff; 0xcdef 0xf0f = 0xd0f; 0x8000 0x7fff = 0"),
    table(
        "or",
        "i16",
        "0 0xffff = 0xffff; 0xffff 0xffff = 0xffff; 0xcdef 0xf0f = 0xcfef; 0x8000 0x7fff = 0xffff",
    ),
    table(
        "xor",
        "i16",
        "0 0xffff = 0xffff; 0xffff 0xffff = 0; 0xcdef 0xf0f = 0xc2e0; 0x8000 0x7fff = 0xffff",
    ),
    table(
        "add",
        "i32",
        "0 0 = 0; 1 1 = 2; 7 3 = 10; 3 7 = 10; 0xffffffff 1 = 0; 1 0xffffffff = 0; \
         0x80000000 0xffffffff = 0x7fffffff; 0x7fffffff 1 = 0x80000000; 0x80000000 1 = 0x80000001; \
         0xffffffff 0xffffffff = 0xfffffffe; 0x80000000 0x80000000 = 0; 0x90abcdef 7 = 0x90abcdf6; \
         0xfffffff9 3 = 0xfffffffc; 7 0xfffffffd = 4; 1 0 = 1; 0x80000000 0 = 0x80000000; \
         0 0xffffffff = 0xffffffff",
    ),
    table(
        "sub",
        "i32",
        "0 0 = 0; 1 1 = 0; 7 3 = 4; 3 7 = 0xfffffffc; 0xffffffff 1 = 0xfffffffe; 1 0xffffffff = 2; \
         0x80000000 0xffffffff = 0x80000001; 0x7fffffff 1 = 0x7ffffffe; 0x80000000 1 = 0x7fffffff; \
         0xffffffff 0xffffffff = 0; 0x80000000 0x80000000 = 0; 0x90abcdef 7 = 0x90abcde8; \
         0xfffffff9 3 = 0xfffffff6; 7 0xfffffffd = 10; 1 0 = 1; 0x80000000 0 = 0x80000000; \
         0 0xffffffff = 1",
    ),
    table(
        "mul",
        "i32",
        "0 0 = 0; 1 1 = 1; 7 3 = 21; 3 7 = 21; 0xffffffff 1 = 0xffffffff; \
         1 0xffffffff = 0xffffffff; 0x80000000 0xffffffff = 0x80000000; 0x7fffffff 1 = 0x7fffffff; \
         0x80000000 1 = 0x80000000; 0xffffffff 0xffffffff = 1; 0x80000000 0x80000000 = 0; \
         0x90abcdef 7 = 0xf4b2a189; 0xfffffff9 3 = 0xffffffeb; 7 0xfffffffd = 0xffffffeb; 1 0 = 0; \
         0x80000000 0 = 0; 0 0xffffffff = 0",
    ),
    table(
        "udiv",
        "i32",
        "0 0 = 0xffffffff; 1 1 = 1; 7 3 = 2; 3 7 = 0; 0xffffffff 1 = 0xffffffff; 1 0xffffffff = 0; \
         0x80000000 0xffffffff = 0; 0x7fffffff 1 = 0x7fffffff; 0x80000000 1 = 0x80000000; \
         0xffffffff 0xffffffff = 1; 0x80000000 0x80000000 = 1; 0x90abcdef 7 = 0x14aad446; \
         0xfffffff9 3 = 0x55555553; 7 0xfffffffd = 0; 1 0 = 0xffffffff; 0x80000000 0 = 0xffffffff; \
         0 0xffffffff = 0",
    ),
    table(
        "urem",
        "i32",
        "0 0 = 0xffffffff; 1 1 = 0; 7 3 = 1; 3 7 = 3; 0xffffffff 1 = 0; 1 0xffffffff = 1; \
         0x80000000 0xffffffff = 0x80000000; 0x7fffffff 1 = 0; 0x80000000 1 = 0; \
         0xffffffff 0xffffffff = 0; 0x80000000 0x80000000 = 0; 0x90abcdef 7 = 5; 0xfffffff9 3 = 0; \
         7 0xfffffffd = 7; 1 0 = 0xffffffff; 0x80000000 0 = 0xffffffff; 0 0xffffffff = 0",
    ),
    table(
        "sdiv",
        "i32",
        "0 0 = 0xffffffff; 1 1 = 1; 7 3 = 2; 3 7 = 0; 0xffffffff 1 = 0xffffffff; \
         1 0xffffffff = 0xffffffff; 0x80000000 0xffffffff = 0x80000000; 0x7fffffff 1 = 0x7fffffff; \
         0x80000000 1 = 0x80000000; 0xffffffff 0xffffffff = 1; 0x80000000 0x80000000 = 1; \
         0x90abcdef 7 = 0xf0188b23; 0xfffffff9 3 = 0xfffffffe; 7 0xfffffffd = 0xfffffffe; \
         1 0 = 0xffffffff; 0x80000000 0 = 0xffffffff; 0 0xffffffff = 0",
    ),
    table(
        "srem",
        "i32",
        "0 0 = 0xffffffff; 1 1 = 0; 7 3 = 1; 3 7 = 3; 0xffffffff 1 = 0; 1 0xffffffff = 0; \
         0x80000000 0xffffffff = 0; 0x7fffffff 1 = 0; 0x80000000 1 = 0; 0xffffffff 0xffffffff = 0; \
         0x80000000 0x80000000 = 0; 0x90abcdef 7 = 0xfffffffa; 0xfffffff9 3 = 0xffffffff; \
         7 0xfffffffd = 1; 1 0 = 0xffffffff; 0x80000000 0 = 0xffffffff; 0 0xffffffff = 0",
    ),
    table(
        "shl",
        "i32",
        "1 0 = 1; 1 31 = 0x80000000; 1 32 = 1; 1 33 = 2; 0xffffffff 1 = 0xfffffffe; \
         0x80000000 1 = 0; 0x80000000 31 = 0; 0x7fffffff 31 = 0x80000000; \
         0xffffffff 0xffffffff = 0x80000000; 0x80000000 0xffffffff = 0; 0x90abcdef 4 = 0xabcdef0",
    ),
    table(
        "lshr",
        "i32",
        "1 0 = 1; 1 31 = 0; 1 32 = 1; 1 33 = 0; 0xffffffff 1 = 0x7fffffff; \
         0x80000000 1 = 0x40000000; 0x80000000 31 = 1; 0x7fffffff 31 = 0; \
         0xffffffff 0xffffffff = 1; 0x80000000 0xffffffff = 1; 0x90abcdef 4 = 0x90abcde",
    ),
    table(
        "ashr",
        "i32",
        "1 0 = 1; 1 31 = 0; 1 32 = 1; 1 33 = 0; 0xffffffff 1 = 0xffffffff; \
         0x80000000 1 = 0xc0000000; 0x80000000 31 = 0xffffffff; 0x7fffffff 31 = 0; \
         0xffffffff 0xffffffff = 0xffffffff; 0x80000000 0xffffffff = 0xffffffff; \
         0x90abcdef 4 = 0xf90abcde",
    ),
    table(
        "and",
        "i32",
        "0 0xffffffff = 0; 0xffffffff 0xffffffff = 0xffffffff; 0x90abcdef 0xf0f0f0f = 0xb0d0f; \
         0x80000000 0x7fffffff = 0",
    ),
    table(
        "or",
        "i32",
        "0 0xffffffff = 0xffffffff; 0xffffffff 0xffffffff = 0xffffffff; \
         0x90abcdef 0xf0f0f0f = 0x9fafcfef; 0x80000000 0x7fffffff = 0xffffffff",
    ),
    table(
        "xor",
        "i32",
        "0 0xffffffff = 0xffffffff; 0xffffffff 0xffffffff = 0; 0x90abcdef 0xf0f0f0f = 0x9fa4c2e0; \
         0x80000000 0x7fffffff = 0xffffffff",
    ),
    table(
        "add",
        "i64",
        "0 0 = 0; 1 1 = 2; 7 3 = 10; 3 7 = 10; 0xffffffffffffffff 1 = 0; 1 0xffffffffffffffff = 0; \
         0x8000000000000000 0xffffffffffffffff = 0x7fffffffffffffff; \
         0x7fffffffffffffff 1 = 0x8000000000000000; 0x8000000000000000 1 = 0x8000000000000001; \
         0xffffffffffffffff 0xffffffffffffffff = 0xfffffffffffffffe; \
         0x8000000000000000 0x8000000000000000 = 0; 0x1234567890abcdef 7 = 0x1234567890abcdf6; \
         0xfffffffffffffff9 3 = 0xfffffffffffffffc; 7 0xfffffffffffffffd = 4; 1 0 = 1; \
         0x8000000000000000 0 = 0x8000000000000000; 0 0xffffffffffffffff = 0xffffffffffffffff",
    ),
    table(
        "sub",
        "i64",
        "0 0 = 0; 1 1 = 0; 7 3 = 4; 3 7 = 0xfffffffffffffffc; \
         0xffffffffffffffff 1 = 0xfffffffffffffffe; 1 0xffffffffffffffff = 2; \
         0x8000000000000000 0xffffffffffffffff = 0x8000000000000001; \
         0x7fffffffffffffff 1 = 0x7ffffffffffffffe; 0x8000000000000000 1 = 0x7fffffffffffffff; \
         0xffffffffffffffff 0xffffffffffffffff = 0; 0x8000000000000000 0x8000000000000000 = 0; \
         0x1234567890abcdef 7 = 0x1234567890abcde8; 0xfffffffffffffff9 3 = 0xfffffffffffffff6; \
         7 0xfffffffffffffffd = 10; 1 0 = 1; 0x8000000000000000 0 = 0x8000000000000000; \
         0 0xffffffffffffffff = 1",
    ),
    table(
        "mul",
        "i64",
        "0 0 = 0; 1 1 = 1; 7 3 = 21; 3 7 = 21; 0xffffffffffffffff 1 = 0xffffffffffffffff; \
         1 0xffffffffffffffff = 0xffffffffffffffff; \
         0x8000000000000000 0xffffffffffffffff = 0x8000000000000000; \
         0x7fffffffffffffff 1 = 0x7fffffffffffffff; 0x8000000000000000 1 = 0x8000000000000000; \
         0xffffffffffffffff 0xffffffffffffffff = 1; 0x8000000000000000 0x8000000000000000 = 0; \
         0x1234567890abcdef 7 = 0x7f6e5d4bf4b2a189; 0xfffffffffffffff9 3 = 0xffffffffffffffeb; \
         7 0xfffffffffffffffd = 0xffffffffffffffeb; 1 0 = 0; 0x8000000000000000 0 = 0; \
         0 0xffffffffffffffff = 0",
    ),
    table(
        "udiv",
        "i64",
        "0 0 = 0xffffffffffffffff; 1 1 = 1; 7 3 = 2; 3 7 = 0; \
         0xffffffffffffffff 1 = 0xffffffffffffffff; 1 0xffffffffffffffff = 0; \
         0x8000000000000000 0xffffffffffffffff = 0; 0x7fffffffffffffff 1 = 0x7fffffffffffffff; \
         0x8000000000000000 1 = 0x8000000000000000; 0xffffffffffffffff 0xffffffffffffffff = 1; \
         0x8000000000000000 0x8000000000000000 = 1; 0x1234567890abcdef 7 = 0x299c335cb8641fd; \
         0xfffffffffffffff9 3 = 0x5555555555555553; 7 0xfffffffffffffffd = 0; \
         1 0 = 0xffffffffffffffff; 0x8000000000000000 0 = 0xffffffffffffffff; \
         0 0xffffffffffffffff = 0",
    ),
    table(
        "urem",
        "i64",
        "0 0 = 0xffffffffffffffff; 1 1 = 0; 7 3 = 1; 3 7 = 3; 0xffffffffffffffff 1 = 0; \
         1 0xffffffffffffffff = 1; 0x8000000000000000 0xffffffffffffffff = 0x8000000000000000; \
         0x7fffffffffffffff 1 = 0; 0x8000000000000000 1 = 0; \
         0xffffffffffffffff 0xffffffffffffffff = 0; 0x8000000000000000 0x8000000000000000 = 0; \
         0x1234567890abcdef 7 = 4; 0xfffffffffffffff9 3 = 0; 7 0xfffffffffffffffd = 7; \
         1 0 = 0xffffffffffffffff; 0x8000000000000000 0 = 0xffffffffffffffff; \
         0 0xffffffffffffffff = 0",
    ),
    table(
        "sdiv",
        "i64",
        "0 0 = 0xffffffffffffffff; 1 1 = 1; 7 3 = 2; 3 7 = 0; \
         0xffffffffffffffff 1 = 0xffffffffffffffff; 1 0xffffffffffffffff = 0xffffffffffffffff; \
         0x8000000000000000 0xffffffffffffffff = 0x8000000000000000; \
         0x7fffffffffffffff 1 = 0x7fffffffffffffff; 0x8000000000000000 1 = 0x8000000000000000; \
         0xffffffffffffffff 0xffffffffffffffff = 1; 0x8000000000000000 0x8000000000000000 = 1; \
         0x1234567890abcdef 7 = 0x299c335cb8641fd; 0xfffffffffffffff9 3 = 0xfffffffffffffffe; \
         7 0xfffffffffffffffd = 0xfffffffffffffffe; 1 0 = 0xffffffffffffffff; \
         0x8000000000000000 0 = 0xffffffffffffffff; 0 0xffffffffffffffff = 0",
    ),
    table(
        "srem",
        "i64",
        "0 0 = 0xffffffffffffffff; 1 1 = 0; 7 3 = 1; 3 7 = 3; 0xffffffffffffffff 1 = 0; \
         1 0xffffffffffffffff = 0; 0x8000000000000000 0xffffffffffffffff = 0; \
         0x7fffffffffffffff 1 = 0; 0x8000000000000000 1 = 0; \
         0xffffffffffffffff 0xffffffffffffffff = 0; 0x8000000000000000 0x8000000000000000 = 0; \
         0x1234567890abcdef 7 = 4; 0xfffffffffffffff9 3 = 0xffffffffffffffff; \
         7 0xfffffffffffffffd = 1; 1 0 = 0xffffffffffffffff; \
         0x8000000000000000 0 = 0xffffffffffffffff; 0 0xffffffffffffffff = 0",
    ),
    table(
        "shl",
        "i64",
        "1 0 = 1; 1 63 = 0x8000000000000000; 1 64 = 1; 1 65 = 2; \
         0xffffffffffffffff 1 = 0xfffffffffffffffe; 0x8000000000000000 1 = 0; \
         0x8000000000000000 63 = 0; 0x7fffffffffffffff 63 = 0x8000000000000000; \
         0xffffffffffffffff 0xffffffffffffffff = 0x8000000000000000; \
         0x8000000000000000 0xffffffffffffffff = 0; 0x1234567890abcdef 4 = 0x234567890abcdef0",
    ),
    table(
        "lshr",
        "i64",
        "1 0 = 1; 1 63 = 0; 1 64 = 1; 1 65 = 0; 0xffffffffffffffff 1 = 0x7fffffffffffffff; \
         0x8000000000000000 1 = 0x4000000000000000; 0x8000000000000000 63 = 1; \
         0x7fffffffffffffff 63 = 0; 0xffffffffffffffff 0xffffffffffffffff = 1; \
         0x8000000000000000 0xffffffffffffffff = 1; 0x1234567890abcdef 4 = 0x1234567890abcde",
    ),
    table(
        "ashr",
        "i64",
        "1 0 = 1; 1 63 = 0; 1 64 = 1; 1 65 = 0; 0xffffffffffffffff 1 = 0xffffffffffffffff; \
         0x8000000000000000 1 = 0xc000000000000000; 0x8000000000000000 63 = 0xffffffffffffffff; \
         0x7fffffffffffffff 63 = 0; 0xffffffffffffffff 0xffffffffffffffff = 0xffffffffffffffff; \
         0x8000000000000000 0xffffffffffffffff = 0xffffffffffffffff; \
         0x1234567890abcdef 4 = 0x1234567890abcde",
    ),
    table(
        "and",
        "i64",
        "0 0xffffffffffffffff = 0; 0xffffffffffffffff 0xffffffffffffffff = 0xffffffffffffffff; \
         0x1234567890abcdef 0xf0f0f0f0f0f0f0f = 0x2040608000b0d0f; \
         0x8000000000000000 0x7fffffffffffffff = 0",
    ),
    table(
        "or",
        "i64",
        "0 0xffffffffffffffff = 0xffffffffffffffff; \
         0xffffffffffffffff 0xffffffffffffffff = 0xffffffffffffffff; \
         0x1234567890abcdef 0xf0f0f0f0f0f0f0f = 0x1f3f5f7f9fafcfef; \
         0x8000000000000000 0x7fffffffffffffff = 0xffffffffffffffff",
    ),
    table(
        "xor",
        "i64",
        "0 0xffffffffffffffff = 0xffffffffffffffff; 0xffffffffffffffff 0xffffffffffffffff = 0; \
         0x1234567890abcdef 0xf0f0f0f0f0f0f0f = 0x1d3b59779fa4c2e0; \
         0x8000000000000000 0x7fffffffffffffff = 0xffffffffffffffff",
    ),
];
