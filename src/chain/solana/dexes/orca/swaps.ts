import { startsWith } from '../../anchor-event.ts'
import type { ChainInstruction } from '../../transaction.ts'

/** One passage through one pool. Mints are null where the instruction does not name them. */
export type Passage = {
  readonly pool: string
  readonly user: string
  readonly isAToB: boolean
  /** Token accounts the passage is paid from and paid to. */
  readonly from: string
  readonly to: string
  readonly vaultA: string
  readonly vaultB: string
  readonly mintA: string | null
  readonly mintB: string | null
}

const SWAP_TAG = Buffer.from('f8c69e91e17587c8', 'hex')
const SWAP_V2_TAG = Buffer.from('2b04ed0b1ac91e62', 'hex')
const TWO_HOP_SWAP_TAG = Buffer.from('c360ed6c44a2dbe6', 'hex')
const TWO_HOP_SWAP_V2_TAG = Buffer.from('ba8fd11dfe02c275', 'hex')

/** Where the directions stand in the arguments: after amount, threshold, price limit and exactness, or, of two pools,
 *  after amount, threshold and exactness. */
const A_TO_B_OFFSET = 41
const A_TO_B_ONE_OFFSET = 25
const A_TO_B_TWO_OFFSET = 26

const SWAP_ACCOUNTS = 11
const SWAP_V2_ACCOUNTS = 15
const TWO_HOP_SWAP_ACCOUNTS = 20
const TWO_HOP_SWAP_V2_ACCOUNTS = 24

/** The pools an instruction swaps through, in order; none when it is no swap. */
export function passagesOf({ accounts, data }: ChainInstruction): readonly Passage[] {
  const count = accounts.length
  if (startsWith(data, SWAP_TAG) && count >= SWAP_ACCOUNTS) return swap(accounts, flagAt(data, A_TO_B_OFFSET))
  if (startsWith(data, SWAP_V2_TAG) && count >= SWAP_V2_ACCOUNTS) return swapV2(accounts, flagAt(data, A_TO_B_OFFSET))
  const one = flagAt(data, A_TO_B_ONE_OFFSET)
  const two = flagAt(data, A_TO_B_TWO_OFFSET)
  if (startsWith(data, TWO_HOP_SWAP_TAG) && count >= TWO_HOP_SWAP_ACCOUNTS) return twoHopSwap(accounts, one, two)
  if (startsWith(data, TWO_HOP_SWAP_V2_TAG) && count >= TWO_HOP_SWAP_V2_ACCOUNTS)
    return twoHopSwapV2(accounts, one, two)
  return []
}

function flagAt(data: Uint8Array, offset: number): boolean | null {
  const byte = data[offset]
  return byte === undefined ? null : byte !== 0
}

function swap(accounts: readonly string[], isAToB: boolean | null): readonly Passage[] {
  if (isAToB === null) return []
  const [, user, pool, ownerA, vaultA, ownerB, vaultB] = accounts as string[]
  return [
    unnamed({ user: user!, pool: pool!, ownerA: ownerA!, vaultA: vaultA!, ownerB: ownerB!, vaultB: vaultB! }, isAToB),
  ]
}

function swapV2(accounts: readonly string[], isAToB: boolean | null): readonly Passage[] {
  if (isAToB === null) return []
  const [user, pool, mintA, mintB, ownerA, vaultA, ownerB, vaultB] = accounts.slice(3) as string[]
  const passage = unnamed(
    { user: user!, pool: pool!, ownerA: ownerA!, vaultA: vaultA!, ownerB: ownerB!, vaultB: vaultB! },
    isAToB,
  )
  return [{ ...passage, mintA: mintA!, mintB: mintB! }]
}

function twoHopSwap(accounts: readonly string[], one: boolean | null, two: boolean | null): readonly Passage[] {
  if (one === null || two === null) return []
  const [, user, poolOne, poolTwo, ...rest] = accounts as string[]
  const passage = (pool: string, [ownerA, vaultA, ownerB, vaultB]: string[], isAToB: boolean) =>
    unnamed({ user: user!, pool, ownerA: ownerA!, vaultA: vaultA!, ownerB: ownerB!, vaultB: vaultB! }, isAToB)
  return [passage(poolOne!, rest.slice(0, 4), one), passage(poolTwo!, rest.slice(4, 8), two)]
}

/** The middle amount goes from the first pool's vault straight into the second's. */
function twoHopSwapV2(accounts: readonly string[], one: boolean | null, two: boolean | null): readonly Passage[] {
  if (one === null || two === null) return []
  const [
    poolOne,
    poolTwo,
    inMint,
    midMint,
    outMint,
    ,
    ,
    ,
    from,
    vaultIn,
    midVaultOne,
    midVaultTwo,
    vaultOut,
    to,
    user,
  ] = accounts as string[]
  return [
    named(
      { pool: poolOne!, user: user!, from: from!, to: midVaultTwo! },
      [inMint!, vaultIn!],
      [midMint!, midVaultOne!],
      one,
    ),
    named(
      { pool: poolTwo!, user: user!, from: midVaultOne!, to: to! },
      [midMint!, midVaultTwo!],
      [outMint!, vaultOut!],
      two,
    ),
  ]
}

function unnamed(
  at: {
    readonly user: string
    readonly pool: string
    readonly ownerA: string
    readonly vaultA: string
    readonly ownerB: string
    readonly vaultB: string
  },
  isAToB: boolean,
): Passage {
  const { user, pool, ownerA, vaultA, ownerB, vaultB } = at
  const [from, to] = isAToB ? [ownerA, ownerB] : [ownerB, ownerA]
  return { pool, user, isAToB, from, to, vaultA, vaultB, mintA: null, mintB: null }
}

/** `input` and `output` are mint and vault of the side paid in and of the side paid out. */
function named(
  at: Pick<Passage, 'pool' | 'user' | 'from' | 'to'>,
  input: readonly [string, string],
  output: readonly [string, string],
  isAToB: boolean,
): Passage {
  const [a, b] = isAToB ? [input, output] : [output, input]
  return { ...at, isAToB, mintA: a[0], vaultA: a[1], mintB: b[0], vaultB: b[1] }
}
