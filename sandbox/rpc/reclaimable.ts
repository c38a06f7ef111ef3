import { randomBytes } from 'node:crypto'
import { compileV0Message, joinSignatures } from '../../src/chain/solana/compile-message.ts'
import {
  createAccount,
  createAssociatedTokenAccount,
  createLookupTable,
  deactivateStake,
  delegateStake,
  extendLookupTable,
  freezeTokenAccount,
  type Instruction,
  initializeMint,
  initializeNonce,
  initializeStake,
  mintTokens,
  readonlyAccount,
  syncNative,
  transferLamports,
  writableAccount,
} from '../../src/chain/solana/instructions.ts'
import { type Keypair, keypairFromSeed, signBytes } from '../../src/chain/solana/keypair.ts'
import { associatedTokenAddress } from '../../src/chain/solana/pda.ts'
import {
  BPF_UPGRADEABLE_LOADER_PROGRAM,
  NATIVE_MINT,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  VOTE_PROGRAM,
} from '../../src/chain/solana/program-ids.ts'
import { deactivateLookupTable } from '../../src/chain/solana/reclaimable/reclaim-instructions.ts'
import { rentLamports } from '../../src/chain/solana/rent-steps.ts'
import {
  MINT_BYTES,
  MULTISIG_BYTES,
  NONCE_ACCOUNT_BYTES,
  STAKE_ACCOUNT_BYTES,
} from '../../src/hot-paths/account-layouts.ts'
import { expectCount, readAddress } from './read-params.ts'
import { RPC_CODES, RpcRefusal } from './rpc-refusal.ts'
import type { RpcMethod, RpcWorld } from './world.ts'

/** What everyone paid for a byte until the summer of 2026. */
const OLD_LAMPORTS_PER_BYTE = 6_960n
const DECIMALS = 6
const HELD_RAW = 1_500_000n
const WRAPPED_LAMPORTS = 40_000_000n
const STAKED_LAMPORTS = 1_200_000_000n
const BUFFER_BYTES = 37 + 10_240
const TABLE_ADDRESSES = 12
const SIGNATURE_BYTES = 64
const INITIALIZE_BUFFER = Uint8Array.of(0, 0, 0, 0)
const INITIALIZE_MULTISIG = 19

/** One transaction of the faucet's, with the new accounts that sign. */
type Step = { readonly instructions: readonly Instruction[]; readonly signers: readonly Keypair[] }

/** Gives a wallet accounts to reclaim: token accounts and mints with the deposit of the old rent, wrapped SOL, lookup
 *  tables in use and switched off, a program buffer, a durable nonce, stake taken back. Real transactions that the
 *  faucet pays for; where the wallet would have to sign, the chain skips the check, for these instructions are all
 *  ours. Answers what was made. */
const requestReclaimable: RpcMethod = (world, params) => {
  expectCount(params, 1, 1)
  const wallet = readAddress(params[0])
  if (world.chain.account(wallet)?.executable) throw new RpcRefusal(RPC_CODES.invalidParams, 'Invalid param: a program')
  const made: Record<string, string[]> = {}
  const note = (kind: string, account: string): string => {
    made[kind] = [...(made[kind] ?? []), account]
    return account
  }
  for (const step of stepsOf(world, wallet, note)) send(world, step)
  return made
}

type Note = (kind: string, account: string) => string

function stepsOf(world: RpcWorld, wallet: string, note: Note): Step[] {
  return [
    ...leaveTokens(world, wallet, note),
    ...leaveMints(world, wallet, note),
    ...leaveTables(world, wallet, note),
    ...leaveAccounts(world, wallet, note),
  ]
}

/** Two mints of the faucet's: of the classic one an account that holds something, of the other one an empty one, one
 *  more of each that is frozen or empty, and wrapped SOL. All with the deposit of the old rent. */
