import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { Target } from '../attack/target.ts'
import { connectInspector, sampleMemory } from '../fuzz/watch-process.ts'

/** What a process holds on to once all garbage is collected, in MiB. */
export type Held = {
  /** Objects, and the buffers that belong to them. */
  readonly heapMib: number
  /** Private memory as the kernel counts it: without files that are mapped, as the tape is. */
  readonly anonMib: number
}

const MIB = 2 ** 20

/** Null where nothing can be measured; the bench fails then. */
export async function heldBy(target: Target): Promise<Held | null> {
  const url = target.inspectorUrl()
  if (url === null || target.pid === null || target.ended() !== null) return null
  const inspector = await connectInspector(url)
  try {
    await inspector.collectGarbage()
    const expression = 'JSON.stringify(process.memoryUsage())'
    const said = (await inspector.command('Runtime.evaluate', { expression })) as { result: { value: string } }
    const { heapUsed, external } = JSON.parse(said.result.value) as { heapUsed: number; external: number }
    const resident = await sampleMemory(target.pid)
    return resident === null ? null : { heapMib: (heapUsed + external) / MIB, anonMib: resident.anonMiB }
  } finally {
    inspector.close()
  }
}

/** Writes what V8 holds, for the developer tools of a browser: which objects, and who keeps them. The loop stands still
 *  meanwhile. Without an inspector nothing is written. */
export async function writeSnapshot(target: Target, path: string): Promise<void> {
  const url = target.inspectorUrl()
  if (url === null || target.ended() !== null) return
  const file = createWriteStream(path)
  const inspector = await connectInspector(url)
  try {
    inspector.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => void file.write(String(chunk)))
    await inspector.command('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  } finally {
    inspector.close()
    file.end()
    await finished(file)
  }
}

/** Judged by what is referenced. Private memory is only told: what the allocator has given back stays with the
 *  process. */
export function grownBeyond(before: Held, after: Held, growth: number): string | null {
  return after.heapMib > before.heapMib * (1 + growth)
    ? `objects after collection grew from ${before.heapMib.toFixed(1)} to ${after.heapMib.toFixed(1)} MiB`
    : null
}
