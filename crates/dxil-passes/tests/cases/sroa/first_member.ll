; RUN: sroa
; A cast to what lies at the beginning.

%inner = type { i32, float }
%outer = type { [2 x %inner], i32 }

define i32 @main(i32 %x) {
  %s = alloca %outer
  %last = getelementptr %outer, %outer* %s, i32 0, i32 1
  store i32 %x, i32* %last
  %first = bitcast %outer* %s to i32*
  store i32 %x, i32* %first
  %same = getelementptr %outer, %outer* %s, i32 0, i32 0, i32 0, i32 0
  %r = load i32, i32* %same
  ret i32 %r
}
