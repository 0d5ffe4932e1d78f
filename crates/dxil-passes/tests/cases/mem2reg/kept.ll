; RUN: mem2reg
; Memory that is more than read and written whole: volatile, passed on, stored, several of it, in parts, as an integer.

declare void @take(i32*)

define i32 @main(i32 %n, i32** %p) {
  %volatile = alloca i32
  %passed = alloca i32
  %stored = alloca i32
  %several = alloca i32, i32 %n
  %parts = alloca [2 x i32]
  %number = alloca i32
  %v = load volatile i32, i32* %volatile
  call void @take(i32* %passed)
  store i32* %stored, i32** %p
  store i32 %v, i32* %several
  %part = getelementptr [2 x i32], [2 x i32]* %parts, i32 0, i32 %n
  store i32 %v, i32* %part
  %bits = ptrtoint i32* %number to i32
  ret i32 %bits
}
