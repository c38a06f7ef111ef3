import type { Keypair } from '../../../src/chain/solana/keypair.ts'
import {
  NATIVE_MINT,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/chain/solana/program-ids.ts'
import { EXTENSIONS_OFFSET, TOKEN_ACCOUNT_BYTES } from '../../../src/hot-paths/account-layouts.ts'
import type { SandboxChain } from '../../chain/types.ts'
import { mintBytes } from '../account-bytes.ts'
import { addressOfBytes, keypairOfSeed } from '../seeded-keys.ts'
import { createSeededRandom, type SeededRandom, seededBytes } from '../seeded-random.ts'
import { extendedAccountBytes } from './token-bytes.ts'
import { type MintKind, makeWalletMints, type WalletMint } from './wallet-mints.ts'

/** What a generated account is; the weights make the mix of a wallet that traded for years. */
const KIND_WEIGHTS = {
  empty: 60,
  /** With some lamports more than its deposit. */
  overfunded: 3,
  withheld: 4,
  dust: 16,
  withheldDust: 1,
  nft: 3,
  wrapped: 2,
  emptyWrapped: 1,
  frozen: 3,
  frozenDust: 2,
  foreignAuthority: 3,
  confidential: 1,
  pausedDust: 1,
} as const
export type GeneratedKind = keyof typeof KIND_WEIGHTS

/** What was made of one class: how many, and what is in them. Lamports as text. */
export type MadeSum = { readonly accounts: number; readonly lamports: string }
export type GeneratedWallet = {
  readonly address: string
  readonly keypair: Keypair
  readonly lamports: bigint
  readonly accounts: number
  readonly made: Readonly<Partial<Record<GeneratedKind, MadeSum>>>
}
export type GenerateOptions = {
  readonly seed: string
  readonly count: number
  /** Wallets with exactly so many accounts, among them. */
  readonly large: { readonly wallets: number; readonly accounts: number }
  /** The most accounts of the others: their counts are log-uniform from 1, so the median is the root of it. */
  readonly maxAccounts: number
}

/** Deposits by the rate that was in force when an account was made (SIMD-0437). */
const LAMPORTS_PER_BYTE = [6_960n, 5_080n] as const
const OVERHEAD_BYTES = 128
const DUST_MAX_RAW = 1_000_000
/** Own lamports of a wallet: most can pay for themselves. */
const BALANCES = [20_000_000n, 20_000_000n, 20_000_000n, 5_000_000n, 1_500_000n, 900_000n, 0n] as const
const MAX_EXTRA_LAMPORTS = 3_000_000
const MAX_WRAPPED_LAMPORTS = 400_000_000
const FEE_AMOUNT = 2
/** Type and length. */
const ENTRY_HEAD_BYTES = 4

/** Writes wallets with token accounts of all classes straight into the state: no transaction is sent. Same seed, same
 *  wallets. About 30 µs an account. */
export function makeRecoveryWallets(chain: SandboxChain, options: GenerateOptions): readonly GeneratedWallet[] {
  const { seed, count, large, maxAccounts } = options
  const random = createSeededRandom(`recovery wallets ${seed}`)
  const mints = makeWalletMints(chain, seed, random.fork('mints'))
  const byKind = new Map<MintKind, WalletMint[]>()
  for (const mint of mints) byKind.set(mint.kind, [...(byKind.get(mint.kind) ?? []), mint])
  return Array.from({ length: count }, (_, index) => {
    const own = random.fork(`wallet ${index}`)
    const accounts =
      index < large.wallets ? large.accounts : Math.round(Math.exp(own.next() * Math.log(Math.max(1, maxAccounts))))
    return makeWallet(chain, { seed, index, accounts: Math.max(1, accounts), random: own, byKind })
  })
}

type WalletParts = {
  readonly seed: string
  readonly index: number
  readonly accounts: number
  readonly random: SeededRandom
  readonly byKind: ReadonlyMap<MintKind, readonly WalletMint[]>
}

function makeWallet(chain: SandboxChain, parts: WalletParts): GeneratedWallet {
  const { seed, index, accounts, random } = parts
  const keypair = keypairOfSeed(seededBytes(seed, `recovery wallet ${index}`))
  const { address } = keypair
  const lamports = random.pick(BALANCES)
  if (lamports > 0n)
    chain.setAccount(address, { owner: SYSTEM_PROGRAM, executable: false, lamports, data: new Uint8Array(0) })
  const sums = new Map<GeneratedKind, { accounts: number; lamports: bigint }>()
  for (let i = 0; i < accounts; i++) {
    const kind = pickKind(random)
    const held = makeAccount(chain, { ...parts, owner: address, name: `${index} ${i}`, kind })
    const sum = sums.get(kind) ?? { accounts: 0, lamports: 0n }
    sums.set(kind, { accounts: sum.accounts + 1, lamports: sum.lamports + held })
  }
  const made = [...sums].map(([kind, sum]) => [kind, { ...sum, lamports: String(sum.lamports) }])
  return { address, keypair, lamports, accounts, made: Object.fromEntries(made) }
}

const KINDS = Object.entries(KIND_WEIGHTS) as readonly (readonly [GeneratedKind, number])[]
const ALL_WEIGHTS = KINDS.reduce((sum, [, weight]) => sum + weight, 0)

function pickKind(random: SeededRandom): GeneratedKind {
  let left = random.next() * ALL_WEIGHTS
  for (const [kind, weight] of KINDS) {
    left -= weight
    if (left < 0) return kind
  }
  return 'empty'
}

/** Writes one account; answers its lamports. */
function makeAccount(
  chain: SandboxChain,
  parts: WalletParts & { readonly owner: string; readonly name: string; readonly kind: GeneratedKind },
): bigint {
  const { seed, random, owner, name, kind } = parts
  const account = addressOfBytes(seededBytes(seed, `recovery account ${name}`))
  const isWrapped = kind === 'wrapped' || kind === 'emptyWrapped'
  const mint = isWrapped ? WRAPPED : kind === 'nft' ? makeNft(chain, seed, name) : pickMint(parts)
  const wrappedLamports = kind === 'wrapped' ? BigInt(random.integer(1, MAX_WRAPPED_LAMPORTS)) : 0n
  const entries = mint.tokenProgram === TOKEN_2022_PROGRAM ? entriesOf(mint, kind, random) : null
  const bytes = sizeOf(entries)
  const deposit = BigInt(OVERHEAD_BYTES + bytes) * random.pick(LAMPORTS_PER_BYTE)
  const extra = kind === 'overfunded' ? BigInt(random.integer(1, MAX_EXTRA_LAMPORTS)) : 0n
  const data = extendedAccountBytes(
    {
      mint: mint.address,
      owner,
      amountRaw: isWrapped ? wrappedLamports : amountOf(kind, random),
      frozen: kind === 'frozen' || kind === 'frozenDust',
      ...(isWrapped ? { nativeReserveLamports: deposit } : {}),
      closeAuthority:
        kind === 'foreignAuthority' ? addressOfBytes(seededBytes(seed, `recovery stranger ${name}`)) : null,
    },
    entries,
  )
  const lamports = deposit + extra + wrappedLamports
  chain.setAccount(account, { owner: mint.tokenProgram, executable: false, lamports, data })
  return lamports
}

const WRAPPED: WalletMint = {
  address: NATIVE_MINT,
  kind: 'classic',
  tokenProgram: TOKEN_PROGRAM,
  decimals: 9,
  accountEntries: [],
}

const ORDINARY: readonly MintKind[] = [
  'classic',
  'classic',
  'classic',
  'classic',
  'plain2022',
  'plain2022',
  'transferFee',
  'nonTransferable',
  'hooked',
  'pausable',
]
const MINTS_OF: Readonly<Partial<Record<GeneratedKind, readonly MintKind[]>>> = {
  withheld: ['transferFee'],
  withheldDust: ['transferFee'],
  frozen: ['freezable'],
  frozenDust: ['freezable'],
  confidential: ['confidential'],
  pausedDust: ['paused'],
}

function pickMint({ random, byKind, kind }: WalletParts & { readonly kind: GeneratedKind }): WalletMint {
  return random.pick(byKind.get(random.pick(MINTS_OF[kind] ?? ORDINARY))!)
}

/** A mint of one, whose only token is in this account. */
function makeNft(chain: SandboxChain, seed: string, name: string): WalletMint {
  const address = addressOfBytes(seededBytes(seed, `recovery nft ${name}`))
  const data = mintBytes({ mintAuthority: null, freezeAuthority: null, supplyRaw: 1n, decimals: 0 })
  const lamports = chain.minimumBalanceLamports(data.length)
  chain.setAccount(address, { owner: TOKEN_PROGRAM, executable: false, lamports, data })
  return { address, kind: 'classic', tokenProgram: TOKEN_PROGRAM, decimals: 0, accountEntries: [] }
}

function amountOf(kind: GeneratedKind, random: SeededRandom): bigint {
  if (kind === 'nft') return 1n
  return kind.toLowerCase().endsWith('dust') ? BigInt(random.integer(1, DUST_MAX_RAW)) : 0n
}

function entriesOf(mint: WalletMint, kind: GeneratedKind, random: SeededRandom): WalletMint['accountEntries'] {
  if (kind !== 'withheld' && kind !== 'withheldDust') return mint.accountEntries
  const withheld = Buffer.alloc(8)
  withheld.writeBigUInt64LE(BigInt(random.integer(1, DUST_MAX_RAW)))
  return mint.accountEntries.map((entry) => (entry[0] === FEE_AMOUNT ? [FEE_AMOUNT, withheld] : entry))
}

function sizeOf(entries: WalletMint['accountEntries'] | null): number {
  return entries === null
    ? TOKEN_ACCOUNT_BYTES
    : entries.reduce((sum, [, value]) => sum + ENTRY_HEAD_BYTES + value.length, EXTENSIONS_OFFSET)
}
