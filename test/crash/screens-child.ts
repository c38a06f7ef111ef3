import type { TestContext } from 'node:test'
import { movedClock } from '../support/first-party-server.ts'
import { openScreensLab } from '../support/screens-lab.ts'
import { createRandom } from '../support/seeded-random.ts'
import { tradeOf } from '../support/tape-lab.ts'

/** Trades twenty pairs at random and compares them with the saved screens, without waiting for the tape to take what
 *  entered and left, until it is killed: `<folder> <seed> <epoch ms>`. */
const [dir, seed, startMs] = [process.argv[2]!, Number(process.argv[3]), Number(process.argv[4])]
const t = { after: () => {} } as unknown as TestContext
const random = createRandom(seed)
const clock = movedClock(startMs)
const { lab, http, watch } = await openScreensLab(t, { dir, clock })
while (!(await http.ctx.parts.screener.look()).isSettled()) await new Promise((resolve) => setTimeout(resolve, 2))
process.stdout.write('ready\n')
for (;;) {
  clock.move(1_000 + Math.floor(random() * 30_000))
  const blockTimeSec = Math.floor(clock.nowMs() / 1_000)
  const trades = Array.from({ length: 5 }, () => {
    const at = Math.floor(random() * 20)
    const [mint, pool] = ['Mint', 'Poo1'].map((kind) => `${kind}${'ABCDEFGHJKMNPQRSTUVW'[at]}`.padEnd(43, '1'))
    const priceUsd = 1 + Math.floor(random() * 9)
    return tradeOf({ mint: mint!, pool: pool!, blockTimeSec, priceUsd, amountUsd: 1 + Math.floor(random() * 300) })
  })
  await lab.block(trades, blockTimeSec)
  await watch.round()
  process.stdout.write('round\n')
}
