source_filename = "calls.ll"
define void @f(ptr %p) {
  call void @f(ptr %p) #1, !srcloc !0
  %a = call noundef zeroext range(i8 0, 3) i8 @g(i8 noundef signext 1) nounwind memory(none)
  %b = tail call fast noundef nofpclass(nan) float @h(float nofpclass(inf) 1.0)
  %c = call i32 asm sideeffect "nop $0", "=r,r"(i32 1)
  %d = call i32 asm "a", "=r"()
  call void asm sideeffect inteldialect "x", ""()
  call void %p(i32 1)
  call void null()
  call void undef(i32 1)
  %e = call ptr (i32, ...) %p(i32 1, i32 2)
  ret void
}
declare i8 @g(i8)
declare float @h(float)
attributes #1 = { noinline }
!0 = !{i64 5}
