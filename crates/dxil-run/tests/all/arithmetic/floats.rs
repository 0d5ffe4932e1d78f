//! LLVM's operators on floats. Denormals of 32 bits are zeros in the first tables.

use super::table::{Table, table};

pub(crate) const TABLES: &[Table] = &[
    table(
        "fadd",
        "half",
        "1 2 = 3; 65504 16 = inf; 65504 15 = 65504; 1 0.00048828125 = 1; \
         1.0009765625 0.00048828125 = 1.001953125; 0x1 0x1 = 0x2; 0x400 0x83ff = 0x1; \
         inf -inf = nan; inf 1 = inf; nan 1 = nan; 0xfe01 1 = nan; -0 0 = 0; -0 -0 = -0",
    ),
    table(
        "fadd",
        "float",
        "1 2 = 3; 3.4028235e38 3.4028235e38 = inf; 1 5.9604645e-8 = 1; \
         1.00000012 5.9604645e-8 = 1.00000024; 0x1 0 = 0; 0x80000001 -0 = -0; 0x1 1 = 1; \
         0x00800001 0x80800000 = 0; 0x80800001 0x00800000 = -0; 0x007fffff 0x007fffff = 0; \
         inf -inf = nan; inf 1 = inf; nan 1 = nan; 1 0xffc00001 = nan; 0x7f800001 1 = nan; \
         -0 0 = 0; -0 -0 = -0",
    ),
    table(
        "fadd",
        "double",
        "1 2 = 3; 1.7976931348623157e308 1.7976931348623157e308 = inf; \
         1 1.1102230246251565e-16 = 1; 0x1 0x1 = 0x2; 0x10000000000001 0x8010000000000000 = 0x1; \
         inf -inf = nan; nan 1 = nan; 0x7ff0000000000001 1 = nan; -0 0 = 0; -0 -0 = -0",
    ),
    table(
        "fsub",
        "half",
        "1 2 = -1; -65504 16 = -inf; 0x2 0x1 = 0x1; inf inf = nan; -inf 1 = -inf; 1 nan = nan; \
         -0 0 = -0; 0 0 = 0; 1 1 = 0",
    ),
    table(
        "fsub",
        "float",
        "1 2 = -1; -0 1 = -1; -0 nan = nan; -3.4028235e38 3.4028235e38 = -inf; \
         0x00800001 0x00800000 = 0; 0x00800000 0x00800001 = -0; 0x1 0x1 = 0; 1 0x1 = 1; \
         inf inf = nan; -inf inf = -inf; 1 nan = nan; -0 0 = -0; 0 0 = 0",
    ),
    table(
        "fsub",
        "double",
        "1 2 = -1; -1.7976931348623157e308 1.7976931348623157e308 = -inf; 0x2 0x1 = 0x1; \
         inf inf = nan; 1 nan = nan; -0 0 = -0",
    ),
    table(
        "fmul",
        "half",
        "3 0.5 = 1.5; 256 256 = inf; 255.875 256 = 65504; 0x1 0.5 = 0; 0x3 0.5 = 0x2; 0x1 2 = 0x2; \
         inf 0 = nan; -inf -1 = inf; nan 0 = nan; -1 0 = -0; \
         1.0009765625 1.0009765625 = 1.001953125",
    ),
    table(
        "fmul",
        "float",
        "3 0.5 = 1.5; 1e20 1e20 = inf; 1e-30 1e-30 = 0; 1e-20 1e-20 = 0; -1e-20 1e-20 = -0; \
         0x1 1 = 0; 0x80000001 1 = -0; 0x1 1e38 = 0; 0x1 inf = nan; inf 0 = nan; -inf -1 = inf; \
         nan 0 = nan; -1 0 = -0; 1.00000012 1.00000012 = 1.00000024; 0x00800000 1 = 0x00800000; \
         0x00800000 0.5 = 0",
    ),
    table(
        "fmul",
        "double",
        "3 0.5 = 1.5; 1e200 1e200 = inf; 0x1 1 = 0x1; 0x1 0.5 = 0; 0x3 0.5 = 0x2; inf 0 = nan; \
         -inf -1 = inf; nan 0 = nan; -1 0 = -0",
    ),
    table(
        "fdiv",
        "half",
        "1 4 = 0.25; 1 3 = 0x3555; 1 0 = inf; -1 0 = -inf; 1 -0 = -inf; 0 0 = nan; inf inf = nan; \
         1 inf = 0; -1 inf = -0; inf 0 = inf; nan 0 = nan; 0x1 2 = 0; 0x2 2 = 0x1; 1 0x1 = inf; \
         65504 0.5 = inf",
    ),
    table(
        "fdiv",
        "float",
        "1 4 = 0.25; 1 3 = 0.333333343; 1 0 = inf; -1 0 = -inf; 1 -0 = -inf; 0 0 = nan; \
         inf inf = nan; 1 inf = 0; -1 inf = -0; inf 0 = inf; nan 0 = nan; 1 0x1 = inf; \
         1 0x80000001 = -inf; 0x1 0x1 = nan; 0x1 1e-30 = 0; 0x00800000 2 = 0; \
         3.4028235e38 0.5 = inf",
    ),
    table(
        "fdiv",
        "double",
        "1 4 = 0.25; 1 3 = 0.3333333333333333; 1 0 = inf; -1 0 = -inf; 0 0 = nan; inf inf = nan; \
         -1 inf = -0; nan 0 = nan; 0x1 2 = 0; 0x2 2 = 0x1; 0x1 0x1 = 1",
    ),
    table(
        "frem",
        "half",
        "7 2 = 1; -7 2 = -1; 7 -2 = 1; 5.5 1.5 = 1; 1 0 = nan; inf 1 = nan; 1 inf = 1; \
         nan 1 = nan; -0 1 = -0; 65504 0x1 = 0; 0x3 0x2 = 0x1",
    ),
    table(
        "frem",
        "float",
        "7 2 = 1; -7 2 = -1; 7 -2 = 1; 5.5 1.5 = 1; 1e30 3 = 0; 1 0 = nan; 1 0x1 = nan; 0x1 1 = 0; \
         inf 1 = nan; 1 inf = 1; nan 1 = nan; 1 nan = nan; -0 1 = -0; -4 2 = -0",
    ),
    table(
        "frem",
        "double",
        "7 2 = 1; -7 2 = -1; 7 -2 = 1; 5.5 1.5 = 1; 1 0 = nan; inf 1 = nan; 1 inf = 1; \
         nan 1 = nan; -0 1 = -0; 0x3 0x2 = 0x1",
    ),
    table("fneg", "half", "1 = -1; -0 = 0; 0 = -0; inf = -inf; 0x7e01 = 0xfe01; 0x1 = 0x8001"),
    table("fneg", "float", "1 = -1; -0 = 0; 0 = -0; inf = -inf; 0x7fc00001 = 0xffc00001; 0x1 = 0x80000001"),
    table(
        "fneg",
        "double",
        "1 = -1; -0 = 0; 0 = -0; inf = -inf; 0x7ff8000000000001 = 0xfff8000000000001; \
         0x1 = 0x8000000000000001",
    ),
];

