source_filename = "x"

%T = type { i32, %U }
%U = type { ptr }

declare void @f0(float nofpclass(snan))

declare void @f23(float nofpclass(nsub nnorm))

declare void @f46(float nofpclass(nan ninf nzero nnorm))

declare void @f69(float nofpclass(qnan ninf pzero))

declare void @f92(float nofpclass(snan ninf pzero nsub nnorm))

declare void @f115(float nofpclass(ninf zero nsub))

declare void @f138(float nofpclass(nan psub nnorm))

declare void @f161(float nofpclass(qnan nzero psub))

declare void @f184(float nofpclass(snan nzero sub nnorm))

declare void @f207(float nofpclass(pzero sub))

declare void @f230(float nofpclass(nan ninf zero psub))

declare void @f253(float nofpclass(qnan ninf zero sub nnorm))

declare void @f276(float nofpclass(snan ninf nsub pnorm))

declare void @f299(float nofpclass(ninf nzero norm))

declare void @f322(float nofpclass(nan pzero pnorm))

declare void @f345(float nofpclass(qnan pzero nsub norm))

declare void @f368(float nofpclass(snan zero nsub pnorm))

declare void @f391(float nofpclass(psub norm))

declare void @f414(float nofpclass(nan ninf sub norm))

declare void @f437(float nofpclass(qnan ninf nzero sub pnorm))

declare void @f460(float nofpclass(snan ninf pzero psub norm))

declare void @f483(float nofpclass(ninf zero psub pnorm))

declare void @f506(float nofpclass(nan zero sub norm))

declare void @f529(float nofpclass(qnan pinf nsub))

declare void @f552(float nofpclass(snan pinf nzero nnorm))

declare void @f575(float nofpclass(pinf pzero))

declare void @f598(float nofpclass(nan inf pzero nsub))

declare void @f621(float nofpclass(qnan inf zero nnorm))

declare void @f644(float nofpclass(snan inf psub))

declare void @f667(float nofpclass(inf sub nnorm))

declare void @f690(float nofpclass(nan pinf nzero sub))

declare void @f713(float nofpclass(qnan pinf pzero psub nnorm))

declare void @f736(float nofpclass(snan pinf zero psub))

declare void @f759(float nofpclass(pinf zero sub nnorm))

declare void @f782(float nofpclass(nan inf norm))

declare void @f805(float nofpclass(qnan inf nzero pnorm))

declare void @f828(float nofpclass(snan inf nzero nsub norm))

declare void @f851(float nofpclass(inf pzero nsub pnorm))

declare void @f874(float nofpclass(nan pinf zero norm))

declare void @f897(float nofpclass(qnan pinf psub pnorm))

declare void @f920(float nofpclass(snan pinf sub norm))

declare void @f943(float nofpclass(pinf nzero sub pnorm))

declare void @f966(float nofpclass(nan inf pzero psub pnorm))

declare void @f989(float nofpclass(qnan inf pzero sub norm))

declare void @f1012(float nofpclass(snan inf zero sub pnorm))

declare void @f1182(i32 captures(address_is_null, read_provenance, ret: address))

declare void @f1088(i32 captures(provenance, ret: address, provenance))

declare void @f1212(i32 captures(address, provenance, ret: address))

declare void @f1114(i32 captures(address))

declare void @f1226(i32 captures(ret: address, provenance))

declare void @f1199(i32 captures(provenance, ret: address))

declare void @f1264(i32 captures(address_is_null, provenance, ret: address_is_null))

declare void @f1238(i32 captures(address, read_provenance, ret: provenance))

declare void @f1275(i32 captures(address_is_null, provenance, ret: address, provenance))

declare void @f1189(i32 captures(address_is_null, read_provenance, ret: address, read_provenance))

declare void @f1259(i32 captures(address, provenance, ret: address_is_null, provenance))

declare void @f1158(i32 captures(ret: address, read_provenance))

declare void @f1030(i32 captures(ret: address, provenance))

