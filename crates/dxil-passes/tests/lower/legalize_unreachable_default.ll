; An unreachable default target of a switch becomes the common successor of the cases, or else the first case.
; RUN: dxil-legalize
target triple = "dxil-pc-shadermodel6.3-library"

; CHECK-LABEL: define i32 @common
; CHECK: switch i32 %case, label %merge [
; CHECK-NEXT: i32 0, label %a
; CHECK-NEXT: i32 1, label %b
; CHECK-NEXT: ]
; CHECK-NOT: unreachable
; CHECK: phi i32 [ 10, %a ], [ 20, %b ], [ poison, %entry ]
define i32 @common(i32 %x) {
entry:
  %case = and i32 %x, 1
  switch i32 %case, label %other [
    i32 0, label %a
    i32 1, label %b
  ]
a:
  br label %merge
b:
  br label %merge
other:
  unreachable
merge:
  %result = phi i32 [ 10, %a ], [ 20, %b ]
  ret i32 %result
}

; CHECK-LABEL: define i32 @folded
; CHECK: %cond = icmp eq i32 %case, 1
; CHECK-NEXT: br i1 %cond, label %b, label %a
; CHECK-NOT: unreachable
define i32 @folded(i32 %x) {
entry:
  %case = urem i32 %x, 3
  switch i32 %case, label %other [
    i32 0, label %a
    i32 1, label %b
    i32 2, label %a
  ]
a:
  ret i32 10
b:
  ret i32 20
other:
  unreachable
}

; CHECK-LABEL: define i32 @several
; CHECK: switch i32 %case, label %a [
; CHECK-NEXT: i32 2, label %c
; CHECK-NEXT: i32 1, label %b
; CHECK-NEXT: ]
; CHECK-NOT: unreachable
define i32 @several(i32 %x) {
entry:
  %case = urem i32 %x, 3
  switch i32 %case, label %other [
    i32 0, label %a
    i32 1, label %b
    i32 2, label %c
  ]
a:
  ret i32 10
b:
  ret i32 20
c:
  ret i32 30
other:
  unreachable
}

; CHECK-LABEL: define i32 @single
; CHECK: br label %a
; CHECK: ret i32 10
define i32 @single(i32 %x) {
entry:
  %case = and i32 %x, 0
  switch i32 %case, label %other [
    i32 0, label %a
  ]
a:
  ret i32 10
other:
  unreachable
}

; CHECK-LABEL: define i32 @reachable
; CHECK: switch i32 %x, label %other [
define i32 @reachable(i32 %x) {
entry:
  switch i32 %x, label %other [
    i32 0, label %a
    i32 1, label %b
  ]
a:
  ret i32 10
b:
  ret i32 20
other:
  ret i32 30
}
