import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MintInfo } from '../../chain/solana/mint-info.ts'
import { associatedTokenAddress } from '../../chain/solana/pda.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { LIMITS } from '../../config/limits.ts'
import { counted } from '../../contract/counted.ts'
import type { ObservedTransaction } from '../evidence-bundle/evidence.ts'
import type { TransactionLog } from './transaction-log.ts'

type Holding = { readonly owner: string; readonly amountRaw: string }

/** Who gave the holders their tokens, then who gave them to those. */
const ROUNDS = 2
/** Deriving an address takes about 0.2 ms, observing a transaction half of it. */
const DERIVED_PER_TURN = 3
/** Part of a holding that may stay unexplained: rounding and rewards. */
const UNEXPLAINED_PCT = 2n

/** Plain transfers of a token name neither its mint nor its pools, so the token's own history does not show them. Reads
 *  the token accounts of holders (largest first) whose holding the log does not explain, and of those who sent them
 *  tokens without the log knowing where from. Only associated accounts are found. Returns why part of it is missing. */
export async function readHolderOrigins(
  rpc: SolanaRpc,
  log: TransactionLog,
  mint: Pick<MintInfo, 'mint' | 'tokenProgram'>,
  { holdings, vaults }: { readonly holdings: readonly Holding[]; readonly vaults: ReadonlySet<string> },
  signal: AbortSignal,
): Promise<string | null> {
  const searched = new Set<string>()
  let failed = 0
  for (let round = 0; round < ROUNDS; round++) {
    const { inRaw, outRaw } = flowsOf(log.kept())
    const unexplained =
      round === 0
        ? holdings.filter(({ owner, amountRaw }) =>
            isUnexplained(BigInt(amountRaw) + (outRaw.get(owner) ?? 0n), inRaw.get(owner) ?? 0n),
          )
        : [...outRaw]
            .filter(([owner, sentRaw]) => isUnexplained(sentRaw, inRaw.get(owner) ?? 0n))
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([owner]) => ({ owner }))
    const owners = unexplained.map(({ owner }) => owner).filter((owner) => !searched.has(owner) && !vaults.has(owner))
    const wallets = owners.slice(0, LIMITS.evidenceHolderHistories - searched.size)
    if (wallets.length === 0) break
    for (const wallet of wallets) searched.add(wallet)
    failed += await readAccountHistories(rpc, log, mint, wallets, signal)
  }
  return failed === 0
    ? null
    : `${counted(failed, 'token account history was', 'token account histories were')} not read whole`
}

async function readAccountHistories(
  rpc: SolanaRpc,
  log: TransactionLog,
  { mint, tokenProgram }: Pick<MintInfo, 'mint' | 'tokenProgram'>,
  wallets: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const accounts: string[] = []
  for (const [i, wallet] of wallets.entries()) {
    if (i % DERIVED_PER_TURN === DERIVED_PER_TURN - 1) await nextTurn()
    accounts.push(associatedTokenAddress(wallet, mint, tokenProgram))
  }
  const limit = LIMITS.evidenceSignatureProbe
  const answers = await rpc.signaturesOfMany(accounts, { limit, signal })
  const signatures = answers.flatMap((answer) => {
    const rows = answer.ok ? answer.value.filter(({ err }) => err === null) : []
    const each = LIMITS.evidenceHolderTransactions
    const chosen = rows.length <= 2 * each ? rows : [...rows.slice(0, each), ...rows.slice(-each)]
    return chosen.map(({ signature }) => signature)
  })
  const unread = await log.read(signatures, signal)
  for (const [i, signature] of signatures.entries()) {
    if (i % DERIVED_PER_TURN === DERIVED_PER_TURN - 1) await nextTurn()
    log.keep(signature)
  }
  return unread + answers.filter(({ ok }) => !ok).length
}

/** What each wallet is known to have got and given of the mint. */
function flowsOf(transactions: readonly ObservedTransaction[]) {
  const inRaw = new Map<string, bigint>()
  const outRaw = new Map<string, bigint>()
  const add = (sums: Map<string, bigint>, wallet: string, amountRaw: string) =>
    sums.set(wallet, (sums.get(wallet) ?? 0n) + BigInt(amountRaw))
  for (const { trades, tokenMoves } of transactions) {
    for (const { wallet, side, baseRaw } of trades) add(side === 'buy' ? inRaw : outRaw, wallet, baseRaw)
    for (const { from, to, amountRaw } of tokenMoves) {
      add(outRaw, from, amountRaw)
      add(inRaw, to, amountRaw)
    }
  }
  return { inRaw, outRaw }
}

function isUnexplained(neededRaw: bigint, knownRaw: bigint): boolean {
  return knownRaw * 100n < neededRaw * (100n - UNEXPLAINED_PCT)
}
