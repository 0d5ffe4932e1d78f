; RUN: dxil-forward-handle-accesses
target triple = "dxil-pc-shadermodel6.6-library"

%buffer = type { target("dx.RawBuffer", <4 x float>, 1, 0) }
@direct = internal global %buffer poison
@by_address = internal global %buffer poison
@copied = internal global %buffer poison

; CHECK-LABEL: define float @main(
; CHECK: [[ONE:%.*]] = call {{.*}}handlefrombinding
; CHECK: [[TWO:%.*]] = call {{.*}}handlefromimplicitbinding
; CHECK: [[THREE:%.*]] = call {{.*}}handlefrombinding
; CHECK-NOT: load target
; CHECK-NOT: llvm.lifetime
; CHECK: load.rawbuffer{{.*}} [[ONE]], i32 0
; CHECK: load.rawbuffer{{.*}} [[TWO]], i32 1
; CHECK: load.rawbuffer{{.*}} [[THREE]], i32 2
define float @main() {
  %this = alloca ptr
  %copy = alloca target("dx.RawBuffer", <4 x float>, 1, 0)
  %one = call target("dx.RawBuffer", <4 x float>, 1, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, ptr null)
  store target("dx.RawBuffer", <4 x float>, 1, 0) %one, ptr @direct
  %two = call target("dx.RawBuffer", <4 x float>, 1, 0) @llvm.dx.resource.handlefromimplicitbinding(i32 1, i32 0, i32 1, i32 0, ptr null)
  store target("dx.RawBuffer", <4 x float>, 1, 0) %two, ptr @by_address
  %three = call target("dx.RawBuffer", <4 x float>, 1, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 2, i32 1, i32 0, ptr null)
  store target("dx.RawBuffer", <4 x float>, 1, 0) %three, ptr @copied
  store ptr @by_address, ptr %this
  call void @llvm.lifetime.start.p0(ptr %copy)
  %word = load i32, ptr @copied
  store i32 %word, ptr %copy
  br label %next

next:
  %a = load target("dx.RawBuffer", <4 x float>, 1, 0), ptr @direct
  %address = load ptr, ptr %this
  %b = load target("dx.RawBuffer", <4 x float>, 1, 0), ptr %address
  %c = load target("dx.RawBuffer", <4 x float>, 1, 0), ptr %copy
  call void @llvm.lifetime.end.p0(ptr %copy)
  %x = call { <4 x float>, i1 } @llvm.dx.resource.load.rawbuffer(target("dx.RawBuffer", <4 x float>, 1, 0) %a, i32 0, i32 0)
  %y = call { <4 x float>, i1 } @llvm.dx.resource.load.rawbuffer(target("dx.RawBuffer", <4 x float>, 1, 0) %b, i32 1, i32 0)
  %z = call { <4 x float>, i1 } @llvm.dx.resource.load.rawbuffer(target("dx.RawBuffer", <4 x float>, 1, 0) %c, i32 2, i32 0)
  %xs = extractvalue { <4 x float>, i1 } %x, 0
  %ys = extractvalue { <4 x float>, i1 } %y, 0
  %zs = extractvalue { <4 x float>, i1 } %z, 0
  %xy = fadd <4 x float> %xs, %ys
  %xyz = fadd <4 x float> %xy, %zs
  %r = extractelement <4 x float> %xyz, i32 0
  ret float %r
}