declare void @f1270(i32 captures(address_is_null, provenance))

declare void @f1142(i32 captures(address, read_provenance))

declare void @f1221(i32 captures(address, provenance, ret: provenance))

declare void @f1086(i32 captures(provenance, ret: address, provenance))

declare void @f1268(i32 captures(address_is_null, provenance, ret: address, provenance))

declare void @f1036(i32 captures(ret: address, read_provenance))

declare void @f1253(i32 captures(address, provenance, ret: address_is_null, provenance))

declare void @f1063(i32 captures(address_is_null, ret: address))

declare void @f1051(i32 captures(address, ret: provenance))

declare void @f1118(i32 captures(address, ret: address_is_null, read_provenance))

declare void @f1143(i32 captures(address, read_provenance, ret: none))

declare void @f1245(i32 captures(address, provenance, ret: none))

declare void @f1261(i32 captures(address_is_null, provenance))

declare void @f1120(i32 captures(address, ret: address, provenance))

declare void @f1162(i32 captures(address_is_null, provenance, ret: address_is_null))

declare void @f1049(i32 captures(address, ret: address_is_null, provenance))

declare void @f1169(i32 captures(address_is_null, provenance, ret: address_is_null, read_provenance))

declare void @f1252(i32 captures(address, provenance, ret: address, read_provenance))

declare void @f1026(i32 captures(ret: address_is_null))

declare void @f1210(i32 captures(address, provenance))

declare void @f1078(i32 captures(provenance))

declare void @f1127(i32 captures(address, provenance, ret: address))

declare void @f1094(i32 captures(read_provenance, ret: address_is_null))

declare void @f1069(i32 captures(address_is_null, ret: address, provenance))

declare void @f1219(i32 captures(address, provenance, ret: address_is_null, provenance))

declare void @f1122(i32 captures(address, ret: address, provenance))

declare void @f1257(i32 captures(address, provenance, ret: address, read_provenance))

declare void @f1218(i32 captures(address, provenance, ret: address, read_provenance))

declare void @f1227(i32 captures(address, read_provenance))

declare void @f1041(i32 captures(address, ret: none))

declare void @f1058(i32 captures(address_is_null, ret: none))

declare void @f1181(i32 captures(address_is_null, read_provenance, ret: read_provenance))

declare void @f1233(i32 captures(address, read_provenance, ret: address))

declare void @f1136(i32 captures(address, provenance, ret: provenance))

declare void @f1055(i32 captures(address, ret: address_is_null, provenance))

declare void @f1056(i32 captures(ret: address))

declare void @f1023(i32 captures(none))

declare void @f1024(i32 captures(none))

declare void @f1076(i32 captures(provenance, ret: address))

declare void @f1262(i32 captures(address_is_null, provenance, ret: none))

declare void @f1244(i32 captures(address, provenance))

declare void @f1065(i32 captures(address_is_null, ret: address, read_provenance))

declare void @f1223(i32 captures(address, provenance, ret: address, read_provenance))

declare void @f1097(i32 captures(read_provenance, ret: address))

declare void @f1103(i32 captures(read_provenance, ret: address, provenance))

declare void @f1073(i32 captures(ret: address_is_null))

declare void @f1161(i32 captures(address_is_null, provenance, ret: address))

; Function Attrs: memory(argmem: readwrite, inaccessiblemem: read, errnomem: write, target_mem0: readwrite)
declare void @f1625() #0

; Function Attrs: memory(readwrite, target_mem0: read)
declare void @f1598() #1

; Function Attrs: memory(read, argmem: none, inaccessiblemem: none, target_mem0: write, target_mem1: none)
declare void @f1382() #2

; Function Attrs: memory(none)
declare void @f1371() #3

; Function Attrs: memory(argmem: readwrite, inaccessiblemem: read, target_mem1: readwrite)
declare void @f1631() #4

; Function Attrs: memory(read, argmem: readwrite, inaccessiblemem: write, errnomem: write, target_mem1: write)
declare void @f1378() #5

