source_filename = "bundles.ll"
declare void @f(i32)
declare void @g(...)
declare token @llvm.experimental.convergence.entry() #0

define i32 @calls(i32 %x, ptr %p) convergent {
  %1 = call token @llvm.experimental.convergence.entry()
  call void @f(i32 %x) [ "deopt"(i32 1, ptr %p, float 2.0), "other"() ]
  call void @f(i32 %x) #1 [ "convergencectrl"(token %1) ]
  br label %next
next:
  %later = phi i32 [ 1, %0 ], [ %again, %next ]
  %again = add i32 %later, 1
  call void @f(i32 5) [ "a\22b"(i32 %again) ]
  call void (...) @g(i32 1, i64 2) [ "deopt"(i32 %later) ]
  br label %next
}
attributes #0 = { nocallback nofree nosync nounwind willreturn convergent memory(none) }
attributes #1 = { convergent }
