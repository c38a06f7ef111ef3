import type { LaunchFacts } from '../../../chain/solana/launch-window.ts'
import {
  FLAG_TAXONOMIES,
  type FlagTaxonomy,
  HOLDER_ENTITY_TYPES,
  HOLDER_FLAGS,
  type HolderFlag,
  type HolderRow,
  type IntelRecord,
  RAW_HOLDER_FLAGS,
} from '../../../contract/intel.ts'

const RAW_OF: Readonly<Record<HolderFlag, (typeof RAW_HOLDER_FLAGS)[number]>> = {
  dev: 'dev',
  sniper: 'sniper',
  bundler: 'bundler',
  insider: 'insider',
  pro_trader: 'proTrader',
  fresh_wallet: 'freshTrader',
  smart_money: 'smartTrader',
  whale: 'whale',
}

/** Wallets of a launch by what they did in it. */
export type LaunchRoles = Pick<LaunchFacts, 'snipers' | 'bundlers' | 'insiders' | 'fresh'>

/** Normalised flags of an owner, in the order of the list. `pro_trader` and `smart_money` need a provider of labels and
 *  are never given without one. `valueUsd`: worth of the holding, null without a price. */
export function holderFlags(
  owner: string,
  dev: string | null,
  launch: LaunchRoles | null,
  whale: { readonly valueUsd: number | null; readonly fromUsd: number },
): readonly HolderFlag[] {
  const held: Partial<Record<HolderFlag, boolean>> = {
    dev: dev === owner,
    sniper: launch?.snipers.includes(owner) ?? false,
    bundler: launch?.bundlers.includes(owner) ?? false,
    insider: launch?.insiders.includes(owner) ?? false,
    fresh_wallet: launch?.fresh.includes(owner) ?? false,
    whale: whale.valueUsd !== null && whale.valueUsd >= whale.fromUsd,
  }
  return HOLDER_FLAGS.filter((flag) => held[flag])
}

/** The record with its flags in the asked vocabulary; records are kept with the normalised one. */
export function inTaxonomy(record: IntelRecord, taxonomy: FlagTaxonomy): IntelRecord {
  if (taxonomy === 'normalized') return record
  return {
    ...record,
    top_holders: record.top_holders.map((row) => ({ ...row, flags: rawFlags(row) })),
    taxonomies: taxonomiesOf(taxonomy),
  }
}

export function taxonomiesOf(taxonomy: FlagTaxonomy): IntelRecord['taxonomies'] {
  const values = taxonomy === FLAG_TAXONOMIES[1] ? RAW_HOLDER_FLAGS : HOLDER_FLAGS
  return {
    entityType: { name: 'mintglass-1', values: [...HOLDER_ENTITY_TYPES] },
    flags: { name: taxonomy, values: [...values] },
  }
}

function rawFlags({ flags, entityType }: HolderRow): string[] {
  const raw: string[] = flags.map((flag) => RAW_OF[flag as HolderFlag])
  if (entityType === 'liquidity') raw.push('liquidityPool')
  if (entityType === 'locker') raw.push('locker')
  return raw
}
