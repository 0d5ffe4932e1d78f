; RUN: scalarizer
; Through any pointer, one of each element, aligned as it is; what is volatile is so, metadata goes along.

%P = type { i32, <4 x float>, [2 x <3 x i16>] }

define void @main(%P* %p, <4 x float>* %q, i32 %i) {
  %1 = getelementptr inbounds %P, %P* %p, i32 0, i32 1
  %2 = load <4 x float>, <4 x float>* %1, align 16, !tbaa !0
  store volatile <4 x float> %2, <4 x float>* %q, align 4, !tbaa !0
  %3 = getelementptr inbounds %P, %P* %p, i32 0, i32 2, i32 %i
  %4 = load <3 x i16>, <3 x i16>* %3
  store <3 x i16> %4, <3 x i16>* %3
  ret void
}

!0 = !{!1, !1, i64 0}
!1 = !{!"float"}
