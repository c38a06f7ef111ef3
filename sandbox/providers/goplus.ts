import { USDC_MINT, USDT_MINT, WSOL_MINT } from '../../src/contract/mints.ts'
import { findExtension, readU64 } from '../../src/hot-paths/account-layouts.ts'
import { encodeBase58, isBase58Of32 } from '../../src/hot-paths/base58.ts'
import { SLOTS_PER_EPOCH } from '../chain/epochs.ts'
import { DEX_LABELS } from './dex-labels.ts'
import type { Market } from './market.ts'
import type { Provider } from './provider-reply.ts'
import {
  type ExaminedHolder,
  type ExaminedMarket,
  type ExaminedToken,
  type Examiner,
  wasDrained,
} from './token-examiner.ts'
import { decimalAmount, decimalText } from './wire-numbers.ts'

const MAX_HOLDERS = 10
const FEE_EXTENSION = 1
const CLOSE_EXTENSION = 3
const HOOK_EXTENSION = 14
const DEFAULT_STATE_EXTENSION = 6
const FEE_OFFSETS = { older: 72, newer: 90 } as const
const EPOCH_SLOTS = BigInt(SLOTS_PER_EPOCH)
/** Tokens everyone knows. */
const TRUSTED: ReadonlySet<string> = new Set([WSOL_MINT, USDC_MINT, USDT_MINT])
const CODE = { ok: 1, badAddress: 2004, noInfo: 2021, badParameter: 5006 } as const

export type GoplusSources = {
  readonly market: Market
  readonly examiner: Examiner
  readonly slot: () => number
}

/** GoPlus' token security for Solana over the sandbox's own chain: one mint a call without a key. Every answer has
 *  status 200; the envelope's code tells. Source: its SDK and recorded answers. */
export function createGoplus(sources: GoplusSources): Provider {
  const reply = (code: number, message: string, result: unknown = null) => ({
    status: 200,
    body: { code, message, result },
  })
  return {
    prefix: '/goplus',
    handle({ path, query }) {
      if (path !== '/api/v1/solana/token_security') return { status: 404, body: { error: 'Not Found' } }
      const mints = (query.get('contract_addresses') ?? '').split(',').filter((mint) => mint !== '')
      if (mints.length !== 1) return reply(CODE.badParameter, 'Param error!')
      const [mint] = mints
      if (!isBase58Of32(mint!)) return reply(CODE.badAddress, 'Contract address format error!')
      const token = sources.examiner.examine(mint!)
      return token === null
        ? reply(CODE.noInfo, 'No info for this token!', {})
        : reply(CODE.ok, 'OK', { [mint!]: record(sources, token) })
    },
  }
}

type Flag = { readonly status: '0' | '1'; readonly authority: readonly Named[] }
type Named = { readonly address: string; readonly malicious_address: 0 | 1 }

function record({ market, examiner, slot }: GoplusSources, token: ExaminedToken): Record<string, unknown> {
  const { info, metadata, creator, holders } = token
  const { extensions, data } = info
  const is2022 = !info.tokenProgram.startsWith('TokenkegQ')
  const extension = (type: number) => (is2022 ? findExtension(data, type) : null)
  const malicious = (address: string): 0 | 1 => (isMalicious(market, examiner, address, info.mint) ? 1 : 0)
  const flag = (address: string | null): Flag =>
    address === null
      ? { status: '0', authority: [] }
      : { status: '1', authority: [{ address, malicious_address: malicious(address) }] }
  const fee = extension(FEE_EXTENSION)
  const hookAuthority = keyAt(extension(HOOK_EXTENSION), 0)
  const canChangeMetadata = metadata !== null && metadata.updateAuthority !== null && metadata.nft?.isMutable !== false
  return {
    balance_mutable_authority: flag(extensions.permanentDelegate),
    closable: flag(keyAt(extension(CLOSE_EXTENSION), 0)),
    creators: creator === null ? [] : [{ address: creator, malicious_address: malicious(creator) }],
    default_account_state: extensions.defaultFrozen ? '2' : '1',
    default_account_state_upgradable: flag(extension(DEFAULT_STATE_EXTENSION) === null ? null : info.freezeAuthority),
    dex: token.markets.filter(({ state }) => state !== null).map((one) => dexRow(market, one)),
    freezable: flag(info.freezeAuthority),
    holder_count: String(new Set(holders.map(({ owner }) => owner)).size),
    holders: holders.slice(0, MAX_HOLDERS).map((holder) => holderRow(holder, info.decimals)),
    lp_holders: (token.markets.find(({ lp }) => lp !== null)?.lp?.holders ?? []).slice(0, MAX_HOLDERS).map((one) => ({
      account: one.tokenAccount,
      balance: decimalText(Number(one.amountRaw) / 1e9),
      is_locked: one.kind === 'locked' || one.kind === 'burned' ? 1 : 0,
    })),
    metadata: {
      name: metadata?.name ?? '',
      symbol: metadata?.symbol ?? '',
      description: '',
      uri: metadata?.uri ?? '',
    },
    metadata_mutable: canChangeMetadata
      ? {
          status: '1',
          metadata_upgrade_authority: [
            { address: metadata.updateAuthority!, malicious_address: malicious(metadata.updateAuthority!) },
          ],
        }
      : { status: '0', metadata_upgrade_authority: [] },
    mintable: flag(info.mintAuthority),
    non_transferable: extensions.nonTransferable ? '1' : '0',
    total_supply: decimalAmount(info.supplyRaw, info.decimals),
    transfer_fee: fee === null ? {} : feeRow(fee, slot()),
    transfer_fee_upgradable: flag(keyAt(fee, 0)),
    transfer_hook:
      extensions.transferHookProgram === null
        ? []
        : [{ address: extensions.transferHookProgram, malicious_address: 0 }],
    transfer_hook_upgradable: flag(hookAuthority),
    trusted_token: TRUSTED.has(info.mint) ? 1 : 0,
  }
}

