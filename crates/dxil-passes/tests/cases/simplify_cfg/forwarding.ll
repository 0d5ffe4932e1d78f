; RUN: simplify_cfg
; Blocks that only lead on go where phis have one value for each predecessor: %then stays, for %entry leads to %join with another
; value already.

define i32 @main(i1 %c, i32 %x) {
entry:
  br i1 %c, label %then, label %join

then:
  br label %join

join:
  %r = phi i32 [ 1, %entry ], [ 2, %then ]
  %is = icmp eq i32 %x, %r
  br i1 %is, label %left, label %right

left:
  br label %end

right:
  br label %end

end:
  %s = phi i32 [ %x, %left ], [ %x, %right ]
  ret i32 %s
}
