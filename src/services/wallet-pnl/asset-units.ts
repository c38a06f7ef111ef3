import type { LedgerMoveKind } from '../../contract/wallet-ledger.ts'

/** What became of the units of one asset: opening + bought + received - sold - sent - fees = closing. */
export type AssetUnits = {
  opening: bigint
  bought: bigint
  received: bigint
  sold: bigint
  sent: bigint
  /** Rent and the like that was given back is taken off, so that it may be below zero. */
  fees: bigint
}

export type UnitsByAsset = {
  of(asset: string): AssetUnits
  move(kind: LedgerMoveKind, asset: string, raw: bigint): void
  all(): ReadonlyMap<string, AssetUnits>
}

export function createUnits(): UnitsByAsset {
  const rows = new Map<string, AssetUnits>()
  const of = (asset: string): AssetUnits => {
    const row = rows.get(asset) ?? { opening: 0n, bought: 0n, received: 0n, sold: 0n, sent: 0n, fees: 0n }
    rows.set(asset, row)
    return row
  }
  return {
    of,
    move(kind, asset, raw) {
      const row = of(asset)
      if (kind !== 'transfer') row.fees -= raw
      else if (raw > 0n) row.received += raw
      else row.sent -= raw
    },
    all: () => rows,
  }
}

export function closingOf({ opening, bought, received, sold, sent, fees }: AssetUnits): bigint {
  return opening + bought + received - sold - sent - fees
}
