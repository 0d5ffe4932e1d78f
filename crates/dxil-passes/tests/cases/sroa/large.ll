; RUN: sroa
; More elements than there may be memory for: one array for each scalar of an element, though all indices are known.

%element = type { i32, i32 }

define i32 @main(i32 %x) {
  %a = alloca [5000 x %element]
  %p = getelementptr [5000 x %element], [5000 x %element]* %a, i32 0, i32 4000, i32 1
  store i32 %x, i32* %p
  %q = getelementptr [5000 x %element], [5000 x %element]* %a, i32 0, i32 4001, i32 0
  %r = load i32, i32* %q
  ret i32 %r
}
