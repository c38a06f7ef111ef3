import { readFileSync } from 'node:fs'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { addressBytes, associatedTokenAddress, findProgramAddress } from '../../../src/chain/solana/pda.ts'
import {
  BPF_LOADER_PROGRAM,
  NATIVE_MINT,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/chain/solana/program-ids.ts'
import { extraMetasAddress, HOOK_EXECUTE_TAG } from '../../../src/chain/solana/transfer-hook.ts'
import type { ProofSubject } from '../../../src/services/sell-proof/proof-subject.ts'
import { tokenAccountBytes } from '../../../src/services/sell-proof/token-account-bytes.ts'
import type { NodeAccount } from '../../support/account-node.ts'
import { wallet } from '../../support/account-node.ts'
import { type Extension, type MintShape, mintAccountBytes } from '../../support/mint-bytes.ts'

/* One token with a pool's vault and a few holders, as accounts. */

export const MINT = keypairFromText('trap mint').address
export const DEV = keypairFromText('trap dev').address
export const CURVE = findProgramAddress([Buffer.from('trap curve')], TOKEN_PROGRAM).address
export const HOLDERS = Array.from({ length: 5 }, (_, at) => keypairFromText(`trap holder ${at}`).address)
export const HELD_RAW = 2_000_000_000n
const VAULT_RAW = 500_000_000_000_000n

export type TrapToken = {
  readonly accounts: Map<string, NodeAccount>
  readonly subject: ProofSubject
}

export function trapToken(
  shape: MintShape & {
    readonly program?: 'spl' | 'token-2022'
    readonly extensions?: readonly Extension[]
    /** How many of the five holders are frozen. */
    readonly frozen?: number
    readonly withoutPool?: boolean
    readonly withoutHolders?: boolean
  } = {},
): TrapToken {
  const isExtended = shape.program === 'token-2022' || shape.extensions !== undefined
  const program = isExtended ? TOKEN_2022_PROGRAM : TOKEN_PROGRAM
  const mintData = mintAccountBytes(shape, shape.extensions ?? [])
  const accounts = new Map<string, NodeAccount>([[MINT, { owner: program, data: mintData }]])
  const hold = (owner: string, amountRaw: bigint, isFrozen = false) => {
    const data = tokenAccountBytes({ mint: MINT, mintData, isExtended, owner, amountRaw })
    if (isFrozen) data[108] = 2
    accounts.set(associatedTokenAddress(owner, MINT, program), { owner: program, data })
  }
  if (!shape.withoutPool) hold(CURVE, VAULT_RAW)
  accounts.set(DEV, wallet())
  hold(DEV, HELD_RAW * 50n)
  const holders = shape.withoutHolders ? [] : HOLDERS
  for (const [at, owner] of holders.entries()) {
    accounts.set(owner, wallet())
    hold(owner, HELD_RAW - BigInt(at), at < (shape.frozen ?? 0))
  }
  const largest = [DEV, ...holders].map((owner) => ({ owner, amountRaw: String(HELD_RAW) }))
  const pool = {
    // No DEX whose trades are built here: these tests are about the token leg.
    dex: 'orca' as const,
    address: CURVE,
    baseMint: MINT,
    quoteMint: NATIVE_MINT,
    realQuoteReserveRaw: '1000000000',
    vaultOwners: [CURVE],
    creator: DEV,
    tradeable: true,
  }
  return {
    accounts,
    subject: {
      mint: MINT,
      pools: shape.withoutPool ? [] : [pool],
      holders: { largest },
      launch: { dev: DEV },
      slotMs: 400,
    },
  }
}

export type HookKind = 'reject' | 'reject-above' | 'reject-after' | 'allow-list' | 'count'
const HOOKS = new URL('../../../sandbox/programs/transfer-hooks/', import.meta.url)
export const HOOK_PROGRAM = keypairFromText('trap hook').address

/** Puts a hook program with its list of extra accounts and its configuration beside the token. */
export function addHook({ accounts }: TrapToken, kind: HookKind, configuration: Uint8Array): void {
  const code = Buffer.from(readFileSync(new URL(`${kind}.b64`, HOOKS), 'utf8'), 'base64')
  accounts.set(HOOK_PROGRAM, { owner: BPF_LOADER_PROGRAM, data: new Uint8Array(code), executable: true })
  const seed = Buffer.from('hook-config')
  const config = findProgramAddress([seed, addressBytes(MINT)], HOOK_PROGRAM).address
  accounts.set(config, { owner: HOOK_PROGRAM, data: configuration })
  const row = Buffer.alloc(35)
  row.set([1, 1, seed.length, ...seed, 3, 1])
  row[34] = kind === 'count' ? 1 : 0
  const head = Buffer.alloc(16)
  head.set(HOOK_EXECUTE_TAG)
  head.writeUInt32LE(4 + row.length, 8)
  head.writeUInt32LE(1, 12)
  accounts.set(extraMetasAddress(MINT, HOOK_PROGRAM), { owner: HOOK_PROGRAM, data: Buffer.concat([head, row]) })
}

export function u64(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}
