; sroa 5
source_filename = "modern"

%inner = type { i32, float }
%outer = type { [2 x %inner], i32 }

declare void @llvm.lifetime.start.p0(ptr captures(none))

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg)

define i32 @main(i32 %x, i32 %i, ptr %elsewhere) {
  %s.0 = alloca i32, align 4
  %s.1 = alloca float, align 4
  %s.2 = alloca i32, align 4
  %s.3 = alloca float, align 4
  %s.4 = alloca i32, align 4
  %t.0 = alloca i32, align 4
  %t.1 = alloca float, align 4
  %t.2 = alloca i32, align 4
  %t.3 = alloca float, align 4
  %t.4 = alloca i32, align 4
  %a = alloca [4 x i32], align 16
  %u.0 = alloca i32, align 4
  %u.1 = alloca float, align 4
  store i32 %x, ptr %s.0, align 4
  store float 1.000000e+00, ptr %s.3, align 4
  store i32 2, ptr %s.4, align 4
  %1 = load i32, ptr %s.0, align 4
  %2 = insertvalue %inner undef, i32 %1, 0
  %3 = load float, ptr %s.1, align 4
  %4 = insertvalue %inner %2, float %3, 1
  %5 = insertvalue [2 x %inner] undef, %inner %4, 0
  %6 = load i32, ptr %s.2, align 4
  %7 = insertvalue %inner undef, i32 %6, 0
  %8 = load float, ptr %s.3, align 4
  %9 = insertvalue %inner %7, float %8, 1
  %10 = insertvalue [2 x %inner] %5, %inner %9, 1
  %11 = insertvalue %outer undef, [2 x %inner] %10, 0
  %12 = load i32, ptr %s.4, align 4
  %13 = insertvalue %outer %11, i32 %12, 1
  store i32 %1, ptr %t.0, align 4
  store float %3, ptr %t.1, align 4
  store i32 %6, ptr %t.2, align 4
  store float %8, ptr %t.3, align 4
  store i32 %12, ptr %t.4, align 4
  %r = load i32, ptr %t.0, align 4
  %element = getelementptr inbounds i32, ptr %a, i32 %i
  store i32 %r, ptr %element, align 4
  %fixed = getelementptr inbounds i32, ptr %a, i32 2
  %v = load i32, ptr %fixed, align 8
  %14 = getelementptr inbounds %inner, ptr %elsewhere, i32 0, i32 0
  %15 = load i32, ptr %14, align 1
  store i32 %15, ptr %u.0, align 4
  %16 = getelementptr inbounds %inner, ptr %elsewhere, i32 0, i32 1
  %17 = load float, ptr %16, align 1
  store float %17, ptr %u.1, align 4
  %w = load i32, ptr %u.0, align 4
  %sum = add i32 %v, %w
  ret i32 %sum
}
