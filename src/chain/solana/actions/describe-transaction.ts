import { counted } from '../../../contract/counted.ts'
import { rawToDecimalString, SOL_DECIMALS } from '../../../contract/units.ts'
import type { DecodedSale, DecodedTransaction } from './decode-actions.ts'
import { errorInWords } from './error-words.ts'
import type { DecimalsOf } from './mint-decimals.ts'
import type { Movement } from './movement.ts'
import { isNative } from './native-deposits.ts'
import type { Amount } from './swaps.ts'

type Known = { readonly decimalsOf: DecimalsOf; readonly error: string | null }

/** One sentence on a transaction, exact in its amounts. Tokens are named by their mints: what issuers call them is
 *  their text, and may be made to mislead. */
export function describeTransaction(decoded: DecodedTransaction, { decimalsOf, error }: Known): string {
  const { transaction, type, source, movements, swaps, launches, sales } = decoded
  const { feePayer } = transaction
  if (error !== null) return `${feePayer} sent a transaction that failed: ${errorInWords(error)}.`
  const [launch] = launches
  if (launch !== undefined) {
    const isMoved = type === 'MIGRATE'
    const verb = isMoved ? 'moved' : launch.kind === 'launch' ? 'launched' : 'opened a pool of'
    const end = isMoved ? ` from its curve to the pool ${launch.pool}` : ` on ${source}`
    const who = isMoved ? feePayer : (launch.creator ?? feePayer)
    return `${who} ${verb} ${launch.mint}${end}.`
  }
  const [sale] = sales
  if (sale !== undefined && type === 'NFT_SALE') return `${saleSentence(sale, source)}.`
  const plain = SENTENCES[type]
  if (plain !== undefined && type !== 'SWAP') return `${feePayer} ${plain}${on(source)}.`
  const [swap] = swaps
  if (swap !== undefined) {
    const more = swaps.length === 1 ? '' : `, the first of ${swaps.length} swaps`
    return `${swap.trader} swapped ${shown(swap.paid, decimalsOf)} for ${shown(swap.got, decimalsOf)} on ${source}${more}.`
  }
  const moved = mainMovement(movements, type)
  if (moved === null) return `${feePayer} called ${source === 'UNKNOWN' ? 'a program without a known name' : source}.`
  return `${sentenceOf(moved, decimalsOf, feePayer)}.`
}

const NATIVE_SOURCES: ReadonlySet<string> = new Set([
  'UNKNOWN',
  'SYSTEM_PROGRAM',
  'SOLANA_PROGRAM_LIBRARY',
  'STAKE_PROGRAM',
  'VOTE_PROGRAM',
  'ADDRESS_LOOKUP_TABLE',
  'BPF_UPGRADEABLE_LOADER',
])

function on(source: string): string {
  return NATIVE_SOURCES.has(source) ? '' : ` on ${source}`
}

function saleSentence({ buyer, seller, asset, priceLamports }: DecodedSale, source: string): string {
  const what = asset ?? 'a compressed asset'
  const price = priceLamports === null ? '' : ` for ${rawToDecimalString(priceLamports, SOL_DECIMALS)} SOL`
  return `${buyer ?? 'A buyer'} bought ${what} from ${seller ?? 'a seller'}${price} on ${source}`
}

