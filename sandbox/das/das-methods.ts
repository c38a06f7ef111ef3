import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { WSOL_MINT } from '../../src/contract/mints.ts'
import { isMint, readTokenAccount } from '../../src/hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import { SANDBOX_LIMITS } from '../limits.ts'
import type { NamedMethod } from '../rpc/endpoint.ts'
import { bareNumber, type Json } from '../rpc/json.ts'
import { type AssetFacts, type AssetSources, encodeAsset, type Holding, isFungible, readAsset } from './asset.ts'
import {
  cutPage,
  type DasParams,
  dasError,
  readDasAddress,
  readDisplayOptions,
  readOptionalDasAddress,
  readPage,
} from './das-params.ts'

type OwnedAsset = { readonly facts: AssetFacts; readonly holding: ({ owner: string } & Holding) | undefined }
type Criterion = (asset: OwnedAsset) => boolean

/** Criteria that are read elsewhere than in CRITERIA. */
const PAGING: readonly string[] = ['limit', 'page', 'cursor', 'before', 'after', 'sortBy', 'options', 'displayOptions']

/** The Metaplex DAS methods that indexers have in common, over the mints of the chain. Compressed assets do not exist
 *  in the sandbox: proofs answer as an unknown method. */
export function createDasMethods(sources: AssetSources): ReadonlyMap<string, NamedMethod> {
  const of = (method: (sources: AssetSources, params: DasParams) => unknown) => (params: DasParams) =>
    method(sources, params)
  return new Map<string, NamedMethod>([
    ['getAsset', of(getAsset)],
    ['getAssets', of(getAssetBatch)],
    ['getAssetBatch', of(getAssetBatch)],
    ['getAssetsByOwner', of(getAssetsByOwner)],
    [
      'getAssetsByGroup',
      (params) => {
        const value = readDasAddress(params['groupValue'], 'groupValue')
        return listPage(sources, params, null, [readCriterion('grouping', [params['groupKey'] ?? 'collection', value])])
      },
    ],
    [
      'getAssetsByCreator',
      (params) => listPage(sources, params, null, [readCriterion('creatorAddress', params['creatorAddress'] ?? null)]),
    ],
    [
      'getAssetsByAuthority',
      (params) =>
        listPage(sources, params, null, [readCriterion('authorityAddress', params['authorityAddress'] ?? null)]),
    ],
    ['searchAssets', of(searchAssets)],
    ['getTokenAccounts', of(getTokenAccounts)],
  ])
}

function getAsset(sources: AssetSources, params: DasParams) {
  const facts = readAsset(sources, readDasAddress(params['id'], 'id'))
  if (facts === null) throw dasError('Database Error: RecordNotFound Error: Asset Not Found')
  return encodeAsset(sources, facts)
}

function getAssetBatch(sources: AssetSources, params: DasParams) {
  const ids = params['ids']
  if (!Array.isArray(ids)) throw dasError('Validation Error: ids is required')
  if (ids.length > SANDBOX_LIMITS.assetsPerCall)
    throw dasError(`Batch Error: Batch size too large. Max ${SANDBOX_LIMITS.assetsPerCall}`)
  return ids.map((id) => {
    const facts = readAsset(sources, readDasAddress(id, 'ids'))
    return facts === null ? null : encodeAsset(sources, facts)
  })
}

/** The assets an owner has a balance of, by mint; without an owner, every mint. */
function listAssets(sources: AssetSources, owner: string | null): OwnedAsset[] {
  const { chain } = sources
  if (owner === null)
    return [TOKEN_PROGRAM, TOKEN_2022_PROGRAM]
      .flatMap((program) => chain.accountsOfProgram(program))
      .filter((address) => isMint(chain.account(address)?.data ?? new Uint8Array(0)))
      .map((address) => readAsset(sources, address))
      .filter((facts) => facts !== null)
      .map((facts) => ({ facts, holding: undefined }))
  const holdings = new Map<string, Holding>()
  for (const address of chain.tokenAccountsOfOwner(owner)) {
    const data = chain.account(address)?.data
    const fields = data === undefined ? null : readTokenAccount(data)
    if (fields === null) continue
    const mint = encodeBase58(fields.mint)
    const before = holdings.get(mint)
    holdings.set(mint, {
      address: before?.address ?? address,
      amountRaw: (before?.amountRaw ?? 0n) + fields.amountRaw,
      frozen: fields.state === 'frozen',
    })
  }
  return [...holdings].flatMap(([mint, holding]) => {
    const facts = readAsset(sources, mint)
    return facts === null ? [] : [{ facts, holding: { owner, ...holding } }]
  })
}

function listPage(sources: AssetSources, params: DasParams, owner: string | null, criteria: readonly Criterion[]) {
  const { chain } = sources
  const options = readDisplayOptions(params)
  const page = readPage(params)
  const byId = new Map(
    listAssets(sources, owner)
      .filter(({ holding }) => holding === undefined || options.showZeroBalance || holding.amountRaw > 0n)
      .filter((asset) => criteria.every((passes) => passes(asset)))
      .map((asset) => [asset.facts.id, asset] as const),
  )
  const all = [...byId.keys()].sort()
  const { ids, cursor } = cutPage(all, page)
  return {
    ...(options.showGrandTotal ? { grand_total: all.length } : {}),
    total: ids.length,
    limit: page.limit,
    ...(page.page === null ? { cursor } : { page: page.page }),
    items: ids.map((id) => {
      const { facts, holding } = byId.get(id)!
      return encodeAsset(sources, facts, holding)
    }),
    ...(owner !== null && options.showNativeBalance ? { nativeBalance: nativeBalance(sources, owner) } : {}),
    last_indexed_slot: chain.slot(),
  }
}

