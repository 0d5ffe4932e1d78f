//! Sines and their like, whose expected results were computed with many more digits, and whole numbers near others.

use super::table::{Table, table};

pub(crate) const TABLES: &[Table] = &[
    table(
        "Cos",
        "f16",
        "nan = nan; inf = nan; -inf = nan; 0 = 1; -0 = 1; 0x1 = 1; 1 = 0x3853; -1 = 0x3853; \
         0.5 = 0x3b05; 3.14159274 = 0xbc00; 100 = 0x3ae6; -100 = 0x3ae6; 0.001 = 0x3c00",
    ),
    table(
        "Cos",
        "f32",
        "nan = nan; inf = nan; -inf = nan; 0 = 1; -0 = 1; 0x1 = 1; 1 = 0x3f0a5140; \
         -1 = 0x3f0a5140; 0.5 = 0x3f60a940; 3.14159274 = 0xbf800000; 100 = 0x3f5cc0ee; \
         -100 = 0x3f5cc0ee; 0.001 = 0x3f7ffff8",
    ),
    table(
        "Sin",
        "f16",
        "nan = nan; inf = nan; -inf = nan; 0 = 0; -0 = -0; 0x1 = 0x1; 0x8001 = 0x8001; 1 = 0x3abb; \
         -1 = 0xbabb; 0.5 = 0x37ac; 3.14159274 = 0x13ed; 100 = 0xb80d; -100 = 0x380d; \
         0.001 = 0x1419",
    ),
    table(
        "Sin",
        "f32",
        "nan = nan; inf = nan; -inf = nan; 0 = 0; -0 = -0; 0x1 = 0; 0x80000001 = -0; \
         1 = 0x3f576aa4; -1 = 0xbf576aa4; 0.5 = 0x3ef57744; 3.14159274 = 0xb3bbbd2e; \
         100 = 0xbf01a12e; -100 = 0x3f01a12e; 0.001 = 0x3a83126e",
    ),
    table(
        "Tan",
        "f16",
        "nan = nan; inf = nan; -inf = nan; 0 = 0; -0 = -0; 0x1 = 0x1; 0x8001 = 0x8001; 1 = 0x3e3b; \
         -1 = 0xbe3b; 0.5 = 0x385f; 3.14159274 = 0x93ed; 100 = 0xb8b3; -100 = 0x38b3; \
         0.001 = 0x1419",
    ),
    table(
        "Tan",
        "f32",
        "nan = nan; inf = nan; -inf = nan; 0 = 0; -0 = -0; 0x1 = 0; 0x80000001 = -0; \
         1 = 0x3fc75923; -1 = 0xbfc75923; 0.5 = 0x3f0bda7b; 3.14159274 = 0x33bbbd2e; \
         100 = 0xbf1653a7; -100 = 0x3f1653a7; 0.001 = 0x3a831272",
    ),
    table(
        "Acos",
        "f16",
        "nan = nan; inf = nan; -inf = nan; 1 = 0; 1.01 = nan; -1.01 = nan; 0x1 = 0x3e48; \
         0.5 = 0x3c30; -0.5 = 0x4030; -1 = 0x4248; 0.99 = 0x307a; 0.001 = 0x3e47",
    ),
    table(
        "Acos",
        "f32",
        "nan = nan; inf = nan; -inf = nan; 1 = 0; 1.01 = nan; -1.01 = nan; 0x1 = 0x3fc90fdb; \
         0.5 = 0x3f860a92; -0.5 = 0x40060a92; -1 = 0x40490fdb; 0.99 = 0x3e10efb5; \
         0.001 = 0x3fc8ef16",
    ),
    table(
        "Asin",
        "f16",
        "nan = nan; inf = nan; -inf = nan; 0 = 0; -0 = -0; 1.01 = nan; -1.01 = nan; 0x1 = 0x1; \
         0x8001 = 0x8001; 0.5 = 0x3830; -0.5 = 0xb830; 1 = 0x3e48; -1 = 0xbe48; 0.99 = 0x3db9; \
         0.001 = 0x1419",
    ),
    table(
        "Asin",
        "f32",
        "nan = nan; inf = nan; -inf = nan; 0 = 0; -0 = -0; 1.01 = nan; -1.01 = nan; 0x1 = 0; \
         0x80000001 = -0; 0.5 = 0x3f060a92; -0.5 = 0xbf060a92; 1 = 0x3fc90fdb; -1 = 0xbfc90fdb; \
         0.99 = 0x3fb6f1e4; 0.001 = 0x3a831270",
    ),
    table(
        "Atan",
        "f16",
        "nan = nan; inf = 0x3e48; -inf = 0xbe48; 0 = 0; -0 = -0; 0x1 = 0x1; 0x8001 = 0x8001; \
         1 = 0x3a48; -1 = 0xba48; 0.5 = 0x376b; 3.14159274 = 0x3d0d; 100 = 0x3e3e; -100 = 0xbe3e; \
         0.001 = 0x1419",
    ),
    table(
        "Atan",
        "f32",
        "nan = nan; inf = 0x3fc90fdb; -inf = 0xbfc90fdb; 0 = 0; -0 = -0; 0x1 = 0; 0x80000001 = -0; \
         1 = 0x3f490fdb; -1 = 0xbf490fdb; 0.5 = 0x3eed6338; 3.14159274 = 0x3fa19dc5; \
         100 = 0x3fc7c82f; -100 = 0xbfc7c82f; 0.001 = 0x3a83126c",
    ),
    table(
        "Hcos",
        "f16",
        "nan = nan; inf = inf; -inf = inf; 0 = 1; -0 = 1; 1000 = inf; 0x1 = 1; 1 = 0x3e2c; \
         -1 = 0x3e2c; 5 = 0x54a3; 0.1 = 0x3c05",
    ),
    table(
        "Hcos",
        "f32",
        "nan = nan; inf = inf; -inf = inf; 0 = 1; -0 = 1; 1000 = inf; 0x1 = 1; 1 = 0x3fc583ab; \
         -1 = 0x3fc583ab; 5 = 0x42946b7e; 0.1 = 0x3f80a3fa",
    ),
    table(
        "Hsin",
        "f16",
        "nan = nan; inf = inf; -inf = -inf; 0 = 0; -0 = -0; 1000 = inf; -1000 = -inf; 0x1 = 0x1; \
         0x8001 = 0x8001; 1 = 0x3cb3; -1 = 0xbcb3; 5 = 0x54a3; 0.1 = 0x2e69",
    ),
    table(
        "Hsin",
        "f32",
        "nan = nan; inf = inf; -inf = -inf; 0 = 0; -0 = -0; 1000 = inf; -1000 = -inf; 0x1 = 0; \
         0x80000001 = -0; 1 = 0x3f966cfe; -1 = 0xbf966cfe; 5 = 0x4294680b; 0.1 = 0x3dcd243a",
    ),
    table(
        "Htan",
        "f16",
        "nan = nan; inf = 1; -inf = -1; 0 = 0; -0 = -0; 1000 = 1; -1000 = -1; 0x1 = 0x1; \
         0x8001 = 0x8001; 1 = 0x3a18; -1 = 0xba18; 0.1 = 0x2e61; 4 = 0x3bff",
    ),
    table(
        "Htan",
        "f32",
        "nan = nan; inf = 1; -inf = -1; 0 = 0; -0 = -0; 1000 = 1; -1000 = -1; 0x1 = 0; \
         0x80000001 = -0; 1 = 0x3f42f7d6; -1 = 0xbf42f7d6; 0.1 = 0x3dcc1ebc; 4 = 0x3f7fd40c",
    ),
    table(
        "Exp",
        "f16",
        "nan = nan; inf = inf; -inf = 0; 0 = 1; -0 = 1; 1 = 2; -1 = 0.5; 2000 = inf; -2000 = 0; \
         0x1 = 1; -24 = 0x1; -25 = 0; 15 = 0x7800; 16 = inf; 0.5 = 0x3da8; -0.5 = 0x39a8; \
         10.25 = 0x64c2; -10.25 = 0x12ba; -14.5 = 0x2d4",
    ),
    table(
        "Exp",
        "f32",
        "nan = nan; inf = inf; -inf = 0; 0 = 1; -0 = 1; 1 = 2; -1 = 0.5; 2000 = inf; -2000 = 0; \
         0x1 = 1; -140 = 0; -126 = 0x00800000; 127 = 0x7f000000; 128 = inf; 0.5 = 0x3fb504f3; \
         -0.5 = 0x3f3504f3; 10.25 = 0x449837f0; -10.25 = 0x3a5744fd; -14.5 = 0x383504f3",
    ),
    table(
        "Log",
        "f16",
        "nan = nan; inf = inf; -inf = nan; 0 = -inf; -0 = -inf; 1 = 0; 2 = 1; 0.5 = -1; -1 = nan; \
         0x1 = -24; 0x8001 = nan; 3 = 0x3e57; 10 = 0x42a5; 0.1 = 0xc2a5; 1000 = 0x48fc; \
         0.999 = 0x95c6",
    ),
    table(
        "Log",
        "f32",
        "nan = nan; inf = inf; -inf = nan; 0 = -inf; -0 = -inf; 1 = 0; 2 = 1; 0.5 = -1; -1 = nan; \
         0x1 = -inf; 0x80000001 = -inf; 3 = 0x3fcae00d; 10 = 0x40549a78; 0.1 = 0xc0549a78; \
         1000 = 0x411f73da; 0.999 = 0xbabd3069",
    ),
    table(
        "Sqrt",
        "f16",
        "nan = nan; inf = inf; -inf = nan; 0 = 0; -0 = -0; 4 = 2; -1 = nan; 2.25 = 1.5; \
         0x1 = 0xc00; 0x8001 = nan; 0x3ff = 0x1fff; 2 = 0x3da8; 3 = 0x3eee; 10 = 0x4253; \
         0.1 = 0x350f; 60000 = 0x5ba8",
    ),
    table(
        "Sqrt",
        "f32",
        "nan = nan; inf = inf; -inf = nan; 0 = 0; -0 = -0; 4 = 2; -1 = nan; 2.25 = 1.5; 0x1 = 0; \
         0x80000001 = -0; 2 = 0x3fb504f3; 3 = 0x3fddb3d7; 10 = 0x404a62c2; 0.1 = 0x3ea1e89b; \
         60000 = 0x4374f2f0",
    ),
    table(
        "Rsqrt",
        "f16",
        "nan = nan; inf = 0; -inf = nan; 0 = inf; -0 = -inf; 4 = 0.5; -1 = nan; 0x1 = 4096; \
         0x8001 = nan; 2 = 0x39a8; 3 = 0x389e; 10 = 0x350f; 0.1 = 0x4253; 60000 = 0x1c2e",
    ),
    table(
        "Rsqrt",
        "f32",
        "nan = nan; inf = 0; -inf = nan; 0 = inf; -0 = -inf; 4 = 0.5; -1 = nan; 0x1 = inf; \
         0x80000001 = -inf; 2 = 0x3f3504f3; 3 = 0x3f13cd3a; 10 = 0x3ea1e89b; 0.1 = 0x404a62c2; \
         60000 = 0x3b85c659",
    ),
    table(
        "Frc",
        "f16",
        "1.5 = 0.5; -1.25 = 0.75; 3 = 0; -3 = 0; 0 = 0; -0 = 0; inf = nan; -inf = nan; nan = nan; \
         0x1 = 0x1; 0x8001 = 0x3bff; -0.00001 = 0x3bff",
    ),
    table(
        "Round_ne",
        "f16",
        "inf = inf; -inf = -inf; nan = nan; 0 = 0; -0 = -0; 3 = 3; 0.5 = 0; 1.5 = 2; 2.5 = 2; \
         -0.5 = -0; -1.5 = -2; 10.4 = 10; 10.6 = 11; 0x1 = 0; 0x8001 = -0; 2047 = 2047",
    ),
    table(
        "Round_ni",
        "f16",
        "inf = inf; -inf = -inf; nan = nan; 0 = 0; -0 = -0; 3 = 3; 0.5 = 0; 1.5 = 1; -0.5 = -1; \
         -1.5 = -2; 0x1 = 0; 0x8001 = -1",
    ),
    table(
        "Round_pi",
        "f16",
        "inf = inf; -inf = -inf; nan = nan; 0 = 0; -0 = -0; 3 = 3; 0.5 = 1; 1.5 = 2; -0.5 = -0; \
         -1.5 = -1; 0x1 = 1; 0x8001 = -0",
    ),
    table(
        "Round_z",
        "f16",
        "inf = inf; -inf = -inf; nan = nan; 0 = 0; -0 = -0; 3 = 3; 0.5 = 0; 1.5 = 1; -0.5 = -0; \
         -1.5 = -1; 0x1 = 0; 0x8001 = -0",
    ),
    table(
        "Frc",
        "f32",
        "1.5 = 0.5; -1.25 = 0.75; 3 = 0; -3 = 0; 0 = 0; -0 = 0; inf = nan; -inf = nan; nan = nan; \
         0x1 = 0; 0x80000001 = 0; -0.00001 = 0x3f7fff58; -1e-20 = 0x3f7fffff",
    ),
    table(
        "Round_ne",
        "f32",
        "inf = inf; -inf = -inf; nan = nan; 0 = 0; -0 = -0; 3 = 3; 0.5 = 0; 1.5 = 2; 2.5 = 2; \
         -0.5 = -0; -1.5 = -2; 10.4 = 10; 10.6 = 11; 0x1 = 0; 0x80000001 = -0; 8388609 = 8388609; \
         0.49999997 = 0",
    ),
    table(
        "Round_ni",
        "f32",
        "inf = inf; -inf = -inf; nan = nan; 0 = 0; -0 = -0; 3 = 3; 0.5 = 0; 1.5 = 1; -0.5 = -1; \
         -1.5 = -2; 0x1 = 0; 0x80000001 = -0",
    ),
    table(
        "Round_pi",
        "f32",
        "inf = inf; -inf = -inf; nan = nan; 0 = 0; -0 = -0; 3 = 3; 0.5 = 1; 1.5 = 2; -0.5 = -0; \
         -1.5 = -1; 0x1 = 0; 0x80000001 = -0",
    ),
    table(
        "Round_z",
        "f32",
        "inf = inf; -inf = -inf; nan = nan; 0 = 0; -0 = -0; 3 = 3; 0.5 = 0; 1.5 = 1; -0.5 = -0; \
         -1.5 = -1; 0x1 = 0; 0x80000001 = -0",
    ),
];
