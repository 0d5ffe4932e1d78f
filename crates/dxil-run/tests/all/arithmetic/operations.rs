//! Operations on floats, integers and bits, but for sines and their like.

use super::table::{Table, table};

pub(crate) const TABLES: &[Table] = &[
    table("FAbs", "f16", "1 = 1; -1 = 1; -0 = 0; -inf = inf; 0x8001 = 0x1; nan = nan; 0xfe01 = 0x7e01"),
    table(
        "Saturate",
        "f16",
        "0.5 = 0.5; 1.5 = 1; 1 = 1; -1 = 0; -0 = 0; inf = 1; -inf = 0; nan = 0; 0x1 = 0x1; \
         0x8001 = 0",
    ),
    table(
        "FMax",
        "f16",
        "1 2 = 2; 2 1 = 2; nan 1 = 1; 1 nan = 1; nan nan = nan; nan -inf = -inf; -0 0 = 0; \
         0 -0 = 0; -0 -0 = -0; inf 1 = inf; -inf 1 = 1; 0x1 0 = 0x1; 0x8001 -1 = 0x8001",
    ),
    table(
        "FMin",
        "f16",
        "1 2 = 1; 2 1 = 1; nan 1 = 1; 1 nan = 1; nan nan = nan; nan inf = inf; -0 0 = -0; \
         0 -0 = -0; 0 0 = 0; inf 1 = 1; -inf 1 = -inf; 0x1 1 = 0x1",
    ),
    table(
        "FMad",
        "f16",
        "2 3 4 = 10; -2 3 6 = 0; inf 0 1 = nan; inf 1 -inf = nan; nan 1 1 = nan; 1 1 nan = nan; \
         65504 2 -65504 = inf; 0x1 1 0 = 0x1; -1 0 0 = 0; -1 0 -0 = -0; \
         1.0009765625 1.0009765625 -1.001953125 = 0",
    ),
    table(
        "FAbs",
        "f32",
        "1 = 1; -1 = 1; -0 = 0; -inf = inf; 0x80000001 = 0x1; nan = nan; 0xffc00001 = 0x7fc00001",
    ),
    table(
        "Saturate",
        "f32",
        "0.5 = 0.5; 1.5 = 1; 1 = 1; -1 = 0; -0 = 0; inf = 1; -inf = 0; nan = 0; 0x1 = 0; \
         0x80000001 = 0",
    ),
    table(
        "FMax",
        "f32",
        "1 2 = 2; 2 1 = 2; nan 1 = 1; 1 nan = 1; nan nan = nan; nan -inf = -inf; -0 0 = 0; \
         0 -0 = 0; -0 -0 = -0; inf 1 = inf; -inf 1 = 1; 0x1 0 = 0; 0x80000001 -1 = -0",
    ),
    table(
        "FMin",
        "f32",
        "1 2 = 1; 2 1 = 1; nan 1 = 1; 1 nan = 1; nan nan = nan; nan inf = inf; -0 0 = -0; \
         0 -0 = -0; 0 0 = 0; inf 1 = 1; -inf 1 = -inf; 0x1 1 = 0",
    ),
    table(
        "FMad",
        "f32",
        "2 3 4 = 10; -2 3 6 = 0; inf 0 1 = nan; inf 1 -inf = nan; nan 1 1 = nan; 1 1 nan = nan; \
         3.4028235e38 2 -3.4028235e38 = inf; 0x1 1 0 = 0; -1 0 0 = 0; -1 0 -0 = -0; \
         1.00000012 1.00000012 -1.00000024 = 0",
    ),
    table(
        "FAbs",
        "f64",
        "1 = 1; -1 = 1; -0 = 0; -inf = inf; 0x8000000000000001 = 0x1; nan = nan; \
         0xfff8000000000001 = 0x7ff8000000000001",
    ),
    table(
        "Saturate",
        "f64",
        "0.5 = 0.5; 1.5 = 1; 1 = 1; -1 = 0; -0 = 0; inf = 1; -inf = 0; nan = 0; 0x1 = 0x1; \
         0x8000000000000001 = 0",
    ),
    table(
        "FMax",
        "f64",
        "1 2 = 2; 2 1 = 2; nan 1 = 1; 1 nan = 1; nan nan = nan; nan -inf = -inf; -0 0 = 0; \
         0 -0 = 0; -0 -0 = -0; inf 1 = inf; -inf 1 = 1; 0x1 0 = 0x1; \
         0x8000000000000001 -1 = 0x8000000000000001",
    ),
    table(
        "FMin",
        "f64",
        "1 2 = 1; 2 1 = 1; nan 1 = 1; 1 nan = 1; nan nan = nan; nan inf = inf; -0 0 = -0; \
         0 -0 = -0; 0 0 = 0; inf 1 = 1; -inf 1 = -inf; 0x1 1 = 0x1",
    ),
    table(
        "FMad",
        "f64",
        "2 3 4 = 10; -2 3 6 = 0; inf 0 1 = nan; inf 1 -inf = nan; nan 1 1 = nan; 1 1 nan = nan; \
         1.7976931348623157e308 2 -1.7976931348623157e308 = inf; 0x1 1 0 = 0x1; -1 0 0 = 0; \
         -1 0 -0 = -0; 1.0000000000000002 1.0000000000000002 -1.0000000000000004 = 0",
    ),
    table(
        "Fma",
        "f64",
        "2 3 4 = 10; \
         1.0000000000000002 1.0000000000000002 -1.0000000000000004 = 0x3970000000000000; \
         1e200 1e200 -1e300 = inf; inf 0 1 = nan; inf 1 -inf = nan; nan 1 1 = nan; 1 1 nan = nan; \
         0x1 1 0x1 = 0x2; 0x1 0.5 0 = 0; -1 0 0 = 0; \
         1.7976931348623157e308 2 -1.7976931348623157e308 = 1.7976931348623157e308",
    ),
    table(
        "IsNaN",
        "f16",
        "nan = 1; inf = 0; -inf = 0; 0 = 0; -0 = 0; 1 = 0; -1 = 0; 0x1 = 0; 0x3ff = 0; 0x400 = 0; \
         0x7bff = 0; 0x7c01 = 1; 0xffff = 1",
    ),
    table(
        "IsInf",
        "f16",
        "nan = 0; inf = 1; -inf = 1; 0 = 0; -0 = 0; 1 = 0; -1 = 0; 0x1 = 0; 0x3ff = 0; 0x400 = 0; \
         0x7bff = 0; 0x7c01 = 0; 0xffff = 0",
    ),
    table(
        "IsFinite",
        "f16",
        "nan = 0; inf = 0; -inf = 0; 0 = 1; -0 = 1; 1 = 1; -1 = 1; 0x1 = 1; 0x3ff = 1; 0x400 = 1; \
         0x7bff = 1; 0x7c01 = 0; 0xffff = 0",
    ),
    table(
        "IsNormal",
        "f16",
        "nan = 0; inf = 0; -inf = 0; 0 = 0; -0 = 0; 1 = 1; -1 = 1; 0x1 = 0; 0x3ff = 0; 0x400 = 1; \
         0x7bff = 1; 0x7c01 = 0; 0xffff = 0",
    ),
    table(
        "IsNaN",
        "f32",
        "nan = 1; inf = 0; -inf = 0; 0 = 0; -0 = 0; 1 = 0; -1 = 0; 0x1 = 0; 0x7fffff = 0; \
         0x800000 = 0; 0x7f7fffff = 0; 0x7f800001 = 1; 0xffffffff = 1",
    ),
    table(
        "IsInf",
        "f32",
        "nan = 0; inf = 1; -inf = 1; 0 = 0; -0 = 0; 1 = 0; -1 = 0; 0x1 = 0; 0x7fffff = 0; \
         0x800000 = 0; 0x7f7fffff = 0; 0x7f800001 = 0; 0xffffffff = 0",
    ),
    table(
        "IsFinite",
        "f32",
        "nan = 0; inf = 0; -inf = 0; 0 = 1; -0 = 1; 1 = 1; -1 = 1; 0x1 = 1; 0x7fffff = 1; \
         0x800000 = 1; 0x7f7fffff = 1; 0x7f800001 = 0; 0xffffffff = 0",
    ),
    table(
        "IsNormal",
        "f32",
        "nan = 0; inf = 0; -inf = 0; 0 = 0; -0 = 0; 1 = 1; -1 = 1; 0x1 = 0; 0x7fffff = 0; \
         0x800000 = 1; 0x7f7fffff = 1; 0x7f800001 = 0; 0xffffffff = 0",
    ),
    table(
        "Bfrev",
        "i16",
        "0 = 0; 1 = 0x8000; 2 = 0x4000; 3 = 0xc000; 0x8000 = 1; 0x7fff = 0xfffe; 0xffff = 0xffff; \
         0xfffe = 0x7fff; 0xcdef = 0xf7b3; 0x100 = 0x80",
    ),
    table(
        "Countbits",
        "i16",
        "0 = 0; 1 = 1; 2 = 1; 3 = 2; 0x8000 = 1; 0x7fff = 15; 0xffff = 16; 0xfffe = 15; \
         0xcdef = 12; 0x100 = 1",
    ),
    table(
        "FirstbitLo",
        "i16",
        "0 = 0xffffffff; 1 = 0; 2 = 1; 3 = 0; 0x8000 = 15; 0x7fff = 0; 0xffff = 0; 0xfffe = 1; \
         0xcdef = 0; 0x100 = 8",
    ),
    table(
        "FirstbitHi",
        "i16",
        "0 = 0xffffffff; 1 = 15; 2 = 14; 3 = 14; 0x8000 = 0; 0x7fff = 1; 0xffff = 0; 0xfffe = 0; \
         0xcdef = 0; 0x100 = 7",
    ),
    table(
        "FirstbitSHi",
        "i16",
        "0 = 0xffffffff; 1 = 15; 2 = 14; 3 = 14; 0x8000 = 1; 0x7fff = 1; 0xffff = 0xffffffff; \
         0xfffe = 15; 0xcdef = 2; 0x100 = 7",
    ),
    table(
        "IMax",
        "i16",
        "0 0 = 0; 1 2 = 2; 2 1 = 2; 0xffff 0 = 0; 0 0xffff = 0; 0x8000 0x7fff = 0x7fff; \
         0x7fff 0x8000 = 0x7fff; 0xffff 0xffff = 0xffff; 0x8000 0xffff = 0xffff",
    ),
    table(
        "IMin",
        "i16",
        "0 0 = 0; 1 2 = 1; 2 1 = 1; 0xffff 0 = 0xffff; 0 0xffff = 0xffff; 0x8000 0x7fff = 0x8000; \
         0x7fff 0x8000 = 0x8000; 0xffff 0xffff = 0xffff; 0x8000 0xffff = 0x8000",
    ),
    table(
        "UMax",
        "i16",
        "0 0 = 0; 1 2 = 2; 2 1 = 2; 0xffff 0 = 0xffff; 0 0xffff = 0xffff; 0x8000 0x7fff = 0x8000; \
         0x7fff 0x8000 = 0x8000; 0xffff 0xffff = 0xffff; 0x8000 0xffff = 0xffff",
    ),
    table(
        "UMin",
        "i16",
        "0 0 = 0; 1 2 = 1; 2 1 = 1; 0xffff 0 = 0; 0 0xffff = 0; 0x8000 0x7fff = 0x7fff; \
         0x7fff 0x8000 = 0x7fff; 0xffff 0xffff = 0xffff; 0x8000 0xffff = 0x8000",
    ),
    table(
        "IMad",
        "i16",
        "2 3 4 = 10; 0xffff 0xffff 0xffff = 0; 0x8000 2 1 = 1; 0xffff 2 3 = 1; \
         0xcdef 0xba09 5 = 0xe36c; 0x8000 0x8000 0x8000 = 0x8000",
    ),
    table(
        "UMad",
        "i16",
        "2 3 4 = 10; 0xffff 0xffff 0xffff = 0; 0x8000 2 1 = 1; 0xffff 2 3 = 1; \
         0xcdef 0xba09 5 = 0xe36c; 0x8000 0x8000 0x8000 = 0x8000",
    ),
    table(
        "Bfrev",
        "i32",
        "0 = 0; 1 = 0x80000000; 2 = 0x40000000; 3 = 0xc0000000; 0x80000000 = 1; \
         0x7fffffff = 0xfffffffe; 0xffffffff = 0xffffffff; 0xfffffffe = 0x7fffffff; \
         0x90abcdef = 0xf7b3d509; 0x10000 = 0x8000",
    ),
    table(
        "Countbits",
        "i32",
        "0 = 0; 1 = 1; 2 = 1; 3 = 2; 0x80000000 = 1; 0x7fffffff = 31; 0xffffffff = 32; \
         0xfffffffe = 31; 0x90abcdef = 19; 0x10000 = 1",
    ),
    table(
        "FirstbitLo",
        "i32",
        "0 = 0xffffffff; 1 = 0; 2 = 1; 3 = 0; 0x80000000 = 31; 0x7fffffff = 0; 0xffffffff = 0; \
         0xfffffffe = 1; 0x90abcdef = 0; 0x10000 = 16",
    ),
    table(
        "FirstbitHi",
        "i32",
        "0 = 0xffffffff; 1 = 31; 2 = 30; 3 = 30; 0x80000000 = 0; 0x7fffffff = 1; 0xffffffff = 0; \
         0xfffffffe = 0; 0x90abcdef = 0; 0x10000 = 15",
    ),
    table(
        "FirstbitSHi",
        "i32",
        "0 = 0xffffffff; 1 = 31; 2 = 30; 3 = 30; 0x80000000 = 1; 0x7fffffff = 1; \
         0xffffffff = 0xffffffff; 0xfffffffe = 31; 0x90abcdef = 1; 0x10000 = 15",
    ),
    table(
        "IMax",
        "i32",
        "0 0 = 0; 1 2 = 2; 2 1 = 2; 0xffffffff 0 = 0; 0 0xffffffff = 0; \
         0x80000000 0x7fffffff = 0x7fffffff; 0x7fffffff 0x80000000 = 0x7fffffff; \
         0xffffffff 0xffffffff = 0xffffffff; 0x80000000 0xffffffff = 0xffffffff",
    ),
    table(
        "IMin",
        "i32",
        "0 0 = 0; 1 2 = 1; 2 1 = 1; 0xffffffff 0 = 0xffffffff; 0 0xffffffff = 0xffffffff; \
         0x80000000 0x7fffffff = 0x80000000; 0x7fffffff 0x80000000 = 0x80000000; \
         0xffffffff 0xffffffff = 0xffffffff; 0x80000000 0xffffffff = 0x80000000",
    ),
    table(
        "UMax",
        "i32",
        "0 0 = 0; 1 2 = 2; 2 1 = 2; 0xffffffff 0 = 0xffffffff; 0 0xffffffff = 0xffffffff; \
         0x80000000 0x7fffffff = 0x80000000; 0x7fffffff 0x80000000 = 0x80000000; \
         0xffffffff 0xffffffff = 0xffffffff; 0x80000000 0xffffffff = 0xffffffff",
    ),
    table(
        "UMin",
        "i32",
        "0 0 = 0; 1 2 = 1; 2 1 = 1; 0xffffffff 0 = 0; 0 0xffffffff = 0; \
         0x80000000 0x7fffffff = 0x7fffffff; 0x7fffffff 0x80000000 = 0x7fffffff; \
         0xffffffff 0xffffffff = 0xffffffff; 0x80000000 0xffffffff = 0x80000000",
    ),
    table(
        "IMad",
        "i32",
        "2 3 4 = 10; 0xffffffff 0xffffffff 0xffffffff = 0; 0x80000000 2 1 = 1; 0xffffffff 2 3 = 1; \
         0x90abcdef 0xfedcba09 5 = 0x50de36c; 0x80000000 0x80000000 0x80000000 = 0x80000000",
    ),
    table(
        "UMad",
        "i32",
        "2 3 4 = 10; 0xffffffff 0xffffffff 0xffffffff = 0; 0x80000000 2 1 = 1; 0xffffffff 2 3 = 1; \
         0x90abcdef 0xfedcba09 5 = 0x50de36c; 0x80000000 0x80000000 0x80000000 = 0x80000000",
    ),
    table(
        "Bfrev",
        "i64",
        "0 = 0; 1 = 0x8000000000000000; 2 = 0x4000000000000000; 3 = 0xc000000000000000; \
         0x8000000000000000 = 1; 0x7fffffffffffffff = 0xfffffffffffffffe; \
         0xffffffffffffffff = 0xffffffffffffffff; 0xfffffffffffffffe = 0x7fffffffffffffff; \
         0x1234567890abcdef = 0xf7b3d5091e6a2c48; 0x100000000 = 0x80000000",
    ),
    table(
        "Countbits",
        "i64",
        "0 = 0; 1 = 1; 2 = 1; 3 = 2; 0x8000000000000000 = 1; 0x7fffffffffffffff = 63; \
         0xffffffffffffffff = 64; 0xfffffffffffffffe = 63; 0x1234567890abcdef = 32; 0x100000000 = 1",
    ),
    table(
        "FirstbitLo",
        "i64",
        "0 = 0xffffffff; 1 = 0; 2 = 1; 3 = 0; 0x8000000000000000 = 63; 0x7fffffffffffffff = 0; \
         0xffffffffffffffff = 0; 0xfffffffffffffffe = 1; 0x1234567890abcdef = 0; 0x100000000 = 32",
    ),
    table(
        "FirstbitHi",
        "i64",
        "0 = 0xffffffff; 1 = 63; 2 = 62; 3 = 62; 0x8000000000000000 = 0; 0x7fffffffffffffff = 1; \
         0xffffffffffffffff = 0; 0xfffffffffffffffe = 0; 0x1234567890abcdef = 3; 0x100000000 = 31",
    ),
    table(
        "FirstbitSHi",
        "i64",
        "0 = 0xffffffff; 1 = 63; 2 = 62; 3 = 62; 0x8000000000000000 = 1; 0x7fffffffffffffff = 1; \
         0xffffffffffffffff = 0xffffffff; 0xfffffffffffffffe = 63; 0x1234567890abcdef = 3; \
         0x100000000 = 31",
    ),
    table(
        "IMax",
        "i64",
        "0 0 = 0; 1 2 = 2; 2 1 = 2; 0xffffffffffffffff 0 = 0; 0 0xffffffffffffffff = 0; \
         0x8000000000000000 0x7fffffffffffffff = 0x7fffffffffffffff; \
         0x7fffffffffffffff 0x8000000000000000 = 0x7fffffffffffffff; \
         0xffffffffffffffff 0xffffffffffffffff = 0xffffffffffffffff; \
         0x8000000000000000 0xffffffffffffffff = 0xffffffffffffffff",
    ),
    table(
        "IMin",
        "i64",
        "0 0 = 0; 1 2 = 1; 2 1 = 1; 0xffffffffffffffff 0 = 0xffffffffffffffff; \
         0 0xffffffffffffffff = 0xffffffffffffffff; \
         0x8000000000000000 0x7fffffffffffffff = 0x8000000000000000; \
         0x7fffffffffffffff 0x8000000000000000 = 0x8000000000000000; \
         0xffffffffffffffff 0xffffffffffffffff = 0xffffffffffffffff; \
         0x8000000000000000 0xffffffffffffffff = 0x8000000000000000",
    ),
    table(
        "UMax",
        "i64",
        "0 0 = 0; 1 2 = 2; 2 1 = 2; 0xffffffffffffffff 0 = 0xffffffffffffffff; \
         0 0xffffffffffffffff = 0xffffffffffffffff; \
         0x8000000000000000 0x7fffffffffffffff = 0x8000000000000000; \
         0x7fffffffffffffff 0x8000000000000000 = 0x8000000000000000; \
         0xffffffffffffffff 0xffffffffffffffff = 0xffffffffffffffff; \
         0x8000000000000000 0xffffffffffffffff = 0xffffffffffffffff",
    ),
    table(
        "UMin",
        "i64",
        "0 0 = 0; 1 2 = 1; 2 1 = 1; 0xffffffffffffffff 0 = 0; 0 0xffffffffffffffff = 0; \
         0x8000000000000000 0x7fffffffffffffff = 0x7fffffffffffffff; \
         0x7fffffffffffffff 0x8000000000000000 = 0x7fffffffffffffff; \
         0xffffffffffffffff 0xffffffffffffffff = 0xffffffffffffffff; \
         0x8000000000000000 0xffffffffffffffff = 0x8000000000000000",
    ),
    table(
        "IMad",
        "i64",
        "2 3 4 = 10; 0xffffffffffffffff 0xffffffffffffffff 0xffffffffffffffff = 0; \
         0x8000000000000000 2 1 = 1; 0xffffffffffffffff 2 3 = 1; \
         0x1234567890abcdef 0xfedcba09 5 = 0x99d16d52050de36c; \
         0x8000000000000000 0x8000000000000000 0x8000000000000000 = 0x8000000000000000",
    ),
    table(
        "UMad",
        "i64",
        "2 3 4 = 10; 0xffffffffffffffff 0xffffffffffffffff 0xffffffffffffffff = 0; \
         0x8000000000000000 2 1 = 1; 0xffffffffffffffff 2 3 = 1; \
         0x1234567890abcdef 0xfedcba09 5 = 0x99d16d52050de36c; \
         0x8000000000000000 0x8000000000000000 0x8000000000000000 = 0x8000000000000000",
    ),
    table(
        "IMul",
        "i32",
        "0 0 = 0 0; 2 3 = 0 6; 0xffffffff 0xffffffff = 0 1; 0x80000000 0x80000000 = 0x40000000 0; \
         0x80000000 0xffffffff = 0 0x80000000; 0x80000000 2 = 0xffffffff 0; \
         0xffffffff 2 = 0xffffffff 0xfffffffe; 0x12345678 0x9abcdef0 = 0xf8cc93d6 0x242d2080; \
         7 2 = 0 14; 7 0 = 0 0; 0 0 = 0 0",
    ),
    table(
        "UMul",
        "i32",
        "0 0 = 0 0; 2 3 = 0 6; 0xffffffff 0xffffffff = 0xfffffffe 1; \
         0x80000000 0x80000000 = 0x40000000 0; 0x80000000 0xffffffff = 0x7fffffff 0x80000000; \
         0x80000000 2 = 1 0; 0xffffffff 2 = 1 0xfffffffe; \
         0x12345678 0x9abcdef0 = 0xb00ea4e 0x242d2080; 7 2 = 0 14; 7 0 = 0 0; 0 0 = 0 0",
    ),
    table(
        "UDiv",
        "i32",
        "0 0 = 0xffffffff 0xffffffff; 2 3 = 0 2; 0xffffffff 0xffffffff = 1 0; \
         0x80000000 0x80000000 = 1 0; 0x80000000 0xffffffff = 0 0x80000000; \
         0x80000000 2 = 0x40000000 0; 0xffffffff 2 = 0x7fffffff 1; \
         0x12345678 0x9abcdef0 = 0 0x12345678; 7 2 = 3 1; 7 0 = 0xffffffff 0xffffffff; \
         0 0 = 0xffffffff 0xffffffff",
    ),
    table(
        "UAddc",
        "i32",
        "0 0 = 0 0; 2 3 = 5 0; 0xffffffff 0xffffffff = 0xfffffffe 1; 0x80000000 0x80000000 = 0 1; \
         0x80000000 0xffffffff = 0x7fffffff 1; 0x80000000 2 = 0x80000002 0; 0xffffffff 2 = 1 1; \
         0x12345678 0x9abcdef0 = 0xacf13568 0; 7 2 = 9 0; 7 0 = 7 0; 0 0 = 0 0",
    ),
    table(
        "USubb",
        "i32",
        "0 0 = 0 0; 2 3 = 0xffffffff 1; 0xffffffff 0xffffffff = 0 0; 0x80000000 0x80000000 = 0 0; \
         0x80000000 0xffffffff = 0x80000001 1; 0x80000000 2 = 0x7ffffffe 0; \
         0xffffffff 2 = 0xfffffffd 0; 0x12345678 0x9abcdef0 = 0x77777788 1; 7 2 = 5 0; 7 0 = 7 0; \
         0 0 = 0 0",
    ),
    table(
        "Ibfe",
        "i32",
        "0 0 0xffffffff = 0; 0 5 0xffffffff = 0; 4 4 0x12345678 = 7; 4 4 0x123456f8 = 0xffffffff; \
         8 24 0x92345678 = 0xffffff92; 8 28 0x92345678 = 0xfffffff9; 31 0 0xffffffff = 0xffffffff; \
         31 1 0x80000000 = 0xc0000000; 1 31 0x80000000 = 0xffffffff; \
         31 31 0x80000000 = 0xffffffff; 32 0 0xffffffff = 0; 33 32 1 = 0xffffffff; \
         16 16 0x80000000 = 0xffff8000; 5 0 16 = 0xfffffff0",
    ),
    table(
        "Ubfe",
        "i32",
        "0 0 0xffffffff = 0; 0 5 0xffffffff = 0; 4 4 0x12345678 = 7; 4 4 0x123456f8 = 15; \
         8 24 0x92345678 = 0x92; 8 28 0x92345678 = 9; 31 0 0xffffffff = 0x7fffffff; \
         31 1 0x80000000 = 0x40000000; 1 31 0x80000000 = 1; 31 31 0x80000000 = 1; \
         32 0 0xffffffff = 0; 33 32 1 = 1; 16 16 0x80000000 = 0x8000; 5 0 16 = 16",
    ),
    table(
        "Bfi",
        "i32",
        "0 0 0xffffffff 0x1234 = 0x1234; 8 8 0xab 0x12345678 = 0x1234ab78; \
         8 28 0xff 0 = 0xf0000000; 31 0 0xffffffff 0 = 0x7fffffff; 31 1 0xffffffff 0 = 0xfffffffe; \
         32 0 0xffffffff 5 = 5; 4 33 15 0 = 30; 16 16 0x12345 0x1111ffff = 0x2345ffff",
    ),
    table(
        "Msad",
        "i32",
        "0 0xffffffff 5 = 5; 0x1020304 0x4030201 10 = 18; 0xff00ff00 0xffff00 0 = 0xff; \
         0xffffffff 0 0 = 0x3fc; 0xffffffff 0 0xfffffff0 = 0xffffffff; 16 0xf0 1 = 0xe1",
    ),
    table(
        "Dot2",
        "f16",
        "1 2 3 4 = 11; inf 1 0 1 = nan; inf -inf 1 1 = nan; nan 0 0 0 = nan; \
         65504 65504 1 1 = inf; -1 0 0 0 = 0; 0x1 0x1 1 1 = 0x2",
    ),
    table(
        "Dot3",
        "f16",
        "1 2 3 4 5 6 = 32; 65504 65504 65504 1 1 -1 = inf; 65504 65504 1 1 -1 1 = 1; \
         nan 0 0 0 0 0 = nan; 0 0 inf 0 0 0 = nan",
    ),
    table(
        "Dot4",
        "f16",
        "1 2 3 4 5 6 7 8 = 70; 1 1 1 1 -1 1 -1 1 = 0; nan 0 0 0 0 0 0 0 = nan; \
         0 0 0 inf 0 0 0 0 = nan; 0 0 0 inf 0 0 0 1 = inf",
    ),
    table(
        "Dot2",
        "f32",
        "1 2 3 4 = 11; inf 1 0 1 = nan; inf -inf 1 1 = nan; nan 0 0 0 = nan; \
         3.4028235e38 3.4028235e38 1 1 = inf; -1 0 0 0 = 0; 0x1 0x1 1 1 = 0",
    ),
    table(
        "Dot3",
        "f32",
        "1 2 3 4 5 6 = 32; 3.4028235e38 3.4028235e38 3.4028235e38 1 1 -1 = inf; \
         3.4028235e38 3.4028235e38 1 1 -1 1 = 1; nan 0 0 0 0 0 = nan; 0 0 inf 0 0 0 = nan",
    ),
    table(
        "Dot4",
        "f32",
        "1 2 3 4 5 6 7 8 = 70; 1 1 1 1 -1 1 -1 1 = 0; nan 0 0 0 0 0 0 0 = nan; \
         0 0 0 inf 0 0 0 0 = nan; 0 0 0 inf 0 0 0 1 = inf",
    ),
    table(
        "Dot2AddHalf",
        "f32",
        "1 1 2 3 4 = 12; 0 65504 65504 65504 65504 = 8581548032; 0 0x1 0 0x1 0 = 0x27800000; \
         3.4028235e38 65504 0 65504 0 = 3.4028235e38; inf -inf 0 1 0 = nan; 1 inf 1 0 1 = nan; \
         nan 1 1 1 1 = nan; 1 nan 1 1 1 = nan; 0x1 0 0 0 0 = 0; 0.0001 1 0 1 0 = 1.0001",
    ),
    table(
        "Dot4AddI8Packed",
        "i32",
        "0 0x1020304 0x5060708 = 70; 0xffffffff 0xffffffff 0xffffffff = 3; \
         0 0x80808080 0x80808080 = 0x10000; 0 0x7f7f7f7f 0x80808080 = 0xffff0200; \
         0x7fffffff 1 1 = 0x80000000; 5 0xff 0xff = 6; 0 0 0xffffffff = 0",
    ),
    table(
        "Dot4AddU8Packed",
        "i32",
        "0 0x1020304 0x5060708 = 70; 0xffffffff 0xffffffff 0xffffffff = 0x3f803; \
         0 0x80808080 0x80808080 = 0x10000; 0 0x7f7f7f7f 0x80808080 = 0xfe00; \
         0x7fffffff 1 1 = 0x80000000; 5 0xff 0xff = 0xfe06; 0 0 0xffffffff = 0",
    ),
    table(
        "Pack4x8",
        "i16",
        "0 0 1 127 128 = 0x807f0100; 0 255 256 -1 -128 = 0x80ff00ff; \
         0 -129 -256 1000 -1000 = 0x18e8007f; 0 32767 -32768 5 -5 = 0xfb0500ff; \
         1 0 1 127 128 = 0x807f0100; 1 255 256 -1 -128 = 0xffff; \
         1 -129 -256 1000 -1000 = 0xff0000; 1 32767 -32768 5 -5 = 0x500ff; \
         2 0 1 127 128 = 0x7f7f0100; 2 255 256 -1 -128 = 0x80ff7f7f; \
         2 -129 -256 1000 -1000 = 0x807f8080; 2 32767 -32768 5 -5 = 0xfb05807f",
    ),
    table(
        "Unpack4x8",
        "i16",
        "0 0 = 0 0 0 0; 0 0xffffffff = 0xff 0xff 0xff 0xff; 0 0x80ff7f01 = 1 0x7f 0xff 0x80; \
         0 0x12345678 = 0x78 86 52 18; 1 0 = 0 0 0 0; 1 0xffffffff = 0xffff 0xffff 0xffff 0xffff; \
         1 0x80ff7f01 = 1 0x7f 0xffff 0xff80; 1 0x12345678 = 0x78 86 52 18",
    ),
    table(
        "Pack4x8",
        "i32",
        "0 0 1 127 128 = 0x807f0100; 0 255 256 -1 -128 = 0x80ff00ff; \
         0 -129 -256 1000 -1000 = 0x18e8007f; 0 2147483647 -2147483648 5 -5 = 0xfb0500ff; \
         1 0 1 127 128 = 0x807f0100; 1 255 256 -1 -128 = 0xffff; \
         1 -129 -256 1000 -1000 = 0xff0000; 1 2147483647 -2147483648 5 -5 = 0x500ff; \
         2 0 1 127 128 = 0x7f7f0100; 2 255 256 -1 -128 = 0x80ff7f7f; \
         2 -129 -256 1000 -1000 = 0x807f8080; 2 2147483647 -2147483648 5 -5 = 0xfb05807f",
    ),
    table(
        "Unpack4x8",
        "i32",
        "0 0 = 0 0 0 0; 0 0xffffffff = 0xff 0xff 0xff 0xff; 0 0x80ff7f01 = 1 0x7f 0xff 0x80; \
         0 0x12345678 = 0x78 86 52 18; 1 0 = 0 0 0 0; \
         1 0xffffffff = 0xffffffff 0xffffffff 0xffffffff 0xffffffff; \
         1 0x80ff7f01 = 1 0x7f 0xffffffff 0xffffff80; 1 0x12345678 = 0x78 86 52 18",
    ),
    table("BitcastI16toF16", "", "0x3c00 = 1; 0x7c01 = 0x7c01; 0x8001 = 0x8001"),
    table("BitcastF16toI16", "", "1 = 0x3c00; 0xfe01 = 0xfe01; 0x1 = 1"),
    table("BitcastI32toF32", "", "0x3f800000 = 1; 0x7f800001 = 0x7f800001; 0x80000001 = 0x80000001"),
    table("BitcastF32toI32", "", "1 = 0x3f800000; 0xffc00001 = 0xffc00001; 0x1 = 1"),
    table("BitcastI64toF64", "", "0x3ff0000000000000 = 1; 0x7ff0000000000001 = 0x7ff0000000000001"),
    table("BitcastF64toI64", "", "1 = 0x3ff0000000000000; 0xfff8000000000001 = 0xfff8000000000001; 0x1 = 1"),
    table(
        "LegacyF32ToF16",
        "",
        "1 = 0x3c00; 65504 = 0x7bff; 65520 = 0x7bff; 1e10 = 0x7bff; -1e10 = 0xfbff; inf = 0x7c00; \
         -inf = 0xfc00; nan = 0x7e00; 1.00048828125 = 0x3c00; 1.0009 = 0x3c00; -1.0009 = 0xbc00; \
         5.9604645e-8 = 1; 8.9e-8 = 1; 5.9e-8 = 0; 0x1 = 0; -0 = 0x8000; 0x387fffff = 0x3ff",
    ),
    table(
        "LegacyF16ToF32",
        "",
        "0x3c00 = 1; 0x12343c00 = 1; 0x7c00 = inf; 0xfc00 = -inf; 0x7c01 = nan; 0xffff = nan; \
         1 = 5.9604645e-8; 0x83ff = -6.0975552e-5; 0x8000 = -0; 0x7bff = 65504",
    ),
    table(
        "LegacyDoubleToFloat",
        "",
        "1 = 1; 1e39 = inf; -inf = -inf; nan = nan; 1.00000005960464477539 = 1; \
         1.0000000596046449 = 1.00000012; 0x36a0000000000000 = 0; 0x1 = 0; -0 = -0",
    ),
    table(
        "LegacyDoubleToSInt32",
        "",
        "1.9 = 1; -1.9 = -1; nan = 0; inf = 2147483647; -inf = -2147483648; \
         2147483648 = 2147483647; -2147483649 = -2147483648; 2147483647.5 = 2147483647; -0 = 0; \
         0x1 = 0",
    ),
    table(
        "LegacyDoubleToUInt32",
        "",
        "1.9 = 1; -1.9 = 0; nan = 0; inf = 0xffffffff; -inf = 0; 4294967296 = 0xffffffff; \
         4294967295.5 = 0xffffffff; -0.5 = 0",
    ),
    table(
        "MakeDouble",
        "f64",
        "0 0x3ff00000 = 1; 1 0 = 0x1; 0x12345678 0x9abcdef0 = 0x9abcdef012345678; \
         1 0x7ff00000 = 0x7ff0000000000001",
    ),
    table(
        "SplitDouble",
        "f64",
        "1 = 0 0x3ff00000; 0x9abcdef012345678 = 0x12345678 0x9abcdef0; \
         0x7ff0000000000001 = 1 0x7ff00000",
    ),
];
