import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { keepTrack } from './children.ts'
import type { FloodPlan, FloodReport } from './flood.ts'

const ENTRY = fileURLToPath(new URL('./flood.ts', import.meta.url))
/** For making its buffers and for ending. */
const SPARE_MS = 20_000

/** Runs one load to its end. */
export function flood(plan: FloodPlan): Promise<FloodReport> {
  const child = keepTrack(fork(ENTRY, [JSON.stringify(plan)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }))
  const timer = setTimeout(() => child.kill('SIGKILL'), plan.forMs + SPARE_MS)
  return new Promise((resolve, reject) => {
    child.once('message', (report) => resolve(report as FloodReport))
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`the flood ended with ${code}`))
    })
  })
}

export function describeFlood({ sent, mib, answers }: FloodReport): string {
  const told = Object.entries(answers).map(([answer, count]) => `${count} x ${answer}`)
  return `${sent} sent, ${mib} MiB, ${told.join(', ')}`
}
