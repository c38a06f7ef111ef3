import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startSandbox } from '../../test/support/start-sandbox.ts'
import { runAttacks } from './run-attacks.ts'

/** `node bench/attack/main.ts [--tree <checkout>] [--only <name>,<name>] [--quick | --long] [--seed 1]`
 *
 *  Attackers against a server of a checkout (this one unless another is named) in live mode over a sandbox node, as the
 *  outside audit had it: everything on loopback, everything ended at the end. Each says what it tried and what it got,
 *  and is judged by harm alone: what was taken, what honest customers lost, and what the honest client felt. That
 *  client and every flood are processes of their own; floods run at the lowest priority, from buffers made before. Exit
 *  code 1 when a goal is missed (`attack.ts`). */
const { values } = parseArgs({
  options: {
    tree: { type: 'string', default: fileURLToPath(new URL('../..', import.meta.url)) },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
  },
})
const sandbox = await startSandbox()
try {
  const judged = await runAttacks({
    sandbox,
    tree: resolve(values.tree),
    only: values.only?.split(',') ?? null,
    isLong: values.long && !values.quick,
    seed: Number(values.seed),
    say: (line) => console.log(line),
  })
  console.table(
    judged.map(({ attack, missed }) => ({ attack: attack.name, finding: attack.finding, missed: missed.length })),
  )
  const isKept = judged.every(({ missed }) => missed.length === 0)
  console.log(isKept ? 'nothing taken, nothing lost' : 'NOT KEPT')
  process.exitCode = isKept ? 0 : 1
} finally {
  await sandbox.stop()
}
