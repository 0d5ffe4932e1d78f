; mem2reg 2

define i32 @main(i32 %x) {
  ret i32 %x
}
