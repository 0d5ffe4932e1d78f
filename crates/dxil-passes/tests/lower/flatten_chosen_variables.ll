; A handle is read from one of several variables, by where control comes from, by a condition, and as a member.
; RUN: flatten
target triple = "dxil-pc-shadermodel6.5-compute"
%class = type { target("dx.RawBuffer", i32, 1, 0), target("dx.RawBuffer", i32, 1, 0) }

; CHECK-LABEL: define void @main()
; CHECK-NOT: alloca
; CHECK-DAG: [[H:%.*]] = phi {{.*}} [ %a, %entry ], [ %b, %other ]
; CHECK-DAG: [[MEMBER:%.*]] = phi {{.*}} [ %b, %entry ], [ %a, %other ]
; CHECK-NOT: load target
; CHECK: call void @llvm.dx.resource.store.rawbuffer{{.*}}[[H]], i32 0, i32 0, i32 1)
; CHECK: [[K:%.*]] = select i1 %c, target("dx.RawBuffer", i32, 1, 0) %a, target("dx.RawBuffer", i32, 1, 0) %b
; CHECK: call void @llvm.dx.resource.store.rawbuffer{{.*}}[[K]], i32 0, i32 0, i32 2)
; CHECK: call void @llvm.dx.resource.store.rawbuffer{{.*}}[[MEMBER]], i32 0, i32 0, i32 3)
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
entry:
  %one = alloca %class, align 4
  %two = alloca %class, align 4
  %a = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 1, i32 1, i32 0, ptr null)
  %b = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 2, i32 1, i32 0, ptr null)
  store target("dx.RawBuffer", i32, 1, 0) %a, ptr %one, align 4
  store target("dx.RawBuffer", i32, 1, 0) %b, ptr %two, align 4
  %first = getelementptr %class, ptr %one, i32 0, i32 1
  store target("dx.RawBuffer", i32, 1, 0) %b, ptr %first, align 4
  %second = getelementptr %class, ptr %two, i32 0, i32 1
  store target("dx.RawBuffer", i32, 1, 0) %a, ptr %second, align 4
  %id = call i32 @llvm.dx.thread.id(i32 0)
  %c = icmp eq i32 %id, 0
  br i1 %c, label %end, label %other

other:
  br label %end

end:
  %of = phi ptr [ %one, %entry ], [ %two, %other ]
  %read = load target("dx.RawBuffer", i32, 1, 0), ptr %of, align 4
  call void @llvm.dx.resource.store.rawbuffer.tdx.RawBuffer_i32_1_0t.i32(target("dx.RawBuffer", i32, 1, 0) %read, i32 0, i32 0, i32 1)
  %chosen = select i1 %c, ptr %one, ptr %two
  %again = load target("dx.RawBuffer", i32, 1, 0), ptr %chosen, align 4
  call void @llvm.dx.resource.store.rawbuffer.tdx.RawBuffer_i32_1_0t.i32(target("dx.RawBuffer", i32, 1, 0) %again, i32 0, i32 0, i32 2)
  %member = getelementptr %class, ptr %of, i32 0, i32 1
  %last = load target("dx.RawBuffer", i32, 1, 0), ptr %member, align 4
  call void @llvm.dx.resource.store.rawbuffer.tdx.RawBuffer_i32_1_0t.i32(target("dx.RawBuffer", i32, 1, 0) %last, i32 0, i32 0, i32 3)
  ret void
}

declare i32 @llvm.dx.thread.id(i32)
declare target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32, i32, i32, i32, ptr)
declare void @llvm.dx.resource.store.rawbuffer.tdx.RawBuffer_i32_1_0t.i32(target("dx.RawBuffer", i32, 1, 0), i32, i32, i32)
