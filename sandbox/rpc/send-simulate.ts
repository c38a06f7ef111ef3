import { compileLegacyMessage, signMessage } from '../../src/chain/solana/compile-message.ts'
import { setComputeUnitLimit, transferLamports } from '../../src/chain/solana/instructions.ts'
import { decodeBase58, encodeBase58 } from '../../src/hot-paths/base58.ts'
import {
  encodeCount,
  findSanitizeFault,
  isStaticKeyWritable,
  MAX_WIRE_V1_BYTES,
  parseWireTransaction,
  type WireTransaction,
} from '../../src/hot-paths/wire-transaction.ts'
import { transactionFeeLamports } from '../chain/fee.ts'
import type { Block, SendFailure, Simulation } from '../chain/types.ts'
import { SANDBOX_LIMITS } from '../limits.ts'
import { computeUnitPriceMicroLamports } from './compute-unit-price.ts'
import { encodeAccount } from './encode-account.ts'
import { encodeInnerInstructions, encodeReturnData, readOwnWire } from './encode-transaction.ts'
import { bareNumber, isObject, type Json } from './json.ts'
import {
  ACCOUNT_ENCODINGS,
  type AccountEncoding,
  type Config,
  expectCount,
  readAddress,
  readAddresses,
  readCommitment,
  readConfig,
  readFlag,
  readOptionalU64,
  readString,
  readU64,
  readVariant,
} from './read-params.ts'
import { invalidParams, invalidType, RPC_CODES, RpcRefusal } from './rpc-refusal.ts'
import { type RpcMethod, type RpcWorld, readSlot, withContext } from './world.ts'

const WIRE_ENCODINGS = ['base58', 'base64'] as const
/** Room for a version 1 transaction; base58 keeps the old limit of a packet. */
const MAX_BASE64_LETTERS = Math.ceil(MAX_WIRE_V1_BYTES / 3) * 4
const MAX_BASE58_LETTERS = 1_683
const AIRDROP_UNITS = 10_000
const COMMITMENTS = ['processed', 'confirmed', 'finalized'] as const

const sendTransaction: RpcMethod = ({ chain }, params) => {
  expectCount(params, 1, 2)
  const config = readConfig(params[1])
  const wire = readWire(params[0], config)
  const skipPreflight = readFlag(config, 'skipPreflight', false)
  readOptionalU64(config['maxRetries'])
  readSlot(
    chain,
    readVariant(config['preflightCommitment'], COMMITMENTS, 'finalized'),
    readOptionalU64(config['minContextSlot']),
  )
  const signature = firstSignature(wire)
  const sent = chain.send(wire, { skipPreflight })
  if (sent.ok) return sent.signature
  // Without preflight a node passes on whatever deserialises and answers with its signature; it just never lands.
  if (skipPreflight && sent.code !== RPC_CODES.invalidParams) return signature
  throw new RpcRefusal(
    sent.code,
    sent.message,
    sent.code === RPC_CODES.preflightFailure ? failureData(sent) : undefined,
  )
}

function failureData({ err, logs, unitsConsumed }: SendFailure) {
  return {
    accounts: null,
    err,
    innerInstructions: null,
    logs,
    replacementBlockhash: null,
    returnData: null,
    unitsConsumed: bareNumber(unitsConsumed),
  }
}

const simulateTransaction: RpcMethod = (world, params) => {
  expectCount(params, 1, 2)
  const { chain } = world
  const config = readConfig(params[1])
  const wire = readWire(params[0], config)
  const sigVerify = readFlag(config, 'sigVerify', false)
  const replaceRecentBlockhash = readFlag(config, 'replaceRecentBlockhash', false)
  if (sigVerify && replaceRecentBlockhash) throw invalidParams('sigVerify may not be used with replaceRecentBlockhash')
  const accounts = readWantedAccounts(config)
  const slot = readSlot(chain, readCommitment(config), readOptionalU64(config['minContextSlot']))
  const transaction = parseOrRefuse(wire)
  if (accounts !== null && accounts.addresses.length > transaction.keys.length + countLoaded(transaction))
    throw invalidParams(`Too many accounts provided; max ${transaction.keys.length + countLoaded(transaction)}`)
  const result = chain.simulate(wire, { sigVerify, replaceRecentBlockhash })
  if ('ok' in result && result.code !== RPC_CODES.preflightFailure) throw new RpcRefusal(result.code, result.message)
  const simulation = 'ok' in result ? null : result
  const keys = transaction.keys.map(encodeBase58)
  return withContext(slot, {
    accounts: accounts === null ? null : postAccounts(world, accounts, simulation),
    err: result.err,
    ...(simulation === null ? {} : { fee: bareNumber(simulation.feeLamports) }),
    innerInstructions:
      simulation !== null && readFlag(config, 'innerInstructions', false)
        ? encodeInnerInstructions(simulation.innerInstructions, [...keys, ...loadedKeys(world, transaction)], true)
        : null,
    logs: result.logs,
    replacementBlockhash: replaceRecentBlockhash ? chain.latestBlockhash(readCommitment(config)) : null,
    returnData: simulation === null || simulation.returnData === null ? null : encodeReturnData(simulation.returnData),
    unitsConsumed: bareNumber(result.unitsConsumed),
  })
}

