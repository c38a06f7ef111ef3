import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { missedGoals } from '../../bench/attack/attack.ts'
import { runAttacks } from '../../bench/attack/run-attacks.ts'
import { type StartedSandbox, startSandbox } from '../support/start-sandbox.ts'

/** The attackers of `bench/attack` whose end is the same at every run, against a server of this tree in live mode.
 *  Those that load the machine are judged by times, and those that take a minute (`backup-writer`,
 *  `fee-payer-draining`) run in the bench alone. */
const TREE = fileURLToPath(new URL('../..', import.meta.url))
const HELD: readonly (readonly [string, string])[] = [
  ['claim-races', 'a stranger claims no payment of others, and turns no fees to himself'],
  ['confinement', 'a wallet with withdraw_to pays nobody else, and one trade loses a quarter at most'],
  ['header-bytes', 'bytes beyond ASCII at the ends of a header make no other user, order or length'],
  ['lying-aggregator', 'what an aggregator adds to a transaction goes to nobody'],
  ['order-names', 'orders of other keys and users are orders of their own'],
  ['relay', 'batches and pages of a service that is relayed run nothing and cost little'],
  ['restore-games', 'a backup that comes back gives no wallet to another customer'],
  ['small-doors', 'odd origins, other names of the inner port and data keys open nothing'],
  ['socket-squatting', 'another user of the machine takes no name of the server'],
  ['ticket-reuse', 'a ticket opens one stream, and nothing else'],
  ['webhook-redirects', 'a webhook leads to no address of this machine'],
]

let sandbox: StartedSandbox
before(async () => {
  sandbox = await startSandbox()
})
after(() => sandbox.stop())

for (const [name, says] of HELD) {
  test(`${name}: ${says}`, async () => {
    const lines: string[] = []
    const options = {
      sandbox,
      tree: TREE,
      only: [name],
      isLong: false,
      seed: 1,
      say: (line: string) => lines.push(line),
    }
    const [judged] = await runAttacks(options)
    assert.deepEqual(judged?.missed, [], lines.join('\n'))
  })
}

test('what was taken, lost or slowed down is a miss, and what a busy machine does on its own is none', () => {
  const window = {
    healthP50Ms: 1,
    healthP99Ms: 5,
    healthWorstMs: 9,
    buyP50Ms: 20,
    buyWorstMs: 50,
    answers: 9,
    refused: [],
  }
  const findings = { tried: '', got: [], taken: ['money'], lost: ['an order'] }
  const load = (quiet: object, attacked: object) => ({
    name: 'load',
    quiet: { ...window, ...quiet },
    attacked: { ...window, ...attacked },
  })
  assert.deepEqual(missedGoals(findings), ['taken: money', 'lost: an order'])
  const missedBy = (quiet: object, attacked: object) =>
    missedGoals({ ...findings, taken: [], lost: [], loads: [load(quiet, attacked)] })
  assert.deepEqual(missedBy({}, {}), [])
  assert.deepEqual(missedBy({}, { healthP99Ms: 50 }), ['load: /health p99 50.0 ms'])
  assert.deepEqual(missedBy({ healthP99Ms: 60 }, { healthP99Ms: 70 }), [])
  assert.deepEqual(missedBy({}, { buyP50Ms: 31 }), ['load: buys 1.55 times as slow'])
  assert.deepEqual(missedBy({}, { refused: ['buy 429', 'buy 429'] }), ['load: lost 2 honest answers (buy 429)'])
  assert.deepEqual(missedBy({}, { answers: 0 }), ['load: lost every honest answer'])
})
