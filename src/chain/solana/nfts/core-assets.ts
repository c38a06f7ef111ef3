import { type Outcome, ok } from '../../../contract/outcome.ts'
import { encodeBase58 } from '../../../hot-paths/base58.ts'
import type { OwnedNft } from '../../holdings-port.ts'
import { decodeLayout, type Layout } from '../borsh-layout.ts'
import type { AccountView, SolanaRpc } from '../rpc.ts'

export const CORE_PROGRAM = 'CoREENxT6tW1HoK8ypY1SxRMZTcVPm7R94rH4PZNhX7d'

const ASSET_KEY = 1
const OWNER_AT = 1
/** Who may change it: nobody, an address, or its collection. */
const AUTHORITY_KIND_AT = 33
const AUTHORITY_AT = 34
const COLLECTION = 2
const TEXTS = { name: 'string', uri: 'string' } as const satisfies Layout

/** Metaplex Core assets of a wallet: one scan. Fails as the node fails; many refuse scans. */
export async function scanCoreAssets(
  rpc: SolanaRpc,
  wallet: string,
  signal: AbortSignal,
): Promise<Outcome<readonly OwnedNft[]>> {
  const filters = [
    { memcmp: { offset: 0, bytes: encodeBase58(Uint8Array.of(ASSET_KEY)) } },
    { memcmp: { offset: OWNER_AT, bytes: wallet } },
  ]
  const read = await rpc.programAccounts(CORE_PROGRAM, { filters, signal })
  if (!read.ok) return read
  return ok(read.value.flatMap((view) => readCoreAsset(view, wallet) ?? []))
}

/** Null for what is no asset, and for one of somebody else. */
export function readCoreAsset({ address, owner, data }: AccountView, wallet: string): OwnedNft | null {
  if (owner !== CORE_PROGRAM || data[0] !== ASSET_KEY || data.length < AUTHORITY_AT) return null
  if (encodeBase58(data.subarray(OWNER_AT, OWNER_AT + 32)) !== wallet) return null
  const kind = data[AUTHORITY_KIND_AT]!
  const textsAt = kind === 0 ? AUTHORITY_AT : AUTHORITY_AT + 32
  const texts = kind > COLLECTION || textsAt >= data.length ? null : decodeLayout(TEXTS, data, textsAt)
  if (texts === null) return null
  return {
    mint: address,
    name: texts.value.name || null,
    symbol: null,
    collection: kind === COLLECTION ? encodeBase58(data.subarray(AUTHORITY_AT, textsAt)) : null,
    interface: 'MplCoreAsset',
  }
}
