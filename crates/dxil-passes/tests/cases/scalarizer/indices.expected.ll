; scalarizer 7

define float @main(float %x, float %y, i32 %i, i1 %j, i128 %k) {
  %1 = icmp eq i32 %i, 0
  %2 = select i1 %1, float %x, float 1.000000e+00
  %3 = icmp eq i32 %i, 1
  %4 = select i1 %3, float %x, float 2.000000e+00
  %5 = icmp eq i32 %i, 2
  %6 = select i1 %5, float %x, float 3.000000e+00
  %7 = icmp eq i1 %j, false
  %8 = select i1 %7, float %y, float %2
  %9 = icmp eq i1 %j, true
  %10 = select i1 %9, float %y, float %4
  %11 = icmp eq i32 %i, 1
  %12 = select i1 %11, float %10, float %8
  %13 = icmp eq i32 %i, 2
  %14 = select i1 %13, float %6, float %12
  %15 = icmp eq i1 %j, true
  %16 = select i1 %15, float %10, float %8
  %17 = icmp eq i32 %i, 1
  %18 = select i1 %17, float 5.000000e+00, float 4.000000e+00
  %19 = icmp eq i32 %i, 2
  %20 = select i1 %19, float 6.000000e+00, float %18
  %21 = trunc i128 %k to i64
  %22 = icmp eq i64 %21, 1
  %23 = select i1 %22, float %10, float %8
  %24 = trunc i128 %k to i64
  %25 = icmp eq i64 %24, 2
  %26 = select i1 %25, float %6, float %23
  %s1 = fadd float %14, %16
  %s2 = fadd float %s1, %20
  %s3 = fadd float %s2, 4.000000e+00
  %s4 = fadd float %s3, %26
  ret float %s4
}
