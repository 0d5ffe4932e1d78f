; scalarizer 18

%P = type { i32, <4 x float>, [2 x <3 x i16>] }

define void @main(%P* %p, <4 x float>* %q, i32 %i) {
  %1 = getelementptr inbounds %P, %P* %p, i32 0, i32 1
  %2 = getelementptr inbounds <4 x float>, <4 x float>* %1, i32 0, i32 0
  %3 = load float, float* %2, align 16, !tbaa !0
  %4 = getelementptr inbounds <4 x float>, <4 x float>* %1, i32 0, i32 1
  %5 = load float, float* %4, align 4, !tbaa !0
  %6 = getelementptr inbounds <4 x float>, <4 x float>* %1, i32 0, i32 2
  %7 = load float, float* %6, align 8, !tbaa !0
  %8 = getelementptr inbounds <4 x float>, <4 x float>* %1, i32 0, i32 3
  %9 = load float, float* %8, align 4, !tbaa !0
  %10 = getelementptr inbounds <4 x float>, <4 x float>* %q, i32 0, i32 0
  store volatile float %3, float* %10, align 4, !tbaa !0
  %11 = getelementptr inbounds <4 x float>, <4 x float>* %q, i32 0, i32 1
  store volatile float %5, float* %11, align 4, !tbaa !0
  %12 = getelementptr inbounds <4 x float>, <4 x float>* %q, i32 0, i32 2
  store volatile float %7, float* %12, align 4, !tbaa !0
  %13 = getelementptr inbounds <4 x float>, <4 x float>* %q, i32 0, i32 3
  store volatile float %9, float* %13, align 4, !tbaa !0
  %14 = getelementptr inbounds %P, %P* %p, i32 0, i32 2, i32 %i
  %15 = getelementptr inbounds <3 x i16>, <3 x i16>* %14, i32 0, i32 0
  %16 = load i16, i16* %15, align 2
  %17 = getelementptr inbounds <3 x i16>, <3 x i16>* %14, i32 0, i32 1
  %18 = load i16, i16* %17, align 2
  %19 = getelementptr inbounds <3 x i16>, <3 x i16>* %14, i32 0, i32 2
  %20 = load i16, i16* %19, align 2
  %21 = getelementptr inbounds <3 x i16>, <3 x i16>* %14, i32 0, i32 0
  store i16 %16, i16* %21, align 2
  %22 = getelementptr inbounds <3 x i16>, <3 x i16>* %14, i32 0, i32 1
  store i16 %18, i16* %22, align 2
  %23 = getelementptr inbounds <3 x i16>, <3 x i16>* %14, i32 0, i32 2
  store i16 %20, i16* %23, align 2
  ret void
}

!0 = !{!1, !1, i64 0}
!1 = !{!"float"}
