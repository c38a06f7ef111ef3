import assert from 'node:assert/strict'
import {
  type CompiledMessage,
  compileLegacyMessage,
  compileV0Message,
  compileV1Message,
  joinSignatures,
  type LookupTable,
} from '../../src/chain/solana/compile-message.ts'
import {
  advanceNonce,
  type Instruction,
  memo as memoInstruction,
  setComputeUnitLimit,
  setComputeUnitPrice,
  transferLamports,
} from '../../src/chain/solana/instructions.ts'
import { signBytes } from '../../src/chain/solana/keypair.ts'
import { SYSTEM_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { readNonce } from '../../src/hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import { MAX_WIRE_BYTES } from '../../src/hot-paths/wire-transaction.ts'
import type { SendResult } from '../chain/types.ts'
import type { Dress } from './plan-types.ts'
import type { WorldStage } from './stage.ts'

export type SendRequest = {
  readonly payer: string
  readonly instructions: readonly Instruction[]
  readonly version: 'legacy' | 0 | 1
  /** Trades carry a compute budget as wallets set it. */
  readonly isTrade: boolean
  readonly dress?: Dress | undefined
}

const TRADE_UNITS = 400_000
const UNIT_PRICE_MICRO_LAMPORTS = 40_000n
const V1_LOADED_BYTES = 2_000_000
const V1_FEE_LAMPORTS = 16_000n
const SIGNATURE_BYTES = 64
const ADVANCE_NONCE = 4

/** Compiles, signs with the ring's keys and sends. Signers without a key here (exchanges) are left unsigned, which only
 *  this program may ask of the chain. What does not fit a legacy message goes out as version 1. */
export function sendInstructions(stage: WorldStage, request: SendRequest): SendResult {
  const { chain, keys } = stage
  const message = compile(putOn(stage, request))
  let trustUnsigned = false
  const signatures = message.signers.map((signer) => {
    const keypair = keys.get(signer)
    if (keypair !== null) return signBytes(keypair, message.bytes)
    trustUnsigned = true
    return new Uint8Array(SIGNATURE_BYTES)
  })
  return chain.send(joinSignatures(message, signatures), {
    skipPreflight: true,
    trustUnsigned,
    trustSigned: !trustUnsigned,
  })
}

type Dressed = {
  readonly payer: string
  readonly blockhash: string
  readonly instructions: readonly Instruction[]
  readonly version: SendRequest['version']
  readonly lookupTables: readonly LookupTable[]
  /** Null without a compute budget of its own. */
  readonly budget: { readonly unitLimit: number; readonly unitPriceMicroLamports: bigint } | null
}

/** The transaction with what its dress adds: who pays, payments, tables, and the nonce in place of a recent hash. */
function putOn(stage: WorldStage, { payer, instructions, version, isTrade, dress = {} }: SendRequest): Dressed {
  const { tip, serviceFee, nonce, lookupTable, memo, unitLimit, unitPriceMicroLamports } = dress
  const table = lookupTable === undefined ? undefined : stage.labelledTables.get(lookupTable)
  assert(lookupTable === undefined || table !== undefined, `no lookup table ${lookupTable}`)
  const hasBudget = isTrade || unitLimit !== undefined || unitPriceMicroLamports !== undefined
  return {
    payer: dress.feePayer ?? payer,
    blockhash: nonce === undefined ? stage.chain.latestBlockhash('processed').blockhash : nonceValue(stage, nonce),
    instructions: [
      ...(nonce === undefined ? [] : [advanceNonce({ nonce: nonce.account, authority: nonce.authority })]),
      ...instructions,
      ...(serviceFee === undefined ? [] : [transferLamports({ from: payer, ...serviceFee })]),
      ...(tip === undefined ? [] : [transferLamports({ from: payer, ...tip })]),
      ...(memo === undefined ? [] : [memoInstruction(memo.text, memo.signers)]),
    ],
    version: table === undefined ? version : 0,
    lookupTables: table === undefined ? stage.lookupTables : [table],
    budget: hasBudget
      ? {
          unitLimit: unitLimit ?? TRADE_UNITS,
          unitPriceMicroLamports: unitPriceMicroLamports ?? UNIT_PRICE_MICRO_LAMPORTS,
        }
      : null,
  }
}

function nonceValue(stage: WorldStage, { account }: NonNullable<Dress['nonce']>): string {
  const state = stage.chain.account(account)
  const nonce = state === null ? null : readNonce(state.data)
  assert(nonce !== null, `${account} is no nonce`)
  return encodeBase58(nonce.value)
}

function compile(dressed: Dressed): CompiledMessage {
  const { payer, blockhash, instructions, version, lookupTables, budget } = dressed
  if (version === 1) return compileV1(dressed)
  const [first, ...rest] = instructions
  const budgets =
    budget === null ? [] : [setComputeUnitLimit(budget.unitLimit), setComputeUnitPrice(budget.unitPriceMicroLamports)]
  // A nonce is advanced first of all.
  const all = isAdvance(first) ? [first!, ...budgets, ...rest] : [...budgets, ...instructions]
  const input = { payer, blockhash, instructions: all }
  const message = version === 0 ? compileV0Message({ ...input, lookupTables }) : compileLegacyMessage(input)
  const wireBytes = 1 + message.signers.length * SIGNATURE_BYTES + message.bytes.length
  return wireBytes <= MAX_WIRE_BYTES ? message : compileV1(dressed)
}

function isAdvance(instruction: Instruction | undefined): boolean {
  return instruction?.programId === SYSTEM_PROGRAM && instruction.data[0] === ADVANCE_NONCE
}

function compileV1({ payer, blockhash, instructions, budget }: Dressed): CompiledMessage {
  return compileV1Message({
    payer,
    blockhash,
    instructions,
    config: {
      computeUnitLimit: budget?.unitLimit ?? TRADE_UNITS,
      loadedAccountsDataSizeLimit: V1_LOADED_BYTES,
      priorityFeeLamports:
        budget === null ? V1_FEE_LAMPORTS : (BigInt(budget.unitLimit) * budget.unitPriceMicroLamports) / 1_000_000n,
    },
  })
}
