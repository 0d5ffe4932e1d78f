; Numbers of 8 bits become numbers of 32, of which the lower ones count.
; RUN: widen-integers
target triple = "dxil-pc-shadermodel6.5-library"

; CHECK-LABEL: define i32 @signed(
; CHECK: [[B:%.*]] = mul i32 %a, 37
; CHECK: [[HIGH:%.*]] = shl i32 [[B]], 24
; CHECK: [[SIGNED:%.*]] = ashr i32 [[HIGH]], 24
; CHECK: ret i32 [[SIGNED]]
define i32 @signed(i32 %a) {
  %b = trunc i32 %a to i8
  %c = mul i8 %b, 37
  %d = sext i8 %c to i32
  ret i32 %d
}

; What is above is cleared before it counts.
; CHECK-LABEL: define i1 @unsigned(
; CHECK: [[SUM:%.*]] = add i32 %a, -56
; CHECK: [[LOW:%.*]] = and i32 [[SUM]], 255
; CHECK: [[BELOW:%.*]] = icmp ult i32 [[LOW]], 250
; CHECK: ret i1 [[BELOW]]
define i1 @unsigned(i32 %a) {
  %b = trunc i32 %a to i8
  %c = add i8 %b, 200
  %d = icmp ult i8 %c, 250
  ret i1 %d
}

; CHECK-LABEL: define i64 @loop(
; CHECK: phi i32 [ %a, %entry ], [ [[NEXT:%.*]], %again ]
; CHECK: [[NEXT]] = add i32
; CHECK: switch i32 {{%.*}}, label %again [
; CHECK-NEXT: i32 255, label %end
; CHECK-NOT: i8
; CHECK: zext i32 {{%.*}} to i64
define i64 @loop(i32 %a) {
entry:
  %first = trunc i32 %a to i8
  br label %again

again:
  %at = phi i8 [ %first, %entry ], [ %next, %again ]
  %next = add i8 %at, 1
  switch i8 %next, label %again [
    i8 -1, label %end
    i8 7, label %end
  ]

end:
  %last = zext i8 %next to i64
  ret i64 %last
}

; CHECK-LABEL: define i32 @wider(
; CHECK: [[SUM:%.*]] = add i64
; CHECK: [[LOW:%.*]] = and i64 [[SUM]], 1099511627775
; CHECK: lshr i64 [[LOW]], 8
; CHECK-NOT: i40
; CHECK: ret i32
define i32 @wider(i32 %a) {
  %b = sext i32 %a to i40
  %c = add i40 %b, 5
  %d = lshr i40 %c, 8
  %e = trunc i40 %d to i32
  ret i32 %e
}

; What functions give stays, and is widened where it is used.
; CHECK-LABEL: define i32 @given(
; CHECK: [[GIVEN:%.*]] = call i8 @other()
; CHECK: zext i8 [[GIVEN]] to i32
; CHECK: ret i32
define i32 @given() {
  %a = call i8 @other()
  %b = udiv i8 %a, 3
  %c = zext i8 %b to i32
  ret i32 %c
}

; An undefined value keeps the upper bits that a narrow value has.
; CHECK-LABEL: define i32 @undefined(
; CHECK: udiv i32 0,
define i32 @undefined(i32 %a) {
  %b = trunc i32 %a to i8
  %c = udiv i8 undef, %b
  %d = zext i8 %c to i32
  ret i32 %d
}

; CHECK-LABEL: define i32 @unreachable_block(
; CHECK-NOT: add i8
; CHECK: ret i32
define i32 @unreachable_block(i32 %a) {
  ret i32 %a

never:
  %b = trunc i32 %a to i8
  %c = add i8 %b, 1
  %d = zext i8 %c to i32
  ret i32 %d
}

declare i8 @other()
