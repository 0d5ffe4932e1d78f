source_filename = "branches.ll"

define void @f(ptr %p, i32 %i) {
  switch i32 %i, label %a [
  ]

a:                                                ; preds = %a, %0
  br i1 true, label %b, label %a

b:                                                ; preds = %a
  %x = load i32, ptr %p, align 4, !invariant.load !0, !nontemporal !1
  store i32 %x, ptr %p, align 4, !nontemporal !1
  %l = load volatile <4 x float>, ptr %p, align 16
  %e = extractvalue [2 x { i32, float }] poison, 1, 0
  %g = insertvalue { i32, { float, [2 x i8] } } undef, i8 3, 1, 1, 1
  ret void
}

!0 = !{}
!1 = !{i32 1}
