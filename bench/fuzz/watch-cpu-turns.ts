import { isMainThread } from 'node:worker_threads'
import { type CpuTurns, openThreadCpu, watchCpuTurns } from './thread-cpu.ts'

/* Loaded into a server by `--import`, for an inspector to ask: `takeCpuTurns()`. */

declare global {
  var takeCpuTurns: (() => CpuTurns) | undefined
}

const cpuMs = isMainThread ? openThreadCpu() : null
if (cpuMs !== null) globalThis.takeCpuTurns = watchCpuTurns(cpuMs).take
