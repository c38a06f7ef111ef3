import { filteredNode, type Replacement, SCAN_REFUSED } from './filtered-node.ts'
import type { LocalServer } from './local-server.ts'
import { askNode } from './read-chain.ts'

export type PlantedAccount = { readonly owner: string; readonly bytes: Buffer }

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** Where token accounts name their mint, their owner and what they hold. */
const TOKEN_ACCOUNT = { bytes: 165, mint: 0, owner: 32, amount: 64 }

/** A node that shows accounts of its own beside those of the node behind it: where it is asked for addresses, for the
 *  accounts of a program, for the token accounts of a wallet and for the largest ones of a mint. While `refusesScans`, it lists
 *  the accounts of no program that has planted ones. */
export async function plantedNode(
  behindUrl: string,
  planted: ReadonlyMap<string, PlantedAccount>,
  refusesScans: () => boolean = () => false,
): Promise<LocalServer & { readonly calls: string[] }> {
  const answers: Readonly<Record<string, (params: readonly unknown[]) => ReturnType<Replacement>>> = {
    getProgramAccounts: (params) => scan(planted, params, refusesScans()),
    getMultipleAccounts: (params) => read(behindUrl, planted, params),
    getTokenAccountsByOwner: (params) => listTokens(behindUrl, planted, params),
    getTokenLargestAccounts: (params) => listLargest(planted, params),
  }
  return await filteredNode(behindUrl, ({ method, params }) => answers[method]?.(params))
}

/** Bytes of an address, without the code under test. */
export function bytesOfAddress(text: string): Buffer {
  let value = 0n
  for (const letter of text) value = value * 58n + BigInt(ALPHABET.indexOf(letter))
  const hex = value.toString(16)
  const zeros = text.length - text.replace(/^1+/, '').length
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')])
}

const shown = ({ owner, bytes }: PlantedAccount) => ({
  owner,
  lamports: 10_000_000,
  executable: false,
  rentEpoch: 0,
  space: bytes.length,
  data: [bytes.toString('base64'), 'base64'],
})

type Filter = { readonly memcmp?: { readonly offset: number; readonly bytes: string }; readonly dataSize?: number }

function scan(planted: ReadonlyMap<string, PlantedAccount>, params: readonly unknown[], isRefused: boolean) {
  const [program, { filters = [] }] = params as [string, { filters?: readonly Filter[] }]
  const own = [...planted].filter(([, { owner }]) => owner === program)
  if (own.length === 0) return undefined
  if (isRefused) return SCAN_REFUSED
  const fits = ({ bytes }: PlantedAccount) =>
    filters.every(({ memcmp, dataSize }) => {
      if (memcmp === undefined) return dataSize === undefined || bytes.length === dataSize
      const wanted = bytesOfAddress(memcmp.bytes)
      return bytes.subarray(memcmp.offset, memcmp.offset + wanted.length).equals(wanted)
    })
  return { result: own.filter(([, one]) => fits(one)).map(([pubkey, one]) => ({ pubkey, account: shown(one) })) }
}

async function read(url: string, planted: ReadonlyMap<string, PlantedAccount>, params: readonly unknown[]) {
  const [addresses] = params as [readonly string[]]
  if (!addresses.some((address) => planted.has(address))) return undefined
  const real = await askNode(url, 'getMultipleAccounts', params)
  const value = addresses.map((address, at) => {
    const one = planted.get(address)
    return one === undefined ? real.value[at] : shown(one)
  })
  return { result: { ...real, value } }
}

/** Planted token accounts of which some bytes are those of an address. */
function tokensAt(planted: ReadonlyMap<string, PlantedAccount>, offset: number, address: string) {
  const wanted = bytesOfAddress(address)
  return [...planted].filter(
    ([, { bytes }]) => bytes.length === TOKEN_ACCOUNT.bytes && bytes.subarray(offset, offset + 32).equals(wanted),
  )
}

async function listTokens(url: string, planted: ReadonlyMap<string, PlantedAccount>, params: readonly unknown[]) {
  const [wallet, { programId }] = params as [string, { programId?: string }]
  const own = tokensAt(planted, TOKEN_ACCOUNT.owner, wallet).filter(([, { owner }]) => owner === programId)
  if (own.length === 0) return undefined
  const real = await askNode(url, 'getTokenAccountsByOwner', params)
  return { result: { ...real, value: own.map(([pubkey, one]) => ({ pubkey, account: shown(one) })) } }
}

function listLargest(planted: ReadonlyMap<string, PlantedAccount>, params: readonly unknown[]) {
  const [mint] = params as [string]
  if (!planted.has(mint)) return undefined
  const value = tokensAt(planted, TOKEN_ACCOUNT.mint, mint).map(([address, { bytes }]) => ({
    address,
    amount: String(bytes.readBigUInt64LE(TOKEN_ACCOUNT.amount)),
  }))
  return { result: { context: { slot: 1 }, value } }
}
