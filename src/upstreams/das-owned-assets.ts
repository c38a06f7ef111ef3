import Type, { type Static } from 'typebox'
import { PROVIDERS } from '../config/providers.ts'
import { fail, type Outcome, ok } from '../contract/outcome.ts'
import type { JsonRpc } from '../runtime/json-rpc.ts'
import { compileReply } from '../runtime/reply-check.ts'
import { Maybe, TokenDecimals } from '../runtime/reply-ranges.ts'
import type { OwnedAsset } from './capabilities.ts'
import { isAsset, parseDasReply, toAssetMetadata } from './das-replies.ts'
import { readRows } from './read-rows.ts'
import { addressOrNull } from './solana-address.ts'

/** Assets of one owner (Digital Asset Standard `getAssetsByOwner`), fungible tokens among them. */

const METHOD = 'getAssetsByOwner'
/** Invalid parameters, and the reference indexer's own "Validation Error". */
const BAD_PARAMS = new Set([-32602, -32000])
const INTERFACE_CHARS = 40

const Page = Type.Object({
  items: Type.Array(Type.Unknown()),
  /** Of all pages; `total` is that of this page. */
  grand_total: Maybe(Type.Integer({ minimum: 0 })),
})
const isPage = compileReply(Page).matches

const Owned = Type.Object({
  id: Type.String(),
  interface: Maybe(Type.String()),
  burnt: Maybe(Type.Boolean()),
  compression: Maybe(Type.Object({ compressed: Maybe(Type.Boolean()) })),
  grouping: Maybe(Type.Array(Type.Object({ group_key: Maybe(Type.String()), group_value: Maybe(Type.String()) }))),
  token_info: Maybe(Type.Object({ decimals: Maybe(TokenDecimals) })),
})
type Owned = Static<typeof Owned>
const isOwned = compileReply(Owned).matches

/** A page of what someone owns; pages begin at 1. `total` is of all pages, null where the provider does not count. Fails
 *  with `rpcCode` -32601 where the node offers no DAS. */
export async function fetchOwnedAssets(
  { node, provider }: { readonly node: JsonRpc; readonly provider: string },
  owner: string,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<Outcome<{ readonly assets: readonly OwnedAsset[]; readonly total: number | null }>> {
  const options = { timeoutMs: PROVIDERS.das.timeoutMs, parse: parseDasReply }
  const ask = (shown: object) =>
    node.call({ method: METHOD, params: { ownerAddress: owner, page, limit, options: shown } }, options)
  const whole = await ask({ showFungible: true, showGrandTotal: true })
  // The count of all is one provider's own; the reference indexer refuses to hear of it.
  const isUnknown = !whole.ok && whole.rpcCode !== undefined && BAD_PARAMS.has(whole.rpcCode)
  const answer = isUnknown ? await ask({ showFungible: true }) : whole
  if (!answer.ok) return answer
  if (!isPage(answer.value)) return fail('upstream_failed', `${provider} answered ${METHOD} in an unexpected shape`)
  const { items, grand_total: total } = answer.value as Static<typeof Page>
  const rows = readRows(provider, items, isOwned, (row) => row)
  if (!rows.ok) return rows
  return ok({ assets: rows.value.map(toOwnedAsset), total: total ?? null })
}

function toOwnedAsset(row: Owned): OwnedAsset {
  const face = isAsset(row) ? toAssetMetadata(row) : null
  const collection = row.grouping?.find(({ group_key: key }) => key === 'collection')?.group_value
  return {
    mint: row.id,
    name: face?.name ?? null,
    symbol: face?.symbol ?? null,
    imageUrl: face?.imageUrl ?? null,
    collection: addressOrNull(collection),
    isCompressed: row.compression?.compressed ?? false,
    isBurnt: row.burnt ?? false,
    interface: (row.interface ?? 'Custom').slice(0, INTERFACE_CHARS),
    decimals: row.token_info?.decimals ?? null,
  }
}
