; mem2reg 1

define i32 @main(i32 %x) {
entry:
  switch i32 %x, label %other [
    i32 0, label %join
    i32 1, label %join
  ]

other:                                            ; preds = %entry
  br label %join

join:                                             ; preds = %other, %entry, %entry
  %0 = phi i32 [ %x, %entry ], [ %x, %entry ], [ 9, %other ]
  ret i32 %0
}
