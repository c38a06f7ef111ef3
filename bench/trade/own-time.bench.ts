import assert from 'node:assert/strict'
import { appendFileSync } from 'node:fs'
import { VersionedTransaction } from '@solana/web3.js'
import { verifySignature } from '../../src/chain/solana/keypair.ts'
import { addressBytes } from '../../src/chain/solana/pda.ts'
import { readBenchOptions } from '../options.ts'
import { openTradeDesk, untilWarm } from './trade-desk.ts'

/** Row 8, shown and not a goal: how long a custodial buy takes us from its body to its signed bytes with warm state,
 *  for each DEX, with and without the manifest. The manifest asks the node: the sandbox, a process of its own beside.
 *  Wall time carries the machine's other load; CPU time is this process's alone. */
const { rounds, isQuick } = readBenchOptions(5)
const PLAIN = isQuick ? 200 : 1_000
const WITH_MANIFEST = isQuick ? 20 : 60
const WARM_UP = isQuick ? 300 : 1_500

const desk = await openTradeDesk()
const lines: string[] = []
try {
  for (const [dex, { mint }] of desk.coins) {
    const body = (i: number, manifest: boolean) =>
      `{"mint":"${mint}","dex":"${dex}","amount_in":0.1${String(i).padStart(5, '0')},"slippage_bps":500,"manifest":${manifest}}`
    const first = await desk.buy(body(1, true))
    await untilWarm(() => desk.buy(body(2, false)))
    check(first.wire)
    for (let i = 0; i < WARM_UP; i++) await desk.buy(body(i, false))
    const plain = { wallMs: [] as number[], cpuUs: 0, hits: 0 }
    const shown = { wallMs: [] as number[], cpuUs: 0, hits: 0 }
    for (let round = 0; round < rounds; round++)
      for (const [figures, count, manifest] of [
        [plain, PLAIN, false],
        [shown, WITH_MANIFEST, true],
      ] as const) {
        const before = process.cpuUsage()
        for (let i = 0; i < count; i++) {
          const text = body(i, manifest)
          const startMs = performance.now()
          const { plan, compiled } = await desk.buy(text)
          figures.wallMs.push(performance.now() - startMs)
          if (plan.cacheHit && compiled.isPatched) figures.hits++
        }
        const { user, system } = process.cpuUsage(before)
        figures.cpuUs += user + system
      }
    for (const [name, { wallMs, cpuUs, hits }] of [
      ['without a manifest', plain],
      ['with', shown],
    ] as const) {
      assert(hits > wallMs.length * 0.9, `${dex}: only ${hits} of ${wallMs.length} were warm`)
      const sorted = wallMs.toSorted((a, b) => a - b)
      const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(3)
      const cpu = (cpuUs / wallMs.length).toFixed(0)
      lines.push(`| ${dex} | ${name} | ${at(0.5)} | ${at(0.99)} | ${cpu} | ${wallMs.length} |`)
    }
  }
} finally {
  await desk.lab.stop()
}
const table = ['| buy on | | p50 ms | p99 ms | CPU us | buys |', '|---|---|---|---|---|---|', ...lines].join('\n')
console.log(`\nfrom the body to the signed bytes, warm\n${table}`)
const results = new URL('../results/trade.md', import.meta.url)
appendFileSync(results, `\n## ${new Date().toISOString()}: own time of a custodial buy, warm\n\n${table}\n`)

/** web3.js reads it, and its signature is the wallet's. */
function check(wire: Uint8Array): void {
  const { message, signatures } = VersionedTransaction.deserialize(wire)
  const signer = addressBytes(message.staticAccountKeys[0]!.toBase58())
  assert.equal(message.staticAccountKeys[0]!.toBase58(), desk.wallet)
  assert(verifySignature(signer, message.serialize(), signatures[0]!), 'signed by the wallet')
}
