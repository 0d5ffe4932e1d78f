; mem2reg 3

define i32 @main(i32 %n) {
entry:
  br label %loop

loop:                                             ; preds = %loop, %entry
  %0 = phi i32 [ 1, %entry ], [ %1, %loop ]
  %1 = phi i32 [ 2, %entry ], [ %0, %loop ]
  %2 = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %2, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end

end:                                              ; preds = %loop
  ret i32 %1
}
