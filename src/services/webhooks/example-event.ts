import { WSOL_MINT } from '../../contract/mints.ts'
import type { WebhookBody, WebhookType } from '../../contract/webhook.ts'

/** Addresses that no one holds: a test must not be taken for a trade. */
const NOBODY = '11111111111111111111111111111111'
const TEST_SIGNATURE = '1'.repeat(64)

/** A made-up event of one type, whole and of the right shape, as tests post it and the catalogue shows it. */
export function exampleEvent(
  type: WebhookType,
  { eventId, cursor, nowMs }: { readonly eventId: string; readonly cursor: string; readonly nowMs: number },
): WebhookBody {
  const timeSec = Math.floor(nowMs / 1_000)
  const ends = { attempt: 1, test: true } as const
  const placed = {
    eventId,
    chain: 'solana',
    cursor,
    block: { number: 1, time: timeSec },
    position: { tx: 0, log: '0' },
    txHash: TEST_SIGNATURE,
    commitment: 'confirmed',
  } as const
  const trade = {
    pool: NOBODY,
    dex: 'pumpfun',
    token: NOBODY,
    quote: WSOL_MINT,
    side: 'buy',
    amount: 1_000,
    amountQuote: 0.5,
    amountRaw: '1000000000',
    amountQuoteRaw: '500000000',
    priceUSD: 0.1,
    amountUSD: 100,
    maker: NOBODY,
  } as const
  const launch = {
    mint: NOBODY,
    poolAddress: NOBODY,
    dexType: 'pumpfun',
    kind: 'launch',
    quote: WSOL_MINT,
    signature: TEST_SIGNATURE,
    blockTime: timeSec,
    indexedAt: nowMs,
    creator: NOBODY,
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
    case 'screen': {
      const block = { number: 1, time: timeSec }
      return { type, eventId, chain: 'solana', cursor, block, screen: exampleChange(nowMs, trade.dex), ...ends }
    }
    case 'gap':
      return { type, eventId, chain: 'solana', cursor, from: 1, to: 2, reason: 'a made-up gap', ...ends }
  }
}

function exampleChange<Dex extends string>(nowMs: number, dex: Dex) {
  const change = { id: 'scr_0', change: 'leave', reason: 'gone', at: nowMs } as const
  return { ...change, pair: NOBODY, token: NOBODY, quote: WSOL_MINT, dex, row: null }
}
