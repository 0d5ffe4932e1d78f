source_filename = "x"

; Function Attrs: memory(none)
declare void @f1678() #0

; Function Attrs: memory(read)
declare void @f1679() #1

; Function Attrs: memory(write)
declare void @f1680() #2

; Function Attrs: memory(argmem: readwrite)
declare void @f1681() #3

; Function Attrs: memory(inaccessiblemem: readwrite)
declare void @f1682() #4

; Function Attrs: memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @f1683() #5

; Function Attrs: memory(none)
declare void @f1684() #0

; Function Attrs: memory(none)
declare void @f1685() #0

; Function Attrs: memory(none)
declare void @f1686() #0

; Function Attrs: memory(none)
declare void @f1687() #0

; Function Attrs: memory(none)
declare void @f1688() #0

; Function Attrs: memory(none)
declare void @f1689() #0

; Function Attrs: memory(argmem: read)
declare void @f1690() #6

; Function Attrs: memory(inaccessiblemem: read)
declare void @f1691() #7

; Function Attrs: memory(argmem: read, inaccessiblemem: read)
declare void @f1692() #8

; Function Attrs: memory(argmem: write)
declare void @f1693() #9

; Function Attrs: memory(inaccessiblemem: write)
declare void @f1694() #10

; Function Attrs: memory(argmem: write, inaccessiblemem: write)
declare void @f1695() #11

; Function Attrs: memory(none)
declare void @f1696() #0

; Function Attrs: memory(argmem: readwrite)
declare void @f1697() #3

; Function Attrs: memory(inaccessiblemem: readwrite)
declare void @f1698() #4

; Function Attrs: memory(none)
declare void @f1699() #0

; Function Attrs: memory(none)
declare void @f1700() #0

; Function Attrs: memory(none)
declare void @f1701() #0

; Function Attrs: memory(none)
declare void @f1702() #0

; Function Attrs: memory(none)
declare void @f1703() #0

; Function Attrs: memory(none)
declare void @f1704() #0

; Function Attrs: memory(none)
declare void @f1705() #0

; Function Attrs: memory(none)
declare void @f1706() #0

; Function Attrs: memory(none)
declare void @f1707() #0

; Function Attrs: memory(none)
declare void @f1708() #0

; Function Attrs: memory(none)
declare void @f1709() #0

; Function Attrs: memory(none)
declare void @f1710() #0

; Function Attrs: memory(none)
declare void @f1711() #0

; Function Attrs: memory(none)
declare void @f1712() #0

; Function Attrs: memory(argmem: read)
declare void @f1713() #6

; Function Attrs: memory(inaccessiblemem: read)
declare void @f1714() #7

; Function Attrs: memory(none)
declare void @f1715() #0

; Function Attrs: memory(argmem: write)
declare void @f1716() #9

; Function Attrs: memory(inaccessiblemem: write)
declare void @f1717() #10

; Function Attrs: memory(none)
declare void @f1718() #0

declare void @captured(ptr readonly captures(none), ptr captures(none), ptr captures(none))

; Function Attrs: nounwind memory(argmem: read)
declare void @group() #12

; Function Attrs: nounwind memory(argmem: read)
declare void @merged() #12

define void @calls(ptr %p) {
  call void @captured(ptr captures(none) %p, ptr readnone captures(none) %p, ptr writeonly %p) #13
  call void @group() #0
  call void @group() #12
  ret void
}

attributes #0 = { memory(none) }
attributes #1 = { memory(read) }
attributes #2 = { memory(write) }
attributes #3 = { memory(argmem: readwrite) }
attributes #4 = { memory(inaccessiblemem: readwrite) }
attributes #5 = { memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #6 = { memory(argmem: read) }
attributes #7 = { memory(inaccessiblemem: read) }
attributes #8 = { memory(argmem: read, inaccessiblemem: read) }
attributes #9 = { memory(argmem: write) }
attributes #10 = { memory(inaccessiblemem: write) }
attributes #11 = { memory(argmem: write, inaccessiblemem: write) }
attributes #12 = { nounwind memory(argmem: read) }
attributes #13 = { nounwind memory(read) }
