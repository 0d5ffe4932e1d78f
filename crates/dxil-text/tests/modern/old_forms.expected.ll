source_filename = "old_forms.ll"

define void @f(<4 x i32> %v, <2 x float> %w, ptr %p, i32 %i, float %x) {
  %a = shufflevector <4 x i32> %v, <4 x i32> undef, <4 x i32> <i32 0, i32 poison, i32 2, i32 poison>
  %b = shufflevector <4 x i32> %v, <4 x i32> undef, <2 x i32> poison
  %c = shufflevector <4 x i32> %v, <4 x i32> <i32 1, i32 undef, i32 undef, i32 undef>, <2 x i32> <i32 4, i32 poison>
  %d = add <4 x i32> %v, splat (i32 4)
  %e = fadd <2 x float> %w, splat (float 1.000000e+00)
  %g = fadd fast float %x, 1.000000e+00
  %h = fadd fast float %x, 1.000000e+00
  %j = load i32, ptr %p, align 4
  %k = load <3 x float>, ptr %p, align 16
  store i32 %j, ptr %p, align 4
  store { i8, i64 } zeroinitializer, ptr %p, align 4
  %l = alloca i32, align 4
  %m = alloca { i8, i64 }, i32 4, align 8
  %n = load atomic i32, ptr %p seq_cst, align 4
  %o = cmpxchg ptr %p, i32 1, i32 2 seq_cst seq_cst, align 4
  %q = atomicrmw add ptr %p, i64 1 seq_cst, align 8
  %r = getelementptr inbounds nuw i32, ptr %p, i32 %i
  %s = getelementptr inbounds i32, ptr %p
  %t = icmp samesign eq i32 %i, 5
  %u = trunc nuw nsw i32 %i to i16
  %v2 = select i1 undef, i32 255, i32 0
  ret void
}

define void @g(i32 %x, float %f) {
  %a = add i32 %x, -1
  %b = add i32 %x, -1
  %d = fadd float %f, 1.000000e+00
  %e = fadd float %f, 1.250000e+03
  ret void
}
