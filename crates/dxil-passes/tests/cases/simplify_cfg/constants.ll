; RUN: simplify_cfg
; Branches and switches on constants, and what is not reached then.

define i32 @main(i32 %x) {
entry:
  br i1 true, label %yes, label %no

yes:
  switch i32 2, label %default [
    i32 1, label %one
    i32 2, label %two
  ]

no:
  br label %join

one:
  br label %join

two:
  %y = add i32 %x, 2
  br label %join

default:
  br label %join

join:
  %r = phi i32 [ 0, %no ], [ 1, %one ], [ %y, %two ], [ 3, %default ]
  ret i32 %r
}
