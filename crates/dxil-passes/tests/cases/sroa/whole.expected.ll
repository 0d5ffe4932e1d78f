; sroa 3

%pair = type { i32, [2 x float] }

define %pair @main(%pair %p, float %f) {
  %a.0 = alloca i32, align 4
  %a.1 = alloca float, align 4
  %a.2 = alloca float, align 4
  %b.0 = alloca i32, align 4
  %b.1 = alloca float, align 4
  %b.2 = alloca float, align 4
  %c.0 = alloca i32, align 4
  %c.1 = alloca float, align 4
  %c.2 = alloca float, align 4
  %1 = extractvalue %pair %p, 0
  store i32 %1, i32* %a.0, align 4
  %2 = extractvalue %pair %p, 1
  %3 = extractvalue [2 x float] %2, 0
  store float %3, float* %a.1, align 4
  %4 = extractvalue [2 x float] %2, 1
  store float %4, float* %a.2, align 4
  store float %f, float* %a.1
  %5 = load i32, i32* %a.0, align 4
  %6 = insertvalue %pair undef, i32 %5, 0
  %7 = load float, float* %a.1, align 4
  %8 = insertvalue [2 x float] undef, float %7, 0
  %9 = load float, float* %a.2, align 4
  %10 = insertvalue [2 x float] %8, float %9, 1
  %all = insertvalue %pair %6, [2 x float] %10, 1
  store i32 %5, i32* %b.0, align 4
  store float %7, float* %b.1, align 4
  store float %9, float* %b.2, align 4
  store i32 4, i32* %b.0
  store i32 1, i32* %c.0, align 4
  store float 2.000000e+00, float* %c.1, align 4
  store float 3.000000e+00, float* %c.2, align 4
  %n = load i32, i32* %c.0
  store i32 %n, i32* %b.0
  %11 = load i32, i32* %b.0, align 4
  %12 = insertvalue %pair undef, i32 %11, 0
  %13 = load float, float* %b.1, align 4
  %14 = insertvalue [2 x float] undef, float %13, 0
  %15 = load float, float* %b.2, align 4
  %16 = insertvalue [2 x float] %14, float %15, 1
  %r = insertvalue %pair %12, [2 x float] %16, 1
  ret %pair %r
}
