; RUN: simplify_cfg
; Blocks that follow each other in any case, in whatever order they stand.

define i32 @main(i32 %x) {
entry:
  br label %a

c:
  %z = add i32 %y, 1
  br label %d

b:
  %y = add i32 %w, 1
  br label %c

a:
  %w = add i32 %x, 1
  br label %b

d:
  %p = phi i32 [ %z, %c ]
  ret i32 %p
}
