import { test } from 'node:test'
import fc from 'fast-check'
import type { RawBlock } from '../../src/chain/solana/rpc.ts'
import { assertTells, follow } from './follow-fixture.ts'
import { createScriptedNode, type ScriptedNode } from './scripted-node.ts'

/** A node that for a while answers a block under the number of another, or with a false parent: once it says the truth
 *  again, the tape is the chain. Found by `bench/hostile` (seed 398295053): two such answers joined a block to one that
 *  stood under its own number. */

const RUNS = 12
/** How long the node says the truth before the tape is looked at. */
const TRUTH_MS = 250
const GROW_MS = 15

type Step =
  | { readonly do: 'add'; readonly trades: number; readonly skips: number }
  | { readonly do: 'lie'; readonly back: number; readonly every: number }
  | { readonly do: 'truth' }
  | { readonly do: 'deafen' }
  | { readonly do: 'finalize'; readonly back: number }
  | { readonly do: 'wait'; readonly ms: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      trades: fc.integer({ min: 0, max: 3 }),
      skips: fc.constantFrom(0, 0, 0, 1),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('lie' as const),
      back: fc.integer({ min: 1, max: 2 }),
      every: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('truth' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('deafen' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('finalize' as const), back: fc.integer({ min: 0, max: 2 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 25 }) }) },
)

/** Each third answer names another parent; of the others each so-many-th is the block before, or the one before that. */
function lies(node: ScriptedNode, back: number, every: number): (block: RawBlock) => RawBlock {
  let answers = 0
  return (block) => {
    answers += 1
    if (answers % every !== 0) return block
    if (answers % 3 === 0) return { ...block, parentSlot: Math.min(block.slot, block.parentSlot + 1) }
    const at = node.blocks().findIndex(({ slot }) => slot === block.slot)
    const other = node.blocks()[at - back]
    return other === undefined ? block : { ...other, slot: block.slot }
  }
}

async function take(node: ScriptedNode, one: Step): Promise<void> {
  if (one.do === 'add') node.add(one.trades, one.skips)
  else if (one.do === 'lie') node.state.answersBlock = lies(node, one.back, one.every)
  else if (one.do === 'truth') tellTruth(node)
  else if (one.do === 'deafen') node.state.losesNotices = true
  else if (one.do === 'finalize') node.finalize((node.blocks().at(-1 - one.back) ?? node.blocks()[0]!).slot)
  else await new Promise((resolve) => setTimeout(resolve, one.ms))
}

function tellTruth(node: ScriptedNode): void {
  node.state.answersBlock = (block) => block
  node.state.losesNotices = false
}

/** The chain goes on and becomes final: what a false answer made final is taken back only for another final block. */
async function goOn(node: ScriptedNode): Promise<void> {
  for (let spent = 0; spent < TRUTH_MS; spent += GROW_MS) {
    node.add(1)
    node.finalize(node.blocks().at(-3)!.slot)
    await new Promise((resolve) => setTimeout(resolve, GROW_MS))
  }
}

test('whatever blocks a node puts under other numbers, the tape is the chain once it tells the truth', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
      const node = createScriptedNode()
      for (let at = 0; at < 4; at++) node.add(1)
      const following = follow(node)
      try {
        for (const one of steps) await take(node, one)
        tellTruth(node)
        await goOn(node)
        await following.caughtUp()
        assertTells(following.tape, node.blocks())
      } finally {
        await following.close()
      }
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 60_000 },
  )
})
