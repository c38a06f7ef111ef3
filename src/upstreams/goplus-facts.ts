import type { SecurityFacts } from './capabilities.ts'
import { anyMalicious, figure, isFrozen, isSet, sharePct, yes } from './goplus-figures.ts'
import type { GoplusFlag, GoplusRecord } from './goplus-replies.ts'
import { NO_SECURITY_FACTS } from './security-check.ts'
import { addressOrNull } from './solana-address.ts'

/** A fee above it is a fault. */
export const HIGH_FEE_PCT = 5

/** What a record says of its token, in our words. */
export function toFacts(record: GoplusRecord): SecurityFacts {
  const first = (flag: GoplusFlag | null | undefined): string | null => addressOrNull(flag?.authority?.[0]?.address)
  const creator = record.creators?.[0]
  const deepest = deepestPool(record)
  return {
    ...NO_SECURITY_FACTS,
    mintable: isSet(record.mintable),
    mintAuthority: first(record.mintable),
    freezable: isSet(record.freezable),
    freezeAuthority: first(record.freezable),
    ...feeFacts(record),
    transferFeeMutable: isSet(record.transfer_fee_upgradable),
    nonTransferable: yes(transferBan(record)),
    defaultFrozen: isFrozen(record.default_account_state),
    hook: record.transfer_hook == null ? null : record.transfer_hook.length > 0,
    hookProgram: addressOrNull(record.transfer_hook?.[0]?.address),
    hookMutable: isSet(record.transfer_hook_upgradable),
    permanentDelegate: isSet(record.balance_mutable_authority),
    permanentDelegateAddress: first(record.balance_mutable_authority),
    closable: isSet(record.closable),
    metadataMutable: isSet(record.metadata_mutable),
    lpLockedPct: figure(deepest?.burn_percent),
    creator: addressOrNull(creator?.address),
    creatorMalicious: record.creators == null ? null : anyMalicious(record.creators),
    holderCount: figure(record.holder_count),
    top10Pct: topTenPct(record),
    liquidityUsd: figure(deepest?.tvl),
    priceUsd: figure(deepest?.price),
    trusted: yes(record.trusted_token),
  }
}

/** The member has two spellings. */
export function transferBan(record: GoplusRecord): GoplusRecord['non_transferable'] {
  return record.non_transferable !== undefined ? record.non_transferable : record.none_transferable
}

/** An empty object is a token without the extension. Of a fee whose schedule cannot be read nothing is known, unless
 *  what can be read is high already. */
function feeFacts({
  transfer_fee: fee,
}: GoplusRecord): Pick<SecurityFacts, 'transferFeePct' | 'scheduledTransferFeePct'> {
  if (fee == null) return { transferFeePct: null, scheduledTransferFeePct: null }
  const nowPct = fee.current_fee_rate == null ? 0 : sharePct(fee.current_fee_rate.fee_rate)
  const rates = (fee.scheduled_fee_rate ?? []).map(({ fee_rate }) => sharePct(fee_rate))
  const known = rates.filter((pct) => pct !== null)
  const laterPct = known.length === 0 ? null : Math.max(...known)
  const isKnown = known.length === rates.length || Math.max(nowPct ?? 0, laterPct ?? 0) > HIGH_FEE_PCT
  return { transferFeePct: isKnown ? nowPct : null, scheduledTransferFeePct: laterPct }
}

/** None where one of several has a depth that cannot be: it may be the deepest, and another's burn is not its own. */
function deepestPool({ dex }: GoplusRecord) {
  let deepest: NonNullable<typeof dex>[number] | undefined
  for (const pool of dex ?? []) {
    if (pool.tvl !== undefined && figure(pool.tvl) === null && dex!.length > 1) return undefined
    if (deepest === undefined || (figure(pool.tvl) ?? 0) > (figure(deepest.tvl) ?? 0)) deepest = pool
  }
  return deepest
}

/** Shares come as fractions. Locked and tagged rows (pools, lockers) are no one's holding. */
function topTenPct({ holders }: GoplusRecord): number | null {
  if (!holders || holders.length === 0) return null
  const shares = holders
    .filter(({ is_locked, tag }) => figure(is_locked) !== 1 && !tag)
    .map(({ percent }) => sharePct(percent))
  // A share that cannot be was left out of its row: what is left is no sum of ten.
  if (shares.includes(null)) return null
  const sum = (shares as number[])
    .sort((a, b) => b - a)
    .slice(0, 10)
    .reduce((total, pct) => total + pct, 0)
  return Math.min(100, sum)
}
