source_filename = "addresses.ll"
define void @f(ptr %p) {
  %a = getelementptr inbounds nuw [0 x i32], ptr %p, i64 0, i64 4
  %b = getelementptr inbounds <4 x float>, ptr %p, i64 0, i64 2
  store volatile <3 x half> splat (half 1.0), ptr %b, align 8
  %c = alloca inalloca i32, align 4
  %e = alloca i32, align 4, addrspace(3)
  %g = alloca i8, i32 5, align 1, addrspace(3)
  ret void
}
