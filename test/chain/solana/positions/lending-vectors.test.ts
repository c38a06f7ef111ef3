import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Lending } from '../../../../src/chain/holdings-port.ts'
import { jupiterEarnShares } from '../../../../src/chain/solana/positions/jupiter-earn.ts'
import { jupiterVaults } from '../../../../src/chain/solana/positions/jupiter-vaults.ts'
import { kaminoLoans } from '../../../../src/chain/solana/positions/kamino-lend.ts'
import { marginfiAccounts } from '../../../../src/chain/solana/positions/marginfi.ts'
import { TOKEN_PROGRAM } from '../../../../src/chain/solana/program-ids.ts'
import { decodeBase58, encodeBase58 } from '../../../../src/hot-paths/base58.ts'
import { accountsFrom, type KeptAccount, runReading } from '../../../support/run-reading.ts'

type Amount = { readonly mint: string; readonly amountRaw: string }
type Vector = {
  readonly position: string
  readonly pool: string
  readonly accounts: Readonly<Record<string, KeptAccount>>
  readonly tokens: readonly Amount[]
  readonly debts: readonly Amount[]
  readonly collateralUsd: number | null
  readonly debtUsd: number | null
  readonly healthFactor: number | null
}
const AT = { nowSec: 0 }

function fixture(name: string): { readonly vectors: readonly Vector[] } {
  return JSON.parse(readFileSync(new URL(`../../../fixtures/positions/${name}.json`, import.meta.url), 'utf8'))
}

/** `broken`: bytes of the other accounts without which they are none: tags, and the market or group that they belong to. */
const LENDERS = {
  'kamino-lend': { reader: kaminoLoans, broken: [0, 45] },
  marginfi: { reader: marginfiAccounts, broken: [0, 45] },
  'jupiter-vaults': { reader: jupiterVaults, broken: [0] },
}

test('loans of Kamino are what its SDK says, to the unit, and so is their health', () => checkVectors('kamino-lend'))
test('accounts of marginfi are what its SDK says, to the unit, and so is their health', () => checkVectors('marginfi'))
test('vaults of Jupiter Lend are what its SDK says, to the unit', () => checkVectors('jupiter-vaults'))

function checkVectors(name: keyof typeof LENDERS): void {
  const { reader } = LENDERS[name]
  const { vectors } = fixture(name)
  assert(vectors.length > 5 && vectors.some(({ debts }) => debts.length > 0))
  for (const { position, pool, accounts: keptOnes, ...theirs } of vectors) {
    const accounts = accountsFrom(keptOnes)
    const [found] = runReading(reader.read(accounts.get(position)!, AT), accounts)
    const rows = (list: readonly { mint: string; amountRaw: bigint }[]) =>
      list.map(({ mint, amountRaw }) => ({ mint, amountRaw: amountRaw.toString() }))
    assert.deepEqual([rows(found!.tokens), rows(found!.debts)], [theirs.tokens, theirs.debts])
    assert.deepEqual([found!.kind, found!.pool, found!.address], ['lend', pool, position])
    checkHealth(found!.lending!.health, theirs)
  }
}

function checkHealth(
  health: Lending['health'],
  theirs: Pick<Vector, 'collateralUsd' | 'debtUsd' | 'healthFactor'>,
): void {
  if (theirs.collateralUsd === null) {
    assert.equal(health, null)
    return
  }
  for (const [ours, other] of [
    [health!.collateralUsd, theirs.collateralUsd],
    [health!.debtUsd, theirs.debtUsd!],
    [health!.healthFactor!, theirs.healthFactor!],
    [health!.ltvPct, (theirs.debtUsd! / theirs.collateralUsd) * 100],
  ] as const)
    assert(Math.abs(ours - other) <= 1e-4 * Math.max(1, other), `${ours} and ${other}`)
}

for (const [name, { reader, broken }] of Object.entries(LENDERS))
  test(`a loan of ${name} that is cut off, or whose reserve is gone, another market's or another program's, is none`, () => {
    const { accounts: keptOnes, position } = fixture(name).vectors[0]!
    const accounts = accountsFrom(keptOnes)
    const view = accounts.get(position)!
    const read = (of: typeof accounts) => runReading(reader.read(of.get(position)!, AT), of)
    assert.equal(read(accounts).length, 1)
    const changed = (change: (one: typeof view) => typeof view | undefined) =>
      new Map(
        [...accounts].flatMap(([address, one]) => {
          const now = address === position ? one : change(one)
          return now === undefined ? [] : [[address, now] as const]
        }),
      )
    assert.deepEqual(read(changed(() => undefined)), [])
    assert.deepEqual(read(changed((one) => ({ ...one, owner: TOKEN_PROGRAM }))), [])
    for (const at of broken)
      assert.deepEqual(read(changed((one) => ({ ...one, data: flipped(one.data, at) }))), [], `byte ${at}`)
    for (const length of [0, 7, 8, 40, view.data.length - 1])
      assert.equal(reader.read({ ...view, data: view.data.slice(0, length) }, AT), null)
  })

