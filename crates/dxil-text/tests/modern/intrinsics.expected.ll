source_filename = "x"

define void @f() {
  %v1 = call i32 @llvm.abs.i32(i32 1, i1 true)
  %v2 = call <4 x i32> @llvm.abs.v4i32(<4 x i32> poison, i1 true)
  %v3 = call float @llvm.acos.f32(float poison)
  %v4 = call <4 x float> @llvm.acos.v4f32(<4 x float> poison)
  %v5 = call i32 @llvm.annotation.i32.p0(i32 1, ptr poison, ptr poison, i32 1)
  %v6 = call <4 x i32> @llvm.annotation.v4i32.p0(<4 x i32> poison, ptr poison, ptr poison, i32 1)
  %v7 = call float @llvm.asin.f32(float poison)
  %v8 = call <4 x float> @llvm.asin.v4f32(<4 x float> poison)
  call void @llvm.assume(i1 true)
  call void @llvm.assume(i1 true)
  %v11 = call float @llvm.atan.f32(float poison)
  %v12 = call <4 x float> @llvm.atan.v4f32(<4 x float> poison)
  %v13 = call float @llvm.atan2.f32(float poison, float poison)
  %v14 = call <4 x float> @llvm.atan2.v4f32(<4 x float> poison, <4 x float> poison)
  %v15 = call i32 @llvm.bitreverse.i32(i32 1)
  %v16 = call <4 x i32> @llvm.bitreverse.v4i32(<4 x i32> poison)
  %v17 = call i32 @llvm.bswap.i32(i32 1)
  %v18 = call <4 x i32> @llvm.bswap.v4i32(<4 x i32> poison)
  %v19 = call float @llvm.canonicalize.f32(float poison)
  %v20 = call <4 x float> @llvm.canonicalize.v4f32(<4 x float> poison)
  %v21 = call float @llvm.ceil.f32(float poison)
  %v22 = call <4 x float> @llvm.ceil.v4f32(<4 x float> poison)
  call void @llvm.clear_cache(ptr poison, ptr poison)
  call void @llvm.clear_cache(ptr poison, ptr poison)
  %v25 = call i32 @llvm.clmul.i32(i32 1, i32 1)
  %v26 = call <4 x i32> @llvm.clmul.v4i32(<4 x i32> poison, <4 x i32> poison)
  %v27 = call float @llvm.convert.from.fp16.f32(i16 1)
  %v28 = call <4 x float> @llvm.convert.from.fp16.v4f32(i16 1)
  %v29 = call i16 @llvm.convert.to.fp16.f32(float poison)
  %v30 = call i16 @llvm.convert.to.fp16.v4f32(<4 x float> poison)
  %v31 = call float @llvm.copysign.f32(float poison, float poison)
  %v32 = call <4 x float> @llvm.copysign.v4f32(<4 x float> poison, <4 x float> poison)
  %v33 = call float @llvm.cos.f32(float poison)
  %v34 = call <4 x float> @llvm.cos.v4f32(<4 x float> poison)
  %v35 = call float @llvm.cosh.f32(float poison)
  %v36 = call <4 x float> @llvm.cosh.v4f32(<4 x float> poison)
  %v37 = call i32 @llvm.ctlz.i32(i32 1, i1 true)
  %v38 = call <4 x i32> @llvm.ctlz.v4i32(<4 x i32> poison, i1 true)
  %v39 = call i32 @llvm.ctpop.i32(i32 1)
  %v40 = call <4 x i32> @llvm.ctpop.v4i32(<4 x i32> poison)
  %v41 = call i32 @llvm.cttz.i32(i32 1, i1 true)
  %v42 = call <4 x i32> @llvm.cttz.v4i32(<4 x i32> poison, i1 true)
  call void @llvm.debugtrap()
  call void @llvm.debugtrap()
  call void @llvm.donothing()
  call void @llvm.donothing()
  %v47 = call i1 @llvm.dx.all.f32(float poison)
  %v48 = call i1 @llvm.dx.all.v4f32(<4 x float> poison)
  %v49 = call i1 @llvm.dx.any.f32(float poison)
  %v50 = call i1 @llvm.dx.any.v4f32(<4 x float> poison)
  %v51 = call double @llvm.dx.asdouble.i32(i32 1, i32 1)
  %v52 = call <4 x double> @llvm.dx.asdouble.v4i32(<4 x i32> poison, <4 x i32> poison)
  %v53 = call float @llvm.dx.cross.f32(float poison, float poison)
  %v54 = call <4 x float> @llvm.dx.cross.v4f32(<4 x float> poison, <4 x float> poison)
  %v55 = call float @llvm.dx.ddx.coarse.f32(float poison)
  %v56 = call <4 x float> @llvm.dx.ddx.coarse.v4f32(<4 x float> poison)
  %v57 = call float @llvm.dx.ddx.fine.f32(float poison)
  %v58 = call <4 x float> @llvm.dx.ddx.fine.v4f32(<4 x float> poison)
  %v59 = call float @llvm.dx.ddy.coarse.f32(float poison)
  %v60 = call <4 x float> @llvm.dx.ddy.coarse.v4f32(<4 x float> poison)
  %v61 = call float @llvm.dx.ddy.fine.f32(float poison)
  %v62 = call <4 x float> @llvm.dx.ddy.fine.v4f32(<4 x float> poison)
  %v63 = call float @llvm.dx.degrees.f32(float poison)
  %v64 = call <4 x float> @llvm.dx.degrees.v4f32(<4 x float> poison)
  call void @llvm.dx.discard(i1 true)
  call void @llvm.dx.discard(i1 true)
  %v67 = call float @llvm.dx.dot2.f32(float poison, float poison, float poison, float poison)
  %v68 = call <4 x float> @llvm.dx.dot2.v4f32(<4 x float> poison, <4 x float> poison, <4 x float> poison, <4 x float> poison)
  %v69 = call float @llvm.dx.dot2add(float poison, half poison, half poison, half poison, half poison)
  %v70 = call float @llvm.dx.dot2add(float poison, half poison, half poison, half poison, half poison)
  %v71 = call float @llvm.dx.dot3.f32(float poison, float poison, float poison, float poison, float poison, float poison)
  %v72 = call <4 x float> @llvm.dx.dot3.v4f32(<4 x float> poison, <4 x float> poison, <4 x float> poison, <4 x float> poison, <4 x float> poison, <4 x float> poison)
  %v73 = call float @llvm.dx.dot4.f32(float poison, float poison, float poison, float poison, float poison, float poison, float poison, float poison)
  %v74 = call <4 x float> @llvm.dx.dot4.v4f32(<4 x float> poison, <4 x float> poison, <4 x float> poison, <4 x float> poison, <4 x float> poison, <4 x float> poison, <4 x float> poison, <4 x float> poison)
  %v75 = call i32 @llvm.dx.dot4add.i8packed(i32 1, i32 1, i32 1)
  %v76 = call i32 @llvm.dx.dot4add.i8packed(i32 1, i32 1, i32 1)
  %v77 = call i32 @llvm.dx.dot4add.u8packed(i32 1, i32 1, i32 1)
  %v78 = call i32 @llvm.dx.dot4add.u8packed(i32 1, i32 1, i32 1)
  %v79 = call float @llvm.dx.fdot.v4f32(<4 x float> poison, <4 x float> poison)
  %v80 = call i32 @llvm.dx.firstbitlow.i32(i32 1)
  %v81 = call <4 x i32> @llvm.dx.firstbitlow.v4i32(<4 x i32> poison)
  %v82 = call i32 @llvm.dx.firstbitshigh.i32(i32 1)
  %v83 = call <4 x i32> @llvm.dx.firstbitshigh.v4i32(<4 x i32> poison)
  %v84 = call i32 @llvm.dx.firstbituhigh.i32(i32 1)
  %v85 = call <4 x i32> @llvm.dx.firstbituhigh.v4i32(<4 x i32> poison)
  %v86 = call i32 @llvm.dx.flattened.thread.id.in.group()
  %v87 = call i32 @llvm.dx.flattened.thread.id.in.group()
  %v88 = call float @llvm.dx.frac.f32(float poison)
  %v89 = call <4 x float> @llvm.dx.frac.v4f32(<4 x float> poison)
  %v90 = call i32 @llvm.dx.group.id(i32 1)
  %v91 = call i32 @llvm.dx.group.id(i32 1)
  call void @llvm.dx.group.memory.barrier.with.group.sync()
  call void @llvm.dx.group.memory.barrier.with.group.sync()
  %v94 = call i32 @llvm.dx.imad.i32(i32 1, i32 1, i32 1)
  %v95 = call <4 x i32> @llvm.dx.imad.v4i32(<4 x i32> poison, <4 x i32> poison, <4 x i32> poison)
  %v96 = call i1 @llvm.dx.isinf.f32(float poison)
  %v97 = call <4 x i1> @llvm.dx.isinf.v4f32(<4 x float> poison)
  %v98 = call i1 @llvm.dx.isnan.f32(float poison)
  %v99 = call <4 x i1> @llvm.dx.isnan.v4f32(<4 x float> poison)
  %v100 = call float @llvm.dx.legacyf16tof32.i32(i32 1)
  %v101 = call <4 x float> @llvm.dx.legacyf16tof32.v4i32(<4 x i32> poison)
  %v102 = call float @llvm.dx.lerp.f32(float poison, float poison, float poison)
  %v103 = call <4 x float> @llvm.dx.lerp.v4f32(<4 x float> poison, <4 x float> poison, <4 x float> poison)
  %v104 = call float @llvm.dx.load.input.f32(i32 1, i32 1, i32 1, i8 1, i32 1)
  %v105 = call <4 x float> @llvm.dx.load.input.v4f32(i32 1, i32 1, i32 1, i8 1, i32 1)
  %v106 = call float @llvm.dx.nclamp.f32(float poison, float poison, float poison)
  %v107 = call <4 x float> @llvm.dx.nclamp.v4f32(<4 x float> poison, <4 x float> poison, <4 x float> poison)
  %v108 = call float @llvm.dx.normalize.f32(float poison)
  %v109 = call <4 x float> @llvm.dx.normalize.v4f32(<4 x float> poison)
  %v110 = call float @llvm.dx.radians.f32(float poison)
  %v111 = call <4 x float> @llvm.dx.radians.v4f32(<4 x float> poison)
  %v112 = call float @llvm.dx.resource.casthandle.f32.f32(float poison)
  %v113 = call <4 x float> @llvm.dx.resource.casthandle.v4f32.v4f32(<4 x float> poison)
  %v114 = call i32 @llvm.dx.resource.getdimensions.x.f32(float poison)
  %v115 = call i32 @llvm.dx.resource.getdimensions.x.v4f32(<4 x float> poison)
  %v116 = call ptr @llvm.dx.resource.getpointer.p0.f32(float poison, i32 1)
  %v117 = call ptr @llvm.dx.resource.getpointer.p0.v4f32(<4 x float> poison, i32 1)
  %v118 = call float @llvm.dx.resource.handlefrombinding.f32(i32 1, i32 1, i32 1, i32 1, ptr poison)
  %v119 = call <4 x float> @llvm.dx.resource.handlefrombinding.v4f32(i32 1, i32 1, i32 1, i32 1, ptr poison)
  %v120 = call float @llvm.dx.resource.handlefromimplicitbinding.f32(i32 1, i32 1, i32 1, i32 1, ptr poison)
  %v121 = call <4 x float> @llvm.dx.resource.handlefromimplicitbinding.v4f32(i32 1, i32 1, i32 1, i32 1, ptr poison)
  %v122 = call { float, float } @llvm.dx.resource.load.cbufferrow.2.f32.f32.f32(float poison, i32 1)
  %v123 = call { <4 x float>, <4 x float> } @llvm.dx.resource.load.cbufferrow.2.v4f32.v4f32.v4f32(<4 x float> poison, i32 1)
  %v124 = call { float, float, float, float } @llvm.dx.resource.load.cbufferrow.4.f32.f32.f32.f32.f32(float poison, i32 1)
  %v125 = call { <4 x float>, <4 x float>, <4 x float>, <4 x float> } @llvm.dx.resource.load.cbufferrow.4.v4f32.v4f32.v4f32.v4f32.v4f32(<4 x float> poison, i32 1)
  %v126 = call { float, float, float, float, float, float, float, float } @llvm.dx.resource.load.cbufferrow.8.f32.f32.f32.f32.f32.f32.f32.f32.f32(float poison, i32 1)
  %v127 = call { <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float> } @llvm.dx.resource.load.cbufferrow.8.v4f32.v4f32.v4f32.v4f32.v4f32.v4f32.v4f32.v4f32.v4f32(<4 x float> poison, i32 1)
  %v128 = call { float, i1 } @llvm.dx.resource.load.rawbuffer.f32.f32(float poison, i32 1, i32 1)
  %v129 = call { <4 x float>, i1 } @llvm.dx.resource.load.rawbuffer.v4f32.v4f32(<4 x float> poison, i32 1, i32 1)
  %v130 = call { float, i1 } @llvm.dx.resource.load.typedbuffer.f32.f32(float poison, i32 1)
  %v131 = call { <4 x float>, i1 } @llvm.dx.resource.load.typedbuffer.v4f32.v4f32(<4 x float> poison, i32 1)
  %v132 = call i32 @llvm.dx.resource.nonuniformindex(i32 1)
  %v133 = call i32 @llvm.dx.resource.nonuniformindex(i32 1)
  call void @llvm.dx.resource.store.rawbuffer.f32.f32(float poison, i32 1, i32 1, float poison)
  call void @llvm.dx.resource.store.rawbuffer.v4f32.v4f32(<4 x float> poison, i32 1, i32 1, <4 x float> poison)
  call void @llvm.dx.resource.store.typedbuffer.f32.f32(float poison, i32 1, float poison)
  call void @llvm.dx.resource.store.typedbuffer.v4f32.v4f32(<4 x float> poison, i32 1, <4 x float> poison)
  %v138 = call i32 @llvm.dx.resource.updatecounter.f32(float poison, i8 1)
  %v139 = call i32 @llvm.dx.resource.updatecounter.v4f32(<4 x float> poison, i8 1)
  %v140 = call float @llvm.dx.rsqrt.f32(float poison)
  %v141 = call <4 x float> @llvm.dx.rsqrt.v4f32(<4 x float> poison)
  %v142 = call float @llvm.dx.saturate.f32(float poison)
  %v143 = call <4 x float> @llvm.dx.saturate.v4f32(<4 x float> poison)
  %v144 = call i32 @llvm.dx.sclamp.i32(i32 1, i32 1, i32 1)
  %v145 = call <4 x i32> @llvm.dx.sclamp.v4i32(<4 x i32> poison, <4 x i32> poison, <4 x i32> poison)
  %v146 = call i32 @llvm.dx.sdot.v4i32(<4 x i32> poison, <4 x i32> poison)
  %v147 = call i32 @llvm.dx.sign.f32(float poison)
  %v148 = call <4 x i32> @llvm.dx.sign.v4f32(<4 x float> poison)
  %v149 = call { i32, i32 } @llvm.dx.splitdouble.i32(double poison)
  %v150 = call { <4 x i32>, <4 x i32> } @llvm.dx.splitdouble.v4i32(<4 x double> poison)
  %v151 = call float @llvm.dx.step.f32(float poison, float poison)
  %v152 = call <4 x float> @llvm.dx.step.v4f32(<4 x float> poison, <4 x float> poison)
  call void @llvm.dx.store.output.f32(i32 1, i32 1, i32 1, i8 1, i32 1, float poison)
  call void @llvm.dx.store.output.v4f32(i32 1, i32 1, i32 1, i8 1, i32 1, <4 x float> poison)
  %v155 = call i32 @llvm.dx.thread.id(i32 1)
  %v156 = call i32 @llvm.dx.thread.id(i32 1)
  %v157 = call i32 @llvm.dx.thread.id.in.group(i32 1)
  %v158 = call i32 @llvm.dx.thread.id.in.group(i32 1)
  %v159 = call i32 @llvm.dx.uclamp.i32(i32 1, i32 1, i32 1)
  %v160 = call <4 x i32> @llvm.dx.uclamp.v4i32(<4 x i32> poison, <4 x i32> poison, <4 x i32> poison)
  %v161 = call i32 @llvm.dx.udot.v4i32(<4 x i32> poison, <4 x i32> poison)
  %v162 = call i32 @llvm.dx.umad.i32(i32 1, i32 1, i32 1)
  %v163 = call <4 x i32> @llvm.dx.umad.v4i32(<4 x i32> poison, <4 x i32> poison, <4 x i32> poison)
  %v164 = call i32 @llvm.dx.wave.active.countbits(i1 true)
  %v165 = call i32 @llvm.dx.wave.active.countbits(i1 true)
  %v166 = call i1 @llvm.dx.wave.all(i1 true)
  %v167 = call i1 @llvm.dx.wave.all(i1 true)
  %v168 = call i1 @llvm.dx.wave.any(i1 true)
  %v169 = call i1 @llvm.dx.wave.any(i1 true)
  %v170 = call <4 x i32> @llvm.dx.wave.ballot(i1 true)
  %v171 = call <4 x i32> @llvm.dx.wave.ballot(i1 true)
  %v172 = call i32 @llvm.dx.wave.get.lane.count()
  %v173 = call i32 @llvm.dx.wave.get.lane.count()
  %v174 = call i32 @llvm.dx.wave.getlaneindex()
  %v175 = call i32 @llvm.dx.wave.getlaneindex()
  %v176 = call i1 @llvm.dx.wave.is.first.lane()
  %v177 = call i1 @llvm.dx.wave.is.first.lane()
  %v178 = call float @llvm.dx.wave.readlane.f32(float poison, i32 1)
  %v179 = call <4 x float> @llvm.dx.wave.readlane.v4f32(<4 x float> poison, i32 1)
  %v180 = call float @llvm.dx.wave.reduce.max.f32(float poison)
  %v181 = call <4 x float> @llvm.dx.wave.reduce.max.v4f32(<4 x float> poison)
  %v182 = call float @llvm.dx.wave.reduce.min.f32(float poison)
  %v183 = call <4 x float> @llvm.dx.wave.reduce.min.v4f32(<4 x float> poison)
  %v184 = call float @llvm.dx.wave.reduce.sum.f32(float poison)
  %v185 = call <4 x float> @llvm.dx.wave.reduce.sum.v4f32(<4 x float> poison)
  %v186 = call i32 @llvm.dx.wave.reduce.umax.i32(i32 1)
  %v187 = call <4 x i32> @llvm.dx.wave.reduce.umax.v4i32(<4 x i32> poison)
  %v188 = call i32 @llvm.dx.wave.reduce.umin.i32(i32 1)
  %v189 = call <4 x i32> @llvm.dx.wave.reduce.umin.v4i32(<4 x i32> poison)
  %v190 = call i32 @llvm.dx.wave.reduce.usum.i32(i32 1)
  %v191 = call <4 x i32> @llvm.dx.wave.reduce.usum.v4i32(<4 x i32> poison)
  %v192 = call float @llvm.exp.f32(float poison)
  %v193 = call <4 x float> @llvm.exp.v4f32(<4 x float> poison)
  %v194 = call float @llvm.exp10.f32(float poison)
  %v195 = call <4 x float> @llvm.exp10.v4f32(<4 x float> poison)
  %v196 = call float @llvm.exp2.f32(float poison)
  %v197 = call <4 x float> @llvm.exp2.v4f32(<4 x float> poison)
  %v198 = call i32 @llvm.expect.i32(i32 1, i32 1)
  %v199 = call <4 x i32> @llvm.expect.v4i32(<4 x i32> poison, <4 x i32> poison)
  %v200 = call i32 @llvm.expect.with.probability.i32(i32 1, i32 1, double poison)
  %v201 = call <4 x i32> @llvm.expect.with.probability.v4i32(<4 x i32> poison, <4 x i32> poison, double poison)
  %v202 = call float @llvm.fabs.f32(float poison)
  %v203 = call <4 x float> @llvm.fabs.v4f32(<4 x float> poison)
  %v204 = call float @llvm.floor.f32(float poison)
  %v205 = call <4 x float> @llvm.floor.v4f32(<4 x float> poison)
  %v206 = call float @llvm.fma.f32(float poison, float poison, float poison)
  %v207 = call <4 x float> @llvm.fma.v4f32(<4 x float> poison, <4 x float> poison, <4 x float> poison)
  %v208 = call float @llvm.fmuladd.f32(float poison, float poison, float poison)
  %v209 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> poison, <4 x float> poison, <4 x float> poison)
  %v210 = call i32 @llvm.fptosi.sat.i32.f32(float poison)
  %v211 = call <4 x i32> @llvm.fptosi.sat.v4i32.v4f32(<4 x float> poison)
  %v212 = call i32 @llvm.fptoui.sat.i32.f32(float poison)
  %v213 = call <4 x i32> @llvm.fptoui.sat.v4i32.v4f32(<4 x float> poison)
  %v214 = call { float, i32 } @llvm.frexp.f32.i32(float poison)
  %v215 = call { <4 x float>, <4 x i32> } @llvm.frexp.v4f32.v4i32(<4 x float> poison)
  %v216 = call i32 @llvm.fshl.i32(i32 1, i32 1, i32 1)
  %v217 = call <4 x i32> @llvm.fshl.v4i32(<4 x i32> poison, <4 x i32> poison, <4 x i32> poison)
  %v218 = call i32 @llvm.fshr.i32(i32 1, i32 1, i32 1)
  %v219 = call <4 x i32> @llvm.fshr.v4i32(<4 x i32> poison, <4 x i32> poison, <4 x i32> poison)
  %v220 = call <4 x i32> @llvm.get.active.lane.mask.v4i32.i32(i32 1, i32 1)
  %v221 = call <4 x i32> @llvm.get.active.lane.mask.v4i32.v4i32(<4 x i32> poison, <4 x i32> poison)
  %v222 = call i32 @llvm.get.fpenv.i32()
  %v223 = call <4 x i32> @llvm.get.fpenv.v4i32()
  %v224 = call i32 @llvm.get.fpmode.i32()
  %v225 = call <4 x i32> @llvm.get.fpmode.v4i32()
  %v226 = call i32 @llvm.get.rounding()
  %v227 = call i32 @llvm.get.rounding()
  call void @llvm.init.trampoline(ptr poison, ptr poison, ptr poison)
  call void @llvm.init.trampoline(ptr poison, ptr poison, ptr poison)
  call void @llvm.invariant.end.p0(ptr poison, i64 1, ptr poison)
  call void @llvm.invariant.end.p0(ptr poison, i64 1, ptr poison)
  %v232 = call ptr @llvm.invariant.start.p0(i64 1, ptr poison)
  %v233 = call ptr @llvm.invariant.start.p0(i64 1, ptr poison)
  %v234 = call i1 @llvm.is.constant.f32(float poison)
  %v235 = call i1 @llvm.is.constant.v4f32(<4 x float> poison)
  %v236 = call i1 @llvm.is.fpclass.f32(float poison, i32 1)
  %v237 = call <4 x i1> @llvm.is.fpclass.v4f32(<4 x float> poison, i32 1)
  %v238 = call ptr @llvm.launder.invariant.group.p0(ptr poison)
  %v239 = call ptr @llvm.launder.invariant.group.p0(ptr poison)
  %v240 = call float @llvm.ldexp.f32.i32(float poison, i32 1)
  %v241 = call <4 x float> @llvm.ldexp.v4f32.v4i32(<4 x float> poison, <4 x i32> poison)
  call void @llvm.lifetime.end.p0(ptr poison)
  call void @llvm.lifetime.end.p0(ptr poison)
  call void @llvm.lifetime.start.p0(ptr poison)
  call void @llvm.lifetime.start.p0(ptr poison)
  %v246 = call i32 @llvm.llrint.i32.f32(float poison)
  %v247 = call <4 x i32> @llvm.llrint.v4i32.v4f32(<4 x float> poison)
  %v248 = call i32 @llvm.llround.i32.f32(float poison)
  %v249 = call <4 x i32> @llvm.llround.v4i32.v4f32(<4 x float> poison)
  %v250 = call float @llvm.log.f32(float poison)
  %v251 = call <4 x float> @llvm.log.v4f32(<4 x float> poison)
  %v252 = call float @llvm.log10.f32(float poison)
  %v253 = call <4 x float> @llvm.log10.v4f32(<4 x float> poison)
  %v254 = call float @llvm.log2.f32(float poison)
  %v255 = call <4 x float> @llvm.log2.v4f32(<4 x float> poison)
  %v256 = call i32 @llvm.lrint.i32.f32(float poison)
  %v257 = call <4 x i32> @llvm.lrint.v4i32.v4f32(<4 x float> poison)
  %v258 = call i32 @llvm.lround.i32.f32(float poison)
  %v259 = call <4 x i32> @llvm.lround.v4i32.v4f32(<4 x float> poison)
  call void @llvm.masked.compressstore.v4i32(<4 x i32> poison, ptr poison, <4 x i1> poison)
  call void @llvm.masked.compressstore.v4i32(<4 x i32> poison, ptr poison, <4 x i1> poison)
  %v262 = call <4 x i32> @llvm.masked.expandload.v4i32(ptr poison, <4 x i1> poison, <4 x i32> poison)
  %v263 = call <4 x i32> @llvm.masked.expandload.v4i32(ptr poison, <4 x i1> poison, <4 x i32> poison)
  %v264 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr poison, <4 x i1> poison, <4 x i32> poison)
  %v265 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr poison, <4 x i1> poison, <4 x i32> poison)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> poison, ptr poison, <4 x i1> poison)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> poison, ptr poison, <4 x i1> poison)
  %v268 = call float @llvm.maximum.f32(float poison, float poison)
  %v269 = call <4 x float> @llvm.maximum.v4f32(<4 x float> poison, <4 x float> poison)
  %v270 = call float @llvm.maximumnum.f32(float poison, float poison)
  %v271 = call <4 x float> @llvm.maximumnum.v4f32(<4 x float> poison, <4 x float> poison)
  %v272 = call float @llvm.maxnum.f32(float poison, float poison)
  %v273 = call <4 x float> @llvm.maxnum.v4f32(<4 x float> poison, <4 x float> poison)
  call void @llvm.memcpy.p0.p0.i32(ptr poison, ptr poison, i32 1, i1 true)
  call void @llvm.memcpy.p0.p0.v4i32(ptr poison, ptr poison, <4 x i32> poison, i1 true)
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr poison, ptr poison, i32 1, i32 1)
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.v4i32(ptr poison, ptr poison, <4 x i32> poison, i32 1)
  call void @llvm.memcpy.inline.p0.p0.i32(ptr poison, ptr poison, i32 1, i1 true)
  call void @llvm.memcpy.inline.p0.p0.v4i32(ptr poison, ptr poison, <4 x i32> poison, i1 true)
  call void @llvm.memmove.p0.p0.i32(ptr poison, ptr poison, i32 1, i1 true)
  call void @llvm.memmove.p0.p0.v4i32(ptr poison, ptr poison, <4 x i32> poison, i1 true)
  call void @llvm.memmove.element.unordered.atomic.p0.p0.i32(ptr poison, ptr poison, i32 1, i32 1)
  call void @llvm.memmove.element.unordered.atomic.p0.p0.v4i32(ptr poison, ptr poison, <4 x i32> poison, i32 1)
  call void @llvm.memset.p0.i32(ptr poison, i8 1, i32 1, i1 true)
  call void @llvm.memset.p0.v4i32(ptr poison, i8 1, <4 x i32> poison, i1 true)
  call void @llvm.memset.element.unordered.atomic.p0.i32(ptr poison, i8 1, i32 1, i32 1)
  call void @llvm.memset.element.unordered.atomic.p0.v4i32(ptr poison, i8 1, <4 x i32> poison, i32 1)
  call void @llvm.memset.inline.p0.i32(ptr poison, i8 1, i32 1, i1 true)
  call void @llvm.memset.inline.p0.v4i32(ptr poison, i8 1, <4 x i32> poison, i1 true)
  %v290 = call float @llvm.minimum.f32(float poison, float poison)
  %v291 = call <4 x float> @llvm.minimum.v4f32(<4 x float> poison, <4 x float> poison)
  %v292 = call float @llvm.minimumnum.f32(float poison, float poison)
  %v293 = call <4 x float> @llvm.minimumnum.v4f32(<4 x float> poison, <4 x float> poison)
  %v294 = call float @llvm.minnum.f32(float poison, float poison)
  %v295 = call <4 x float> @llvm.minnum.v4f32(<4 x float> poison, <4 x float> poison)
  %v296 = call { float, float } @llvm.modf.f32(float poison)
  %v297 = call { <4 x float>, <4 x float> } @llvm.modf.v4f32(<4 x float> poison)
  %v298 = call float @llvm.nearbyint.f32(float poison)
  %v299 = call <4 x float> @llvm.nearbyint.v4f32(<4 x float> poison)
  %v300 = call i32 @llvm.objectsize.i32.p0(ptr poison, i1 true, i1 true, i1 true)
  %v301 = call <4 x i32> @llvm.objectsize.v4i32.p0(ptr poison, i1 true, i1 true, i1 true)
  %v302 = call float @llvm.pow.f32(float poison, float poison)
  %v303 = call <4 x float> @llvm.pow.v4f32(<4 x float> poison, <4 x float> poison)
  %v304 = call float @llvm.powi.f32.i32(float poison, i32 1)
  %v305 = call <4 x float> @llvm.powi.v4f32.v4i32(<4 x float> poison, <4 x i32> poison)
  call void @llvm.prefetch.p0(ptr poison, i32 1, i32 1, i32 1)
  call void @llvm.prefetch.p0(ptr poison, i32 1, i32 1, i32 1)
  %v308 = call ptr @llvm.protected.field.ptr.p0(ptr poison, i64 1, i1 true)
  %v309 = call ptr @llvm.protected.field.ptr.p0(ptr poison, i64 1, i1 true)
  call void @llvm.pseudoprobe(i64 1, i64 1, i32 1, i64 1)
  call void @llvm.pseudoprobe(i64 1, i64 1, i32 1, i64 1)
  %v312 = call float @llvm.ptrmask.f32.i32(float poison, i32 1)
  %v313 = call <4 x float> @llvm.ptrmask.v4f32.v4i32(<4 x float> poison, <4 x i32> poison)
  %v314 = call i64 @llvm.readcyclecounter()
  %v315 = call i64 @llvm.readcyclecounter()
  %v316 = call i64 @llvm.readsteadycounter()
  %v317 = call i64 @llvm.readsteadycounter()
  call void @llvm.reset.fpenv()
  call void @llvm.reset.fpenv()
  call void @llvm.reset.fpmode()
  call void @llvm.reset.fpmode()
  %v322 = call float @llvm.rint.f32(float poison)
  %v323 = call <4 x float> @llvm.rint.v4f32(<4 x float> poison)
  %v324 = call float @llvm.round.f32(float poison)
  %v325 = call <4 x float> @llvm.round.v4f32(<4 x float> poison)
  %v326 = call float @llvm.roundeven.f32(float poison)
  %v327 = call <4 x float> @llvm.roundeven.v4f32(<4 x float> poison)
  %v328 = call i32 @llvm.sadd.sat.i32(i32 1, i32 1)
  %v329 = call <4 x i32> @llvm.sadd.sat.v4i32(<4 x i32> poison, <4 x i32> poison)
  %v330 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 1, i32 1)
  %v331 = call { <4 x i32>, <4 x i1> } @llvm.sadd.with.overflow.v4i32(<4 x i32> poison, <4 x i32> poison)
  %v332 = call i32 @llvm.scmp.i32.i32(i32 1, i32 1)
  %v333 = call <4 x i32> @llvm.scmp.v4i32.v4i32(<4 x i32> poison, <4 x i32> poison)
  %v334 = call i32 @llvm.sdiv.fix.i32(i32 1, i32 1, i32 1)
  %v335 = call <4 x i32> @llvm.sdiv.fix.v4i32(<4 x i32> poison, <4 x i32> poison, i32 1)
  %v336 = call i32 @llvm.sdiv.fix.sat.i32(i32 1, i32 1, i32 1)
  %v337 = call <4 x i32> @llvm.sdiv.fix.sat.v4i32(<4 x i32> poison, <4 x i32> poison, i32 1)
  call void @llvm.set.fpenv.i32(i32 1)
  call void @llvm.set.fpenv.v4i32(<4 x i32> poison)
  call void @llvm.set.fpmode.i32(i32 1)
  call void @llvm.set.fpmode.v4i32(<4 x i32> poison)
  call void @llvm.set.rounding(i32 1)
  call void @llvm.set.rounding(i32 1)
  call void @llvm.sideeffect()
  call void @llvm.sideeffect()
  %v346 = call float @llvm.sin.f32(float poison)
  %v347 = call <4 x float> @llvm.sin.v4f32(<4 x float> poison)
  %v348 = call { float, float } @llvm.sincos.f32(float poison)
  %v349 = call { <4 x float>, <4 x float> } @llvm.sincos.v4f32(<4 x float> poison)
  %v350 = call { float, float } @llvm.sincospi.f32(float poison)
  %v351 = call { <4 x float>, <4 x float> } @llvm.sincospi.v4f32(<4 x float> poison)
  %v352 = call float @llvm.sinh.f32(float poison)
  %v353 = call <4 x float> @llvm.sinh.v4f32(<4 x float> poison)
  %v354 = call i32 @llvm.smax.i32(i32 1, i32 1)
  %v355 = call <4 x i32> @llvm.smax.v4i32(<4 x i32> poison, <4 x i32> poison)
  %v356 = call i32 @llvm.smin.i32(i32 1, i32 1)
  %v357 = call <4 x i32> @llvm.smin.v4i32(<4 x i32> poison, <4 x i32> poison)
  %v358 = call i32 @llvm.smul.fix.i32(i32 1, i32 1, i32 1)
  %v359 = call <4 x i32> @llvm.smul.fix.v4i32(<4 x i32> poison, <4 x i32> poison, i32 1)
  %v360 = call i32 @llvm.smul.fix.sat.i32(i32 1, i32 1, i32 1)
  %v361 = call <4 x i32> @llvm.smul.fix.sat.v4i32(<4 x i32> poison, <4 x i32> poison, i32 1)
  %v362 = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 1, i32 1)
  %v363 = call { <4 x i32>, <4 x i1> } @llvm.smul.with.overflow.v4i32(<4 x i32> poison, <4 x i32> poison)
  %v364 = call float @llvm.sqrt.f32(float poison)
  %v365 = call <4 x float> @llvm.sqrt.v4f32(<4 x float> poison)
  %v366 = call float @llvm.ssa.copy.f32(float poison)
  %v367 = call <4 x float> @llvm.ssa.copy.v4f32(<4 x float> poison)
  %v368 = call i32 @llvm.sshl.sat.i32(i32 1, i32 1)
  %v369 = call <4 x i32> @llvm.sshl.sat.v4i32(<4 x i32> poison, <4 x i32> poison)
  %v370 = call i32 @llvm.ssub.sat.i32(i32 1, i32 1)
  %v371 = call <4 x i32> @llvm.ssub.sat.v4i32(<4 x i32> poison, <4 x i32> poison)
  %v372 = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 1, i32 1)
  %v373 = call { <4 x i32>, <4 x i1> } @llvm.ssub.with.overflow.v4i32(<4 x i32> poison, <4 x i32> poison)
  %v374 = call ptr @llvm.stackaddress.p0()
  %v375 = call ptr @llvm.stackaddress.p0()
  call void @llvm.stackrestore.p0(ptr poison)
  call void @llvm.stackrestore.p0(ptr poison)
  %v378 = call ptr @llvm.stacksave.p0()
  %v379 = call ptr @llvm.stacksave.p0()
  %v380 = call <4 x i32> @llvm.stepvector.v4i32()
  %v381 = call <4 x i32> @llvm.stepvector.v4i32()
  %v382 = call ptr @llvm.strip.invariant.group.p0(ptr poison)
  %v383 = call ptr @llvm.strip.invariant.group.p0(ptr poison)
  %v384 = call float @llvm.tan.f32(float poison)
  %v385 = call <4 x float> @llvm.tan.v4f32(<4 x float> poison)
  %v386 = call float @llvm.tanh.f32(float poison)
  %v387 = call <4 x float> @llvm.tanh.v4f32(<4 x float> poison)
  call void @llvm.trap()
  call void @llvm.trap()
  %v390 = call float @llvm.trunc.f32(float poison)
  %v391 = call <4 x float> @llvm.trunc.v4f32(<4 x float> poison)
  %v392 = call i32 @llvm.uadd.sat.i32(i32 1, i32 1)
  %v393 = call <4 x i32> @llvm.uadd.sat.v4i32(<4 x i32> poison, <4 x i32> poison)
  %v394 = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 1, i32 1)
  %v395 = call { <4 x i32>, <4 x i1> } @llvm.uadd.with.overflow.v4i32(<4 x i32> poison, <4 x i32> poison)
  call void @llvm.ubsantrap(i8 1)
  call void @llvm.ubsantrap(i8 1)
  %v398 = call i32 @llvm.ucmp.i32.i32(i32 1, i32 1)
  %v399 = call <4 x i32> @llvm.ucmp.v4i32.v4i32(<4 x i32> poison, <4 x i32> poison)
  %v400 = call i32 @llvm.udiv.fix.i32(i32 1, i32 1, i32 1)
  %v401 = call <4 x i32> @llvm.udiv.fix.v4i32(<4 x i32> poison, <4 x i32> poison, i32 1)
  %v402 = call i32 @llvm.udiv.fix.sat.i32(i32 1, i32 1, i32 1)
  %v403 = call <4 x i32> @llvm.udiv.fix.sat.v4i32(<4 x i32> poison, <4 x i32> poison, i32 1)
  %v404 = call i32 @llvm.umax.i32(i32 1, i32 1)
  %v405 = call <4 x i32> @llvm.umax.v4i32(<4 x i32> poison, <4 x i32> poison)
  %v406 = call i32 @llvm.umin.i32(i32 1, i32 1)
  %v407 = call <4 x i32> @llvm.umin.v4i32(<4 x i32> poison, <4 x i32> poison)
  %v408 = call i32 @llvm.umul.fix.i32(i32 1, i32 1, i32 1)
  %v409 = call <4 x i32> @llvm.umul.fix.v4i32(<4 x i32> poison, <4 x i32> poison, i32 1)
  %v410 = call i32 @llvm.umul.fix.sat.i32(i32 1, i32 1, i32 1)
  %v411 = call <4 x i32> @llvm.umul.fix.sat.v4i32(<4 x i32> poison, <4 x i32> poison, i32 1)
  %v412 = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 1, i32 1)
  %v413 = call { <4 x i32>, <4 x i1> } @llvm.umul.with.overflow.v4i32(<4 x i32> poison, <4 x i32> poison)
  %v414 = call i32 @llvm.ushl.sat.i32(i32 1, i32 1)
  %v415 = call <4 x i32> @llvm.ushl.sat.v4i32(<4 x i32> poison, <4 x i32> poison)
  %v416 = call i32 @llvm.usub.sat.i32(i32 1, i32 1)
  %v417 = call <4 x i32> @llvm.usub.sat.v4i32(<4 x i32> poison, <4 x i32> poison)
  %v418 = call { i32, i1 } @llvm.usub.with.overflow.i32(i32 1, i32 1)
  %v419 = call { <4 x i32>, <4 x i1> } @llvm.usub.with.overflow.v4i32(<4 x i32> poison, <4 x i32> poison)
  call void @llvm.va_copy.p0(ptr poison, ptr poison)
  call void @llvm.va_copy.p0(ptr poison, ptr poison)
  call void @llvm.va_end.p0(ptr poison)
  call void @llvm.va_end.p0(ptr poison)
  call void @llvm.va_start.p0(ptr poison)
  call void @llvm.va_start.p0(ptr poison)
  %v426 = call <4 x i32> @llvm.vector.extract.v4i32.v4i32(<4 x i32> poison, i64 1)
  %v427 = call <4 x i32> @llvm.vector.extract.v4i32.v4i32(<4 x i32> poison, i64 1)
  %v428 = call <4 x i32> @llvm.vector.insert.v4i32.v4i32(<4 x i32> poison, <4 x i32> poison, i64 1)
  %v429 = call <4 x i32> @llvm.vector.insert.v4i32.v4i32(<4 x i32> poison, <4 x i32> poison, i64 1)
  %v430 = call <4 x i32> @llvm.vector.partial.reduce.add.v4i32.v4i32(<4 x i32> poison, <4 x i32> poison)
  %v431 = call <4 x i32> @llvm.vector.partial.reduce.add.v4i32.v4i32(<4 x i32> poison, <4 x i32> poison)
  %v432 = call float @llvm.vector.partial.reduce.fadd.f32.f32(float poison, float poison)
  %v433 = call <4 x float> @llvm.vector.partial.reduce.fadd.v4f32.v4f32(<4 x float> poison, <4 x float> poison)
  %v434 = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> poison)
  %v435 = call i32 @llvm.vector.reduce.and.v4i32(<4 x i32> poison)
  %v436 = call i32 @llvm.vector.reduce.fadd.v4i32(i32 1, <4 x i32> poison)
  %v437 = call i32 @llvm.vector.reduce.fmax.v4i32(<4 x i32> poison)
  %v438 = call i32 @llvm.vector.reduce.fmaximum.v4i32(<4 x i32> poison)
  %v439 = call i32 @llvm.vector.reduce.fmin.v4i32(<4 x i32> poison)
  %v440 = call i32 @llvm.vector.reduce.fminimum.v4i32(<4 x i32> poison)
  %v441 = call i32 @llvm.vector.reduce.fmul.v4i32(i32 1, <4 x i32> poison)
  %v442 = call i32 @llvm.vector.reduce.mul.v4i32(<4 x i32> poison)
  %v443 = call i32 @llvm.vector.reduce.or.v4i32(<4 x i32> poison)
  %v444 = call i32 @llvm.vector.reduce.smax.v4i32(<4 x i32> poison)
  %v445 = call i32 @llvm.vector.reduce.smin.v4i32(<4 x i32> poison)
  %v446 = call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> poison)
  %v447 = call i32 @llvm.vector.reduce.umin.v4i32(<4 x i32> poison)
  %v448 = call i32 @llvm.vector.reduce.xor.v4i32(<4 x i32> poison)
  %v449 = call <4 x i32> @llvm.vector.reverse.v4i32(<4 x i32> poison)
  %v450 = call <4 x i32> @llvm.vector.reverse.v4i32(<4 x i32> poison)
  %v451 = call <4 x i32> @llvm.vector.splice.left.v4i32(<4 x i32> poison, <4 x i32> poison, i32 1)
  %v452 = call <4 x i32> @llvm.vector.splice.left.v4i32(<4 x i32> poison, <4 x i32> poison, i32 1)
  %v453 = call <4 x i32> @llvm.vector.splice.right.v4i32(<4 x i32> poison, <4 x i32> poison, i32 1)
  %v454 = call <4 x i32> @llvm.vector.splice.right.v4i32(<4 x i32> poison, <4 x i32> poison, i32 1)
  %v455 = call i32 @llvm.vscale.i32()
  %v456 = call <4 x i32> @llvm.vscale.v4i32()
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.abs.v4i32(<4 x i32>, i1 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.abs.i32(i32, i1 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.acos.v4f32(<4 x float>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.acos.f32(float) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare <4 x i32> @llvm.annotation.v4i32.p0(<4 x i32>, ptr, ptr, i32) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare i32 @llvm.annotation.i32.p0(i32, ptr, ptr, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.asin.v4f32(<4 x float>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.asin.f32(float) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.atan.v4f32(<4 x float>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.atan.f32(float) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.atan2.v4f32(<4 x float>, <4 x float>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.atan2.f32(float, float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.bitreverse.v4i32(<4 x i32>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.bitreverse.i32(i32) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.bswap.v4i32(<4 x i32>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.bswap.i32(i32) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.canonicalize.v4f32(<4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.canonicalize.f32(float) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.ceil.v4f32(<4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.ceil.f32(float) #3

; Function Attrs: nounwind
declare void @llvm.clear_cache(ptr, ptr) #4

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.clmul.v4i32(<4 x i32>, <4 x i32>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.clmul.i32(i32, i32) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.convert.from.fp16.v4f32(i16) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.convert.from.fp16.f32(i16) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i16 @llvm.convert.to.fp16.v4f32(<4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i16 @llvm.convert.to.fp16.f32(float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.copysign.v4f32(<4 x float>, <4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.copysign.f32(float, float) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.cos.v4f32(<4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.cos.f32(float) #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.cosh.v4f32(<4 x float>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.cosh.f32(float) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.ctlz.v4i32(<4 x i32>, i1 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctlz.i32(i32, i1 immarg) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.ctpop.v4i32(<4 x i32>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctpop.i32(i32) #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.cttz.v4i32(<4 x i32>, i1 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.cttz.i32(i32, i1 immarg) #0

; Function Attrs: nounwind
declare void @llvm.debugtrap() #4

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare void @llvm.donothing() #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i1 @llvm.dx.all.v4f32(<4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i1 @llvm.dx.all.f32(float) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i1 @llvm.dx.any.v4f32(<4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i1 @llvm.dx.any.f32(float) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x double> @llvm.dx.asdouble.v4i32(<4 x i32>, <4 x i32>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare double @llvm.dx.asdouble.i32(i32, i32) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.dx.cross.v4f32(<4 x float>, <4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.cross.f32(float, float) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.dx.ddx.coarse.v4f32(<4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.ddx.coarse.f32(float) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.dx.ddx.fine.v4f32(<4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.ddx.fine.f32(float) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.dx.ddy.coarse.v4f32(<4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.ddy.coarse.f32(float) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.dx.ddy.fine.v4f32(<4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.ddy.fine.f32(float) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.dx.degrees.v4f32(<4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.degrees.f32(float) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.dx.discard(i1) #6

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.dx.dot2.v4f32(<4 x float>, <4 x float>, <4 x float>, <4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.dot2.f32(float, float, float, float) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.dot2add(float, half, half, half, half) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.dx.dot3.v4f32(<4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.dot3.f32(float, float, float, float, float, float) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.dx.dot4.v4f32(<4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.dot4.f32(float, float, float, float, float, float, float, float) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.dx.dot4add.i8packed(i32, i32, i32) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.dx.dot4add.u8packed(i32, i32, i32) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.fdot.v4f32(<4 x float>, <4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.dx.firstbitlow.v4i32(<4 x i32>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.dx.firstbitlow.i32(i32) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.dx.firstbitshigh.v4i32(<4 x i32>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.dx.firstbitshigh.i32(i32) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.dx.firstbituhigh.v4i32(<4 x i32>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.dx.firstbituhigh.i32(i32) #5

; Function Attrs: nounwind willreturn memory(none)
declare i32 @llvm.dx.flattened.thread.id.in.group() #7

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.dx.frac.v4f32(<4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.frac.f32(float) #5

; Function Attrs: nounwind willreturn memory(none)
declare i32 @llvm.dx.group.id(i32) #7

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn
declare void @llvm.dx.group.memory.barrier.with.group.sync() #8

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.dx.imad.v4i32(<4 x i32>, <4 x i32>, <4 x i32>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.dx.imad.i32(i32, i32, i32) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i1> @llvm.dx.isinf.v4f32(<4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i1 @llvm.dx.isinf.f32(float) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i1> @llvm.dx.isnan.v4f32(<4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i1 @llvm.dx.isnan.f32(float) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.dx.legacyf16tof32.v4i32(<4 x i32>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.legacyf16tof32.i32(i32) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.dx.lerp.v4f32(<4 x float>, <4 x float>, <4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.lerp.f32(float, float, float) #5

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn
declare <4 x float> @llvm.dx.load.input.v4f32(i32, i32, i32, i8, i32) #8

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn
declare float @llvm.dx.load.input.f32(i32, i32, i32, i8, i32) #8

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.dx.nclamp.v4f32(<4 x float>, <4 x float>, <4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.nclamp.f32(float, float, float) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.dx.normalize.v4f32(<4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.normalize.f32(float) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.dx.radians.v4f32(<4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.radians.f32(float) #5

; Function Attrs: nounwind
declare <4 x float> @llvm.dx.resource.casthandle.v4f32.v4f32(<4 x float>) #4

; Function Attrs: nounwind
declare float @llvm.dx.resource.casthandle.f32.f32(float) #4

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare i32 @llvm.dx.resource.getdimensions.x.v4f32(<4 x float>) #9

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare i32 @llvm.dx.resource.getdimensions.x.f32(float) #9

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.dx.resource.getpointer.p0.v4f32(<4 x float>, i32) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.dx.resource.getpointer.p0.f32(float, i32) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.dx.resource.handlefrombinding.v4f32(i32, i32, i32, i32, ptr) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.resource.handlefrombinding.f32(i32, i32, i32, i32, ptr) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.dx.resource.handlefromimplicitbinding.v4f32(i32, i32, i32, i32, ptr) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.resource.handlefromimplicitbinding.f32(i32, i32, i32, i32, ptr) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare { <4 x float>, <4 x float> } @llvm.dx.resource.load.cbufferrow.2.v4f32.v4f32.v4f32(<4 x float>, i32) #9

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare { float, float } @llvm.dx.resource.load.cbufferrow.2.f32.f32.f32(float, i32) #9

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare { <4 x float>, <4 x float>, <4 x float>, <4 x float> } @llvm.dx.resource.load.cbufferrow.4.v4f32.v4f32.v4f32.v4f32.v4f32(<4 x float>, i32) #9

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare { float, float, float, float } @llvm.dx.resource.load.cbufferrow.4.f32.f32.f32.f32.f32(float, i32) #9

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare { <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float> } @llvm.dx.resource.load.cbufferrow.8.v4f32.v4f32.v4f32.v4f32.v4f32.v4f32.v4f32.v4f32.v4f32(<4 x float>, i32) #9

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare { float, float, float, float, float, float, float, float } @llvm.dx.resource.load.cbufferrow.8.f32.f32.f32.f32.f32.f32.f32.f32.f32(float, i32) #9

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare { <4 x float>, i1 } @llvm.dx.resource.load.rawbuffer.v4f32.v4f32(<4 x float>, i32, i32) #9

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare { float, i1 } @llvm.dx.resource.load.rawbuffer.f32.f32(float, i32, i32) #9

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare { <4 x float>, i1 } @llvm.dx.resource.load.typedbuffer.v4f32.v4f32(<4 x float>, i32) #9

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare { float, i1 } @llvm.dx.resource.load.typedbuffer.f32.f32(float, i32) #9

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.dx.resource.nonuniformindex(i32) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(write)
declare void @llvm.dx.resource.store.rawbuffer.v4f32.v4f32(<4 x float>, i32, i32, <4 x float>) #10

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(write)
declare void @llvm.dx.resource.store.rawbuffer.f32.f32(float, i32, i32, float) #10

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(write)
declare void @llvm.dx.resource.store.typedbuffer.v4f32.v4f32(<4 x float>, i32, <4 x float>) #10

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(write)
declare void @llvm.dx.resource.store.typedbuffer.f32.f32(float, i32, float) #10

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare i32 @llvm.dx.resource.updatecounter.v4f32(<4 x float>, i8) #11

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare i32 @llvm.dx.resource.updatecounter.f32(float, i8) #11

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.dx.rsqrt.v4f32(<4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.rsqrt.f32(float) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.dx.saturate.v4f32(<4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.saturate.f32(float) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.dx.sclamp.v4i32(<4 x i32>, <4 x i32>, <4 x i32>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.dx.sclamp.i32(i32, i32, i32) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.dx.sdot.v4i32(<4 x i32>, <4 x i32>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.dx.sign.v4f32(<4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.dx.sign.f32(float) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare { <4 x i32>, <4 x i32> } @llvm.dx.splitdouble.v4i32(<4 x double>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare { i32, i32 } @llvm.dx.splitdouble.i32(double) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.dx.step.v4f32(<4 x float>, <4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.step.f32(float, float) #5

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn
declare void @llvm.dx.store.output.v4f32(i32, i32, i32, i8, i32, <4 x float>) #8

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn
declare void @llvm.dx.store.output.f32(i32, i32, i32, i8, i32, float) #8

; Function Attrs: nounwind willreturn memory(none)
declare i32 @llvm.dx.thread.id(i32) #7

; Function Attrs: nounwind willreturn memory(none)
declare i32 @llvm.dx.thread.id.in.group(i32) #7

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.dx.uclamp.v4i32(<4 x i32>, <4 x i32>, <4 x i32>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.dx.uclamp.i32(i32, i32, i32) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.dx.udot.v4i32(<4 x i32>, <4 x i32>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.dx.umad.v4i32(<4 x i32>, <4 x i32>, <4 x i32>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.dx.umad.i32(i32, i32, i32) #5

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.dx.wave.active.countbits(i1) #12

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare i1 @llvm.dx.wave.all(i1) #12

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare i1 @llvm.dx.wave.any(i1) #12

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.dx.wave.ballot(i1) #12

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn
declare i32 @llvm.dx.wave.get.lane.count() #8

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.dx.wave.getlaneindex() #12

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn
declare i1 @llvm.dx.wave.is.first.lane() #8

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.dx.wave.readlane.v4f32(<4 x float>, i32) #12

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.wave.readlane.f32(float, i32) #12

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.dx.wave.reduce.max.v4f32(<4 x float>) #12

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.wave.reduce.max.f32(float) #12

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.dx.wave.reduce.min.v4f32(<4 x float>) #12

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.wave.reduce.min.f32(float) #12

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.dx.wave.reduce.sum.v4f32(<4 x float>) #12

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.wave.reduce.sum.f32(float) #12

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.dx.wave.reduce.umax.v4i32(<4 x i32>) #12

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.dx.wave.reduce.umax.i32(i32) #12

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.dx.wave.reduce.umin.v4i32(<4 x i32>) #12

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.dx.wave.reduce.umin.i32(i32) #12

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.dx.wave.reduce.usum.v4i32(<4 x i32>) #12

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.dx.wave.reduce.usum.i32(i32) #12

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.exp.v4f32(<4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.exp.f32(float) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.exp10.v4f32(<4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.exp10.f32(float) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.exp2.v4f32(<4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.exp2.f32(float) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.expect.v4i32(<4 x i32>, <4 x i32>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.expect.i32(i32, i32) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.expect.with.probability.v4i32(<4 x i32>, <4 x i32>, double immarg) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.expect.with.probability.i32(i32, i32, double immarg) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.fabs.v4f32(<4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fabs.f32(float) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.floor.v4f32(<4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.floor.f32(float) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fma.f32(float, float, float) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fmuladd.f32(float, float, float) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.fptosi.sat.v4i32.v4f32(<4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.fptosi.sat.i32.f32(float) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.fptoui.sat.v4i32.v4f32(<4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.fptoui.sat.i32.f32(float) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { <4 x float>, <4 x i32> } @llvm.frexp.v4f32.v4i32(<4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { float, i32 } @llvm.frexp.f32.i32(float) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.fshl.v4i32(<4 x i32>, <4 x i32>, <4 x i32>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.fshl.i32(i32, i32, i32) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.fshr.v4i32(<4 x i32>, <4 x i32>, <4 x i32>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.fshr.i32(i32, i32, i32) #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.get.active.lane.mask.v4i32.v4i32(<4 x i32>, <4 x i32>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.get.active.lane.mask.v4i32.i32(i32, i32) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare <4 x i32> @llvm.get.fpenv.v4i32() #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare i32 @llvm.get.fpenv.i32() #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare <4 x i32> @llvm.get.fpmode.v4i32() #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare i32 @llvm.get.fpmode.i32() #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare i32 @llvm.get.rounding() #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.init.trampoline(ptr writeonly captures(none), ptr readnone, ptr readnone) #13

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.invariant.end.p0(ptr, i64 immarg, ptr captures(none)) #13

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare ptr @llvm.invariant.start.p0(i64 immarg, ptr captures(none)) #13

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare i1 @llvm.is.constant.v4f32(<4 x float>) #12

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare i1 @llvm.is.constant.f32(float) #12

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i1> @llvm.is.fpclass.v4f32(<4 x float>, i32 immarg) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i1 @llvm.is.fpclass.f32(float, i32 immarg) #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(inaccessiblemem: readwrite)
declare ptr @llvm.launder.invariant.group.p0(ptr) #14

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.ldexp.v4f32.v4i32(<4 x float>, <4 x i32>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.ldexp.f32.i32(float, i32) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #13

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #13

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.llrint.v4i32.v4f32(<4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.llrint.i32.f32(float) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.llround.v4i32.v4f32(<4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.llround.i32.f32(float) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.log.v4f32(<4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.log.f32(float) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.log10.v4f32(<4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.log10.f32(float) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.log2.v4f32(<4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.log2.f32(float) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.lrint.v4i32.v4f32(<4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.lrint.i32.f32(float) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.lround.v4i32.v4f32(<4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.lround.i32.f32(float) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.masked.compressstore.v4i32(<4 x i32>, ptr captures(none), <4 x i1>) #15

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare <4 x i32> @llvm.masked.expandload.v4i32(ptr captures(none), <4 x i1>, <4 x i32>) #9

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr captures(none), <4 x i1>, <4 x i32>) #16

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr captures(none), <4 x i1>) #15

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.maximum.v4f32(<4 x float>, <4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maximum.f32(float, float) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.maximumnum.v4f32(<4 x float>, <4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maximumnum.f32(float, float) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.maxnum.v4f32(<4 x float>, <4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maxnum.f32(float, float) #3

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.v4i32(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), <4 x i32>, i1 immarg) #17

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i32(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i32, i1 immarg) #17

; Function Attrs: nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.element.unordered.atomic.p0.p0.v4i32(ptr writeonly captures(none), ptr readonly captures(none), <4 x i32>, i32 immarg) #18

; Function Attrs: nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr writeonly captures(none), ptr readonly captures(none), i32, i32 immarg) #18

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.inline.p0.p0.v4i32(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), <4 x i32>, i1 immarg) #17

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.inline.p0.p0.i32(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i32, i1 immarg) #17

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memmove.p0.p0.v4i32(ptr writeonly captures(none), ptr readonly captures(none), <4 x i32>, i1 immarg) #17

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memmove.p0.p0.i32(ptr writeonly captures(none), ptr readonly captures(none), i32, i1 immarg) #17

; Function Attrs: nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memmove.element.unordered.atomic.p0.p0.v4i32(ptr writeonly captures(none), ptr readonly captures(none), <4 x i32>, i32 immarg) #18

; Function Attrs: nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memmove.element.unordered.atomic.p0.p0.i32(ptr writeonly captures(none), ptr readonly captures(none), i32, i32 immarg) #18

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.v4i32(ptr writeonly captures(none), i8, <4 x i32>, i1 immarg) #19

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i32(ptr writeonly captures(none), i8, i32, i1 immarg) #19

; Function Attrs: nosync nounwind willreturn memory(argmem: write)
declare void @llvm.memset.element.unordered.atomic.p0.v4i32(ptr writeonly captures(none), i8, <4 x i32>, i32 immarg) #20

; Function Attrs: nosync nounwind willreturn memory(argmem: write)
declare void @llvm.memset.element.unordered.atomic.p0.i32(ptr writeonly captures(none), i8, i32, i32 immarg) #20

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.inline.p0.v4i32(ptr writeonly captures(none), i8, <4 x i32>, i1 immarg) #19

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.inline.p0.i32(ptr writeonly captures(none), i8, i32, i1 immarg) #19

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.minimum.v4f32(<4 x float>, <4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.minimum.f32(float, float) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.minimumnum.v4f32(<4 x float>, <4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.minimumnum.f32(float, float) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.minnum.v4f32(<4 x float>, <4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.minnum.f32(float, float) #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { <4 x float>, <4 x float> } @llvm.modf.v4f32(<4 x float>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { float, float } @llvm.modf.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.nearbyint.v4f32(<4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.nearbyint.f32(float) #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.objectsize.v4i32.p0(ptr, i1 immarg, i1 immarg, i1 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.objectsize.i32.p0(ptr, i1 immarg, i1 immarg, i1 immarg) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.pow.v4f32(<4 x float>, <4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.pow.f32(float, float) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.powi.v4f32.v4i32(<4 x float>, <4 x i32>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.powi.f32.i32(float, i32) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.prefetch.p0(ptr readonly captures(none), i32 immarg, i32 immarg, i32 immarg) #11

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.protected.field.ptr.p0(ptr, i64, i1 immarg) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.pseudoprobe(i64, i64, i32, i64) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.ptrmask.v4f32.v4i32(<4 x float>, <4 x i32>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.ptrmask.f32.i32(float, i32) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare i64 @llvm.readcyclecounter() #6

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare i64 @llvm.readsteadycounter() #6

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.reset.fpenv() #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.reset.fpmode() #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.rint.v4f32(<4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.rint.f32(float) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.round.v4f32(<4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.round.f32(float) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.roundeven.v4f32(<4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.roundeven.f32(float) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.sadd.sat.v4i32(<4 x i32>, <4 x i32>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.sadd.sat.i32(i32, i32) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { <4 x i32>, <4 x i1> } @llvm.sadd.with.overflow.v4i32(<4 x i32>, <4 x i32>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare range(i32 -1, 2) <4 x i32> @llvm.scmp.v4i32.v4i32(<4 x i32>, <4 x i32>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare range(i32 -1, 2) i32 @llvm.scmp.i32.i32(i32, i32) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.sdiv.fix.v4i32(<4 x i32>, <4 x i32>, i32 immarg) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.sdiv.fix.i32(i32, i32, i32 immarg) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.sdiv.fix.sat.v4i32(<4 x i32>, <4 x i32>, i32 immarg) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.sdiv.fix.sat.i32(i32, i32, i32 immarg) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.set.fpenv.v4i32(<4 x i32>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.set.fpenv.i32(i32) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.set.fpmode.v4i32(<4 x i32>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.set.fpmode.i32(i32) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.set.rounding(i32) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.sideeffect() #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.sin.v4f32(<4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sin.f32(float) #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { <4 x float>, <4 x float> } @llvm.sincos.v4f32(<4 x float>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { float, float } @llvm.sincos.f32(float) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { <4 x float>, <4 x float> } @llvm.sincospi.v4f32(<4 x float>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { float, float } @llvm.sincospi.f32(float) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.sinh.v4f32(<4 x float>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sinh.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.smax.v4i32(<4 x i32>, <4 x i32>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.smin.v4i32(<4 x i32>, <4 x i32>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smin.i32(i32, i32) #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.smul.fix.v4i32(<4 x i32>, <4 x i32>, i32 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smul.fix.i32(i32, i32, i32 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.smul.fix.sat.v4i32(<4 x i32>, <4 x i32>, i32 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smul.fix.sat.i32(i32, i32, i32 immarg) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { <4 x i32>, <4 x i1> } @llvm.smul.with.overflow.v4i32(<4 x i32>, <4 x i32>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.ssa.copy.v4f32(<4 x float> returned) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.ssa.copy.f32(float returned) #5

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.sshl.sat.v4i32(<4 x i32>, <4 x i32>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.sshl.sat.i32(i32, i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.ssub.sat.v4i32(<4 x i32>, <4 x i32>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ssub.sat.i32(i32, i32) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { <4 x i32>, <4 x i1> } @llvm.ssub.with.overflow.v4i32(<4 x i32>, <4 x i32>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.ssub.with.overflow.i32(i32, i32) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare ptr @llvm.stackaddress.p0() #6

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.stackrestore.p0(ptr) #6

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare ptr @llvm.stacksave.p0() #6

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.stepvector.v4i32() #5

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare ptr @llvm.strip.invariant.group.p0(ptr) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.tan.v4f32(<4 x float>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.tan.f32(float) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.tanh.v4f32(<4 x float>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.tanh.f32(float) #0

; Function Attrs: cold noreturn nounwind memory(inaccessiblemem: write)
declare void @llvm.trap() #21

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.trunc.v4f32(<4 x float>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.trunc.f32(float) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.uadd.sat.v4i32(<4 x i32>, <4 x i32>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.uadd.sat.i32(i32, i32) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { <4 x i32>, <4 x i1> } @llvm.uadd.with.overflow.v4i32(<4 x i32>, <4 x i32>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32) #3

; Function Attrs: cold noreturn nounwind memory(inaccessiblemem: write)
declare void @llvm.ubsantrap(i8 immarg) #21

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare range(i32 -1, 2) <4 x i32> @llvm.ucmp.v4i32.v4i32(<4 x i32>, <4 x i32>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare range(i32 -1, 2) i32 @llvm.ucmp.i32.i32(i32, i32) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.udiv.fix.v4i32(<4 x i32>, <4 x i32>, i32 immarg) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.udiv.fix.i32(i32, i32, i32 immarg) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.udiv.fix.sat.v4i32(<4 x i32>, <4 x i32>, i32 immarg) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.udiv.fix.sat.i32(i32, i32, i32 immarg) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.umax.v4i32(<4 x i32>, <4 x i32>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.umin.v4i32(<4 x i32>, <4 x i32>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umin.i32(i32, i32) #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.umul.fix.v4i32(<4 x i32>, <4 x i32>, i32 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umul.fix.i32(i32, i32, i32 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.umul.fix.sat.v4i32(<4 x i32>, <4 x i32>, i32 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umul.fix.sat.i32(i32, i32, i32 immarg) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { <4 x i32>, <4 x i1> } @llvm.umul.with.overflow.v4i32(<4 x i32>, <4 x i32>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32) #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.ushl.sat.v4i32(<4 x i32>, <4 x i32>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ushl.sat.i32(i32, i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.usub.sat.v4i32(<4 x i32>, <4 x i32>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.usub.sat.i32(i32, i32) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { <4 x i32>, <4 x i1> } @llvm.usub.with.overflow.v4i32(<4 x i32>, <4 x i32>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.usub.with.overflow.i32(i32, i32) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_copy.p0(ptr, ptr) #6

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #6

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #6

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.vector.extract.v4i32.v4i32(<4 x i32>, i64 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.vector.insert.v4i32.v4i32(<4 x i32>, <4 x i32>, i64 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.vector.partial.reduce.add.v4i32.v4i32(<4 x i32>, <4 x i32>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.vector.partial.reduce.fadd.v4f32.v4f32(<4 x float>, <4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.vector.partial.reduce.fadd.f32.f32(float, float) #5

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.and.v4i32(<4 x i32>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.fadd.v4i32(i32, <4 x i32>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.fmax.v4i32(<4 x i32>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.fmaximum.v4i32(<4 x i32>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.fmin.v4i32(<4 x i32>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.fminimum.v4i32(<4 x i32>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.fmul.v4i32(i32, <4 x i32>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.mul.v4i32(<4 x i32>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.or.v4i32(<4 x i32>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.smax.v4i32(<4 x i32>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.smin.v4i32(<4 x i32>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.umax.v4i32(<4 x i32>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.umin.v4i32(<4 x i32>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.xor.v4i32(<4 x i32>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.vector.reverse.v4i32(<4 x i32>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.vector.splice.left.v4i32(<4 x i32>, <4 x i32>, i32 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.vector.splice.right.v4i32(<4 x i32>, <4 x i32>, i32 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.vscale.v4i32() #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vscale.i32() #0

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #3 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nounwind }
attributes #5 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #6 = { nocallback nofree nosync nounwind willreturn }
attributes #7 = { nounwind willreturn memory(none) }
attributes #8 = { convergent nocallback nofree nosync nounwind willreturn }
attributes #9 = { nocallback nofree nosync nounwind willreturn memory(read) }
attributes #10 = { nocallback nofree nosync nounwind willreturn memory(write) }
attributes #11 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #12 = { convergent nocallback nofree nosync nounwind willreturn memory(none) }
attributes #13 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #14 = { nocallback nofree nosync nounwind speculatable willreturn memory(inaccessiblemem: readwrite) }
attributes #15 = { nocallback nofree nosync nounwind willreturn memory(argmem: write) }
attributes #16 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #17 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #18 = { nosync nounwind willreturn memory(argmem: readwrite) }
attributes #19 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #20 = { nosync nounwind willreturn memory(argmem: write) }
attributes #21 = { cold noreturn nounwind memory(inaccessiblemem: write) }
