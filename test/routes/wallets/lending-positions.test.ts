import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import type { PositionRow, PositionsReply } from '../../../src/contract/wallet-positions.ts'
import type { LocalServer } from '../../support/local-server.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { bytesOfAddress, type PlantedAccount, plantedNode } from '../../support/planted-node.ts'
import { strangerAddress } from '../../support/published-tokens.ts'
import { successOf } from '../../support/reply-check.ts'
import type { KeptAccount } from '../../support/run-reading.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

/** The sandbox has no lenders: a node in front of it shows the accounts of the SDKs' vectors. */

type Vector = {
  readonly position: string
  readonly pool: string
  readonly accounts: Readonly<Record<string, KeptAccount>>
  readonly tokens: readonly { readonly mint: string; readonly amountRaw: string }[]
  readonly debts: readonly { readonly mint: string; readonly amountRaw: string }[]
  readonly unread?: number
}
const vectorsOf = (name: string): readonly Vector[] =>
  JSON.parse(readFileSync(new URL(`../../fixtures/positions/${name}.json`, import.meta.url), 'utf8')).vectors

const BANK_UPDATED_AT = 288
const UPDATED_SEC = 1_790_000_000
const OWNER_AT = { kamino_lend: 64, marginfi: 40 } as const
const kamino = vectorsOf('kamino-lend').find(({ debts }) => debts.length > 1)!
const whole = vectorsOf('marginfi').find(({ unread, debts }) => unread === 0 && debts.length > 0)!
const partial = vectorsOf('marginfi').find(({ unread }) => unread! > 0)!
const planted = new Map<string, PlantedAccount>()
const [borrower, other] = [strangerAddress(7_301), strangerAddress(7_302)]
const success = successOf('GET /api/v2/wallets/{wallet}/defi-positions')
const intel = successOf('GET /api/v2/positions/{address}/intel')
let node: LocalServer & { readonly calls: string[] }
let server: OpenServer
let sandbox: StartedSandbox
let refusesScans = false

for (const { accounts } of [kamino, whole, partial])
  for (const [address, { owner, data }] of Object.entries(accounts))
    planted.set(address, { owner, bytes: inflateRawSync(Buffer.from(data, 'base64')) })

before(async () => {
  sandbox = await sharedSandbox()
  for (const [vector, at, wallet] of [
    [kamino, OWNER_AT.kamino_lend, borrower],
    [whole, OWNER_AT.marginfi, borrower],
    [partial, OWNER_AT.marginfi, other],
  ] as const)
    planted.get(vector.position)!.bytes.set(bytesOfAddress(wallet), at)
  // The drawn times of banks may be of the future, and those are not shown.
  for (const address of Object.keys(whole.accounts))
    if (address !== whole.position) planted.get(address)!.bytes.writeBigInt64LE(BigInt(UPDATED_SEC), BANK_UPDATED_AT)
  node = await plantedNode(sandbox.urls['rpc']!, planted, () => refusesScans)
  server = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: node.url })
})
after(async () => {
  await server?.stop()
  await node?.close()
  await sandbox?.stop()
})

const ask = async (wallet: string): Promise<PositionsReply & { success: true }> =>
  success(await server.get(`/api/v2/wallets/${wallet}/defi-positions`))
const amounts = (rows: PositionRow['tokens']) => rows.map(({ mint, amountRaw }) => ({ mint, amountRaw }))

test('loans are shown with their debts, how fresh they are, and the health that the program recorded', async () => {
  const { positions, protocolsRead, missing } = await ask(borrower)
  assert.deepEqual(
    positions.map(({ protocol, kind, address }) => [protocol, kind, address]),
    [
      ['kamino_lend', 'lend', kamino.position],
      ['marginfi', 'lend', whole.position],
    ],
  )
  for (const [at, vector] of [kamino, whole].entries()) {
    const row = positions[at]!
    assert.deepEqual([amounts(row.tokens), amounts(row.debts), row.pool], [vector.tokens, vector.debts, vector.pool])
    // No one can price tokens of random bytes.
    assert.equal(row.valueUSD, null)
    assert.deepEqual(row.lending!.unread, [])
  }
  const slotOf = (address: string): number => Number(planted.get(address)!.bytes.readBigUInt64LE(16))
  const reserves = Object.keys(kamino.accounts).filter((address) => address !== kamino.position)
  const [loan, account] = positions.map(({ lending }) => lending!)
  assert(reserves.map(slotOf).includes(loan!.interestUntil.slot!))
  assert.equal(loan!.health!.at.slot, slotOf(kamino.position))
  assert.equal(loan!.health!.isStale, planted.get(kamino.position)!.bytes[24] !== 0)
  assert.deepEqual(account!.interestUntil, { slot: null, timestamp: UPDATED_SEC })
  for (const protocol of ['kamino_lend', 'marginfi', 'jupiter_vaults', 'jupiter_lend'])
    assert(protocolsRead.includes(protocol))
  assert(!(missing ?? []).some((sentence) => /kamino|marginfi/.test(sentence)))
})

test('what was not read of a loan is said, and its value is none', async () => {
  const [row] = (await ask(other)).positions
  assert.equal(row!.address, partial.position)
  assert.deepEqual(amounts(row!.tokens), partial.tokens)
  assert.equal(row!.valueUSD, null)
  assert.equal(row!.lending!.unread.length, partial.unread)
})

test('one loan by its account says the same, and whom it belongs to', async () => {
  const [row] = (await ask(borrower)).positions
  const one = intel(await server.get(`/api/v2/positions/${kamino.position}/intel`))
  assert.deepEqual(
    [one.kind, one.protocol, one.owner, one.tokens, one.debts, one.lending],
    ['lend', 'kamino_lend', borrower, row!.tokens, row!.debts, row!.lending],
  )
  assert.equal(one.pair, null)
})

test('a node without scans shows no loans and says which it cannot list', async () => {
  refusesScans = true
  try {
    const { positions, missing } = await ask(strangerAddress(7_303))
    assert.deepEqual(positions, [])
    for (const protocol of ['kamino_lend', 'marginfi'])
      assert(
        missing!.some((sentence) => sentence.includes(`Positions of ${protocol}`)),
        protocol,
      )
  } finally {
    refusesScans = false
  }
})
