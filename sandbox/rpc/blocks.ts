import type { Block, SandboxChain } from '../chain/types.ts'
import { SANDBOX_LIMITS } from '../limits.ts'
import { encodeBlock, readBlockForm } from './encode-block.ts'
import { isObject, type Json } from './json.ts'
import {
  type Commitment,
  type Config,
  expectCount,
  readCommitment,
  readConfig,
  readHash,
  readLedgerCommitment,
  readLimit,
  readOptionalU64,
  readU64,
} from './read-params.ts'
import { invalidParams, RPC_CODES, RpcRefusal } from './rpc-refusal.ts'
import { type RpcMethod, readSlot, slotAt, withContext } from './world.ts'

const SAMPLE_SECS = 60
const MAX_SAMPLE_SECS = 65_535

const getBlock: RpcMethod = ({ chain }, params) => {
  expectCount(params, 1, 2)
  const slot = readU64(params[0])
  const config = readEncodingOrConfig(params[1])
  const form = readBlockForm(config, 'rewards')
  const block = requireBlock(chain, slot, readLedgerCommitment(config))
  return encodeBlock(block, block.transactions, form)
}

/** Old clients pass the encoding as a bare string. */
export function readEncodingOrConfig(value: Json | undefined): Config {
  return typeof value === 'string' ? { encoding: value } : readConfig(value)
}

function requireBlock(chain: SandboxChain, slot: number, commitment: Commitment): Block {
  const first = chain.firstAvailableSlot()
  if (slot < first)
    throw new RpcRefusal(
      RPC_CODES.blockCleanedUp,
      `Block ${slot} cleaned up, does not exist on node. First available block: ${first}`,
    )
  const block = slot <= slotAt(chain, commitment) ? chain.block(slot) : undefined
  if (block !== undefined) return block
  // A slot without a block counts as skipped only once it is final; until then a block may still come.
  if (slot <= chain.finalizedSlot())
    throw new RpcRefusal(
      RPC_CODES.slotSkipped,
      `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`,
    )
  throw new RpcRefusal(RPC_CODES.blockNotAvailable, `Block not available for slot ${slot}`)
}

const getBlockTime: RpcMethod = ({ chain }, params) => {
  expectCount(params, 1, 1)
  return requireBlock(chain, readU64(params[0]), 'confirmed').blockTimeSec
}

const getBlocks: RpcMethod = ({ chain }, params) => {
  expectCount(params, 1, 3)
  const start = readU64(params[0])
  const endIsConfig = isObject(params[1])
  const config = readConfig(endIsConfig ? params[1] : params[2])
  const newest = slotAt(chain, readLedgerCommitment(config))
  const asked = endIsConfig ? undefined : readOptionalU64(params[1])
  const end = Math.min(asked ?? start + SANDBOX_LIMITS.blocksRange, newest)
  if (end < start) return []
  if (end - start > SANDBOX_LIMITS.blocksRange)
    throw invalidParams(`Slot range too large; max ${SANDBOX_LIMITS.blocksRange}`)
  return chain.blockSlots(start, end, SANDBOX_LIMITS.blocksRange + 1)
}

const getBlocksWithLimit: RpcMethod = ({ chain }, params) => {
  expectCount(params, 2, 3)
  const start = readU64(params[0])
  const limit = readU64(params[1])
  if (limit > SANDBOX_LIMITS.blocksRange) throw invalidParams(`Limit too large; max ${SANDBOX_LIMITS.blocksRange}`)
  const newest = slotAt(chain, readLedgerCommitment(readConfig(params[2])))
  return limit === 0 || newest < start ? [] : chain.blockSlots(start, newest, limit)
}

const getSlot: RpcMethod = ({ chain }, params) => readContextSlot(chain, params)

function readContextSlot(chain: SandboxChain, params: readonly Json[]): number {
  expectCount(params, 0, 1)
  const config = readConfig(params[0])
  return readSlot(chain, readCommitment(config), readOptionalU64(config['minContextSlot']))
}

const getBlockHeight: RpcMethod = ({ chain }, params) => {
  const slot = readContextSlot(chain, params)
  return heightAt(chain, slot)
}

/** Height of the newest block at or before a slot; the open block counts as one. */
export function heightAt(chain: SandboxChain, slot: number): number {
  return slot >= chain.slot() ? chain.blockHeight() : (chain.block(slot)?.blockHeight ?? chain.blockHeight())
}

const getTransactionCount: RpcMethod = ({ chain }, params) => {
  readContextSlot(chain, params)
  return chain.transactionCount()
}

const getLatestBlockhash: RpcMethod = ({ chain }, params) => {
  expectCount(params, 0, 1)
  const config = readConfig(params[0])
  const commitment = readCommitment(config)
  const slot = readSlot(chain, commitment, readOptionalU64(config['minContextSlot']))
  const { blockhash, lastValidBlockHeight } = chain.latestBlockhash(commitment)
  return withContext(slot, { blockhash, lastValidBlockHeight })
}

const isBlockhashValid: RpcMethod = ({ chain }, params) => {
  expectCount(params, 1, 2)
  const blockhash = readHash(params[0])
  const config = readConfig(params[1])
  const slot = readSlot(chain, readCommitment(config), readOptionalU64(config['minContextSlot']))
  return withContext(slot, chain.isBlockhashValid(blockhash))
}

const getFirstAvailableBlock: RpcMethod = ({ chain }, params) => {
  expectCount(params, 0, 0)
  return chain.firstAvailableSlot()
}

/** One sample a minute of block time, newest first, read off the ledger. The newest may still be filling. */
const getRecentPerformanceSamples: RpcMethod = ({ chain }, params) => {
  expectCount(params, 0, 1)
  const limit = readLimit(params[0], SANDBOX_LIMITS.performanceSamples)
  const samples: unknown[] = []
  let end = chain.block(chain.confirmedSlot())
  while (end !== undefined && samples.length < limit) {
    let numTransactions = end.transactions.length
    let start = end
    while (end.blockTimeSec - start.blockTimeSec < SAMPLE_SECS) {
      const { parentSlot, previousBlockhash }: Block = start
      const parent = chain.banks(parentSlot).find(({ blockhash }) => blockhash === previousBlockhash)
      if (parent === undefined) break
      start = parent
      numTransactions += parent.transactions.length
    }
    if (start === end) break
    samples.push({
      slot: end.slot,
      numTransactions,
      numNonVoteTransactions: numTransactions,
      numSlots: end.slot - start.slot,
      samplePeriodSecs: Math.min(Math.max(end.blockTimeSec - start.blockTimeSec, 1), MAX_SAMPLE_SECS),
    })
    end = start
  }
  return samples
}

export const BLOCK_METHODS: Readonly<Record<string, RpcMethod>> = {
  getBlock,
  getBlockTime,
  getBlocks,
  getBlocksWithLimit,
  getSlot,
  getBlockHeight,
  getTransactionCount,
  getLatestBlockhash,
  isBlockhashValid,
  getFirstAvailableBlock,
  minimumLedgerSlot: getFirstAvailableBlock,
  getRecentPerformanceSamples,
}
