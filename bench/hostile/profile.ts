import type { Target } from '../attack/target.ts'
import { connectInspector } from '../fuzz/watch-process.ts'

type Frame = { readonly functionName: string; readonly url: string; readonly lineNumber: number }
type ProfileNode = { readonly id: number; readonly callFrame: Frame; readonly children?: readonly number[] }
export type CpuProfile = {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}
export type LoopProfile = {
  /** The stacks of the longest stretch that the loop ran without a rest since the last call. */
  take(): Promise<readonly string[]>
  stop(): Promise<void>
}

const SAMPLE_EVERY_US = 10_000
const MAX_STACKS = 4
const MAX_FRAMES = 12
const RESTING: ReadonlySet<string> = new Set(['(idle)', '(program)', '(root)'])

/** Samples what the loop of a process runs, for the turn that is too long. Null without an inspector. */
export async function profileLoop(target: Target): Promise<LoopProfile | null> {
  const url = target.inspectorUrl()
  if (url === null || target.ended() !== null) return null
  const inspector = await connectInspector(url)
  await inspector.command('Profiler.enable')
  await inspector.command('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US })
  await inspector.command('Profiler.start')
  const pid = target.pid
  // A process that has died answers no command.
  const isGone = (): boolean => target.ended() !== null || target.pid !== pid
  return {
    async take() {
      if (isGone()) return ['the process has ended']
      const { profile } = (await inspector.command('Profiler.stop')) as { profile: CpuProfile }
      await inspector.command('Profiler.start')
      return longestStretch(profile)
    },
    async stop() {
      if (!isGone()) {
        await inspector.command('Profiler.stop')
        await inspector.command('Profiler.disable')
      }
      inspector.close()
    },
  }
}

export function longestStretch({ nodes, samples, timeDeltas }: CpuProfile): string[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  let best = { from: 0, to: 0, us: 0 }
  let from = 0
  let us = 0
  for (let at = 0; at <= samples.length; at++) {
    const name = at < samples.length ? (byId.get(samples[at]!)?.callFrame.functionName ?? '') : '(idle)'
    if (!RESTING.has(name)) {
      us += timeDeltas[at] ?? 0
      continue
    }
    if (us > best.us) best = { from, to: at, us }
    from = at + 1
    us = 0
  }
  const shares = new Map<number, number>()
  for (let at = best.from; at < best.to; at++)
    shares.set(samples[at]!, (shares.get(samples[at]!) ?? 0) + (timeDeltas[at] ?? 0))
  const heaviest = [...shares].sort((a, b) => b[1] - a[1]).slice(0, MAX_STACKS)
  return [
    `${(best.us / 1_000).toFixed(0)} ms without a rest:`,
    ...heaviest.map(([id, share]) => `${(share / 1_000).toFixed(0)} ms in ${stackOf(id)}`),
  ]

  function stackOf(id: number): string {
    const frames: string[] = []
    for (let at: number | undefined = id; at !== undefined && frames.length < MAX_FRAMES; at = parents.get(at)) {
      const { functionName, url, lineNumber } = byId.get(at)!.callFrame
      if (functionName === '(root)') break
      frames.push(`${functionName || 'anonymous'} ${url.split('/').slice(-3).join('/')}:${lineNumber + 1}`)
    }
    return frames.join(' <- ')
  }
}
