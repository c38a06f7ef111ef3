import { PROVIDERS } from '../config/providers.ts'
import { UPSTREAM_BATCHES } from '../config/upstream-limits.ts'
import { type Failure, fail, type Outcome, ok } from '../contract/outcome.ts'
import { chunksOf, inParallel } from '../runtime/in-parallel.ts'
import type { JsonRpc } from '../runtime/json-rpc.ts'
import type { AssetMetadata, Assets, HolderRow } from './capabilities.ts'
import { fetchOwnedAssets } from './das-owned-assets.ts'
import {
  type Asset,
  isAsset,
  isAssetList,
  isTokenAccount,
  isTokenAccountsPage,
  parseDasReply,
  toAssetMetadata,
  toHolderRow,
} from './das-replies.ts'
import { readRows } from './read-rows.ts'

const METHOD_NOT_FOUND = -32601
/** Invalid parameters, and the reference indexer's own "Validation Error". */
const BAD_PARAMS = new Set([-32602, -32000])
/** One method, two names: hosted nodes and the Metaplex specification. */
const BATCH_METHODS = ['getAssetBatch', 'getAssets'] as const
/** Which members name the mint: both spellings; else one at a time, for an indexer that refuses what it does not
 *  know. */
const MINT_SPELLINGS: readonly ((mint: string) => Readonly<Record<string, string>>)[] = [
  (mint) => ({ mint, mintAddress: mint }),
  (mintAddress) => ({ mintAddress }),
  (mint) => ({ mint }),
]

/** Assets of a Digital Asset Standard node. Fails with `rpcCode` -32601 where the node offers no DAS. */
export function createDasAssets(node: JsonRpc, provider: string): Assets {
  // What this node was found to understand; the first that works is tried first from then on.
  let batchMethod: (typeof BATCH_METHODS)[number] = BATCH_METHODS[0]
  let spelling = 0
  const unexpected = (method: string): Failure =>
    fail('upstream_failed', `${provider} answered ${method} in an unexpected shape`)
  const options = { timeoutMs: PROVIDERS.das.timeoutMs, parse: parseDasReply }

  async function fetchAssets(ids: readonly string[]): Promise<Outcome<Asset[]>> {
    const params = { ids, options: { showFungible: true } }
    const first = batchMethod
    let outcome = await node.call({ method: first, params }, options)
    if (!outcome.ok && outcome.rpcCode === METHOD_NOT_FOUND) {
      const other = BATCH_METHODS[first === BATCH_METHODS[0] ? 1 : 0]!
      outcome = await node.call({ method: other, params }, options)
      if (outcome.ok) batchMethod = other
    }
    if (!outcome.ok) return outcome
    if (!isAssetList(outcome.value)) return unexpected(batchMethod)
    const present = outcome.value.filter((asset) => asset !== null)
    return readRows(provider, present, isAsset, (asset) => asset)
  }

  async function fetchPage(mint: string, position: Readonly<Record<string, unknown>>) {
    const method = 'getTokenAccounts'
    let refusal: Failure | null = null
    for (let tried = 0; tried < MINT_SPELLINGS.length; tried++) {
      const params = {
        ...MINT_SPELLINGS[spelling]!(mint),
        ...position,
        limit: UPSTREAM_BATCHES.dasTokenAccounts,
        options: { showZeroBalance: false },
      }
      const outcome = await node.call({ method, params }, options)
      if (outcome.ok) return isTokenAccountsPage(outcome.value) ? ok(outcome.value) : unexpected(method)
      if (outcome.rpcCode === undefined || !BAD_PARAMS.has(outcome.rpcCode)) return outcome
      refusal ??= outcome
      spelling = (spelling + 1) % MINT_SPELLINGS.length
    }
    return refusal ?? unexpected(method)
  }

  return {
    provider,
    assetsOfOwner: (owner, page) => fetchOwnedAssets({ node, provider }, owner, page),
    async assetsByMints(mints) {
      const chunks = chunksOf([...new Set(mints)], UPSTREAM_BATCHES.dasAssets)
      const answers = await inParallel(chunks, UPSTREAM_BATCHES.chunksInParallel, fetchAssets)
      const assets = new Map<string, AssetMetadata>()
      for (const [at, answer] of answers.entries()) {
        if (!answer.ok) return answer
        const wanted = new Set(chunks[at])
        for (const asset of answer.value) if (wanted.has(asset.id)) assets.set(asset.id, toAssetMetadata(asset))
      }
      return ok(assets)
    },
    async tokenAccountsOfMint(mint, maxAccounts) {
      const rows = new Map<string, HolderRow>()
      let position: Readonly<Record<string, unknown>> = {}
      let cursor: string | null = null
      // An account that cannot be read is one of the mint's all the same: what is listed is not all there is.
      let isDegraded = false
      // Each page brings new accounts or is the last, so this ends; the bound is for an indexer that repeats itself.
      const maxPages = Math.ceil(maxAccounts / UPSTREAM_BATCHES.dasTokenAccounts) * 2 + 2
      for (let page = 1; page <= maxPages; page++) {
        const answer = await fetchPage(mint, position)
        if (!answer.ok) return answer
        const { token_accounts: listed, cursor: next } = answer.value
        const accounts = readRows(provider, listed, isTokenAccount, (account) => account)
        if (!accounts.ok) return accounts
        isDegraded ||= accounts.value.length < listed.length
        for (const account of accounts.value) {
          if (account.mint !== undefined && account.mint !== null && account.mint !== mint) continue
          const row = toHolderRow(account)
          if (row === null) continue
          if (rows.size >= maxAccounts && !rows.has(row.tokenAccount)) return ok(holders(rows, true))
          rows.set(row.tokenAccount, row)
        }
        if (listed.length === 0) return ok(holders(rows, isDegraded))
        if (next) {
          if (next === cursor) return fail('upstream_failed', `${provider} repeats a page of token accounts`)
          cursor = next
          position = { cursor }
        } else if (listed.length < UPSTREAM_BATCHES.dasTokenAccounts) {
          return ok(holders(rows, isDegraded))
        } else {
          // An indexer without cursors: pages are numbered from 1.
          position = { page: page + 1 }
        }
      }
      return ok(holders(rows, true))
    },
  }
}

function holders(rows: ReadonlyMap<string, HolderRow>, capped: boolean) {
  return { rows: [...rows.values()], capped }
}
