source_filename = "functions.ll"
define void @f(i32 %x, ptr %p) {
  %a = getelementptr i8, ptr %p, i64 0
  %c = call i32 @g(i32 %x), !range !0
  ret void
}
declare i32 @g(i32 signext %x) local_unnamed_addr
declare void @h(i32, ...) addrspace(0)
define internal fastcc void @i() unnamed_addr section "s" align 16 prefix i32 1 prologue i8 2 { ret void }
define weak_odr dso_local dllexport void @j() comdat { ret void }
$j = comdat any
!0 = !{i32 0, i32 5}

define void @"quoted \22name\5C"(i32 %"a b", i32 %0) addrspace(1) {
"label \01":
  %"x\\y" = add i32 %"a b", %0
  br label %"label \01b"
"label \01b":
  ret void
}
define void @caller(ptr addrspace(1) %f) {
  call addrspace(1) void @"quoted \22name\5C"(i32 1, i32 2)
  call addrspace(1) void %f()
  ret void
}