; Function Attrs: memory(argmem: readwrite)
declare void @f1474() #6

; Function Attrs: memory(inaccessiblemem: readwrite, errnomem: readwrite, target_mem0: readwrite)
declare void @f1430() #7

; Function Attrs: memory(inaccessiblemem: write, errnomem: readwrite, target_mem0: write, target_mem1: readwrite)
declare void @f1289() #8

; Function Attrs: memory(write)
declare void @f1462() #9

; Function Attrs: memory(none)
declare void @f1490() #3

; Function Attrs: memory(none)
declare void @f1362() #3

; Function Attrs: memory(write)
declare void @f1352() #9

; Function Attrs: memory(target_mem0: write)
declare void @f1413() #10

; Function Attrs: memory(readwrite)
declare void @f1311() #11

; Function Attrs: memory(read, argmem: write, inaccessiblemem: readwrite)
declare void @f1447() #12

; Function Attrs: memory(none)
declare void @f1432() #3

; Function Attrs: memory(target_mem0: write)
declare void @f1586() #10

; Function Attrs: memory(readwrite, argmem: write)
declare void @f1578() #13

; Function Attrs: memory(target_mem0: readwrite)
declare void @f1279() #14

; Function Attrs: memory(errnomem: write)
declare void @f1583() #15

; Function Attrs: memory(readwrite, inaccessiblemem: read)
declare void @f1640() #16

; Function Attrs: memory(argmem: read, inaccessiblemem: read, target_mem0: write)
declare void @f1451() #17

; Function Attrs: memory(read, target_mem1: none)
declare void @f1436() #18

; Function Attrs: memory(target_mem0: read)
declare void @f1459() #19

; Function Attrs: memory(argmem: readwrite, target_mem0: read)
declare void @f1434() #20

; Function Attrs: memory(none)
declare void @f1524() #3

; Function Attrs: memory(inaccessiblemem: write, target_mem1: read)
declare void @f1634() #21

; Function Attrs: memory(argmem: write, inaccessiblemem: readwrite, errnomem: readwrite, target_mem1: write)
declare void @f1439() #22

; Function Attrs: memory(argmem: readwrite, inaccessiblemem: read, target_mem0: read, target_mem1: readwrite)
declare void @f1372() #23

; Function Attrs: memory(read, argmem: none, errnomem: readwrite, target_mem0: write)
declare void @f1519() #24

; Function Attrs: memory(argmem: read, inaccessiblemem: write, target_mem0: read)
declare void @f1638() #25

; Function Attrs: memory(readwrite, argmem: write, errnomem: write, target_mem0: write, target_mem1: read)
declare void @f1368() #26

; Function Attrs: memory(target_mem0: readwrite)
declare void @f1307() #14

; Function Attrs: memory(readwrite)
declare void @f1409() #11

; Function Attrs: memory(argmem: write, errnomem: readwrite, target_mem0: read, target_mem1: readwrite)
declare void @f1661() #27

; Function Attrs: memory(argmem: readwrite, inaccessiblemem: readwrite, target_mem1: readwrite)
declare void @f1461() #28

; Function Attrs: memory(errnomem: readwrite)
declare void @f1484() #29

; Function Attrs: memory(target_mem1: read)
declare void @f1287() #30

; Function Attrs: memory(write, argmem: read, errnomem: read, target_mem0: read, target_mem1: read)
declare void @f1559() #31

; Function Attrs: memory(none)
declare void @f1492() #3

; Function Attrs: memory(argmem: read, errnomem: write, target_mem0: read, target_mem1: write)
declare void @f1465() #32

; Function Attrs: memory(argmem: write, inaccessiblemem: write, errnomem: write)
declare void @f1470() #33

; Function Attrs: memory(target_mem1: readwrite)
declare void @f1574() #34

; Function Attrs: memory(read, inaccessiblemem: write, errnomem: none)
declare void @f1282() #35

; Function Attrs: memory(inaccessiblemem: write, errnomem: read, target_mem0: write)
declare void @f1509() #36

