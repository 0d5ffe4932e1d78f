; RUN: simplify_cfg
; Where several ways meet to go back in a loop, or to go into one, threads meet: %latch and %preheader stay.

declare void @work(i32)

define void @main(i1 %c, i32 %n) {
entry:
  br i1 %c, label %left, label %right

left:
  call void @work(i32 1)
  br label %preheader

right:
  call void @work(i32 2)
  br label %preheader

preheader:
  br label %loop

loop:
  call void @work(i32 3)
  br i1 %c, label %a, label %b

a:
  call void @work(i32 4)
  br label %latch

b:
  call void @work(i32 5)
  %again = icmp eq i32 %n, 0
  br i1 %again, label %end, label %latch

latch:
  br label %loop

end:
  ret void
}
