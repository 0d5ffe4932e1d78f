source_filename = "old_numbers.ll"
; Numbers may be left out since LLVM 19.
%7 = type { i32 }
%3 = type { %7 }
@4 = global i32 1
@9 = global ptr @4
@b = global ptr @9
@20 = global %3 zeroinitializer

define i32 @30(i32 %2, i32 %x, i32 %5) #8 {
10:
  %12 = add i32 %2, %5
  br label %16

16:
  %17 = phi i32 [ 0, %10 ], [ %200, %100 ]
  br label %100

100:
  %200 = add i32 %17, %12
  %c = icmp eq i32 %200, 5
  br i1 %c, label %16, label %1000

1000:
  ret i32 %200
}

declare void @35(i32 %4, i32 %9)

define void @caller() {
  call void @35(i32 1, i32 2)
  %1 = call i32 @30(i32 1, i32 2, i32 3)
  br label %007
007:
  ret void
}
attributes #8 = { nounwind }
!9 = !{i32 1}
!named = !{!9, !20}
!20 = distinct !{!20}