/// Where denormals of 32 bits are kept: also operations, of which D3D lists results for denormals.
pub(crate) const KEPT: &[Table] = &[
    table(
        "fadd",
        "float",
        "0x1 0 = 0x1; 0x80000001 -0 = 0x80000001; 0x00800001 0x80800000 = 0x1; \
         0x007fffff 0x1 = 0x00800000; nan 0x1 = nan; 1 2 = 3",
    ),
    table("fsub", "float", "0x00800000 0x1 = 0x007fffff; -0 0x1 = 0x80000001; inf inf = nan"),
    table(
        "fmul",
        "float",
        "0x1 1 = 0x1; 0x1 2 = 0x2; 0x00800000 0.5 = 0x00400000; 0x1 0.5 = 0; 0x3 0.5 = 0x2; \
         0x1 inf = inf",
    ),
    table("fdiv", "float", "0x1 1 = 0x1; 0x1 0x1 = 1; 0x00800000 2 = 0x00400000; 1 0x1 = inf"),
    table("frem", "float", "0x3 0x2 = 0x1; 1 0x1 = 0"),
    table("fcmp oeq", "float", "0x1 0 = 0; 0x1 0x1 = 1"),
    table("fcmp ogt", "float", "0x1 0 = 1; 0 0x80000001 = 1"),
    table("FMax", "f32", "0x1 0 = 0x1; 0x80000001 -0 = -0; nan 0x1 = 0x1"),
    table("FMin", "f32", "0x1 0 = 0; 0x80000001 -0 = 0x80000001"),
    table("Saturate", "f32", "0x1 = 0x1; 0x80000001 = 0"),
    table("FMad", "f32", "0x1 1 0x1 = 0x2; 0x00800000 0.5 0 = 0x00400000"),
    table("Dot2", "f32", "0x1 0x1 1 1 = 0x2"),
    table("Dot2AddHalf", "f32", "0x1 0x1 0 1 0 = 0x33800000; 0x1 0 0 0 0 = 0x1"),
    table("fpext", "float double", "0x1 = 0x36a0000000000000"),
    table("fptrunc", "double float", "0x36a0000000000000 = 0x1; 1e-310 = 0"),
    table("LegacyDoubleToFloat", "", "0x36a0000000000000 = 0x1"),
    table("Exp", "f32", "-140 = 0x00000200; 0x1 = 1"),
    table("Sqrt", "f32", "0x1 = 0; 0x80000001 = -0"),
    table("Log", "f32", "0x1 = -inf"),
    table("Rsqrt", "f32", "0x1 = inf; 0x80000001 = -inf"),
    table("Round_ni", "f32", "0x80000001 = -0"),
    table("Round_pi", "f32", "0x1 = 0"),
    table("Frc", "f32", "0x80000001 = 0; 0x1 = 0"),
    table("FAbs", "f32", "0x80000001 = 0x1"),
    table("IsNormal", "f32", "0x1 = 0; 0x00800000 = 1"),
];