type WantedAccounts = { readonly addresses: readonly string[]; readonly encoding: AccountEncoding }

function readWantedAccounts(config: Config): WantedAccounts | null {
  const value = config['accounts']
  if (value === undefined || value === null) return null
  if (!isObject(value)) throw invalidType(value, 'struct RpcSimulateTransactionAccountsConfig')
  const encoding = readVariant(value['encoding'], ACCOUNT_ENCODINGS, 'base64')
  if (encoding === 'binary' || encoding === 'base58') throw invalidParams('base58 encoding not supported')
  return { addresses: readAddresses(value['addresses'], SANDBOX_LIMITS.multipleAccounts), encoding }
}

/** State after the run; accounts that the transaction could not write read as they are. */
function postAccounts(
  { chain }: RpcWorld,
  { addresses, encoding }: WantedAccounts,
  simulation: Simulation | null,
): unknown[] {
  const after = simulation?.postAccounts ?? null
  return addresses.map((address) => {
    if (after === null) return null
    const state = after.has(address) ? (after.get(address) ?? null) : chain.account(address)
    return state === null || chain.isEmulated(address) ? null : encodeAccount(chain, state, encoding, undefined)
  })
}

function countLoaded({ lookups }: WireTransaction): number {
  return lookups.reduce((sum, { writable, readonly }) => sum + writable.length + readonly.length, 0)
}

/** Keys behind the lookups of a message, writable before read-only; an index that names nothing stays a zero key. */
function loadedKeys({ chain }: RpcWorld, { lookups }: WireTransaction): string[] {
  const resolve = (table: Uint8Array, indexes: Uint8Array) => {
    const data = chain.account(encodeBase58(table))?.data ?? new Uint8Array(0)
    return Array.from(indexes, (index) => {
      const key = data.subarray(56 + index * 32, 88 + index * 32)
      return encodeBase58(key.length === 32 ? key : new Uint8Array(32))
    })
  }
  return [
    ...lookups.flatMap(({ table, writable }) => resolve(table, writable)),
    ...lookups.flatMap(({ table, readonly }) => resolve(table, readonly)),
  ]
}

const requestAirdrop: RpcMethod = (world, params) => {
  expectCount(params, 2, 3)
  const to = readAddress(params[0])
  const lamports = BigInt(readU64(params[1]))
  readConfig(params[2])
  if (lamports > SANDBOX_LIMITS.airdropLamports)
    throw invalidParams(`Invalid param: airdrops are limited to ${SANDBOX_LIMITS.airdropLamports} lamports`)
  const { chain, faucet } = world
  const message = compileLegacyMessage({
    payer: faucet.address,
    blockhash: chain.latestBlockhash().blockhash,
    instructions: [
      setComputeUnitLimit(AIRDROP_UNITS + (world.airdrops++ % 1_000_000)),
      transferLamports({ from: faucet.address, to, lamports }),
    ],
  })
  const sent = chain.send(signMessage(message, [faucet]).wire)
  if (!sent.ok) throw new RpcRefusal(RPC_CODES.internal, `airdrop request failed: ${sent.message}`)
  return sent.signature
}

const getFeeForMessage: RpcMethod = ({ chain }, params) => {
  expectCount(params, 1, 2)
  const text = readString(params[0])
  const config = readConfig(params[1])
  const slot = readSlot(chain, readCommitment(config), readOptionalU64(config['minContextSlot']))
  const wire = parseOrRefuse(withZeroSignatures(decodeText(text, 'base64')))
  const isValid = chain.isBlockhashValid(encodeBase58(wire.blockhash))
  return withContext(slot, isValid ? bareNumber(transactionFeeLamports(wire, wire.keys.map(encodeBase58))) : null)
}

