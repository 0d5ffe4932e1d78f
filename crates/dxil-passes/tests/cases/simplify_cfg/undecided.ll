; RUN: simplify_cfg
; Undefined conditions and metadata of a loop are left alone.

define i32 @main(i1 %c) {
entry:
  br i1 undef, label %a, label %b

a:
  br i1 %c, label %loop, label %b

loop:
  br i1 %c, label %latch, label %b

latch:
  br label %loop, !llvm.loop !0

b:
  %r = phi i32 [ 1, %entry ], [ 2, %a ], [ 3, %loop ]
  ret i32 %r
}

!0 = distinct !{!0}
