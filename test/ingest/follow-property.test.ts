import { test } from 'node:test'
import fc from 'fast-check'
import { assertTells, type Following, follow, QUICK } from './follow-fixture.ts'
import { createScriptedNode, type ScriptedNode } from './scripted-node.ts'

/** Blocks, skipped slots, forks above finality, blocks that hide for a while or for ever, lost and doubled notices,
 *  closed connections, refusals and restarts in any order: what the tape tells in the end is the chain. */

const RUNS = 60
const MOST_STEPS = 24

type Step =
  | { readonly do: 'blocks'; readonly count: number; readonly trades: number; readonly skips: number }
  | { readonly do: 'fork'; readonly depth: number; readonly isLater: boolean; readonly count: number }
  | { readonly do: 'hide'; readonly back: number; readonly isForEver: boolean }
  | { readonly do: 'finalize'; readonly back: number }
  | { readonly do: 'resend'; readonly back: number }
  | { readonly do: 'deafen' | 'heal' | 'refuseBlocks' | 'refuseLists' | 'disconnect' | 'restart' | 'settle' | 'world' }
  | { readonly do: 'wait'; readonly ms: number }

const back = fc.integer({ min: 0, max: 9 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('blocks' as const),
      count: fc.integer({ min: 1, max: 6 }),
      trades: fc.integer({ min: 0, max: 3 }),
      skips: fc.integer({ min: 0, max: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('fork' as const),
      depth: fc.integer({ min: 1, max: 8 }),
      isLater: fc.boolean(),
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hide' as const), back, isForEver: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('finalize' as const), back }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('resend' as const), back }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 15 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'deafen' as const,
        'heal' as const,
        'refuseBlocks' as const,
        'refuseLists' as const,
        'disconnect' as const,
        'restart' as const,
        'settle' as const,
        'world' as const,
      ),
    }),
  },
)

type Told = {
  worlds: number
  /** Slots with the time since when they are hidden. */
  readonly hidden: Map<number, number>
  readonly lostForEver: Set<number>
}

function add(node: ScriptedNode, count: number, trades: number, skips: number): void {
  for (let at = 0; at < count; at++) node.add((trades + at) % 4, at === 0 ? skips : 0)
}

/** What was hidden for a while is shown, and the head can be read. */
async function settle(node: ScriptedNode, following: Following, told: Told): Promise<void> {
  for (const [slot, sinceMs] of told.hidden) {
    node.show(slot)
    // Longer than the follower's patience is for ever: steps take their time, the more so on a busy machine.
    if (performance.now() - sinceMs >= QUICK.blockPatienceMs) told.lostForEver.add(slot)
  }
  told.hidden.clear()
  // A block that is given up is so because others can be read, and a fork shows when it is longer.
  const highest = node.highestSlot()
  do add(node, 2, 1, 0)
  while (node.blocks().at(-1)!.slot <= highest)
  await following.caughtUp()
}

async function take(step: Step, node: ScriptedNode, following: Following, told: Told): Promise<void> {
  const at = 'back' in step ? node.blocks().at(-1 - step.back)?.slot : undefined
  switch (step.do) {
    case 'blocks':
      return add(node, step.count, step.trades, step.skips)
    case 'fork': {
      const keep = node.blocks().at(-1 - step.depth)?.slot ?? 0
      if (keep < node.finalizedSlot() || keep === 0) return
      node.fork(keep, step.isLater)
      return add(node, step.count, 2, 0)
    }
    case 'hide':
      if (at === undefined || at <= node.finalizedSlot()) return
      node.hide(at)
      if (step.isForEver) told.lostForEver.add(at)
      else told.hidden.set(at, told.hidden.get(at) ?? performance.now())
      return
    case 'finalize':
      return at === undefined ? undefined : node.finalize(at)
    case 'resend':
      return at === undefined ? undefined : node.resend(at)
    case 'deafen':
      node.state.losesNotices = true
      return
    case 'heal':
      node.state.losesNotices = false
      node.refused.clear()
      node.state.servesBlocks = true
      return
    case 'refuseBlocks':
      node.state.servesBlocks = false
      return
    case 'refuseLists':
      return void node.refused.add('getBlocks')
    case 'disconnect':
      return node.disconnect()
    case 'restart':
      return following.restart()
    case 'settle':
      await settle(node, following, told)
      return assertTells(following.tape, node.blocks())
    case 'world':
      told.hidden.clear()
      told.lostForEver.clear()
      return node.beginWorld(`world ${++told.worlds}`)
    case 'wait':
      return new Promise((resolve) => setTimeout(resolve, step.ms))
  }
}

test('whatever a node does, the tape ends as its chain, and every consumer with it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: MOST_STEPS }), async (steps) => {
      const node = createScriptedNode()
      add(node, 3, 1, 0)
      const following = follow(node)
      try {
        const told: Told = { worlds: 0, hidden: new Map(), lostForEver: new Set() }
        let everLost = false
        for (const one of steps) {
          await take(one, node, following, told)
          everLost ||= told.lostForEver.size > 0
        }
        await settle(node, following, told)
        everLost ||= told.lostForEver.size > 0
        assertTells(following.tape, node.blocks())
        const lost = following.tape.lost('solana')
        if (!everLost && lost.length > 0) throw new Error(`lost without need: ${JSON.stringify(lost)}`)
        const errors = following.logged.filter(
          (line) => Number(line['level']) >= 50 && line['msg'] !== 'slots could not be read and are recorded as lost',
        )
        if (errors.length > 0) throw new Error(`an error was logged: ${JSON.stringify(errors)}`)
      } finally {
        await following.close()
      }
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 60_000 },
  )
})
