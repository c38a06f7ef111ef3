import { joinSignatures } from '../../chain/solana/compile-message.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import type { ProvenPack } from './build-transactions.ts'
import type { BuiltWallet } from './build-wallet.ts'
import { moneyOf } from './build-wallet.ts'
import type { CloseItem } from './close-token-accounts.ts'
import type { FeePayer } from './fee-payer.ts'
import type { FeeShare } from './fee-terms.ts'
import { findUnpaid } from './judge-repaid.ts'
import { compilePack } from './pack-transactions.ts'

/** A transaction that its owner has to sign. Lamports. */
export type ClosingTransaction = {
  /** Unsigned, or signed by the fee payer alone. */
  readonly wire: Uint8Array
  readonly version: 0 | 1
  readonly accounts: number
  readonly networkFee: bigint
  readonly recovery: bigint
  readonly fee: bigint
  readonly usedFeePayer: boolean
}

const NO_SIGNATURE = new Uint8Array(64)

/** The bytes of proven transactions on a fresh blockhash, with the fee payer's signature where it pays. Fails
 *  `policy_blocked` where it may not. */
export async function finishTransactions(
  ctx: Context,
  { proven }: Pick<BuiltWallet, 'proven'>,
  terms: {
    readonly wallet: string
    readonly blockhash: string
    readonly lastValidBlockHeight: number
    readonly shares: readonly FeeShare[]
    readonly feePayer: FeePayer | null
  },
): Promise<Outcome<readonly ClosingTransaction[]>> {
  const { wallet, blockhash, shares, feePayer } = terms
  const compiled = proven.map(({ pack, frame, unitLimit }: ProvenPack<CloseItem>) => ({
    ...compilePack(pack, frame, { blockhash, unitLimit }),
    items: pack.items,
    version: frame.version,
  }))
  const atRisk = compiled.reduce((sum, { budget }) => sum + budget.feeLamports, 0n)
  const reserved = feePayer === null ? null : await feePayer.reserve(wallet, atRisk)
  if (reserved !== null && !reserved.ok) return reserved
  const done: ClosingTransaction[] = []
  const signed: { signature: string; lamports: string }[] = []
  for (const { message, budget, items, version } of compiled) {
    const bare = joinSignatures(
      message,
      message.signers.map(() => NO_SIGNATURE),
    )
    const facts = {
      version,
      accounts: items.length,
      networkFee: budget.feeLamports,
      ...moneyOf(items, shares),
      usedFeePayer: feePayer !== null,
    }
    if (feePayer === null || reserved === null) {
      done.push({ wire: bare, ...facts })
      continue
    }
    const signature = await signAsPayer(ctx, feePayer, {
      wallet,
      lamports: budget.feeLamports,
      message: message.bytes,
      unsigned: bare,
    })
    if (!signature.ok) {
      await feePayer.release(reserved.value, atRisk)
      return signature
    }
    signed.push({ signature: encodeBase58(signature.value), lamports: String(budget.feeLamports) })
    done.push({
      wire: joinSignatures(
        message,
        message.signers.map((signer) => (signer === feePayer.address ? signature.value : NO_SIGNATURE)),
      ),
      ...facts,
    })
  }
  if (feePayer !== null && reserved !== null) await feePayer.keep(reserved.value, signed, terms.lastValidBlockHeight)
  return ok(done)
}

/** The last check before the platform's key is used: on the bytes themselves, no matter where they come from. */
async function signAsPayer(
  { log }: Pick<Context, 'log'>,
  feePayer: FeePayer,
  parts: {
    readonly wallet: string
    readonly lamports: bigint
    readonly message: Uint8Array
    readonly unsigned: Uint8Array
  },
): Promise<Outcome<Uint8Array>> {
  const { wallet, lamports, message, unsigned } = parts
  const unpaid = findUnpaid(unsigned, { feePayer: feePayer.address, wallet, feeLamports: lamports })
  if (unpaid !== null) {
    log.error({ wallet, unpaid }, 'the fee payer refuses a transaction of ours')
    return fail('policy_blocked', 'the platform fee payer does not sign this')
  }
  return feePayer.sign(message)
}
