import { KNOWN_ADDRESSES, type KnownConfidence, type KnownKind } from './known-addresses.ts'
import { addressBytes, isOnCurve } from './pda.ts'
import { BPF_LOADER_PROGRAM, BPF_UPGRADEABLE_LOADER_PROGRAM, NATIVE_LOADER, SYSTEM_PROGRAM } from './program-ids.ts'

export type KnownAddress = {
  readonly kind: KnownKind
  readonly entity: string
  readonly label: string
  readonly confidence: KnownConfidence
}

export const ENTITY_TYPES = [
  'cex',
  'market_maker',
  'liquidity',
  'locker',
  'burn',
  'validator',
  'mev',
  'fee',
  'program',
  'wallet',
] as const
export type EntityType = (typeof ENTITY_TYPES)[number]

/** What an owner of token accounts is. `source` names what decided it: `registry` an address that is known on its own,
 *  `program` the program that owns the owner's account (or a pool read from the chain), `pda` an address no key exists
 *  for; null for a plain wallet. */
export type OwnerIdentity = {
  readonly entity: string | null
  readonly entityType: EntityType
  readonly source: 'registry' | 'program' | 'pda' | null
  readonly isContract: boolean
}
/** What is known of the owner's own account: null when it does not exist. */
export type OwnerAccount = { readonly owner: string; readonly executable: boolean } | null

const BY_ADDRESS: ReadonlyMap<string, KnownAddress> = new Map([
  ...KNOWN_ADDRESSES.map(
    ([kind, entity, address, label, confidence]) => [address, { kind, entity, label, confidence }] as const,
  ),
  // Tokens sent to the System program's own address are as lost as those of the incinerator.
  [SYSTEM_PROGRAM, { kind: 'burn', entity: 'Solana', label: 'System program', confidence: 'official' }] as const,
])

const TYPE_OF_KIND: Readonly<Record<KnownKind, EntityType>> = {
  cex: 'cex',
  mm: 'market_maker',
  liquidity: 'liquidity',
  locker: 'locker',
  burn: 'burn',
  validator: 'validator',
  mev: 'mev',
  fee: 'fee',
  dex: 'liquidity',
  program: 'program',
}
const LOADERS = new Set([BPF_LOADER_PROGRAM, BPF_UPGRADEABLE_LOADER_PROGRAM, NATIVE_LOADER])

export function knownAddress(address: string): KnownAddress | null {
  return BY_ADDRESS.get(address) ?? null
}

/** Owners that hold for no one who could sell: pools and curves, lockers, burn addresses. Their balances are part of
 *  no holder count and no concentration figure. */
export function isVault(entityType: EntityType): boolean {
  return entityType === 'liquidity' || entityType === 'locker' || entityType === 'burn'
}

/** Addresses of the registry that are vaults whatever their account says. */
export const KNOWN_VAULTS: ReadonlySet<string> = new Set(
  [...BY_ADDRESS].filter(([, { kind }]) => isVault(TYPE_OF_KIND[kind])).map(([address]) => address),
)

/** Decides in this order: the registry, the pools found for the mint (`poolOwners`: vault owner to DEX name), the
 *  program that owns the account, the curve. About 30 µs for a plain wallet, which must be tested for the curve. */
export function identifyOwner(
  address: string,
  account: OwnerAccount,
  poolOwners: ReadonlyMap<string, string>,
): OwnerIdentity {
  const isPlain = account === null || (account.owner === SYSTEM_PROGRAM && !account.executable)
  const isContract = !isPlain || !isOnCurve(addressBytes(address))
  const known = BY_ADDRESS.get(address)
  if (known !== undefined)
    return { entity: known.entity, entityType: TYPE_OF_KIND[known.kind], source: 'registry', isContract }
  const pool = poolOwners.get(address)
  if (pool !== undefined) return { entity: pool, entityType: 'liquidity', source: 'program', isContract }
  if (isPlain)
    return isContract
      ? { entity: null, entityType: 'program', source: 'pda', isContract }
      : { entity: null, entityType: 'wallet', source: null, isContract }
  const program = LOADERS.has(account.owner) ? undefined : BY_ADDRESS.get(account.owner)
  const entityType = program?.kind === 'dex' || program?.kind === 'locker' ? TYPE_OF_KIND[program.kind] : 'program'
  return { entity: program?.entity ?? null, entityType, source: 'program', isContract }
}
