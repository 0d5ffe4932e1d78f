source_filename = "block_addresses.ll"

@table = constant [2 x ptr] [ptr blockaddress(@f, %a), ptr blockaddress(@f, %1)]
@"q f" = global ptr blockaddress(@g, %"b b")

define ptr @f() {
  br label %a

a:                                                ; preds = %0
  br label %1

1:                                                ; preds = %a
  %2 = select i1 true, ptr blockaddress(@f, %a), ptr blockaddress(@g, %"b b")
  ret ptr %2
}

define void @g(ptr %p) {
  store ptr blockaddress(@g, %"b b"), ptr %p, align 8
  store ptr blockaddress(@f, %a), ptr %p, align 8
  br label %"b b"

"b b":                                            ; preds = %0
  ret void
}
