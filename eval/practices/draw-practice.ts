import assert from 'node:assert/strict'
import { createSeededRandom } from '../../sandbox/world/seeded-random.ts'
import {
  CROWD_DIMENSIONS,
  OPERATOR_DIMENSIONS,
  POOL_ENDS,
  type Practice,
  type PracticeKind,
  RING_CREATORS,
  SNIPER_WAYS,
} from './practice.ts'

/** Of ten operators so many are teams, rings, snipers. */
const KINDS: readonly PracticeKind[] = [
  'team',
  'team',
  'ring',
  'team',
  'team',
  'sniper',
  'team',
  'ring',
  'team',
  'team',
]

export function operatorId(index: number): string {
  return `op-${String(index).padStart(3, '0')}`
}

export function crowdId(index: number): string {
  return `crowd-${String(index).padStart(3, '0')}`
}

const ID = /^(op|crowd)-(\d+)$/

export function isPracticeId(name: string): boolean {
  return ID.test(name)
}

/** The practice of that name: it follows from seed and id alone, whatever else is drawn. */
export function drawPractice(seed: string, id: string): Practice {
  const found = ID.exec(id)
  assert(found !== null, `practices are named op-000 or crowd-000, not ${id}`)
  const index = Number(found[2])
  if (found[1] === 'crowd')
    return { id, seed, kind: 'crowd', mechanisms: drawAll(seed, 'crowd', CROWD_DIMENSIONS, index) }
  const kind = KINDS[index % KINDS.length]!
  const nth = Math.floor(index / KINDS.length)
  const way = (name: string, list: readonly string[]) => drawOne(seed, `operator/${name}`, list, nth)
  if (kind === 'sniper') return { id, seed, kind, mechanisms: { way: way('sniper', SNIPER_WAYS) } }
  const { creator, ...others } = drawAll(seed, 'operator', OPERATOR_DIMENSIONS, index)
  const ringIndex =
    nth * KINDS.filter((one) => one === 'ring').length + (index % KINDS.length > KINDS.indexOf('ring') ? 1 : 0)
  const mechanisms: Record<string, string> = {
    ...others,
    creator: kind === 'ring' ? drawOne(seed, 'operator/ring', RING_CREATORS, ringIndex) : creator!,
  }
  // An own pool has no launch slot and an end of its own.
  if (mechanisms['venue'] === 'own pool') mechanisms['exit'] = drawOne(seed, 'operator/pool', POOL_ENDS, index)
  return { id, seed, kind, mechanisms }
}

function drawAll(
  seed: string,
  side: string,
  dimensions: Readonly<Record<string, readonly string[]>>,
  index: number,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(dimensions).map(([name, list]) => [name, drawOne(seed, `${side}/${name}`, list, index)]),
  )
}

/** All variants of a list take their turn before one comes again, in an order that each round shuffles. */
function drawOne(seed: string, name: string, list: readonly string[], index: number): string {
  const round = Math.floor(index / list.length)
  const order = createSeededRandom(`${seed}/practices/${name}/${round}`).sample(list, list.length)
  return order[index % list.length]!
}
