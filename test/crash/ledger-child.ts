import type { TestContext } from 'node:test'
import { readConfig } from '../../src/config/env.ts'
import { settleScores } from '../../src/services/calibration/settle-scores.ts'
import { fakeContext } from '../support/fake-context.ts'
import { movedClock } from '../support/first-party-server.ts'
import { launchOf, openTapeLab, tradeOf } from '../support/tape-lab.ts'

/** Writes scores and plants what becomes of their tokens, while outcomes are attached, until it is killed:
 *  `<folder> <first number> <epoch ms>`. Prints `<id> <mint> <score> <at ms>` for each score that is on disk. */
const [dir, first, startMs] = [process.argv[2]!, Number(process.argv[3]), Number(process.argv[4])]
const t = { after: () => {} } as unknown as TestContext
const lab = await openTapeLab(t, { dir, firstSlot: 0 })
const headMs = (lab.store.tape.window().headTimeSec ?? 0) * 1_000
const clock = movedClock(Math.max(startMs, headMs + 60_000))
const { ctx } = fakeContext({
  store: { tape: lab.store.tape, scores: lab.store.scores },
  config: { ingest: readConfig({}).ingest },
  parts: { clock },
})
process.stdout.write('ready\n')
let settling: Promise<unknown> = Promise.resolve()
for (let number = first; ; number++) {
  const [mint, pool] = ['Mint', 'Poo1'].map((kind) => `${kind}${String(number).replaceAll('0', 'A')}x`.padEnd(43, '1'))
  const place = { mint: mint!, pool: pool! }
  const at = (): number => Math.floor(clock.nowMs() / 1_000)
  await lab.block(
    [launchOf({ ...place, blockTimeSec: at() }), tradeOf({ ...place, blockTimeSec: at(), priceUsd: 2 })],
    at(),
  )
  clock.move(60_000)
  const score = (number * 37) % 101
  const grade = score >= 60 ? 'safe' : 'danger'
  const atMs = clock.nowMs()
  const id = await lab.store.scores.append({
    kind: 'deepscan',
    mint: mint!,
    score,
    grade,
    rules: [],
    holders: null,
    atMs,
  })
  process.stdout.write(`${id} ${mint} ${score} ${atMs}\n`)
  clock.move(600_000)
  const priceUsd = (number * 7) % 3 === 0 ? 0.1 : 1.9
  await lab.block([tradeOf({ ...place, blockTimeSec: at(), side: 'sell', priceUsd })], at())
  await settling
  settling = settleScores(ctx)
}
