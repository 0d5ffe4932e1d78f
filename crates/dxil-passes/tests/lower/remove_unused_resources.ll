; Handles that are only stored, their variables, names and rows of !hlsl.cbs are removed; used handles stay.
; RUN: dxil-remove-unused-resources
target triple = "dxil-pc-shadermodel6.6-compute"

%Layout = type <{ i32, float }>

; CHECK-NOT: @unused.cb
; CHECK-NOT: @unused.name
; CHECK-NOT: @stored
; CHECK: @used.cb = internal global
; CHECK-NOT: @stored.name
; CHECK: @loaded = internal global
; CHECK: @loaded.name
@unused.cb = internal global target("dx.CBuffer", %Layout) poison
@unused.name = private unnamed_addr constant [2 x i8] c"A\00"
@used.cb = internal global target("dx.CBuffer", %Layout) poison
@member = external hidden addrspace(2) global i32, align 4
@stored = internal global target("dx.RawBuffer", i32, 1, 0) poison
@stored.name = private unnamed_addr constant [2 x i8] c"B\00"
@loaded = internal global target("dx.RawBuffer", i32, 1, 0) poison
@loaded.name = private unnamed_addr constant [2 x i8] c"C\00"

; CHECK-LABEL: define void @main
; CHECK-NEXT: %used = call {{.*}}handlefromimplicitbinding
; CHECK-NEXT: store {{.*}} %used, ptr @used.cb
; CHECK-NEXT: %handle = call {{.*}}handlefrombinding{{.*}}(i32 0, i32 1,
; CHECK-NEXT: store {{.*}} %handle, ptr @loaded
; CHECK-NEXT: load i32
; CHECK-NEXT: ret void
define void @main() {
  %unused = call target("dx.CBuffer", %Layout) @llvm.dx.resource.handlefromimplicitbinding(i32 0, i32 0, i32 1, i32 0, ptr @unused.name)
  store target("dx.CBuffer", %Layout) %unused, ptr @unused.cb
  %used = call target("dx.CBuffer", %Layout) @llvm.dx.resource.handlefromimplicitbinding(i32 1, i32 0, i32 1, i32 0, ptr null)
  store target("dx.CBuffer", %Layout) %used, ptr @used.cb
  %alone = call target("dx.TypedBuffer", float, 0, 0, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 3, i32 1, i32 0, ptr null)
  %kept = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, ptr @stored.name)
  store target("dx.RawBuffer", i32, 1, 0) %kept, ptr @stored
  %handle = call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 1, i32 1, i32 0, ptr @loaded.name)
  store target("dx.RawBuffer", i32, 1, 0) %handle, ptr @loaded
  %value = load i32, ptr addrspace(2) @member
  ret void
}

; CHECK-LABEL: define void @reader
; CHECK: load target("dx.RawBuffer", i32, 1, 0), ptr @loaded
define void @reader() {
  %handle = load target("dx.RawBuffer", i32, 1, 0), ptr @loaded
  %value = call { i32, i1 } @llvm.dx.resource.load.rawbuffer(target("dx.RawBuffer", i32, 1, 0) %handle, i32 0, i32 0)
  ret void
}

; CHECK: !hlsl.cbs = !{![[ROW:[0-9]+]]}
; CHECK: ![[ROW]] = !{ptr @used.cb, ptr addrspace(2) @member, null}
!hlsl.cbs = !{!0, !1}
!0 = !{ptr @unused.cb, null, null}
!1 = !{ptr @used.cb, ptr addrspace(2) @member, null}
