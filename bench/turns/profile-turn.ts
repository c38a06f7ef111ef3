import type { Inspector } from '../fuzz/watch-process.ts'

const SAMPLE_EVERY_US = 100
const ROOT = new URL('../..', import.meta.url).href
const SHOWN = 14

type Node = {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  readonly children?: readonly number[]
}
export type Profile = {
  readonly nodes: readonly Node[]
  readonly startTime: number
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

export async function startProfile(inspector: Inspector): Promise<void> {
  await inspector.command('Profiler.enable')
  await inspector.command('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US })
  await inspector.command('Profiler.start')
}

export async function stopProfile(inspector: Inspector): Promise<Profile> {
  const { profile } = (await inspector.command('Profiler.stop')) as { profile: Profile }
  return profile
}

/** Who ran between two times of the profile's clock: functions by their own time and by that of all they called. */
export function describeTurn(profile: Profile, fromUs: number, toUs: number): string[] {
  const { nodes, samples, timeDeltas } = profile
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parentOf = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const own = new Map<string, number>()
  const whole = new Map<string, number>()
  let atUs = profile.startTime
  for (const [i, id] of samples.entries()) {
    atUs += timeDeltas[i]!
    const name = nameOf(byId.get(id)!)
    if (atUs < fromUs || atUs > toUs || name.startsWith('(idle)')) continue
    const tookMs = (timeDeltas[i + 1] ?? SAMPLE_EVERY_US) / 1e3
    own.set(name, (own.get(name) ?? 0) + tookMs)
    const seen = new Set<string>()
    for (let at: number | undefined = id; at !== undefined; at = parentOf.get(at)) seen.add(nameOf(byId.get(at)!))
    for (const one of seen) whole.set(one, (whole.get(one) ?? 0) + tookMs)
  }
  return [...rows('own', own), ...rows('with all it called', whole)]
}

function rows(title: string, times: ReadonlyMap<string, number>): string[] {
  const longest = [...times].sort(([, a], [, b]) => b - a).slice(0, SHOWN)
  return [`    ${title}`, ...longest.map(([name, ms]) => `      ${ms.toFixed(1).padStart(6)} ${name}`)]
}

function nameOf({ callFrame: { functionName, url, lineNumber } }: Node): string {
  const place = url.startsWith(ROOT) ? url.slice(ROOT.length) : url
  return place === '' ? functionName : `${functionName || '(anonymous)'} ${place}:${lineNumber + 1}`
}