; Function Attrs: memory(readwrite, target_mem0: write, target_mem1: none)
declare void @f1301() #37

; Function Attrs: memory(readwrite, argmem: read, inaccessiblemem: read, errnomem: none, target_mem0: read, target_mem1: none)
declare void @f1370() #38

; Function Attrs: memory(argmem: read, inaccessiblemem: read, errnomem: readwrite, target_mem0: read)
declare void @f1597() #39

; Function Attrs: memory(argmem: readwrite, inaccessiblemem: read, target_mem0: readwrite, target_mem1: read)
declare void @f1338() #40

; Function Attrs: memory(target_mem0: readwrite)
declare void @f1664() #14

; Function Attrs: memory(read, inaccessiblemem: none)
declare void @f1403() #41

; Function Attrs: memory(argmem: read, inaccessiblemem: readwrite, errnomem: read, target_mem0: write)
declare void @f1514() #42

; Function Attrs: memory(errnomem: read, target_mem0: readwrite)
declare void @f1454() #43

; Function Attrs: memory(target_mem1: readwrite)
declare void @f1540() #34

; Function Attrs: memory(readwrite, argmem: read, inaccessiblemem: read, target_mem0: write, target_mem1: read)
declare void @f1546() #44

; Function Attrs: memory(read, argmem: write, inaccessiblemem: write, errnomem: none)
declare void @f1406() #45

; Function Attrs: memory(argmem: read, inaccessiblemem: write, errnomem: readwrite, target_mem0: read)
declare void @f1675() #46

; Function Attrs: memory(write, inaccessiblemem: read)
declare void @f1333() #47

; Function Attrs: memory(argmem: readwrite, inaccessiblemem: readwrite, errnomem: write)
declare void @f1579() #48

; Function Attrs: nocallback nocreateundeforpoison sanitize_hwaddress preallocated(i32) allockind("alloc,uninitialized,aligned") allocsize(0) memory(read) alignstack(16) uwtable(sync) vscale_range(1,4)
declare void @f1910(i32) #49

; Function Attrs: cold convergent coro_only_destroy_when_complete fn_ret_thunk_extern hot hybrid_patchable mustprogress nobuiltin nocallback noduplicate noimplicitfloat nomerge noprofile noreturn nosanitize_coverage nonlazybind null_pointer_is_valid optforfuzzing optsize returns_twice safestack sanitize_alloc_token sanitize_hwaddress sanitize_memtag sanitize_memory speculative_load_hardening preallocated(i32) allockind("alloc,uninitialized,aligned") allocsize(0) memory(read) alignstack(16) uwtable(sync) vscale_range(1,4)
declare void @f1918(i32) #50

; Function Attrs: noduplicate optsize sspstrong preallocated(i32) allockind("alloc,uninitialized,aligned") allocsize(0) memory(read) alignstack(16) uwtable(sync) vscale_range(1,4)
declare void @f1813(i32) #51

; Function Attrs: convergent coro_only_destroy_when_complete nocf_check nosanitize_bounds nosanitize_coverage nonlazybind null_pointer_is_valid safestack sanitize_alloc_token sanitize_memtag sanitize_realtime sanitize_type speculative_load_hardening sspreq sspstrong willreturn preallocated(i32) allockind("alloc,uninitialized,aligned") allocsize(0) memory(read) alignstack(16) uwtable(sync) vscale_range(1,4)
declare void @f1794(i32) #52

; Function Attrs: cold convergent coro_only_destroy_when_complete hybrid_patchable nocallback nocf_check nocreateundeforpoison nodivergencesource noimplicitfloat nomerge noprofile noredzone nosanitize_coverage nosync optsize presplitcoroutine sanitize_address sanitize_memory sanitize_realtime_blocking sanitize_thread sanitize_type speculative_load_hardening sspstrong preallocated(i32) allockind("alloc,uninitialized,aligned") allocsize(0) memory(read) alignstack(16) uwtable(sync) vscale_range(1,4)
declare void @f1728(i32) #53