function leaveTokens(world: RpcWorld, wallet: string, note: Note): Step[] {
  const { faucet } = world
  const payer = faucet.address
  const steps: Step[] = []
  const open = (
    kind: string,
    tokenProgram: string,
    more: (account: string, mint: string) => readonly Instruction[],
  ) => {
    const mint = newKey()
    const account = note(kind, associatedTokenAddress(wallet, mint.address, tokenProgram))
    const dataBytes = tokenProgram === TOKEN_PROGRAM ? 165 : 170
    steps.push({
      instructions: [
        createAccount({
          payer,
          account: mint.address,
          lamports: world.chain.minimumBalanceLamports(MINT_BYTES),
          dataBytes: MINT_BYTES,
          owner: tokenProgram,
        }),
        initializeMint({
          mint: mint.address,
          decimals: DECIMALS,
          mintAuthority: payer,
          freezeAuthority: payer,
          tokenProgram,
        }),
        createAssociatedTokenAccount({ payer, owner: wallet, mint: mint.address, tokenProgram }),
        topUp(world, account, dataBytes),
        ...more(account, mint.address),
      ],
      signers: [mint],
    })
  }
  const fill = (account: string, mint: string) =>
    mintTokens({ mint, to: account, authority: payer, amountRaw: HELD_RAW })
  open('held', TOKEN_PROGRAM, (account, mint) => [fill(account, mint)])
  open('empty', TOKEN_PROGRAM, () => [])
  open('empty', TOKEN_2022_PROGRAM, () => [])
  open('frozen', TOKEN_PROGRAM, (account, mint) => [
    fill(account, mint),
    freezeTokenAccount({ account, mint, authority: payer }),
  ])
  const wrapped = note('wsol', associatedTokenAddress(wallet, NATIVE_MINT))
  steps.push({
    instructions: [
      createAssociatedTokenAccount({ payer, owner: wallet, mint: NATIVE_MINT }),
      transferLamports({ from: payer, to: wrapped, lamports: WRAPPED_LAMPORTS }),
      syncNative(wrapped),
    ],
    signers: [],
  })
  return steps
}

/** What an account lacks to the deposit of the old rent. */
function topUp({ chain, faucet }: RpcWorld, account: string, dataBytes: number): Instruction {
  const lamports = rentLamports(dataBytes, OLD_LAMPORTS_PER_BYTE) - chain.minimumBalanceLamports(dataBytes)
  return transferLamports({ from: faucet.address, to: account, lamports })
}

/** A mint of the wallet's own and a multisig of which its signature is enough. */
function leaveMints(world: RpcWorld, wallet: string, note: Note): Step[] {
  const payer = world.faucet.address
  const [mint, multisig] = [newKey(), newKey()]
  const other = newKey().address
  const old = (account: Keypair, dataBytes: number) =>
    createAccount({
      payer,
      account: account.address,
      lamports: rentLamports(dataBytes, OLD_LAMPORTS_PER_BYTE),
      dataBytes,
      owner: TOKEN_PROGRAM,
    })
  const signers = [
    writableAccount(note('multisigs', multisig.address)),
    readonlyAccount(other),
    readonlyAccount(wallet),
  ]
  return [
    {
      instructions: [
        old(mint, MINT_BYTES),
        initializeMint({ mint: note('mints', mint.address), decimals: DECIMALS, mintAuthority: wallet }),
      ],
      signers: [mint],
    },
    {
      instructions: [
        old(multisig, MULTISIG_BYTES),
        { programId: TOKEN_PROGRAM, accounts: signers, data: Uint8Array.of(INITIALIZE_MULTISIG, 1) },
      ],
      signers: [multisig],
    },
  ]
}

