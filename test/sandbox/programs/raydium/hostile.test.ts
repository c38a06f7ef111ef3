import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SandboxChain } from '../../../../sandbox/chain/types.ts'
import { bonkTrades, launchOnBonk } from '../../../../sandbox/world/dex-trades/bonk.ts'
import { raydiumTrades } from '../../../../sandbox/world/dex-trades/raydium.ts'
import { cpmmTrades } from '../../../../sandbox/world/dex-trades/raydium-cpmm.ts'
import {
  createAssociatedTokenAccount,
  type Instruction,
  setComputeUnitLimit,
} from '../../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../../src/chain/solana/keypair.ts'
import { NATIVE_MINT } from '../../../../src/chain/solana/program-ids.ts'
import { createRandom } from '../../../support/seeded-random.ts'
import { createToken, sign } from '../../chain/chain-fixture.ts'
import { ALICE, openDexChain, run, SOL } from '../raydium-fixture.ts'

const EDGES = [0n, 1n, 2n, 999_999n, 1n << 32n, (1n << 63n) - 1n, 1n << 63n, (1n << 64n) - 2n, (1n << 64n) - 1n]
const PROGRAMS: ReadonlySet<string> = new Set([
  '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8',
  'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C',
  'LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj',
])
const { chain, seeds } = openAll()

/** One instruction of every kind that works, by what a wallet signs. */
function openAll(): { chain: SandboxChain; seeds: readonly Instruction[] } {
  const chain = openDexChain()
  const pools = [raydiumTrades, cpmmTrades].map((dex, i) => {
    const { mint } = createToken(chain, `hostile ${i}`, 1_000_000_000_000_000n)
    const sides = { baseMint: mint, quoteMint: NATIVE_MINT }
    const request = { ...sides, creator: ALICE.address, baseRaw: 500_000_000_000_000n, quoteRaw: 300n * SOL }
    const made = dex.createPool!(chain, request)!
    run(chain, made.transactions[0]!.slice(0, -1))
    return { dex, ref: { ...sides, address: made.pool }, creation: made.transactions[0]! }
  })
  const mint = keypairFromText('hostile bonk')
  const launch = launchOnBonk({
    mint: mint.address,
    dev: ALICE.address,
    name: 'a',
    symbol: 'b',
    uri: 'c',
    token2022: false,
  })
  run(chain, [launch.instruction], ALICE, [mint])
  run(chain, [createAssociatedTokenAccount({ payer: ALICE.address, owner: ALICE.address, mint: mint.address })])
  const curve = { dex: bonkTrades, ref: { address: launch.pool, baseMint: mint.address, quoteMint: NATIVE_MINT } }
  const trades = [...pools, curve].flatMap(({ dex, ref }) =>
    (['buy', 'sell'] as const).flatMap(
      (side) => dex.trade(chain, { pool: ref, wallet: ALICE.address, side, amountRaw: 1_000_000n })!,
    ),
  )
  const all = [...trades, ...pools.flatMap(({ creation }) => creation), launch.instruction]
  return { chain, seeds: all.filter(({ programId }) => PROGRAMS.has(programId)) }
}

/** Sends whatever it is. Emulator faults throw, so that coming back is the proof. */
function send(instruction: Instruction): void {
  chain.advanceSlot()
  const mint = keypairFromText('hostile bonk')
  const needsMint = instruction.accounts.some(({ address, isSigner }) => isSigner && address === mint.address)
  const { wire } = sign(chain, [setComputeUnitLimit(1_000_000), instruction], { signers: needsMint ? [mint] : [] })
  const sent = chain.send(wire, { skipPreflight: true })
  assert(sent.ok || sent.message.length > 0)
}

test('arguments at the edges of their types are refused or carried out, and never stop an emulator', () => {
  const tags = [9, 11, 16, 17]
  for (const seed of seeds) {
    const isTagged = tags.includes(seed.data[0]!) && seed.data.length === 17
    for (const first of EDGES)
      for (const second of EDGES) {
        const data = Buffer.from(seed.data)
        const at = isTagged ? 1 : 8
        data.writeBigUInt64LE(first, at)
        data.writeBigUInt64LE(second, at + 8)
        send({ ...seed, data })
      }
  }
})

test('other tags, cut data, and accounts in other places never stop an emulator', () => {
  const random = createRandom(20_260_922)
  for (let round = 0; round < 600; round++) {
    const seed = seeds[Math.floor(random() * seeds.length)]!
    const data = Buffer.from(seed.data)
    const accounts = [...seed.accounts]
    const roll = random()
    if (roll < 0.3) data[Math.floor(random() * data.length)] = Math.floor(random() * 256)
    const cut = roll < 0.5 ? data.subarray(0, Math.floor(random() * (data.length + 1))) : data
    const [one, other] = [0, 0].map(() => Math.floor(random() * accounts.length)) as [number, number]
    if (roll > 0.4) [accounts[one], accounts[other]] = [accounts[other]!, accounts[one]!]
    if (roll > 0.9) accounts.splice(one, 1)
    send({ ...seed, accounts, data: cut })
  }
})