/** Someone who emptied the pool of another token of theirs. */
function isMalicious(market: Market, examiner: Examiner, address: string, mint: string): boolean {
  return market.pools().some(({ baseMint }) => {
    if (baseMint === mint || examiner.creatorOf(baseMint) !== address) return false
    const other = examiner.examine(baseMint)
    return other !== null && wasDrained(other)
  })
}

function feeRow(fee: Uint8Array, slot: number): Record<string, unknown> {
  const epoch = BigInt(slot) / EPOCH_SLOTS
  const at = (offset: number) => ({
    epoch: readU64(fee, offset),
    maximum: readU64(fee, offset + 8),
    rate: (fee[offset + 16]! | (fee[offset + 17]! << 8)) / 10_000,
  })
  const [older, newer] = [at(FEE_OFFSETS.older), at(FEE_OFFSETS.newer)]
  const isInForce = newer.epoch <= epoch
  const now = isInForce ? newer : older
  const row = ({ rate, maximum }: typeof now) => ({ fee_rate: String(rate), maximum_fee: maximum.toString() })
  return {
    current_fee_rate: row(now),
    scheduled_fee_rate: isInForce ? [] : [{ epoch: newer.epoch.toString(), ...row(newer) }],
  }
}

function dexRow(market: Market, { pool, state, lp }: ExaminedMarket): Record<string, unknown> {
  const tvl = state?.liquidityUsd ?? 2 * (state?.quoteReserve ?? 0) * (market.priceUsd(pool.quoteMint) ?? 0)
  const { volumeUsd } = market.window(pool, 'h24')
  const day = {
    price_max: decimalText(state?.priceUsd ?? 0),
    price_min: decimalText(state?.priceUsd ?? 0),
    volume: decimalText(volumeUsd),
  }
  const burnPct = lp === null || lp.totalRaw === 0n ? 0 : Number((lp.burnedRaw * 10_000n) / lp.totalRaw) / 100
  return {
    dex_name: DEX_LABELS[pool.dex].goplus,
    id: pool.address,
    type: 'Standard',
    tvl: decimalText(tvl),
    lp_amount: lp === null ? null : decimalText(Number(lp.supplyRaw) / 1e9),
    burn_percent: burnPct,
    fee_rate: '0.003',
    open_time: String(pool.createdSec),
    price: decimalText(state?.priceUsd ?? 0),
    day: volumeUsd === 0 ? { price_max: '-1', price_min: '-1', volume: '0' } : day,
  }
}

function holderRow(
  { tokenAccount, amountRaw, sharePct, kind }: ExaminedHolder,
  decimals: number,
): Record<string, unknown> {
  const tags = { pool: 'Liquidity pool', locker: 'Locker', burn: 'Burn address' } as const
  return {
    account: tokenAccount,
    balance: decimalAmount(amountRaw, decimals),
    percent: (sharePct / 100).toFixed(6),
    is_locked: kind === 'locker' || kind === 'burn' ? 1 : 0,
    ...(kind === 'wallet' || kind === 'creator' ? {} : { tag: tags[kind] }),
  }
}

function keyAt(value: Uint8Array | null, offset: number): string | null {
  const key = value?.subarray(offset, offset + 32)
  return key === undefined || key.length < 32 || key.every((byte) => byte === 0) ? null : encodeBase58(key)
}
