source_filename = "old_forms.ll"
; Old masks, words and forms.
define void @f(<4 x i32> %v, <2 x float> %w, ptr %p, i32 %i, float %x) {
  %a = shufflevector <4 x i32> %v, <4 x i32> undef, <4 x i32> <i32 0, i32 undef, i32 2, i32 undef>
  %b = shufflevector <4 x i32> %v, <4 x i32> undef, <2 x i32> undef
  %c = shufflevector <4 x i32> %v, <4 x i32> <i32 1, i32 undef, i32 undef, i32 undef>, <2 x i32> <i32 4, i32 undef>
  %d = add <4 x i32> %v, <i32 4, i32 4, i32 4, i32 4>
  %e = fadd <2 x float> %w, <float 1.0, float 1.0>
  %g = fadd reassoc nnan ninf nsz arcp contract afn float %x, 1.0
  %h = fadd nnan fast nsz float %x, 1.0
  %j = load i32, ptr %p
  %k = load <3 x float>, ptr %p
  store i32 %j, ptr %p
  store { i8, i64 } zeroinitializer, ptr %p
  %l = alloca i32
  %m = alloca { i8, i64 }, i32 4
  %n = load atomic i32, ptr %p seq_cst, align 4
  %o = cmpxchg ptr %p, i32 1, i32 2 seq_cst seq_cst
  %q = atomicrmw add ptr %p, i64 1 seq_cst
  %r = getelementptr inbounds nuw nusw i32, ptr %p, i32 %i
  %s = getelementptr inbounds i32, ptr %p
  %t = icmp samesign eq i32 %i, 5
  %u = trunc nsw nuw i32 %i to i16
  %v2 = select i1 undef, i32 u0xFF, i32 -0
  ret void
}
define void @g(i32 %x, float %f) {
  %a = add i32 %x, 4294967295
  %b = add i32 %x, s0xFF
  %d = fadd float %f, 0x3FF0000000000000
  %e = fadd float %f, 1.25e+3
  ret void
}
