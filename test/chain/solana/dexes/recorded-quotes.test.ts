import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { decodeTransaction } from '../../../../src/chain/solana/decode-transaction.ts'
import type { DexTrade } from '../../../../src/chain/solana/dexes/dex.ts'
import { DEXES } from '../../../../src/chain/solana/dexes/index.ts'
import { DAMM_V1_PROGRAM } from '../../../../src/chain/solana/dexes/meteora/addresses.ts'
import type { CurveReserves } from '../../../../src/chain/solana/dexes/pumpfun/quote.ts'
import { recordedEnhanced } from '../../../support/recorded-enhanced.ts'
import { recordedSkip } from '../../../support/recorded-transactions.ts'
import { quoteCurve, quotePumpSwap } from './recorded-quotes/pump.ts'
import { quoteAmmV4 } from './recorded-quotes/raydium.ts'
import { quoteCpmm, quoteLaunch } from './recorded-quotes/raydium-launches.ts'
import { type RecordedQuote, type RecordedTrade, unchecked } from './recorded-quotes/recorded-quote.ts'
import { type Recorded, recordedLedger } from './recorded-swaps.ts'

/* Every recorded swap of mainnet, quoted from what its pool held before it wherever the record tells that. */

const FIXTURES = ['launchlab-mainnet', 'cpmm-mainnet', 'meteora-damm-v2-mainnet'] as const
const ENHANCED = ['webhook_dammv2BuyRes.json', 'webhook_dammv2SellRes.json'] as const
const DOCS = new URL('../../../../docs/dexes.md', import.meta.url)

type Counts = Readonly<Record<string, readonly [checked: number, listed: number]>>
/** What there is; a recording that is added shows here. */
const FIXTURE_COUNTS: Counts = { bonk: [3, 0], raydium_cpmm: [1, 0], orca: [0, 1], meteora_damm_v2: [0, 1] }
const COUNTS: Counts = {
  bonk: [3, 0],
  meteora: [0, 17],
  meteora_damm_v2: [0, 3],
  orca: [0, 23],
  pumpfun: [10, 0],
  pumpswap: [3, 0],
  raydium: [31, 0],
  raydium_clmm: [0, 11],
  raydium_cpmm: [1, 0],
}

const NO_RANGES = 'liquidity lies in price ranges that only the tick arrays tell'
const NO_BINS = 'liquidity lies in bins that only the bin arrays tell'
const NO_VAULTS = "a pool's part of the shared vaults hangs on their share supply and locked profit"
const NO_PRICE = 'liquidity and price lie in the pool account; the vaults hold fees too'

function quoteRecorded(recorded: RecordedTrade, curves: Map<string, CurveReserves>): RecordedQuote {
  const { trade } = recorded
  switch (trade.dex) {
    case 'raydium':
      return quoteAmmV4(recorded)
    case 'pumpfun':
      return quoteCurve(recorded, curves)
    case 'pumpswap':
      return quotePumpSwap(recorded)
    case 'bonk':
      return quoteLaunch(recorded)
    case 'raydium_cpmm':
      return quoteCpmm(recorded)
    case 'orca':
    case 'raydium_clmm':
      return unchecked(NO_RANGES)
    case 'meteora':
      return unchecked(trade.programId === DAMM_V1_PROGRAM ? NO_VAULTS : NO_BINS)
    case 'meteora_damm_v2':
    case 'meteora_dbc':
      return unchecked(NO_PRICE)
  }
}

/** The recorded answers beside the repository and the transactions in the fixtures; each transaction once. */
function ledger(): readonly Recorded[] {
  const beside =
    recordedSkip === false
      ? [...recordedLedger(), ...ENHANCED.map((name) => ({ name, transaction: recordedEnhanced(name) }))]
      : []
  const seen = new Set<string>()
  return [...beside, ...FIXTURES.flatMap(fromFixture)].filter(({ transaction: { signature } }) => {
    const isNew = !seen.has(signature)
    seen.add(signature)
    return isNew
  })
}

function fromFixture(name: string): readonly Recorded[] {
  const path = new URL(`../../../fixtures/dexes/${name}.json`, import.meta.url)
  const { transactions = {}, sale } = JSON.parse(readFileSync(path, 'utf8')) as {
    readonly transactions?: Readonly<Record<string, unknown>>
    readonly sale?: unknown
  }
  const answers = sale === undefined ? transactions : { sale }
  return Object.entries(answers).map(([part, answer]) => {
    const outcome = decodeTransaction(answer)
    assert(outcome.ok, part)
    return { name: `${name} ${part}`, transaction: outcome.value }
  })
}

type Row = { readonly name: string; readonly trade: DexTrade; readonly quote: RecordedQuote }

function quotedRows(): readonly Row[] {
  const curves = new Map<string, CurveReserves>()
  return ledger().flatMap(({ name, transaction }) =>
    DEXES.flatMap((dex) => dex.decodeTrades(transaction)).map((trade) => ({
      name,
      trade,
      quote: quoteRecorded({ transaction, trade }, curves),
    })),
  )
}

/** One line of the table in the documentation. */
function lineOf({ name, trade, quote }: Row): string {
  const [top, inner] = trade.instructionPath
  const call = inner < 0 ? `${top}` : `${top}.${inner}`
  const told = quote.from === null ? `not checked: ${quote.reason}` : `${quote.compared} equal, from ${quote.from}`
  return `| ${name.replace(/\.json$/, '')} | ${call} | ${trade.dex} | ${trade.side} | ${told} |`
}

test('every recorded swap with known reserves is quoted to the base unit; the others are listed with the reason', (t) => {
  const rows = quotedRows()
  const counts: Record<string, readonly [checked: number, listed: number]> = {}
  for (const { trade, quote } of rows) {
    const [checked, listed] = counts[trade.dex] ?? [0, 0]
    counts[trade.dex] = quote.from === null ? [checked, listed + 1] : [checked + 1, listed]
  }
  const lines = rows.map(lineOf)
  for (const line of lines) t.diagnostic(line)
  const docs = new Set(readFileSync(DOCS, 'utf8').split('\n'))
  assert.deepEqual(
    lines.filter((line) => !docs.has(line)),
    [],
    'docs/dexes.md lists every recorded swap',
  )
  if (recordedSkip !== false) t.diagnostic(recordedSkip)
  assert.deepEqual(counts, recordedSkip === false ? COUNTS : FIXTURE_COUNTS)
})
