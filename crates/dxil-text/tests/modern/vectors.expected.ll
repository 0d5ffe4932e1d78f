source_filename = "vectors.ll"

define <2 x ptr> @f(<2 x ptr> %p, ptr %q, <2 x i64> %i, { i32, i32 } %s) {
  %a = getelementptr i32, <2 x ptr> %p, i64 1
  %b = getelementptr { i32, i64 }, ptr %q, <2 x i64> %i, i32 1
  %c = icmp eq <2 x ptr> %a, %b
  %d = select <2 x i1> %c, <2 x ptr> %a, <2 x ptr> zeroinitializer
  %e = ptrtoint <2 x ptr> %d to <2 x i32>
  %f = inttoptr <2 x i32> %e to <2 x ptr addrspace(1)>
  %g = addrspacecast <2 x ptr addrspace(1)> %f to <2 x ptr>
  %h = freeze { i32, i32 } %s
  %k = select i1 true, { i32, i32 } %h, { i32, i32 } %s
  %l = bitcast <2 x ptr> %g to <2 x ptr>
  %m = fneg nnan <2 x float> <float 1.000000e+00, float poison>
  %n = shufflevector <2 x float> %m, <2 x float> poison, <3 x i32> poison
  ret <2 x ptr> %l
}
