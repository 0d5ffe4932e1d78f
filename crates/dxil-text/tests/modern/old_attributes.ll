; Attributes as older LLVMs had them.
source_filename = "x"
%T = type { i32, %U }
%U = type { ptr }

declare void @f1678() readnone
declare void @f1679() readonly
declare void @f1680() writeonly
declare void @f1681() argmemonly
declare void @f1682() inaccessiblememonly
declare void @f1683() inaccessiblemem_or_argmemonly
declare void @f1684() readnone readonly
declare void @f1685() readnone writeonly
declare void @f1686() readnone argmemonly
declare void @f1687() readnone inaccessiblememonly
declare void @f1688() readnone inaccessiblemem_or_argmemonly
declare void @f1689() readonly writeonly
declare void @f1690() readonly argmemonly
declare void @f1691() readonly inaccessiblememonly
declare void @f1692() readonly inaccessiblemem_or_argmemonly
declare void @f1693() writeonly argmemonly
declare void @f1694() writeonly inaccessiblememonly
declare void @f1695() writeonly inaccessiblemem_or_argmemonly
declare void @f1696() argmemonly inaccessiblememonly
declare void @f1697() argmemonly inaccessiblemem_or_argmemonly
declare void @f1698() inaccessiblememonly inaccessiblemem_or_argmemonly
declare void @f1699() readnone readonly writeonly
declare void @f1700() readnone readonly argmemonly
declare void @f1701() readnone readonly inaccessiblememonly
declare void @f1702() readnone readonly inaccessiblemem_or_argmemonly
declare void @f1703() readnone writeonly argmemonly
declare void @f1704() readnone writeonly inaccessiblememonly
declare void @f1705() readnone writeonly inaccessiblemem_or_argmemonly
declare void @f1706() readnone argmemonly inaccessiblememonly
declare void @f1707() readnone argmemonly inaccessiblemem_or_argmemonly
declare void @f1708() readnone inaccessiblememonly inaccessiblemem_or_argmemonly
declare void @f1709() readonly writeonly argmemonly
declare void @f1710() readonly writeonly inaccessiblememonly
declare void @f1711() readonly writeonly inaccessiblemem_or_argmemonly
declare void @f1712() readonly argmemonly inaccessiblememonly
declare void @f1713() readonly argmemonly inaccessiblemem_or_argmemonly
declare void @f1714() readonly inaccessiblememonly inaccessiblemem_or_argmemonly
declare void @f1715() writeonly argmemonly inaccessiblememonly
declare void @f1716() writeonly argmemonly inaccessiblemem_or_argmemonly
declare void @f1717() writeonly inaccessiblememonly inaccessiblemem_or_argmemonly
declare void @f1718() argmemonly inaccessiblememonly inaccessiblemem_or_argmemonly
declare void @captured(ptr nocapture readonly, ptr captures(address) nocapture, ptr nocapture)
declare void @group() #0
declare void @merged() #0 memory(write)
define void @calls(ptr %p) {
  call void @captured(ptr nocapture %p, ptr readnone nocapture %p, ptr writeonly %p) readonly nounwind
  call void @group() readnone
  call void @group() #0 readonly
  ret void
}
attributes #0 = { argmemonly nounwind readonly }
