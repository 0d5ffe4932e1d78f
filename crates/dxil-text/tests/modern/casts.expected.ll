source_filename = "casts.ll"

define void @x(i32 %i, double %d, half %h) {
  %a = fcmp uno double %d, 0x7FF8000000000000
  %b = fptoui half %h to i32
  %c = fptrunc fast double %d to float
  %e = fpext nnan half %h to float
  %g = sitofp <2 x i32> <i32 1, i32 2> to <2 x half>
  %j = uitofp nneg i32 %i to half
  %k = fptosi double 1.000000e+00 to i1
  %l = urem i32 7, %i
  %m = icmp ne ptr null, @x
  %n = bitcast i64 1 to double
  %o = bitcast <4 x i8> zeroinitializer to i32
  %q = sub nsw i32 0, %i
  %r = lshr exact i64 1, 1
  %s = and <2 x i1> <i1 true, i1 false>, splat (i1 true)
  ret void
}