; Function Attrs: coro_only_destroy_when_complete coro_elide_safe fn_ret_thunk_extern mustprogress nobuiltin nocf_check nofree nomerge norecurse noreturn nosanitize_bounds nosync nonlazybind returns_twice sanitize_memory sanitize_numerical_stability sanitize_thread sanitize_type shadowcallstack speculatable ssp sspreq sspstrong preallocated(i32) allockind("alloc,uninitialized,aligned") allocsize(0) memory(read) alignstack(16) uwtable(sync) vscale_range(1,4)
declare void @f1829(i32) #54

; Function Attrs: coro_only_destroy_when_complete coro_elide_safe hot nocreateundeforpoison nomerge noredzone nosync nounwind optsize sanitize_alloc_token sanitize_hwaddress sanitize_numerical_stability speculatable sspreq preallocated(i32) allockind("alloc,uninitialized,aligned") allocsize(0) memory(read) alignstack(16) uwtable(sync) vscale_range(1,4)
declare void @f1742(i32) #55

; Function Attrs: convergent disable_sanitizer_instrumentation hybrid_patchable mustprogress nofree noimplicitfloat norecurse noredzone nounwind null_pointer_is_valid sanitize_address sanitize_memtag sanitize_realtime sanitize_realtime_blocking sspstrong preallocated(i32) allockind("alloc,uninitialized,aligned") allocsize(0) memory(read) alignstack(16) uwtable(sync) vscale_range(1,4)
declare void @f1772(i32) #56

; Function Attrs: hot norecurse nosync sanitize_alloc_token sanitize_type speculative_load_hardening preallocated(i32) allockind("alloc,uninitialized,aligned") allocsize(0) memory(read) alignstack(16) uwtable(sync) vscale_range(1,4)
declare void @f1806(i32) #57

; Function Attrs: coro_only_destroy_when_complete disable_sanitizer_instrumentation nomerge nonlazybind presplitcoroutine returns_twice ssp preallocated(i32) allockind("alloc,uninitialized,aligned") allocsize(0) memory(read) alignstack(16) uwtable(sync) vscale_range(1,4)
declare void @f1850(i32) #58

; Function Attrs: coro_only_destroy_when_complete coro_elide_safe hybrid_patchable nocallback noduplicate nofree nosync safestack sanitize_alloc_token sanitize_realtime sanitize_thread preallocated(i32) allockind("alloc,uninitialized,aligned") allocsize(0) memory(read) alignstack(16) uwtable(sync) vscale_range(1,4)
declare void @f1875(i32) #59

; Function Attrs: noreturn nonlazybind preallocated(i32) allockind("alloc,uninitialized,aligned") allocsize(0) memory(read) alignstack(16) uwtable(sync) vscale_range(1,4)
declare void @f1811(i32) #60

declare range(i8 -1, -128) i32 @f1919(i32)

declare void @f1920(i32 range(i8 -1, -128))

declare range(i64 -9223372036854775808, 9223372036854775807) i32 @f1921(i32)

declare void @f1922(i32 range(i64 -9223372036854775808, 9223372036854775807))

declare range(i1 0, -1) i32 @f1923(i32)

declare void @f1924(i32 range(i1 0, -1))

declare range(i32 0, 0) i32 @f1925(i32)

declare void @f1926(i32 range(i32 0, 0))

declare noext i32 @f1927(i32)

declare void @f1928(i32 noext)

declare inreg zeroext i32 @f1929(i32)

declare void @f1930(i32 inreg zeroext)

declare signext "x" "y"="z" i32 @f1931(i32)

declare void @f1932(i32 signext "x" "y"="z")

declare void @types(ptr byval(%T) align 4, ptr noalias sret(%U) align 8, ptr byref([4 x i8]), ptr elementtype(i32), ptr inalloca({ i1, %T }))

declare void @bytes(ptr noundef nonnull align 16 dereferenceable(16), ptr align 32 dereferenceable_or_null(8), ptr alignstack(8))

