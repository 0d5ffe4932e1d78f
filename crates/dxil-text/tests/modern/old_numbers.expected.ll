source_filename = "old_numbers.ll"

%0 = type { %1 }
%1 = type { i32 }

@0 = global i32 1
@1 = global ptr @0
@b = global ptr @1
@2 = global %0 zeroinitializer

; Function Attrs: nounwind
define i32 @3(i32 %0, i32 %x, i32 %1) #0 {
  %3 = add i32 %0, %1
  br label %4

4:                                                ; preds = %6, %2
  %5 = phi i32 [ 0, %2 ], [ %7, %6 ]
  br label %6

6:                                                ; preds = %4
  %7 = add i32 %5, %3
  %c = icmp eq i32 %7, 5
  br i1 %c, label %4, label %8

8:                                                ; preds = %6
  ret i32 %7
}

declare void @4(i32, i32)

define void @caller() {
  call void @4(i32 1, i32 2)
  %1 = call i32 @3(i32 1, i32 2, i32 3)
  br label %2

2:                                                ; preds = %0
  ret void
}

attributes #0 = { nounwind }

!named = !{!0, !1}

!0 = !{i32 1}
!1 = distinct !{!1}