/** Makes a transaction out of a bare message, so that one strict parser serves both. */
function withZeroSignatures(message: Uint8Array): Uint8Array {
  if (message[0] === 0x81) return Buffer.concat([message, new Uint8Array(64 * (message[1] ?? 0))])
  const count = (message[0] ?? 0) & 0x80 ? (message[1] ?? 0) : (message[0] ?? 0)
  return Buffer.concat([encodeCount(count), new Uint8Array(64 * count), message])
}

type BlockFees = { readonly lowest: bigint; readonly byWritable: ReadonlyMap<string, bigint> }
/** Blocks never change, so neither do their fees. */
const feesOfBlock = new WeakMap<Block, BlockFees>()

const getRecentPrioritizationFees: RpcMethod = ({ chain }, params) => {
  expectCount(params, 0, 1)
  const accounts =
    params[0] === undefined || params[0] === null
      ? []
      : readAddresses(params[0], SANDBOX_LIMITS.prioritizationFeeAccounts)
  const newest = chain.confirmedSlot()
  const slots = chain.blockSlots(
    Math.max(newest - SANDBOX_LIMITS.prioritizationFeeBlocks + 1, 0),
    newest,
    SANDBOX_LIMITS.prioritizationFeeBlocks,
  )
  return slots.flatMap((slot) => {
    const block = chain.block(slot)
    if (block === undefined) return []
    const { lowest, byWritable } = blockFees(block)
    // The fee that would have landed: at least the block's lowest, and that of every account to be locked.
    const fee = accounts.reduce((max, address) => {
      const one = byWritable.get(address)
      return one !== undefined && one > max ? one : max
    }, lowest)
    return [{ slot, prioritizationFee: bareNumber(fee) }]
  })
}

function blockFees(block: Block): BlockFees {
  const known = feesOfBlock.get(block)
  if (known !== undefined) return known
  let lowest: bigint | null = null
  const byWritable = new Map<string, bigint>()
  for (const transaction of block.transactions) {
    const wire = readOwnWire(transaction)
    const price = computeUnitPriceMicroLamports(wire, transaction.accountKeys)
    if (lowest === null || price < lowest) lowest = price
    const writable = [
      ...transaction.accountKeys.filter((_, index) => isStaticKeyWritable(wire, index)),
      ...transaction.loadedAddresses.writable,
    ]
    for (const address of writable) {
      const before = byWritable.get(address)
      if (before === undefined || price < before) byWritable.set(address, price)
    }
  }
  const fees = { lowest: lowest ?? 0n, byWritable }
  feesOfBlock.set(block, fees)
  return fees
}

function readWire(value: Json | undefined, config: Config): Uint8Array {
  const encoding = config['encoding']
  if (typeof encoding === 'string' && !WIRE_ENCODINGS.some((one) => one === encoding))
    throw invalidParams(`unsupported encoding: ${encoding.slice(0, 32)}. Supported encodings: base58, base64`)
  return decodeText(readString(value), readVariant(encoding, WIRE_ENCODINGS, 'base58'))
}

function decodeText(text: string, encoding: 'base58' | 'base64'): Uint8Array {
  const limit = encoding === 'base64' ? MAX_BASE64_LETTERS : MAX_BASE58_LETTERS
  if (text.length > limit)
    throw invalidParams(`${encoding} encoded transaction too large: ${text.length} bytes (max: encoded ${limit})`)
  if (encoding === 'base58') {
    const bytes = decodeBase58(text)
    if (bytes === null) throw invalidParams('invalid base58 encoding: InvalidCharacter')
    return bytes
  }
  const bytes = Buffer.from(text, 'base64')
  // Node skips letters that are not base64; a node refuses them.
  if (bytes.toString('base64') !== text) throw invalidParams('invalid base64 encoding: InvalidByte')
  return bytes
}

function parseOrRefuse(bytes: Uint8Array): WireTransaction {
  const parsed = parseWireTransaction(bytes)
  if (!parsed.ok) throw invalidParams(`failed to deserialize transaction: ${parsed.reason}`)
  const fault = findSanitizeFault(parsed.transaction)
  if (fault !== null)
    throw invalidParams(`invalid transaction: Transaction failed to sanitize accounts offsets correctly (${fault})`)
  return parsed.transaction
}

function firstSignature(wire: Uint8Array): string {
  const [signature] = parseOrRefuse(wire).signatures
  if (signature === undefined) throw invalidParams('invalid transaction: no signature')
  return encodeBase58(signature)
}

export const SEND_METHODS: Readonly<Record<string, RpcMethod>> = {
  sendTransaction,
  simulateTransaction,
  requestAirdrop,
  getFeeForMessage,
  getRecentPrioritizationFees,
}
