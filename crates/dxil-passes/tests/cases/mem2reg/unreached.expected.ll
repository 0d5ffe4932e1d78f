; mem2reg 1

define i32 @main() {
  br label %join

dead:                                             ; No predecessors!
  %e = add i32 undef, 1
  br label %join

join:                                             ; preds = %dead, %0
  ret i32 1
}