/** What the payer did, for types whose sentence names no amount. */
const SENTENCES: Partial<Record<DecodedTransaction['type'], string>> = {
  NFT_SALE: 'sold or bought an asset',
  FILL_ORDER: 'filled an order of another wallet',
  CREATE_ORDER: 'opened an order',
  UPDATE_ORDER: 'changed an order',
  CANCEL_ORDER: 'cancelled an order',
  CLOSE_ORDER: 'closed an order that was done',
  COMPRESSED_NFT_MINT: 'minted a compressed asset',
  NFT_MINT: 'minted an asset',
  COMPRESS_NFT: 'compressed an asset',
  DECOMPRESS_NFT: 'decompressed an asset',
  COMPRESSED_NFT_REDEEM: 'redeemed a compressed asset',
  COMPRESSED_NFT_CANCEL_REDEEM: 'cancelled the redemption of a compressed asset',
  COMPRESSED_NFT_BURN: 'burned a compressed asset',
  BURN_NFT: 'burned an asset',
  NFT_LISTING: 'offered an asset for sale',
  NFT_CANCEL_LISTING: 'took an asset off sale',
  NFT_BID: 'made an offer for an asset',
  NFT_BID_CANCELLED: 'took back an offer for an asset',
  COMPRESSED_NFT_TRANSFER: 'transferred a compressed asset',
  ADD_LIQUIDITY: 'added liquidity to a pool',
  WITHDRAW_LIQUIDITY: 'withdrew liquidity from a pool',
  STAKE_SOL: 'staked SOL',
  UNSTAKE_SOL: 'withdrew staked SOL',
  MERGE_STAKE: 'merged two stake accounts',
  SPLIT_STAKE: 'split a stake account',
  DEACTIVATE_STAKE: 'began to unstake SOL',
  COMPRESSED_NFT_DELEGATE: 'let another wallet use a compressed asset',
  COMPRESSED_NFT_UPDATE_METADATA: 'changed the metadata of a compressed asset',
  COMPRESSED_NFT_VERIFY_COLLECTION: 'confirmed the collection of a compressed asset',
  COMPRESSED_NFT_UNVERIFY_COLLECTION: 'took back that a compressed asset is of a collection',
  COMPRESSED_NFT_VERIFY_CREATOR: 'confirmed a creator of a compressed asset',
  COMPRESSED_NFT_UNVERIFY_CREATOR: 'took back that a wallet created a compressed asset',
  CREATE_MERKLE_TREE: 'made a tree for compressed assets',
  DELEGATE_MERKLE_TREE: 'let another wallet mint into a tree',
  CREATE_COLLECTION: 'made a collection',
  CREATE_METADATA: 'wrote the metadata of a token',
  UPDATE_METADATA: 'changed metadata',
  SET_AUTHORITY: 'changed an authority',
  APPROVE: 'let another wallet spend tokens or use an asset',
  REVOKE: 'took back the leave to spend tokens or use an asset',
  FREEZE: 'froze an account or asset',
  THAW: 'thawed an account or asset',
  CLOSE_ACCOUNT: 'closed accounts',
  INITIALIZE_ACCOUNT: 'opened an account',
  CREATE_LOOKUP_TABLE: 'made a lookup table',
  EXTEND_LOOKUP_TABLE: 'added addresses to a lookup table',
  CLOSE_LOOKUP_TABLE: 'closed a lookup table',
  VOTE: 'voted',
}

/** The largest of the first asset that went from one owner to another, or came to be or ceased to be. */
function mainMovement(movements: readonly Movement[], type: DecodedTransaction['type']): Movement | null {
  const kinds = type === 'TOKEN_MINT' ? ['mint'] : type === 'BURN' ? ['burn'] : ['transfer', 'handover', 'program']
  const real = movements.filter(({ kind, from, to }) => kinds.includes(kind) && from?.owner !== to?.owner)
  const first = real.find(({ mint }) => mint !== null) ?? real[0]
  if (first === undefined) return null
  return real.reduce((best, one) => (one.mint === first.mint && one.amountRaw > best.amountRaw ? one : best), first)
}

function sentenceOf({ kind, mint, amountRaw, from, to }: Movement, decimalsOf: DecimalsOf, feePayer: string): string {
  const amount = shown({ mint: mint ?? '', amountRaw }, decimalsOf)
  if (kind === 'mint') return `${feePayer} minted ${amount} to ${to?.owner ?? 'an unknown account'}`
  if (kind === 'burn') return `${from?.owner ?? feePayer} burned ${amount}`
  return `${from?.owner ?? 'A program'} transferred ${amount} to ${to?.owner ?? 'a program'}`
}

/** `mint` empty: lamports. */
function shown({ mint, amountRaw }: Amount, decimalsOf: DecimalsOf): string {
  if (mint === '' || isNative(mint)) return `${rawToDecimalString(amountRaw, SOL_DECIMALS)} SOL`
  const decimals = decimalsOf(mint)
  return decimals === null
    ? `${counted(amountRaw, 'base unit')} of ${mint}`
    : `${rawToDecimalString(amountRaw, decimals)} ${mint}`
}
