import {
  createAccount,
  createAssociatedTokenAccount,
  type Instruction,
  initializeMint,
  mintTokens,
  setTokenAuthority,
  transferLamports,
} from '../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../src/chain/solana/pda.ts'
import { TOKEN_2022_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import {
  initializeDefaultState,
  initializeMetadataPointer,
  initializeMintCloseAuthority,
  initializeNonTransferable,
  initializePausable,
  initializePermanentDelegate,
  initializeTokenMetadata,
  initializeTransferFee,
  initializeTransferHook,
} from '../../src/chain/solana/token-2022-instructions.ts'
import { EXTENSIONS_OFFSET } from '../../src/hot-paths/account-layouts.ts'
import type { SandboxChain } from '../chain/types.ts'
import type { TokenText } from './account-bytes.ts'
import type { PlannedExtensions } from './plan-types.ts'

/** Bytes of each entry behind its type and length. */
const ENTRY_BYTES = {
  transferFee: 108,
  defaultState: 1,
  nonTransferable: 0,
  permanentDelegate: 32,
  transferHook: 64,
  metadataPointer: 64,
  pausable: 33,
  mintClose: 32,
} as const
const ENTRY_HEAD_BYTES = 4
/** Entry of metadata without its texts: authority, mint, three lengths and the number of further fields. */
const METADATA_FIXED_BYTES = 80
const MAXIMUM_FEE_RAW = 0xffff_ffff_ffff_ffffn

export type NewMint = {
  readonly mint: string
  readonly dev: string
  readonly decimals: number
  readonly supplyRaw: bigint
  readonly freezable: boolean
  readonly mintable: boolean
  readonly text: TokenText
  readonly extensions: PlannedExtensions
}

/** A Token-2022 mint with metadata of its own and its whole supply at the dev, as one transaction of real instructions.
 *  Default-frozen comes later, by `setDefaultFrozen`: a mint that begins with it cannot be pooled. */
export function mintToken2022Instructions(chain: SandboxChain, input: NewMint): Instruction[] {
  const { mint, dev, text, extensions } = input
  const entries = entriesOf(input)
  const dataBytes = EXTENSIONS_OFFSET + entries.reduce((sum, { bytes }) => sum + ENTRY_HEAD_BYTES + bytes, 0)
  const textBytes = [text.name, text.symbol, text.uri].reduce((sum, one) => sum + Buffer.byteLength(one), 0)
  const grownBytes = dataBytes + ENTRY_HEAD_BYTES + METADATA_FIXED_BYTES + textBytes
  const rent = (bytes: number): bigint => chain.minimumBalanceLamports(bytes)
  const tokenProgram = TOKEN_2022_PROGRAM
  const account = associatedTokenAddress(dev, mint, tokenProgram)
  const give = { account: mint, authority: dev, newAuthority: null, tokenProgram }
  return [
    createAccount({ payer: dev, account: mint, lamports: rent(dataBytes), dataBytes, owner: tokenProgram }),
    transferLamports({ from: dev, to: mint, lamports: rent(grownBytes) - rent(dataBytes) }),
    ...entries.map(({ instruction }) => instruction),
    initializeMint({
      mint,
      decimals: input.decimals,
      mintAuthority: dev,
      freezeAuthority: input.freezable || extensions.defaultFrozen ? dev : null,
      tokenProgram,
    }),
    initializeTokenMetadata({ mint, updateAuthority: dev, mintAuthority: dev, ...text }),
    createAssociatedTokenAccount({ payer: dev, owner: dev, mint, tokenProgram }),
    ...(input.supplyRaw > 0n
      ? [mintTokens({ mint, to: account, authority: dev, amountRaw: input.supplyRaw, tokenProgram })]
      : []),
    ...(input.mintable ? [] : [setTokenAuthority({ ...give, type: 'mintTokens' })]),
  ]
}

function entriesOf({
  mint,
  dev,
  extensions,
}: NewMint): { readonly bytes: number; readonly instruction: Instruction }[] {
  const entries: { bytes: number; instruction: Instruction }[] = [
    {
      bytes: ENTRY_BYTES.metadataPointer,
      instruction: initializeMetadataPointer({ mint, authority: dev, metadata: mint }),
    },
  ]
  const { transferFeeBps, permanentDelegate, transferHookAuthority, pausableBy, mintCloseAuthority } = extensions
  if (transferFeeBps !== undefined) {
    const authority = extensions.transferFeeAuthority ?? null
    const fee = { mint, authority, withdrawAuthority: dev, bps: transferFeeBps, maximumRaw: MAXIMUM_FEE_RAW }
    entries.push({ bytes: ENTRY_BYTES.transferFee, instruction: initializeTransferFee(fee) })
  }
  if (extensions.defaultFrozen)
    entries.push({ bytes: ENTRY_BYTES.defaultState, instruction: initializeDefaultState({ mint, frozen: false }) })
  if (extensions.nonTransferable)
    entries.push({ bytes: ENTRY_BYTES.nonTransferable, instruction: initializeNonTransferable(mint) })
  if (permanentDelegate !== undefined)
    entries.push({
      bytes: ENTRY_BYTES.permanentDelegate,
      instruction: initializePermanentDelegate({ mint, delegate: permanentDelegate }),
    })
  if (transferHookAuthority !== undefined)
    entries.push({
      bytes: ENTRY_BYTES.transferHook,
      instruction: initializeTransferHook({ mint, authority: transferHookAuthority, program: null }),
    })
  if (pausableBy !== undefined)
    entries.push({ bytes: ENTRY_BYTES.pausable, instruction: initializePausable({ mint, authority: pausableBy }) })
  if (mintCloseAuthority !== undefined)
    entries.push({
      bytes: ENTRY_BYTES.mintClose,
      instruction: initializeMintCloseAuthority({ mint, authority: mintCloseAuthority }),
    })
  return entries
}