/** One in use, one that was switched off now. Their addresses follow from the slot: two slots, two tables. */
function leaveTables(world: RpcWorld, wallet: string, note: Note): Step[] {
  const { chain, faucet } = world
  const newest = chain.confirmedSlot()
  const slots = chain.blockSlots(Math.max(0, newest - RECENT_SLOTS), newest, RECENT_SLOTS + 1).slice(-2)
  return slots.map((recentSlot, at) => {
    const { instruction, table } = createLookupTable({ authority: wallet, payer: faucet.address, recentSlot })
    const isOff = at > 0
    note(isOff ? 'lookup_tables_off' : 'lookup_tables', table)
    const addresses = Array.from({ length: TABLE_ADDRESSES }, () => newKey().address)
    const extend = extendLookupTable({ table, authority: wallet, payer: faucet.address, addresses })
    const off = isOff ? [deactivateLookupTable({ table, authority: wallet })] : []
    return { instructions: [instruction, extend, ...off], signers: [] }
  })
}

const RECENT_SLOTS = 100

/** A buffer, a nonce, and stake that was given and taken back in one epoch. */
function leaveAccounts(world: RpcWorld, wallet: string, note: Note): Step[] {
  const { chain, faucet } = world
  const payer = faucet.address
  const make = (account: Keypair, dataBytes: number, owner: string, lamports: bigint) =>
    createAccount({ payer, account: account.address, lamports, dataBytes, owner })
  const floor = (dataBytes: number) => chain.minimumBalanceLamports(dataBytes)
  const [buffer, nonce, stake] = [newKey(), newKey(), newKey()]
  const steps: Step[] = [
    {
      instructions: [
        make(buffer, BUFFER_BYTES, BPF_UPGRADEABLE_LOADER_PROGRAM, floor(BUFFER_BYTES)),
        {
          programId: BPF_UPGRADEABLE_LOADER_PROGRAM,
          accounts: [writableAccount(note('buffers', buffer.address)), readonlyAccount(wallet)],
          data: INITIALIZE_BUFFER,
        },
      ],
      signers: [buffer],
    },
    {
      instructions: [
        make(nonce, NONCE_ACCOUNT_BYTES, SYSTEM_PROGRAM, rentLamports(NONCE_ACCOUNT_BYTES, OLD_LAMPORTS_PER_BYTE)),
        initializeNonce({ nonce: note('nonces', nonce.address), authority: wallet }),
      ],
      signers: [nonce],
    },
  ]
  const vote = chain.accountsOfProgram(VOTE_PROGRAM)[0]
  const account = note('stake', stake.address)
  const delegated =
    vote === undefined
      ? []
      : [delegateStake({ stake: account, vote, staker: payer }), deactivateStake({ stake: account, staker: payer })]
  steps.push({
    instructions: [
      make(stake, STAKE_ACCOUNT_BYTES, STAKE_PROGRAM, floor(STAKE_ACCOUNT_BYTES) + STAKED_LAMPORTS),
      initializeStake({ stake: account, staker: payer, withdrawer: wallet }),
      ...delegated,
    ],
    signers: [stake],
  })
  return steps
}

function send({ chain, faucet }: RpcWorld, { instructions, signers }: Step): void {
  const { blockhash } = chain.latestBlockhash('processed')
  const message = compileV0Message({ payer: faucet.address, blockhash, instructions })
  const known = [faucet, ...signers]
  let trustUnsigned = false
  const signatures = message.signers.map((address) => {
    const keypair = known.find((one) => one.address === address)
    if (keypair !== undefined) return signBytes(keypair, message.bytes)
    trustUnsigned = true
    return new Uint8Array(SIGNATURE_BYTES)
  })
  const sent = chain.send(joinSignatures(message, signatures), { trustUnsigned })
  if (!sent.ok) throw new RpcRefusal(RPC_CODES.internal, `leftovers could not be made: ${sent.message}`)
}

function newKey(): Keypair {
  return keypairFromSeed(randomBytes(32))
}

export const LEFTOVER_METHODS: Readonly<Record<string, RpcMethod>> = { requestLeftovers: requestReclaimable }
