import { createRequire } from 'node:module'
import { deflateRawSync } from 'node:zlib'
import { PublicKey } from './sdks.mjs'

/* Token accounts, mints and the clock as the chain's own library encodes them, and the form in which vectors keep what an
 * SDK quotes and builds. */

const load = createRequire(import.meta.url)
export const spl = load('@solana/spl-token')
export const SOL = 'So11111111111111111111111111111111111111112'
export const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
export const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const CLOCK = 'SysvarC1ock11111111111111111111111111111111'
const SYSVAR_OWNER = 'Sysvar1111111111111111111111111111111111111'
const SLOTS_PER_EPOCH = 432_000
const U64 = 2n ** 64n - 1n
/** Of a token account of 165 bytes. */
const RENT_LAMPORTS = 2_039_280n
/** What stands behind a Token-2022 account that has extensions. */
const ACCOUNT_TYPE = 2

export const kept = (owner, data) => ({ owner, data: deflateRawSync(data).toString('base64') })

/** Two mints in the order of their bytes, one of them usually money, and when the swaps happen. */
export function sceneOf(random) {
  const coin = random.key().toBase58()
  const money = [SOL, USDC, random.key().toBase58()][random.below(3)]
  const mints = [coin, money].sort((a, b) => Buffer.compare(new PublicKey(a).toBuffer(), new PublicKey(b).toBuffer()))
  const slot = 400_000_000 + random.below(10_000_000)
  const clock = { slot, unixSec: 1_795_000_000 + random.below(1_000_000), epoch: Math.floor(slot / SLOTS_PER_EPOCH) }
  return { coin, mints, clock, isPlain: (mint) => mint === SOL || mint === USDC }
}

/** A classic mint, or one of Token-2022 that withholds something of transfers. `fee` is null for the first. */
export function mintOf(random, clock, isPlain) {
  const withFee = !isPlain && random.below(3) === 0
  const base = Buffer.alloc(spl.MintLayout.span)
  const none = new PublicKey(Buffer.alloc(32))
  const fields = {
    mintAuthorityOption: 0,
    mintAuthority: none,
    supply: random.big(60),
    decimals: 6,
    isInitialized: true,
  }
  spl.MintLayout.encode({ ...fields, freezeAuthorityOption: 0, freezeAuthority: none }, base)
  if (!withFee) return { owner: TOKEN, bytes: base, tlv: Buffer.alloc(0), fee: null }
  const schedule = (epoch) => ({
    epoch: BigInt(epoch),
    maximumFee: random.below(2) === 0 ? U64 : random.big(30),
    transferFeeBasisPoints: [0, 1, 100, 500, 2_500][random.below(5)],
  })
  const turns = clock.epoch + random.below(3) - 1
  const fee = {
    transferFeeConfigAuthority: none,
    withdrawWithheldAuthority: none,
    withheldAmount: 0n,
    olderTransferFee: schedule(turns - 5),
    newerTransferFee: schedule(turns),
  }
  const value = Buffer.alloc(spl.TransferFeeConfigLayout.span)
  spl.TransferFeeConfigLayout.encode(fee, value)
  const head = Buffer.alloc(4)
  head.writeUInt16LE(spl.ExtensionType.TransferFeeConfig, 0)
  head.writeUInt16LE(value.length, 2)
  const tlv = Buffer.concat([head, value])
  const padded = Buffer.alloc(spl.ACCOUNT_SIZE + 1)
  base.copy(padded)
  padded[spl.ACCOUNT_SIZE] = 1
  return { owner: TOKEN_2022, bytes: Buffer.concat([padded, tlv]), tlv, fee }
}

/** What the library says is withheld of an amount. */
export function withheld(fee, epoch, amount) {
  return fee === null ? 0n : spl.calculateEpochFee(fee, BigInt(epoch), amount)
}

/** A token account of a mint of `mintOf`: with what the mint's fee keeps in every account. */
export function vaultOf(mint, owner, amount, { owner: program, fee } = { owner: TOKEN, fee: null }) {
  const bytes = Buffer.alloc(spl.AccountLayout.span)
  const none = new PublicKey(Buffer.alloc(32))
  spl.AccountLayout.encode(
    {
      mint: new PublicKey(mint),
      owner: new PublicKey(owner),
      amount,
      delegateOption: 0,
      delegate: none,
      state: 1,
      isNativeOption: mint === SOL ? 1 : 0,
      isNative: mint === SOL ? RENT_LAMPORTS : 0n,
      delegatedAmount: 0n,
      closeAuthorityOption: 0,
      closeAuthority: none,
    },
    bytes,
  )
  if (fee === null) return kept(program, bytes)
  const entry = Buffer.alloc(1 + 4 + spl.TransferFeeAmountLayout.span)
  entry[0] = ACCOUNT_TYPE
  entry.writeUInt16LE(spl.ExtensionType.TransferFeeAmount, 1)
  entry.writeUInt16LE(spl.TransferFeeAmountLayout.span, 3)
  return kept(program, Buffer.concat([bytes, entry]))
}

export function clockAccount({ slot, epoch, unixSec }) {
  const bytes = Buffer.alloc(40)
  bytes.writeBigUInt64LE(BigInt(slot), 0)
  bytes.writeBigUInt64LE(BigInt(epoch), 16)
  bytes.writeBigUInt64LE(BigInt(unixSec), 32)
  return kept(SYSVAR_OWNER, bytes)
}

/** An instruction of web3 as vectors keep it. */
export function built(instruction, order) {
  const flags = ({ isSigner, isWritable }) =>
    isSigner || isWritable ? `:${isWritable ? 'w' : ''}${isSigner ? 's' : ''}` : ''
  return {
    ...order,
    programId: instruction.programId.toBase58(),
    accounts: instruction.keys.map((key) => `${key.pubkey.toBase58()}${flags(key)}`),
    data: Buffer.from(instruction.data).toString('hex'),
  }
}

/** A wallet with its two token accounts, and what it orders. */
export function orderOf(random, inputMint) {
  return {
    user: random.wallet().toBase58(),
    inputAccount: random.key().toBase58(),
    outputAccount: random.key().toBase58(),
    inputMint,
    amountInRaw: random.big(50).toString(),
    minOutRaw: random.big(50).toString(),
  }
}
