import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import { noRecordings, recorded, recordedFiles } from './recorded.ts'

type Json = Record<string, unknown>
export type NodeMethod = (params: readonly unknown[] & Json) => unknown
/** Thrown by a method: the JSON-RPC error to answer with. */
export class ReplayError extends Error {
  readonly code: number
  constructor(code: number) {
    super(`replay error ${code}`)
    this.code = code
  }
}

/** Every asset that a recorded DAS answer shows, by id. */
export function recordedAssets(): Map<string, Json> {
  const assets = new Map<string, Json>()
  for (const name of recordedFiles('das')) {
    for (const asset of assetsIn(recorded(`das/${name}`))) assets.set(asset['id'] as string, asset)
  }
  return assets
}

/** The assets of one recorded answer: a bare one, a list (null for a missing one), a page, with or without envelope. */
export function assetsIn(file: unknown): Json[] {
  const answer = isObject(file) && 'result' in file ? file['result'] : file
  const rows = Array.isArray(answer)
    ? answer
    : isObject(answer) && Array.isArray(answer['items'])
      ? answer['items']
      : [answer]
  return rows.filter((row): row is Json => isObject(row) && 'interface' in row)
}

/** Accounts in base64 that a recorded node answer shows, by address. */
export function recordedAccounts(): Map<string, Json> {
  const accounts = new Map<string, Json>()
  const keep = (address: unknown, account: unknown): void => {
    if (typeof address === 'string' && isObject(account) && Array.isArray(account['data']))
      accounts.set(address, account)
  }
  for (const folder of ['other', 'token-accounts', 'stake']) {
    for (const name of recordedFiles(`solana-rpc/${folder}`)) {
      const file = recorded(`solana-rpc/${folder}/${name}`)
      const { method, params } = file.request ?? {}
      const result = (file.response ?? file).result
      if (method === 'getAccountInfo') keep(params[0], result.value)
      if (method === 'getMultipleAccounts') for (const [at, one] of params[0].entries()) keep(one, result.value[at])
      const rows = Array.isArray(result) ? result : result?.value
      if (Array.isArray(rows)) for (const row of rows) keep(row?.pubkey, row?.account)
    }
  }
  return accounts
}

/** Transactions that recorded answers show, by signature, as a node answers for them. */
export function recordedTransactions(): Map<string, Json> {
  const transactions = new Map<string, Json>()
  for (const name of recordedFiles('solana-rpc/transactions')) {
    const file = recorded(`solana-rpc/transactions/${name}`)
    for (const one of Array.isArray(file) ? file : [(file.response ?? file).result ?? file]) {
      const signature = file.request?.params?.[0] ?? one.transaction?.signatures?.[0] ?? firstSignature(one.transaction)
      if (typeof signature === 'string') transactions.set(signature, one)
    }
  }
  return transactions
}

/** Of a legacy or version 0 transaction in base64: a count of one byte, then the signatures. */
function firstSignature(transaction: unknown): string | undefined {
  if (!Array.isArray(transaction)) return undefined
  return encodeBase58(Buffer.from(String(transaction[0]), 'base64').subarray(1, 65))
}

/** Methods of a node that knows what was recorded and nothing else. */
export function recordedNodeMethods(): Readonly<Record<string, NodeMethod>> {
  const accounts = recordedAccounts()
  const assets = recordedAssets()
  const transactions = recordedTransactions()
  const context = { slot: 410_343_009, apiVersion: '3.1.11' }
  const signatures = new Map<string, Json[]>()
  const blocks = new Map<number, unknown>()
  const tokenAccounts: Json[] = []
  if (noRecordings === false) {
    for (const name of recordedFiles('solana-rpc/other')) {
      const file = recorded(`solana-rpc/other/${name}`)
      if (file.request?.method === 'getSignaturesForAddress') {
        const address = file.request.params[0]
        const known = signatures.get(address) ?? []
        // Two recordings may show one address: the longer page holds more.
        if (file.response.result.length > known.length) signatures.set(address, file.response.result)
      }
      if (file.request?.method === 'getBlock') blocks.set(file.request.params[0], file.response.result)
    }
    for (const name of recordedFiles('das')) {
      const rows = recorded(`das/${name}`).token_accounts
      if (Array.isArray(rows)) for (const row of rows) tokenAccounts.push(row)
    }
  }
  const account = (address: unknown) => accounts.get(String(address)) ?? null
  const assetList = ({ ids }: Json) => (ids as string[]).map((id) => assets.get(id) ?? null)
  return {
    getHealth: () => 'ok',
    getSlot: () => context.slot,
    getGenesisHash: () => '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
    getVersion: () => ({ 'solana-core': context.apiVersion, 'feature-set': 0 }),
    getAccountInfo: ([address]) => ({ context, value: account(address) }),
    getMultipleAccounts: ([addresses]) => ({ context, value: (addresses as string[]).map(account) }),
    getTransaction: ([signature]) => transactions.get(String(signature)) ?? null,
    getSignaturesForAddress: ([address, config]) => pageOf(signatures.get(String(address)) ?? [], config as Json),
    getBlock: ([slot]) => {
      // The whole recorded block is read when it is asked for: it is large.
      if (slot === 254_170_887) return recorded('solana-rpc/blocks/254170887.json')
      const block = blocks.get(Number(slot))
      if (block === undefined) throw new ReplayError(-32_007)
      return block
    },
    getAssetBatch: assetList,
    getAsset: ({ id }) => {
      const asset = assets.get(String(id))
      if (asset === undefined) throw new ReplayError(-32_000)
      return asset
    },
    getTokenAccounts: ({ mint, mintAddress, page, cursor }) => {
      const own = tokenAccounts.filter((row) => row['mint'] === (mint ?? mintAddress))
      const rows = (page ?? 1) === 1 && cursor === undefined ? own : []
      return { total: rows.length, limit: 1_000, token_accounts: rows }
    },
  }
}

function pageOf(rows: readonly Json[], { before, limit }: Json = {}): readonly Json[] {
  const from = before === undefined ? 0 : rows.findIndex(({ signature }) => signature === before) + 1
  return rows.slice(from, from + Number(limit ?? 1_000))
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
