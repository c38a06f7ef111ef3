import { addressBytes } from '../../../src/chain/solana/pda.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { SandboxChain } from '../../chain/types.ts'
import { mintBytes } from '../account-bytes.ts'
import { addressOfBytes } from '../seeded-keys.ts'
import { type SeededRandom, seededBytes } from '../seeded-random.ts'
import { type Entry, extendedMintBytes } from './token-bytes.ts'

/** What kinds of mints the generated wallets hold. */
export const MINT_KINDS = [
  'classic',
  'freezable',
  'plain2022',
  'transferFee',
  'nonTransferable',
  'hooked',
  'pausable',
  'paused',
  'confidential',
] as const
export type MintKind = (typeof MINT_KINDS)[number]
export type WalletMint = {
  readonly address: string
  readonly kind: MintKind
  readonly tokenProgram: string
  readonly decimals: number
  /** Entries that its accounts have, in the order in which the program makes them. */
  readonly accountEntries: readonly Entry[]
}

const HOW_MANY: Readonly<Record<MintKind, number>> = {
  classic: 220,
  freezable: 20,
  plain2022: 60,
  transferFee: 40,
  nonTransferable: 10,
  hooked: 10,
  pausable: 10,
  paused: 5,
  confidential: 5,
}
/** Extension types (solana-programs 2.3). */
const TYPE = {
  feeConfig: 1,
  feeAmount: 2,
  confidentialMint: 4,
  confidentialAccount: 5,
  immutableOwner: 7,
  nonTransferable: 9,
  nonTransferableAccount: 13,
  hook: 14,
  hookAccount: 15,
  pausable: 26,
  pausableAccount: 27,
} as const
/** Enough for whatever the wallets hold. */
const SUPPLY_RAW = 10n ** 18n
const FEE_BPS = 100
const none = new Uint8Array(0)

/** Makes the mints of generated wallets, the same for the same seed. */
export function makeWalletMints(chain: SandboxChain, seed: string, random: SeededRandom): readonly WalletMint[] {
  const authority = addressOfBytes(seededBytes(seed, 'recovery mint authority'))
  const mints: WalletMint[] = []
  for (const kind of MINT_KINDS)
    for (let i = 0; i < HOW_MANY[kind]; i++) {
      const address = addressOfBytes(seededBytes(seed, `recovery mint ${kind} ${i}`))
      const decimals = random.pick([0, 5, 6, 6, 9])
      mints.push(makeMint(chain, { address, kind, decimals, authority }))
    }
  return mints
}

function makeMint(
  chain: SandboxChain,
  { address, kind, decimals, authority }: Pick<WalletMint, 'address' | 'kind' | 'decimals'> & { authority: string },
): WalletMint {
  const isClassic = kind === 'classic' || kind === 'freezable'
  const face = {
    mintAuthority: null,
    freezeAuthority: kind === 'freezable' ? authority : null,
    supplyRaw: SUPPLY_RAW,
    decimals,
  }
  const data = isClassic ? mintBytes(face) : extendedMintBytes(face, mintEntries(kind, authority))
  const tokenProgram = isClassic ? TOKEN_PROGRAM : TOKEN_2022_PROGRAM
  chain.setAccount(address, {
    owner: tokenProgram,
    executable: false,
    lamports: chain.minimumBalanceLamports(data.length),
    data,
  })
  return { address, kind, tokenProgram, decimals, accountEntries: isClassic ? [] : accountEntries(kind) }
}

function mintEntries(kind: MintKind, authority: string): readonly Entry[] {
  switch (kind) {
    case 'transferFee':
      return [[TYPE.feeConfig, feeConfig(authority)]]
    case 'nonTransferable':
      return [[TYPE.nonTransferable, none]]
    case 'hooked':
      return [[TYPE.hook, Buffer.concat([addressBytes(authority), new Uint8Array(32)])]]
    case 'pausable':
    case 'paused':
      return [[TYPE.pausable, Buffer.concat([addressBytes(authority), Uint8Array.of(kind === 'paused' ? 1 : 0)])]]
    case 'confidential':
      return [[TYPE.confidentialMint, Buffer.concat([addressBytes(authority), Uint8Array.of(1), new Uint8Array(32)])]]
    default:
      return []
  }
}

function accountEntries(kind: MintKind): readonly Entry[] {
  const immutable: Entry = [TYPE.immutableOwner, none]
  switch (kind) {
    case 'transferFee':
      return [immutable, [TYPE.feeAmount, new Uint8Array(8)]]
    case 'nonTransferable':
      return [immutable, [TYPE.nonTransferableAccount, none]]
    case 'hooked':
      return [immutable, [TYPE.hookAccount, Uint8Array.of(0)]]
    case 'pausable':
    case 'paused':
      return [immutable, [TYPE.pausableAccount, none]]
    case 'confidential':
      return [immutable, [TYPE.confidentialAccount, pendingBalance()]]
    default:
      return [immutable]
  }
}

/** Config and withdraw authority, withheld, then two schedules of epoch, maximum and rate. */
function feeConfig(authority: string): Uint8Array {
  const bytes = Buffer.alloc(108)
  bytes.set(addressBytes(authority), 0)
  bytes.set(addressBytes(authority), 32)
  for (const at of [72, 90]) {
    bytes.writeBigUInt64LE(SUPPLY_RAW, at + 8)
    bytes.writeUInt16LE(FEE_BPS, at + 16)
  }
  return bytes
}

/** An approved account whose pending balance is not zero. */
function pendingBalance(): Uint8Array {
  const bytes = new Uint8Array(295)
  bytes[0] = 1
  bytes.fill(7, 33, 65)
  return bytes
}
