import { test } from 'node:test'
import fc from 'fast-check'
import { assertTells, type Following, follow } from './follow-fixture.ts'
import { createScriptedNode, type ScriptedNode } from './scripted-node.ts'

/** Slots with one to several blocks, forks between them, notices that are lost, requests that are answered with the
 *  first or the last block of a slot, finality and restarts in any order: what the tape tells in the end is the chain,
 *  or lost by name. */

const RUNS = 40
const MOST_STEPS = 20

type Step =
  | { readonly do: 'block'; readonly trades: number; readonly banks: number }
  | { readonly do: 'fork'; readonly blocks: number; readonly banks: number }
  | { readonly do: 'finalize'; readonly back: number }
  | { readonly do: 'deafen' | 'heal' | 'first' | 'last' | 'restart' | 'settle' | 'disconnect' }

const banks = fc.integer({ min: 0, max: 2 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('block' as const), trades: fc.integer({ min: 0, max: 3 }), banks }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('fork' as const), blocks: fc.integer({ min: 1, max: 4 }), banks }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('finalize' as const), back: fc.integer({ min: 0, max: 5 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'deafen' as const,
        'heal' as const,
        'first' as const,
        'last' as const,
        'restart' as const,
        'settle' as const,
        'disconnect' as const,
      ),
    }),
  },
)

/** A block that came for a slot after its first block was called final, and that the chain had left by then. */
const FOUND: readonly Step[][] = [
  [
    { do: 'block', trades: 0, banks: 1 },
    { do: 'deafen' },
    { do: 'fork', blocks: 1, banks: 0 },
    { do: 'finalize', back: 1 },
  ],
  [
    { do: 'block', trades: 0, banks: 1 },
    { do: 'deafen' },
    { do: 'fork', blocks: 1, banks: 1 },
    { do: 'block', trades: 0, banks: 0 },
    { do: 'block', trades: 1, banks: 1 },
    { do: 'finalize', back: 1 },
    { do: 'block', trades: 3, banks: 2 },
  ],
]

function grow(node: ScriptedNode, trades: number, more: number): void {
  node.add(trades)
  for (let at = 0; at < more; at++) node.addBank(trades + 1)
}

async function settle(node: ScriptedNode, following: Following): Promise<void> {
  const highest = node.highestSlot()
  // A fork shows when it is longer.
  do node.add(1)
  while (node.blocks().at(-1)!.slot <= highest)
  await following.caughtUp()
  assertTells(following.tape, node.blocks())
}

async function take(step: Step, node: ScriptedNode, following: Following): Promise<void> {
  switch (step.do) {
    case 'block':
      return grow(node, step.trades, step.banks)
    case 'fork': {
      // A fork keeps what is final.
      for (let at = 0; at < step.blocks; at++)
        if (node.blocks().length > 3 && node.blocks().at(-1)!.slot > node.finalizedSlot() + 1) node.dropNewest()
      return grow(node, 1, step.banks)
    }
    case 'finalize':
      return node.finalize(node.blocks().at(-1 - step.back)?.slot ?? 0)
    case 'deafen':
      node.state.losesNotices = true
      return
    case 'heal':
      node.state.losesNotices = false
      return
    case 'first':
    case 'last':
      node.state.servesBank = step.do
      return
    case 'restart':
      return following.restart()
    case 'disconnect':
      return node.disconnect()
    case 'settle':
      return settle(node, following)
  }
}

test('whatever blocks a slot has and however they come, the tape ends as the chain or says what is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: MOST_STEPS }), async (steps) => {
      const node = createScriptedNode()
      node.state.isAlpenglow = true
      for (let at = 0; at < 3; at++) node.add(1)
      const following = follow(node)
      try {
        await following.caughtUp()
        for (const one of steps) await take(one, node, following)
        await settle(node, following)
      } finally {
        await following.close()
      }
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 90_000, examples: FOUND.map((steps) => [steps]) },
  )
})