declare void @ranges(i8 range(i8 -3, 5), <4 x i32> range(i32 1, 0), i64 range(i64 -9223372036854775808, 4), ptr initializes((0, 4), (8, 12)), ptr initializes((-8, -4)))

declare noundef nonnull align 16 dereferenceable(16) ptr @result()

; Function Attrs: allockind("realloc,zeroed,aligned") allocsize(0,1) vscale_range(1,16)
declare ptr @allocator(i32, i32 allocalign, ptr allocptr) #61

; Function Attrs: uwtable
declare void @tables() #62

; Function Attrs: uwtable(sync) vscale_range(4,4)
declare void @more_tables() #63

; Function Attrs: nounwind
declare void @texts() #64

; Function Attrs: alignstack(8)
declare void @aligned() #65 align 16

; Function Attrs: nounwind memory(argmem: write)
declare void @several() #66

; Function Attrs: cold
declare void @twice(ptr noalias align 8 "x"="2") #67

; Function Attrs: convergent
define void @calls(ptr %p) #68 {
  call void @types(ptr byval(%T) %p, ptr noundef sret(%U) %p, ptr captures(none) %p, ptr elementtype(i32) %p, ptr inalloca({ i1, %T }) %p) #69
  call void @tables() #66
  call void @tables() #70
  call void @texts()
  %a = call noundef nonnull ptr @result() #69
  call void @tables() #69
  ret void
}

