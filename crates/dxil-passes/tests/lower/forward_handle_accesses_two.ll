; FAIL: dxil-forward-handle-accesses
; CHECK: Load of "which" is not a global resource handle
target triple = "dxil-pc-shadermodel6.6-library"

@one = internal global target("dx.RawBuffer", float, 1, 0) poison
@two = internal global target("dx.RawBuffer", float, 1, 0) poison

; Which of two it is, is known when it runs.
define float @main(i1 %c) {
  %this = alloca ptr
  %a = call target("dx.RawBuffer", float, 1, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, ptr null)
  store target("dx.RawBuffer", float, 1, 0) %a, ptr @one
  %b = call target("dx.RawBuffer", float, 1, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 1, i32 1, i32 0, ptr null)
  store target("dx.RawBuffer", float, 1, 0) %b, ptr @two
  store ptr @one, ptr %this
  br i1 %c, label %other, label %end

other:
  store ptr @two, ptr %this
  br label %end

end:
  %which = load ptr, ptr %this
  %h = load target("dx.RawBuffer", float, 1, 0), ptr %which
  %x = call { float, i1 } @llvm.dx.resource.load.rawbuffer(target("dx.RawBuffer", float, 1, 0) %h, i32 0, i32 0)
  %r = extractvalue { float, i1 } %x, 0
  ret float %r
}
