import type { ChainInstruction, ChainTransaction } from '../../../../src/chain/solana/transaction.ts'

/** A second reading of what a transaction swapped, made of instruction account positions, transfers and balances alone.
 *  It shares no code with the decoders and reads no event and no log. */

export type WalkedSwap = {
  readonly dex: string
  readonly path: string
  readonly pool: string
  readonly side: 'buy' | 'sell'
  readonly trader: string
  readonly baseMint: string
  readonly quoteMint: string
  readonly baseAmountRaw: bigint
  /** Null where it did not move as a token: a curve pays out lamports without a transfer. */
  readonly quoteAmountRaw: bigint | null
  /** The pool's token accounts whose whole change the swap explains; empty where fees leave between pool and wallet. */
  readonly vaults: readonly string[]
}

type Positions = {
  readonly dex: string
  readonly tags: readonly string[]
  readonly pool: number
  readonly user: number
  readonly userAccounts: readonly [number, number]
  readonly vaults: readonly [number, number]
  readonly feesLeaveElsewhere?: true
  /** The vaults are those of input and output; the pool's own order is that of its mints' bytes. */
  readonly sortsMints?: true
  /** Number of accounts, where positions depend on it. */
  readonly accounts?: number
}

const ANCHOR_SWAP = 'f8c69e91e17587c8'
const SPL_PROGRAMS = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']
const SYSTEM = '11111111111111111111111111111111'
const SOL = 'So11111111111111111111111111111111111111112'
/** Dearest money last. */
const MONEY = [SOL, 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v']

const CURVE_PROGRAM = '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P'
const CURVE_TAGS = ['66063d1201daebea', '33e685a4017f83ad']

/** By program, from the interfaces the programs publish. */
const POSITIONS: Readonly<Record<string, readonly Positions[]>> = {
  pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA: [
    {
      dex: 'pumpswap',
      tags: ['66063d1201daebea', '33e685a4017f83ad', 'c62e1552b4d9e870'],
      pool: 0,
      user: 1,
      userAccounts: [5, 6],
      vaults: [7, 8],
      feesLeaveElsewhere: true,
    },
  ],
  '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8': [
    { dex: 'raydium', tags: ['09', '0b'], accounts: 17, pool: 1, user: 16, userAccounts: [14, 15], vaults: [4, 5] },
    { dex: 'raydium', tags: ['09', '0b'], accounts: 18, pool: 1, user: 17, userAccounts: [15, 16], vaults: [5, 6] },
  ],
  CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C: [
    {
      dex: 'raydium_cpmm',
      tags: ['8fbe5adac41e33de', '37d96256a34ab4ad'],
      pool: 3,
      user: 0,
      userAccounts: [4, 5],
      vaults: [6, 7],
    },
  ],
  CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK: [
    {
      dex: 'raydium_clmm',
      tags: [ANCHOR_SWAP, '2b04ed0b1ac91e62'],
      pool: 2,
      user: 0,
      userAccounts: [3, 4],
      vaults: [5, 6],
      sortsMints: true,
    },
  ],
  LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo: [
    {
      dex: 'meteora',
      tags: [ANCHOR_SWAP, '414b3f4ceb5b5b88'],
      pool: 0,
      user: 10,
      userAccounts: [4, 5],
      vaults: [2, 3],
    },
  ],
  Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB: [
    { dex: 'meteora', tags: [ANCHOR_SWAP], pool: 0, user: 12, userAccounts: [1, 2], vaults: [5, 6] },
  ],
  cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG: [
    {
      dex: 'meteora_damm_v2',
      tags: [ANCHOR_SWAP, '414b3f4ceb5b5b88'],
      pool: 1,
      user: 8,
      userAccounts: [2, 3],
      vaults: [4, 5],
    },
  ],
  whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc: [
    { dex: 'orca', tags: [ANCHOR_SWAP], pool: 2, user: 1, userAccounts: [3, 5], vaults: [4, 6] },
    { dex: 'orca', tags: ['2b04ed0b1ac91e62'], pool: 4, user: 3, userAccounts: [7, 9], vaults: [8, 10] },
  ],
}

/** Programs that the walk knows how to read. */
export const WALKED_PROGRAMS: readonly string[] = [CURVE_PROGRAM, ...Object.keys(POSITIONS)]

export function walkSwaps(transaction: ChainTransaction): readonly WalkedSwap[] {
  if (transaction.err !== null) return []
  const found: WalkedSwap[] = []
  transaction.instructions.forEach((instruction, top) => {
    const group = transaction.innerInstructions[top]!
    const all = [instruction, ...group]
    all.forEach((call, at) => {
      const below = belowOf(all, at)
      const tag = Buffer.from(call.data).toString('hex')
      const path = `${top},${at - 1}`
      if (call.programId === CURVE_PROGRAM && CURVE_TAGS.some((known) => tag.startsWith(known)))
        found.push(walkCurve(transaction, call, below, path))
      for (const shape of POSITIONS[call.programId] ?? [])
        if (
          shape.tags.some((known) => tag.startsWith(known)) &&
          (shape.accounts ?? call.accounts.length) === call.accounts.length
        )
          found.push(walkPool(transaction, call, below, path, shape))
    })
  })
  return found
}

/** What a call ran, at any depth. Without depths: all up to its program's call to itself. */
function belowOf(all: readonly ChainInstruction[], at: number): readonly ChainInstruction[] {
  const height = at === 0 ? 1 : all[at]!.stackHeight
  const rest = all.slice(at + 1)
  const end = rest.findIndex((one) =>
    one.stackHeight === null || height === null ? one.programId === all[at]!.programId : one.stackHeight <= height,
  )
  return end < 0 ? rest : rest.slice(0, end)
}

function walkPool(
  transaction: ChainTransaction,
  call: ChainInstruction,
  below: readonly ChainInstruction[],
  path: string,
  shape: Positions,
): WalkedSwap {
  const at = (index: number) => call.accounts[index]!
  const moves = below.flatMap(tokenMove)
  const [one, other] = shape.userAccounts.map(at) as [string, string]
  const [paying, receiving] = moves.some(({ from }) => from === one) ? [one, other] : [other, one]
  const sum = (rows: typeof moves) => rows.reduce((total, { amount }) => total + amount, 0n)
  const inRaw = sum(moves.filter(({ from }) => from === paying))
  const outRaw = sum(moves.filter(({ to }) => to === receiving))
  const named = shape.vaults.map(at)
  const isTurned = shape.sortsMints && isAfter(mintOf(transaction, named[0]!)!, mintOf(transaction, named[1]!)!)
  const vaults = isTurned ? named.toReversed() : named
  const isFirstIn = moves.some(({ from, to }) => from === paying && to === vaults[0])
  const [first, second] = vaults.map((vault) => mintOf(transaction, vault)) as [string, string]
  const isFlipped = MONEY.indexOf(first) > MONEY.indexOf(second)
  const isSell = isFirstIn !== isFlipped
  return {
    dex: shape.dex,
    path,
    pool: at(shape.pool),
    side: isSell ? 'sell' : 'buy',
    trader: transaction.signers.includes(at(shape.user)) ? at(shape.user) : transaction.feePayer,
    baseMint: isFlipped ? second : first,
    quoteMint: isFlipped ? first : second,
    baseAmountRaw: isSell ? inRaw : outRaw,
    quoteAmountRaw: isSell ? outRaw : inRaw,
    vaults: shape.feesLeaveElsewhere ? [] : vaults,
  }
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Whether the bytes of one address are after those of another. */
function isAfter(address: string, other: string): boolean {
  const numberOf = (text: string): bigint =>
    [...text].reduce((sum, letter) => sum * 58n + BigInt(ALPHABET.indexOf(letter)), 0n)
  return numberOf(address) > numberOf(other)
}

/** A curve: global, fee recipient, mint, curve, the curve's tokens, the user's tokens, user. */
function walkCurve(
  transaction: ChainTransaction,
  call: ChainInstruction,
  below: readonly ChainInstruction[],
  path: string,
): WalkedSwap {
  const [, , mint, curve, curveTokens, , user] = call.accounts as readonly string[]
  const moves = below.flatMap(tokenMove).filter(({ from, to }) => from === curveTokens || to === curveTokens)
  const isBuy = moves[0]!.from === curveTokens
  const paid = below.flatMap(lamportMove).filter(({ from }) => from === user)
  return {
    dex: 'pumpfun',
    path,
    pool: curve!,
    side: isBuy ? 'buy' : 'sell',
    trader: transaction.signers.includes(user!) ? user! : transaction.feePayer,
    baseMint: mint!,
    quoteMint: SOL,
    baseAmountRaw: moves.reduce((total, { amount }) => total + amount, 0n),
    quoteAmountRaw: isBuy ? paid.reduce((total, { amount }) => total + amount, 0n) : null,
    vaults: [],
  }
}

type Move = { readonly from: string; readonly to: string; readonly amount: bigint }

function tokenMove({ programId, accounts, data }: ChainInstruction): readonly Move[] {
  if (!SPL_PROGRAMS.includes(programId) || (data[0] !== 3 && data[0] !== 12)) return []
  return [{ from: accounts[0]!, to: accounts[data[0] === 3 ? 1 : 2]!, amount: Buffer.from(data).readBigUInt64LE(1) }]
}

/** A transfer of the system program. */
export function lamportMove({ programId, accounts, data }: ChainInstruction): readonly Move[] {
  if (programId !== SYSTEM || data[0] !== 2 || data.length !== 12) return []
  return [{ from: accounts[0]!, to: accounts[1]!, amount: Buffer.from(data).readBigUInt64LE(4) }]
}

function mintOf(transaction: ChainTransaction, account: string): string | undefined {
  const index = transaction.accountKeys.indexOf(account)
  return [...transaction.preTokenBalances, ...transaction.postTokenBalances].find((row) => row.accountIndex === index)
    ?.mint
}

/** What a token account gained or lost over the whole transaction. */
export function balanceChange(transaction: ChainTransaction, account: string): bigint {
  const index = transaction.accountKeys.indexOf(account)
  const amount = (rows: ChainTransaction['preTokenBalances']) =>
    rows.find((row) => row.accountIndex === index)?.amountRaw ?? 0n
  return amount(transaction.postTokenBalances) - amount(transaction.preTokenBalances)
}

/** Sum of what all transfers of a transaction, at any depth, put into a token account or took out. */
export function movedInto(transaction: ChainTransaction, account: string): bigint {
  return [transaction.instructions, ...transaction.innerInstructions]
    .flat()
    .flatMap(tokenMove)
    .reduce(
      (total, { from, to, amount }) => total + (to === account ? amount : 0n) - (from === account ? amount : 0n),
      0n,
    )
}