attributes #0 = { memory(argmem: readwrite, inaccessiblemem: read, errnomem: write, target_mem0: readwrite) }
attributes #1 = { memory(readwrite, target_mem0: read) }
attributes #2 = { memory(read, argmem: none, inaccessiblemem: none, target_mem0: write, target_mem1: none) }
attributes #3 = { memory(none) }
attributes #4 = { memory(argmem: readwrite, inaccessiblemem: read, target_mem1: readwrite) }
attributes #5 = { memory(read, argmem: readwrite, inaccessiblemem: write, errnomem: write, target_mem1: write) }
attributes #6 = { memory(argmem: readwrite) }
attributes #7 = { memory(inaccessiblemem: readwrite, errnomem: readwrite, target_mem0: readwrite) }
attributes #8 = { memory(inaccessiblemem: write, errnomem: readwrite, target_mem0: write, target_mem1: readwrite) }
attributes #9 = { memory(write) }
attributes #10 = { memory(target_mem0: write) }
attributes #11 = { memory(readwrite) }
attributes #12 = { memory(read, argmem: write, inaccessiblemem: readwrite) }
attributes #13 = { memory(readwrite, argmem: write) }
attributes #14 = { memory(target_mem0: readwrite) }
attributes #15 = { memory(errnomem: write) }
attributes #16 = { memory(readwrite, inaccessiblemem: read) }
attributes #17 = { memory(argmem: read, inaccessiblemem: read, target_mem0: write) }
attributes #18 = { memory(read, target_mem1: none) }
attributes #19 = { memory(target_mem0: read) }
attributes #20 = { memory(argmem: readwrite, target_mem0: read) }
attributes #21 = { memory(inaccessiblemem: write, target_mem1: read) }
attributes #22 = { memory(argmem: write, inaccessiblemem: readwrite, errnomem: readwrite, target_mem1: write) }
attributes #23 = { memory(argmem: readwrite, inaccessiblemem: read, target_mem0: read, target_mem1: readwrite) }
attributes #24 = { memory(read, argmem: none, errnomem: readwrite, target_mem0: write) }
attributes #25 = { memory(argmem: read, inaccessiblemem: write, target_mem0: read) }
attributes #26 = { memory(readwrite, argmem: write, errnomem: write, target_mem0: write, target_mem1: read) }
attributes #27 = { memory(argmem: write, errnomem: readwrite, target_mem0: read, target_mem1: readwrite) }
attributes #28 = { memory(argmem: readwrite, inaccessiblemem: readwrite, target_mem1: readwrite) }
attributes #29 = { memory(errnomem: readwrite) }
attributes #30 = { memory(target_mem1: read) }
attributes #31 = { memory(write, argmem: read, errnomem: read, target_mem0: read, target_mem1: read) }
attributes #32 = { memory(argmem: read, errnomem: write, target_mem0: read, target_mem1: write) }
attributes #33 = { memory(argmem: write, inaccessiblemem: write, errnomem: write) }
attributes #34 = { memory(target_mem1: readwrite) }
attributes #35 = { memory(read, inaccessiblemem: write, errnomem: none) }
attributes #36 = { memory(inaccessiblemem: write, errnomem: read, target_mem0: write) }
attributes #37 = { memory(readwrite, target_mem0: write, target_mem1: none) }
attributes #38 = { memory(readwrite, argmem: read, inaccessiblemem: read, errnomem: none, target_mem0: read, target_mem1: none) }
attributes #39 = { memory(argmem: read, inaccessiblemem: read, errnomem: readwrite, target_mem0: read) }
attributes #40 = { memory(argmem: readwrite, inaccessiblemem: read, target_mem0: readwrite, target_mem1: read) }
attributes #41 = { memory(read, inaccessiblemem: none) }
attributes #42 = { memory(argmem: read, inaccessiblemem: readwrite, errnomem: read, target_mem0: write) }
attributes #43 = { memory(errnomem: read, target_mem0: readwrite) }
attributes #44 = { memory(readwrite, argmem: read, inaccessiblemem: read, target_mem0: write, target_mem1: read) }
attributes #45 = { memory(read, argmem: write, inaccessiblemem: write, errnomem: none) }
attributes #46 = { memory(argmem: read, inaccessiblemem: write, errnomem: readwrite, target_mem0: read) }
attributes #47 = { memory(write, inaccessiblemem: read) }
attributes #48 = { memory(argmem: readwrite, inaccessiblemem: readwrite, errnomem: write) }
attributes #49 = { nocallback nocreateundeforpoison sanitize_hwaddress preallocated(i32) allockind("alloc,uninitialized,aligned") allocsize(0) memory(read) alignstack=16 uwtable(sync) vscale_range(1,4) "k6"="v0" "k8"="v1" "k9"="v2" }
attributes #50 = { cold convergent coro_only_destroy_when_complete fn_ret_thunk_extern hot hybrid_patchable mustprogress nobuiltin nocallback noduplicate noimplicitfloat nomerge noprofile noreturn nosanitize_coverage nonlazybind null_pointer_is_valid optforfuzzing optsize returns_twice safestack sanitize_alloc_token sanitize_hwaddress sanitize_memtag sanitize_memory speculative_load_hardening preallocated(i32) allockind("alloc,uninitialized,aligned") allocsize(0) memory(read) alignstack=16 uwtable(sync) vscale_range(1,4) "k2"="v1" "k8"="v2" }
attributes #51 = { noduplicate optsize sspstrong preallocated(i32) allockind("alloc,uninitialized,aligned") allocsize(0) memory(read) alignstack=16 uwtable(sync) vscale_range(1,4) "k0"="v2" "k2"="v1" "k4"="v0" }
attributes #52 = { convergent coro_only_destroy_when_complete nocf_check nosanitize_bounds nosanitize_coverage nonlazybind null_pointer_is_valid safestack sanitize_alloc_token sanitize_memtag sanitize_realtime sanitize_type speculative_load_hardening sspreq sspstrong willreturn preallocated(i32) allockind("alloc,uninitialized,aligned") allocsize(0) memory(read) alignstack=16 uwtable(sync) vscale_range(1,4) "k1"="v2" "k5"="v0" "k7"="v1" }
attributes #53 = { cold convergent coro_only_destroy_when_complete hybrid_patchable nocallback nocf_check nocreateundeforpoison nodivergencesource noimplicitfloat nomerge noprofile noredzone nosanitize_coverage nosync optsize presplitcoroutine sanitize_address sanitize_memory sanitize_realtime_blocking sanitize_thread sanitize_type speculative_load_hardening sspstrong preallocated(i32) allockind("alloc,uninitialized,aligned") allocsize(0) memory(read) alignstack=16 uwtable(sync) vscale_range(1,4) "k1"="v1" "k4"="v0" "k7"="v2" }
attributes #54 = { coro_only_destroy_when_complete coro_elide_safe fn_ret_thunk_extern mustprogress nobuiltin nocf_check nofree nomerge norecurse noreturn nosanitize_bounds nosync nonlazybind returns_twice sanitize_memory sanitize_numerical_stability sanitize_thread sanitize_type shadowcallstack speculatable ssp sspreq sspstrong preallocated(i32) allockind("alloc,uninitialized,aligned") allocsize(0) memory(read) alignstack=16 uwtable(sync) vscale_range(1,4) "k3"="v0" "k4"="v1" "k5"="v2" }
attributes #55 = { coro_only_destroy_when_complete coro_elide_safe hot nocreateundeforpoison nomerge noredzone nosync nounwind optsize sanitize_alloc_token sanitize_hwaddress sanitize_numerical_stability speculatable sspreq preallocated(i32) allockind("alloc,uninitialized,aligned") allocsize(0) memory(read) alignstack=16 uwtable(sync) vscale_range(1,4) "k2"="v2" "k8"="v0" }
attributes #56 = { convergent disable_sanitizer_instrumentation hybrid_patchable mustprogress nofree noimplicitfloat norecurse noredzone nounwind null_pointer_is_valid sanitize_address sanitize_memtag sanitize_realtime sanitize_realtime_blocking sspstrong preallocated(i32) allockind("alloc,uninitialized,aligned") allocsize(0) memory(read) alignstack=16 uwtable(sync) vscale_range(1,4) "k1"="v2" "k5"="v0" "k6"="v1" }
attributes #57 = { hot norecurse nosync sanitize_alloc_token sanitize_type speculative_load_hardening preallocated(i32) allockind("alloc,uninitialized,aligned") allocsize(0) memory(read) alignstack=16 uwtable(sync) vscale_range(1,4) "k3"="v2" "k8"="v0" }
attributes #58 = { coro_only_destroy_when_complete disable_sanitizer_instrumentation nomerge nonlazybind presplitcoroutine returns_twice ssp preallocated(i32) allockind("alloc,uninitialized,aligned") allocsize(0) memory(read) alignstack=16 uwtable(sync) vscale_range(1,4) "k2"="v1" "k3"="v0" "k5"="v2" }
attributes #59 = { coro_only_destroy_when_complete coro_elide_safe hybrid_patchable nocallback noduplicate nofree nosync safestack sanitize_alloc_token sanitize_realtime sanitize_thread preallocated(i32) allockind("alloc,uninitialized,aligned") allocsize(0) memory(read) alignstack=16 uwtable(sync) vscale_range(1,4) "k0"="v1" "k6"="v2" }
attributes #60 = { noreturn nonlazybind preallocated(i32) allockind("alloc,uninitialized,aligned") allocsize(0) memory(read) alignstack=16 uwtable(sync) vscale_range(1,4) "k0"="v2" "k7"="v1" "k9"="v0" }
attributes #61 = { allockind("realloc,zeroed,aligned") allocsize(0,1) vscale_range(1,16) "alloc-family"="x" }
attributes #62 = { uwtable }
attributes #63 = { uwtable(sync) vscale_range(4,4) }
attributes #64 = { nounwind "a"="2" "a b"="c\22" "b" }
attributes #65 = { alignstack=8 }
attributes #66 = { nounwind memory(argmem: write) "a"="2" }
attributes #67 = { cold }
attributes #68 = { convergent "hlsl.numthreads"="8,8,1" "hlsl.shader"="compute" }
attributes #69 = { nounwind memory(none) }
attributes #70 = { nounwind memory(argmem: write) "a"="2" "c" }
