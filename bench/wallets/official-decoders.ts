import { createRequire } from 'node:module'
import type * as Web3 from '@solana/web3.js'

/* The decoders of the official SDKs over one reply: the message, its instructions and the inner ones with their keys, and
 * each instruction of System, Compute Budget and the token programs. They know no DEX, no owners, no sums. */

/** The packages of `bench/package.json`, one copy of each: `hasPeer` has installed them. */
const require = createRequire(import.meta.url)

/** What is used of `@solana/spl-token`, which only the benches install. */
type Spl = {
  readonly TOKEN_PROGRAM_ID: Web3.PublicKey
  readonly TOKEN_2022_PROGRAM_ID: Web3.PublicKey
  decodeInstruction(instruction: Web3.TransactionInstruction, programId: Web3.PublicKey): unknown
}

export type Reply = {
  readonly transaction: readonly [string, string]
  readonly meta: {
    readonly loadedAddresses?: { readonly writable: readonly string[]; readonly readonly: readonly string[] }
    readonly innerInstructions: readonly {
      readonly instructions: readonly {
        readonly programIdIndex: number
        readonly accounts: readonly number[]
        readonly data: string
      }[]
    }[]
  }
}

export function officialDecoder(): (reply: Reply) => number {
  const web3 = require('@solana/web3.js') as typeof Web3
  const spl = require('@solana/spl-token') as Spl
  const { default: bs58 = require('bs58') } = require('bs58') as { default?: { decode(text: string): Uint8Array } }
  const system = web3.SystemProgram.programId.toBase58()
  const budget = web3.ComputeBudgetProgram.programId.toBase58()
  const tokens = new Set([spl.TOKEN_PROGRAM_ID.toBase58(), spl.TOKEN_2022_PROGRAM_ID.toBase58()])

  const decodeOne = (instruction: Web3.TransactionInstruction): number => {
    const program = instruction.programId.toBase58()
    try {
      if (system === program) {
        const type = web3.SystemInstruction.decodeInstructionType(instruction)
        if (type === 'Transfer') web3.SystemInstruction.decodeTransfer(instruction)
        return 1
      }
      if (budget === program) {
        web3.ComputeBudgetInstruction.decodeInstructionType(instruction)
        return 1
      }
      if (!tokens.has(program)) return 0
      spl.decodeInstruction(instruction, instruction.programId)
      return 1
    } catch {
      // Instructions that they do not know.
      return 0
    }
  }
  return ({ transaction: [encoded], meta }) => {
    const { message } = web3.VersionedTransaction.deserialize(Buffer.from(encoded, 'base64'))
    const loaded = meta.loadedAddresses ?? { writable: [], readonly: [] }
    const keys = [
      ...message.staticAccountKeys,
      ...loaded.writable.map((key) => new web3.PublicKey(key)),
      ...loaded.readonly.map((key) => new web3.PublicKey(key)),
    ]
    const toInstruction = (program: number, accounts: readonly number[], data: Uint8Array) =>
      new web3.TransactionInstruction({
        programId: keys[program]!,
        keys: accounts.map((at) => ({
          pubkey: keys[at]!,
          isSigner: message.isAccountSigner(at),
          isWritable: message.isAccountWritable(at),
        })),
        data: Buffer.from(data),
      })
    let decoded = 0
    for (const { programIdIndex, accountKeyIndexes, data } of message.compiledInstructions)
      decoded += decodeOne(toInstruction(programIdIndex, accountKeyIndexes, data))
    for (const { instructions } of meta.innerInstructions ?? [])
      for (const { programIdIndex, accounts, data } of instructions)
        decoded += decodeOne(toInstruction(programIdIndex, accounts, bs58!.decode(data)))
    // Keys as text, which every reader of the result needs.
    for (const key of keys) decoded += key.toBase58().length > 0 ? 0 : 1
    return decoded
  }
}
