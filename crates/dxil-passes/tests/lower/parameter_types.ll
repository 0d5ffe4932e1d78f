; What the addresses that functions of a library take lead to.
; RUN: parameter-types
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64"
target triple = "dxil-pc-shadermodel6.5-library"
%S = type { <4 x float>, [2 x i32], double }

; CHECK: !dxil.upgrade.parameters = !{[[A:!.*]], [[B:!.*]], [[C:!.*]], [[D:!.*]], [[E:!.*]], [[F:!.*]], [[H:!.*]], [[I:!.*]], [[J:!.*]], [[K:!.*]], [[G:!.*]]}
; CHECK-DAG: [[A]] = !{ptr @by_attribute, i32 0, %S undef}
; CHECK-DAG: [[B]] = !{ptr @by_attribute, i32 1, %S undef}
; CHECK-DAG: [[C]] = !{ptr @by_step, i32 0, %S undef}
; CHECK-DAG: [[D]] = !{ptr @one_number, i32 1, float undef}
; CHECK-DAG: [[E]] = !{ptr @numbers, i32 0, [9 x float] undef}
; CHECK-DAG: [[F]] = !{ptr @words, i32 0, [8 x i32] undef}
; CHECK-DAG: [[H]] = !{ptr @array, i32 0, %S undef}
; CHECK-DAG: [[I]] = !{ptr @array, i32 1, float undef}
; CHECK-DAG: [[J]] = !{ptr @named, i32 0, [8 x float] undef}
; CHECK-DAG: [[K]] = !{ptr @halves, i32 0, <{ [1 x i16], half, half, i32, [2 x i16] }> undef}
; CHECK-DAG: [[G]] = !{ptr @known, i32 0, [4 x i32] undef}
!dxil.upgrade.parameters = !{!0}
!0 = !{ptr @known, i32 0, [4 x i32] undef}

declare void @by_attribute(ptr sret(%S), ptr byval(%S), ptr dereferenceable(32))

define void @by_step(ptr dereferenceable(32) %p, i32 %i) {
  %member = getelementptr %S, ptr %p, i32 0, i32 1, i32 %i
  store i32 1, ptr %member
  ret void
}

define void @one_number(i32 %i, ptr dereferenceable(4) %p) {
  %x = load float, ptr %p
  store float 1.0, ptr %p
  ret void
}

define void @numbers(ptr dereferenceable(36) %p) {
  %some = getelementptr <3 x float>, ptr %p, i32 0, i32 1
  %x = load float, ptr %some
  %other = getelementptr i8, ptr %p, i32 32
  store float %x, ptr %other
  ret void
}

define void @words(ptr dereferenceable(32) %p) {
  %x = load float, ptr %p
  %other = getelementptr i8, ptr %p, i32 16
  store i32 1, ptr %other
  ret void
}

; Nobody says how much there is.
define void @array(ptr %p, ptr %q, ptr dereferenceable(32) %unused, i32 %i) {
  %first = getelementptr i8, ptr %p, i32 4
  store i32 1, ptr %first
  %one = getelementptr %S, ptr %p, i32 %i
  %x = load float, ptr %q
  store float %x, ptr %one
  ret void
}

define void @named(ptr %p) {
  %last = getelementptr i8, ptr %p, i32 28
  %x = load float, ptr %last
  store float %x, ptr %p
  ret void
}

define void @halves(ptr dereferenceable(14) %p) {
  %second = getelementptr i8, ptr %p, i32 2
  %x = load half, ptr %second
  %third = getelementptr i8, ptr %second, i32 2
  store half %x, ptr %third
  %word = getelementptr i8, ptr %p, i32 6
  store i32 1, ptr %word
  ret void
}

define void @known(ptr dereferenceable(16) %p) {
  store float 1.0, ptr %p
  ret void
}
