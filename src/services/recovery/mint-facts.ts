import { decodeMintInfo } from '../../chain/solana/mint-info.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import type { TokenHolding } from '../../chain/solana/token-holdings.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { findExtension } from '../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import type { MintFacts } from './classify-holding.ts'

const PERMISSIONED_BURN = 28
const KEY_BYTES = 32
const NO_MINT: MintFacts = { mint: null }

/** What mints decide about the accounts of theirs; one that is there no more has facts with a null. Fails as the node
 *  fails. */
export async function readMintFacts(
  rpc: SolanaRpc,
  mints: readonly string[],
  signal?: AbortSignal,
): Promise<Outcome<ReadonlyMap<string, MintFacts>>> {
  const unique = [...new Set(mints)]
  if (unique.length === 0) return ok(new Map())
  const read = await rpc.accounts(unique, signal ? { signal } : {})
  if (!read.ok) return read
  const facts = new Map<string, MintFacts>()
  for (const [at, mint] of unique.entries()) {
    const info = decodeMintInfo(read.value.accounts[at] ?? null)
    if (info === null) {
      facts.set(mint, NO_MINT)
      continue
    }
    const burner = findExtension(info.data, PERMISSIONED_BURN)
    facts.set(mint, {
      mint: {
        decimals: info.decimals,
        isPaused: info.extensions.paused,
        burnAuthority: burner === null || burner.every((byte) => byte === 0) ? null : keyOf(burner),
        hasTransferFee: info.extensions.transferFeeBps !== null,
      },
    })
  }
  return ok(facts)
}

/** Whether an account's class, or how it is freed, depends on its mint. */
export function needsMint({ amountRaw, withheldRaw, isNative }: TokenHolding): boolean {
  return !isNative && (amountRaw > 0n || withheldRaw > 0n)
}

function keyOf(bytes: Uint8Array): string {
  return encodeBase58(bytes.subarray(0, KEY_BYTES))
}
