import { WSOL_MINT } from '../../contract/mints.ts'
import type { TapeChain } from '../../contract/tape-event.ts'
import type { WebhookBody, WebhookType } from '../../contract/webhook.ts'

/** Addresses that no one holds: a test must not be taken for a trade. */
const OF_SOLANA = {
  nobody: '11111111111111111111111111111111',
  txHash: '1'.repeat(64),
  quote: WSOL_MINT,
  dex: 'pumpfun',
  kind: 'launch',
} as const
const OF_EVM = {
  nobody: `0x${'0'.repeat(40)}`,
  txHash: `0x${'1'.repeat(64)}`,
  quote: `0x${'0'.repeat(40)}`,
  dex: 'uniswap_v2',
  kind: 'pool',
} as const

type ExampleFacts = {
  readonly eventId: string
  readonly cursor: string
  readonly nowMs: number
  /** Solana when it is absent. */
  readonly chain?: TapeChain
}

/** A made-up event of one type, whole and of the right shape, as tests post it and the catalogue shows it. */
export function exampleEvent(
  type: WebhookType,
  { eventId, cursor, nowMs, chain = 'solana' }: ExampleFacts,
): WebhookBody {
  const { nobody, txHash, quote, dex, kind } = chain === 'solana' ? OF_SOLANA : OF_EVM
  const timeSec = Math.floor(nowMs / 1_000)
  const ends = { attempt: 1, test: true } as const
  const placed = {
    eventId,
    chain,
    cursor,
    block: { number: 1, time: timeSec },
    position: { tx: 0, log: '0' },
    txHash,
    commitment: 'confirmed',
  } as const
  const trade = {
    pool: nobody,
    dex,
    token: nobody,
    quote,
    side: 'buy',
    amount: 1_000,
    amountQuote: 0.5,
    amountRaw: '1000000000',
    amountQuoteRaw: '500000000',
    priceUSD: 0.1,
    amountUSD: 100,
    maker: nobody,
  } as const
  const launch = {
    mint: nobody,
    poolAddress: nobody,
    dexType: dex,
    kind,
    quote,
    signature: txHash,
    blockTime: timeSec,
    indexedAt: nowMs,
    creator: nobody,
    name: 'Test',
    symbol: 'TEST',
    uri: null,
  } as const
  switch (type) {
    case 'trade':
      return { type, ...placed, trade, ...ends }
    case 'trade_retracted':
      return { type, ...placed, retracts: { eventId, cursor, type: 'trade' }, trade, ...ends }
    case 'launch':
      return { type, ...placed, launch, ...ends }
    case 'launch_retracted':
      return { type, ...placed, retracts: { eventId, cursor, type: 'launch' }, launch, ...ends }
    case 'screen':
      return { type, eventId, chain: 'solana', cursor, block: placed.block, screen: exampleChange(nowMs), ...ends }
    case 'gap':
      return { type, eventId, chain, cursor, from: 1, to: 2, reason: 'a made-up gap', ...ends }
  }
}

/** Screens show pairs of Solana. */
function exampleChange(nowMs: number) {
  const { nobody, quote, dex } = OF_SOLANA
  const change = { id: 'scr_0', change: 'leave', reason: 'gone', at: nowMs } as const
  return { ...change, pair: nobody, token: nobody, quote, dex, row: null }
}
