import {
  type CompiledMessage,
  compileLegacyMessage,
  compileV0Message,
  compileV1Message,
  joinSignatures,
} from '../../chain/solana/compile-message.ts'
import { type Instruction, setComputeUnitLimit, setComputeUnitPrice } from '../../chain/solana/instructions.ts'
import { signBytes } from '../../chain/solana/keypair.ts'
import { MAX_WIRE_BYTES } from '../../hot-paths/wire-transaction.ts'
import type { SendResult } from '../chain/types.ts'
import type { WorldStage } from './stage.ts'

export type SendRequest = {
  readonly payer: string
  readonly instructions: readonly Instruction[]
  readonly version: 'legacy' | 0 | 1
  /** Trades carry a compute budget as wallets set it. */
  readonly isTrade: boolean
}

const TRADE_UNITS = 400_000
const UNIT_PRICE_MICRO_LAMPORTS = 40_000n
const V1_LOADED_BYTES = 2_000_000
const V1_FEE_LAMPORTS = 16_000n
const SIGNATURE_BYTES = 64

/** Compiles, signs with the ring's keys and sends. Signers without a key here (exchanges) are
 *  left unsigned, which only this program may ask of the chain. What does not fit a legacy message goes out as version 1. */
export function sendInstructions(stage: WorldStage, request: SendRequest): SendResult {
  const { chain, keys } = stage
  const { blockhash } = chain.latestBlockhash('processed')
  const message = compile(stage, request, blockhash)
  let trustUnsigned = false
  const signatures = message.signers.map((signer) => {
    const keypair = keys.get(signer)
    if (keypair !== null) return signBytes(keypair, message.bytes)
    trustUnsigned = true
    return new Uint8Array(SIGNATURE_BYTES)
  })
  return chain.send(joinSignatures(message, signatures), { skipPreflight: true, trustUnsigned })
}

function compile(stage: WorldStage, request: SendRequest, blockhash: string): CompiledMessage {
  const { payer, instructions, version, isTrade } = request
  if (version === 1) return compileV1({ payer, blockhash, instructions })
  const budget = isTrade ? [setComputeUnitLimit(TRADE_UNITS), setComputeUnitPrice(UNIT_PRICE_MICRO_LAMPORTS)] : []
  const input = { payer, blockhash, instructions: [...budget, ...instructions] }
  const message =
    version === 0 ? compileV0Message({ ...input, lookupTables: stage.lookupTables }) : compileLegacyMessage(input)
  const wireBytes = 1 + message.signers.length * SIGNATURE_BYTES + message.bytes.length
  return wireBytes <= MAX_WIRE_BYTES ? message : compileV1({ payer, blockhash, instructions })
}

function compileV1(input: { payer: string; blockhash: string; instructions: readonly Instruction[] }): CompiledMessage {
  return compileV1Message({
    ...input,
    config: {
      computeUnitLimit: TRADE_UNITS,
      loadedAccountsDataSizeLimit: V1_LOADED_BYTES,
      priorityFeeLamports: V1_FEE_LAMPORTS,
    },
  })
}
