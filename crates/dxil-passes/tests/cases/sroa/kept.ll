; RUN: sroa
; Memory whose address is passed on, chosen or a number, that is accessed as something else, beyond its end, or volatile.

%pair = type { i32, i32 }

declare void @take(%pair*)

define i32 @main(i1 %c, i32 %i) {
  %passed = alloca %pair
  %one = alloca %pair
  %other = alloca %pair
  %punned = alloca %pair
  %beyond = alloca [2 x i32]
  %volatile = alloca %pair
  call void @take(%pair* %passed)
  %chosen = select i1 %c, %pair* %one, %pair* %other
  %p = getelementptr %pair, %pair* %chosen, i32 0, i32 1
  store i32 1, i32* %p
  %q = bitcast %pair* %punned to float*
  store float 1.0, float* %q
  %s = getelementptr [2 x i32], [2 x i32]* %beyond, i32 0, i32 2
  store i32 2, i32* %s
  %t = getelementptr %pair, %pair* %volatile, i32 0, i32 1
  store volatile i32 2, i32* %t
  %stepped = alloca [4 x i32]
  %u = getelementptr [4 x i32], [4 x i32]* %stepped, i32 0, i32 %i
  %v = getelementptr i32, i32* %u, i32 1
  store i32 3, i32* %v
  ret i32 0
}
