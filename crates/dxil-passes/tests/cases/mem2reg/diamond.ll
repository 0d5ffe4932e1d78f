; RUN: mem2reg
; One phi where two writes meet, none where nothing is read.

define i32 @main(i1 %c, i32 %x) {
  %a = alloca i32
  %unused = alloca i32
  store i32 %x, i32* %a
  store i32 %x, i32* %unused
  br i1 %c, label %then, label %join

then:
  %y = add i32 %x, 1
  store i32 %y, i32* %a
  store i32 %y, i32* %unused
  br label %join

join:
  %r = load i32, i32* %a
  br label %end

end:
  ret i32 %r
}
