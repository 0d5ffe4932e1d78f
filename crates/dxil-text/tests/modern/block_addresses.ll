source_filename = "block_addresses.ll"
@table = constant [2 x ptr] [ptr blockaddress(@f, %a), ptr blockaddress(@f, %1)]
@"q f" = global ptr blockaddress(@g, %"b b")

define ptr @f() {
  br label %a
a: ; blockaddress(@f, %nothing)
  br label %1
1:
  %2 = select i1 true, ptr blockaddress(@f, %a), ptr blockaddress(@g, %"b b")
  ret ptr %2
}

define void @g(ptr %p) {
  store ptr blockaddress(@g, %"b b"), ptr %p
  store ptr blockaddress(@f, %a), ptr %p
  br label %"b b"
"b b":
  ret void
}