function flipped(data: Uint8Array, at: number): Uint8Array {
  const other = data.slice()
  other[at]! ^= 1
  return other
}

test('tokens of Jupiter Lend are worth the price that the program last wrote down, rounded down', () => {
  const [pool, mint, underlying] = [1, 2, 3].map((byte) => encodeBase58(new Uint8Array(32).fill(byte))) as [
    string,
    string,
    string,
  ]
  const program = 'jup3YeL8QhtSx1e253b2FDvsMNC87fDrgQZivbrndc9'
  // The account by the program's published interface: tag, mint, share mint, id, decimals, model, two prices, time.
  const data = Buffer.alloc(196)
  data.set(Buffer.from('87c75210f983b6f1', 'hex'))
  data.set(decodeBase58(underlying)!, 8)
  data.set(decodeBase58(mint)!, 40)
  data.writeBigUInt64LE(999n, 107)
  data.writeBigUInt64LE(1_034_567_890_123n, 115)
  data.writeBigUInt64LE(1_790_000_123n, 123)
  const view = { address: pool, owner: program, lamports: 1n, executable: false, data: new Uint8Array(data) }
  const token = { account: 'account', mint, tokenProgram: TOKEN_PROGRAM, amountRaw: 1_000_001n, supplyRaw: 5n }
  const held = { ...token, decimals: 6, mintAuthority: null }
  const [found] = runReading(jupiterEarnShares.read(view, held, AT), new Map([[pool, view]]))
  assert.deepEqual(found!.tokens, [{ mint: underlying, amountRaw: 1_034_568n }])
  assert.deepEqual(
    [found!.sharesRaw, found!.lending!.interestUntil],
    [1_000_001n, { slot: null, timeSec: 1_790_000_123 }],
  )
  assert.equal(jupiterEarnShares.read(view, { ...held, mint: pool }, AT), null)
  for (const length of [0, 8, 195])
    assert.equal(jupiterEarnShares.read({ ...view, data: view.data.slice(0, length) }, held, AT), null)
  assert(
    jupiterEarnShares.mayBe(held, { ...view }) && !jupiterEarnShares.mayBe(held, { ...view, owner: TOKEN_PROGRAM }),
  )
})

const MOST_USD = 1e15
const MOST_SLOT = 2 ** 40

test('bytes of a node that lies throw nothing, and cost a field or the loan', () => {
  const seen = { rows: 0, unknown: 0 }
  for (const [name, { reader }] of Object.entries(LENDERS)) {
    const { vectors } = fixture(name)
    fc.assert(
      fc.property(
        fc.nat(vectors.length - 1),
        fc.array(fc.tuple(fc.nat(10_000), fc.uint8Array({ minLength: 8, maxLength: 32 })), {
          minLength: 1,
          maxLength: 6,
        }),
        (index, lies) => {
          const { accounts: keptOnes, position } = vectors[index]!
          const accounts = new Map(
            [...accountsFrom(keptOnes)].map(([address, one]) => [address, { ...one, data: lied(one.data, lies) }]),
          )
          for (const { lending } of runReading(reader.read(accounts.get(position)!, AT), accounts)) {
            seen.rows++
            const { interestUntil, health } = lending!
            if (interestUntil.slot === null && interestUntil.timeSec === null) seen.unknown++
            for (const { slot, timeSec } of [interestUntil, ...(health === null ? [] : [health.at])]) {
              assert(slot === null || slot <= MOST_SLOT, `slot ${slot}`)
              assert(timeSec === null || timeSec * 1_000 <= Date.now() + 86_400_000, `time ${timeSec}`)
            }
            for (const figure of [health?.collateralUsd, health?.debtUsd, health?.ltvPct, health?.healthFactor])
              assert(figure == null || (figure >= 0 && figure <= MOST_USD), String(figure))
          }
        },
      ),
      { numRuns: 400 },
    )
  }
  assert(seen.rows > 100 && seen.unknown > 0, JSON.stringify(seen))
})

function lied(data: Uint8Array, lies: readonly (readonly [number, Uint8Array])[]): Uint8Array {
  const other = data.slice()
  // Behind the tag: without it, nothing is read.
  for (const [place, bytes] of lies) other.set(bytes, 8 + (place % (other.length - 8 - bytes.length)))
  return other
}
