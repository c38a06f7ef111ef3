import assert from 'node:assert/strict'
import { openSandboxChain, type SandboxChainOptions } from '../../../sandbox/chain/open-chain.ts'
import type { ExecutedTransaction, SandboxChain, SendFailure, SendResult } from '../../../sandbox/chain/types.ts'
import {
  compileLegacyMessage,
  compileV0Message,
  compileV1Message,
  type LookupTable,
  signMessage,
} from '../../../src/chain/solana/compile-message.ts'
import * as make from '../../../src/chain/solana/instructions.ts'
import { type Keypair, keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'

export const SOL = 1_000_000_000n
export const START = { slot: 390_000_000, unixTimeSec: 1_795_000_000 }
export const ALICE = keypairFromText('alice')
export const BOB = keypairFromText('bob')
export const VERSIONS = ['legacy', 0, 1] as const

export function openChain(options: Partial<SandboxChainOptions> = {}): SandboxChain {
  const chain = openSandboxChain({
    genesisHash: keypairFromText('genesis').address,
    slotMs: 400,
    programsDir: null,
    clockStart: START,
    onEmulatorFault: (_, error) => {
      throw error
    },
    ...options,
  })
  fund(chain, ALICE.address, 100n * SOL)
  fund(chain, BOB.address, 100n * SOL)
  return chain
}

export function fund(chain: SandboxChain, address: string, lamports: bigint): void {
  chain.setAccount(address, { lamports, owner: SYSTEM_PROGRAM, data: new Uint8Array(0), executable: false })
}

type Draft = {
  version?: 'legacy' | 0 | 1
  payer?: Keypair
  signers?: readonly Keypair[]
  blockhash?: string
  lookupTables?: readonly LookupTable[]
}

/** A signed transaction over the newest blockhash, paid by Alice unless told otherwise. */
export function sign(chain: SandboxChain, instructions: readonly make.Instruction[], draft: Draft = {}) {
  const { version = 'legacy', payer = ALICE, signers = [], lookupTables = [] } = draft
  const blockhash = draft.blockhash ?? chain.latestBlockhash('processed').blockhash
  const input = { payer: payer.address, blockhash, instructions }
  const config = { computeUnitLimit: 400_000, loadedAccountsDataSizeLimit: 1 << 20 }
  const message =
    version === 'legacy'
      ? compileLegacyMessage(input)
      : version === 0
        ? compileV0Message({ ...input, lookupTables })
        : compileV1Message({ ...input, config })
  return signMessage(message, [payer, ...signers])
}

/** Sends and expects it to land without an error. */
export function land(
  chain: SandboxChain,
  instructions: readonly make.Instruction[],
  draft: Draft = {},
): ExecutedTransaction {
  const result = chain.send(sign(chain, instructions, draft).wire)
  assert(result.ok, result.ok ? '' : `${result.message}\n${result.logs.join('\n')}`)
  assert.equal(result.transaction.err, null)
  return result.transaction
}

export function expectRefused(result: SendResult, code: number, message: RegExp): SendFailure {
  assert(!result.ok, 'it landed')
  assert.equal(result.code, code, result.message)
  assert.match(result.message, message)
  return result
}

/** A mint of Alice's with 6 decimals, `amountRaw` of it hers, and an empty account of Bob's. */
export function createToken(chain: SandboxChain, text: string, amountRaw: bigint, tokenProgram = TOKEN_PROGRAM) {
  const mint = keypairFromText(text)
  const alice = associatedTokenAddress(ALICE.address, mint.address, tokenProgram)
  const bob = associatedTokenAddress(BOB.address, mint.address, tokenProgram)
  const owned = { payer: ALICE.address, mint: mint.address, tokenProgram }
  const lamports = chain.minimumBalanceLamports(82)
  land(
    chain,
    [
      make.createAccount({ payer: ALICE.address, account: mint.address, lamports, dataBytes: 82, owner: tokenProgram }),
      make.initializeMint({ mint: mint.address, decimals: 6, mintAuthority: ALICE.address, tokenProgram }),
      make.createAssociatedTokenAccount({ ...owned, owner: ALICE.address }),
      make.createAssociatedTokenAccount({ ...owned, owner: BOB.address }),
      make.mintTokens({ mint: mint.address, to: alice, authority: ALICE.address, amountRaw, tokenProgram }),
    ],
    { signers: [mint] },
  )
  return { mint: mint.address, alice, bob }
}
