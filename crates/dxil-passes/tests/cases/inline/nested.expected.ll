; inline 4

define internal i32 @inner(i32 %x) {
  %twice = shl i32 %x, 1
  ret i32 %twice
}

define internal i32 @larger(i32 %a, i32 %b) {
  %is = icmp sgt i32 %a, %b
  br i1 %is, label %then, label %else

then:                                             ; preds = %0
  %i = call i32 @inner(i32 %a)
  ret i32 %i

else:                                             ; preds = %0
  ret i32 %b
}

define i32 @main(i32 %x, i32 %y) {
  %is.7 = icmp sgt i32 %x, %y
  br i1 %is.7, label %then.8, label %else.10

then.8:                                           ; preds = %0
  %twice.10 = shl i32 %x, 1
  br label %1

else.10:                                          ; preds = %0
  br label %1

; <label>:1                                       ; preds = %else.10, %then.8
  %2 = phi i32 [ %twice.10, %then.8 ], [ %y, %else.10 ]
  %is = icmp sgt i32 %2, 7
  br i1 %is, label %then, label %else

then:                                             ; preds = %1
  %twice = shl i32 %2, 1
  br label %3

else:                                             ; preds = %1
  br label %3

; <label>:3                                       ; preds = %else, %then
  %4 = phi i32 [ %twice, %then ], [ 7, %else ]
  ret i32 %4
}