function nativeBalance(sources: AssetSources, owner: string) {
  const { chain } = sources
  const lamports = chain.account(owner)?.lamports ?? 0n
  const price = sources.directory.priceUsd?.(WSOL_MINT) ?? null
  return {
    lamports: bareNumber(lamports),
    ...(price === null ? {} : { price_per_sol: price, total_price: (Number(lamports) / 1e9) * price }),
  }
}

function unlessFungible(params: DasParams): Criterion[] {
  return readDisplayOptions(params).showFungible ? [] : [({ facts }) => !isFungible(facts)]
}

function getAssetsByOwner(sources: AssetSources, params: DasParams) {
  return listPage(sources, params, readDasAddress(params['ownerAddress'], 'ownerAddress'), unlessFungible(params))
}

function searchAssets(sources: AssetSources, params: DasParams) {
  const owner = readOptionalDasAddress(params, 'ownerAddress')
  const tokenType = params['tokenType']
  const criteria = Object.entries(params)
    .filter(([name, value]) => value !== null && name !== 'ownerAddress' && !PAGING.includes(name))
    .map(([name, value]) => readCriterion(name, value))
  if (tokenType === undefined || tokenType === null) criteria.push(...unlessFungible(params))
  else if (owner === null)
    throw dasError('Validation Error: Must provide `owner_address` when using `token_type` field')
  return listPage(sources, params, owner, criteria)
}

function getTokenAccounts(sources: AssetSources, params: DasParams) {
  const { chain } = sources
  const mint = readOptionalDasAddress(params, 'mint', 'mintAddress')
  const owner = readOptionalDasAddress(params, 'owner', 'ownerAddress')
  if (mint === null && owner === null) throw dasError("Validation Error: Either 'owner' or 'mint' must be provided")
  const page = readPage(params)
  const { showZeroBalance } = readDisplayOptions(params)
  const all = owner === null ? chain.tokenAccountsOfMint(mint!) : chain.tokenAccountsOfOwner(owner)
  const matching = all.filter((address) => {
    const fields = readTokenAccount(chain.account(address)?.data ?? new Uint8Array(0))
    if (fields === null || (!showZeroBalance && fields.amountRaw === 0n)) return false
    return owner === null || mint === null || encodeBase58(fields.mint) === mint
  })
  const { ids, cursor } = cutPage(matching, page)
  return {
    total: ids.length,
    limit: page.limit,
    ...(page.page === null ? { cursor } : { page: page.page }),
    token_accounts: ids.map((address) => encodeTokenAccount(sources, address)),
    last_indexed_slot: chain.slot(),
  }
}

function encodeTokenAccount(sources: AssetSources, address: string) {
  const { chain } = sources
  const fields = readTokenAccount(chain.account(address)!.data)!
  return {
    address,
    mint: encodeBase58(fields.mint),
    owner: encodeBase58(fields.owner),
    amount: bareNumber(fields.amountRaw),
    delegated_amount: bareNumber(fields.delegatedAmountRaw),
    frozen: fields.state === 'frozen',
    burnt: false,
    ...(fields.delegate === null ? {} : { delegate: encodeBase58(fields.delegate) }),
    ...(fields.closeAuthority === null ? {} : { close_authority: encodeBase58(fields.closeAuthority) }),
  }
}

const TOKEN_TYPES: Readonly<Record<string, Criterion>> = {
  all: () => true,
  fungible: ({ facts }) => isFungible(facts),
  nonfungible: ({ facts }) => !isFungible(facts),
  regularnft: ({ facts }) => !isFungible(facts),
  nft: ({ facts }) => !isFungible(facts),
  compressed: () => false,
  compressednft: () => false,
}

/** One condition of searchAssets. A condition that is not implemented is refused: ignoring it would give wrong rows. */
function readCriterion(name: string, value: Json): Criterion {
  switch (name) {
    case 'tokenType': {
      const key = typeof value === 'string' ? value.toLowerCase() : ''
      if (!Object.hasOwn(TOKEN_TYPES, key)) throw dasError('Validation Error: unknown tokenType')
      return TOKEN_TYPES[key]!
    }
    case 'interface':
      return ({ facts }) => facts.interface === value
    case 'creatorAddress': {
      const address = readDasAddress(value, name)
      return ({ facts }) => facts.metadata?.nft?.creators.some((creator) => creator.address === address) === true
    }
    case 'authorityAddress': {
      const address = readDasAddress(value, name)
      return ({ facts }) => facts.metadata?.updateAuthority === address
    }
    case 'grouping': {
      const [key, group] = Array.isArray(value) ? value : []
      if (key !== 'collection') throw dasError('Validation Error: Invalid grouping key')
      const address = readDasAddress(group, name)
      return ({ facts }) => facts.metadata?.nft?.collection?.key === address
    }
    case 'frozen':
      return ({ facts, holding }) => (holding?.frozen ?? facts.holder?.fields.state === 'frozen') === value
    case 'compressed':
    case 'burnt':
      return () => value === false
    default:
      throw dasError(`Validation Error: search by ${name.slice(0, 64)} is not supported`)
  }
}
