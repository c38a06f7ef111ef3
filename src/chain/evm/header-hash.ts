import { keccak256 } from './keccak.ts'
import { rlpBytes, rlpList, rlpQuantity } from './rlp.ts'

/* The hash of a block is the keccak-256 of its header, so a node cannot put another bloom, root or time under a true
 * hash. Members come in the order of the yellow paper; each upgrade since has appended some. */

type Member = { readonly name: string; readonly bytes?: number }

const ALWAYS: readonly Member[] = [
  { name: 'parentHash', bytes: 32 },
  { name: 'sha3Uncles', bytes: 32 },
  { name: 'miner', bytes: 20 },
  { name: 'stateRoot', bytes: 32 },
  { name: 'transactionsRoot', bytes: 32 },
  { name: 'receiptsRoot', bytes: 32 },
  { name: 'logsBloom', bytes: 256 },
  { name: 'difficulty' },
  { name: 'number' },
  { name: 'gasLimit' },
  { name: 'gasUsed' },
  { name: 'timestamp' },
  { name: 'extraData', bytes: -1 },
  { name: 'mixHash', bytes: 32 },
  { name: 'nonce', bytes: 8 },
]
/** London; Shanghai; Cancun (three); Prague; Amsterdam (EIP-7928, EIP-7843). */
const LATER: readonly Member[] = [
  { name: 'baseFeePerGas' },
  { name: 'withdrawalsRoot', bytes: 32 },
  { name: 'blobGasUsed' },
  { name: 'excessBlobGas' },
  { name: 'parentBeaconBlockRoot', bytes: 32 },
  { name: 'requestsHash', bytes: 32 },
  { name: 'blockAccessListHash', bytes: 32 },
  { name: 'slotNumber' },
]
/** What nodes send beside the header. */
const BESIDE = ['hash', 'size', 'totalDifficulty', 'transactions', 'uncles', 'withdrawals']

const known = new Set([...ALWAYS, ...LATER].map(({ name }) => name).concat(BESIDE))
const DIGITS = /^0x[0-9a-fA-F]*$/

/** Whether a block as a node sends it (`eth_getBlockByNumber`) hashes to the hash that it names. `unknown` when it does
 *  not and has members that are none of ours: those of a later upgrade, by their names. */
export function checkHeaderHash(
  raw: Readonly<Record<string, unknown>>,
  blockHash: string,
): 'true' | 'false' | { readonly unknown: readonly string[] } {
  if (hashOf(raw) === blockHash) return 'true'
  const unknown = Object.keys(raw).filter((name) => !known.has(name) && raw[name] !== null)
  return unknown.length === 0 ? 'false' : { unknown }
}

/** Null when a member is missing or has another form. */
function hashOf(raw: Readonly<Record<string, unknown>>): string | null {
  const items: string[] = []
  for (const member of ALWAYS) {
    const item = itemOf(raw[member.name], member)
    if (item === null) return null
    items.push(item)
  }
  // Each upgrade keeps the members of those before.
  let isOver = false
  for (const member of LATER) {
    const value = raw[member.name]
    if (value === undefined || value === null) {
      isOver = true
      continue
    }
    const item = itemOf(value, member)
    if (item === null || isOver) return null
    items.push(item)
  }
  return `0x${Buffer.from(keccak256(Buffer.from(rlpList(items), 'hex'))).toString('hex')}`
}

function itemOf(value: unknown, { bytes }: Member): string | null {
  if (typeof value !== 'string' || !DIGITS.test(value)) return null
  const digits = value.slice(2).toLowerCase()
  if (bytes === undefined) return rlpQuantity(digits)
  const isWhole = digits.length % 2 === 0 && (bytes === -1 || digits.length === 2 * bytes)
  return isWhole ? rlpBytes(digits) : null
}
