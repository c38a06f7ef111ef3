import { knownAddress } from '../../chain/solana/labels.ts'
import { SYSTEM_PROGRAM } from '../../chain/solana/program-ids.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { COHORT } from '../../config/cohort.ts'
import { TIMEOUTS } from '../../config/timeouts.ts'
import type { CohortStage } from '../../contract/cohort.ts'
import { counted } from '../../contract/counted.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { chunksOf } from '../../runtime/in-parallel.ts'
import { cosignersOf } from '../evidence/cosigners.ts'
import { describeWallets } from '../evidence/describe-wallets.ts'
import { materialCounterparties } from '../evidence/material-counterparties.ts'
import { type ChainClock, readClock } from '../evidence/read-clock.ts'
import { readCustomers } from '../evidence/read-customers.ts'
import { readExchangeDeposits } from '../evidence/read-exchange-deposits.ts'
import { readKeys, sharedKeys } from '../evidence/read-keys.ts'
import { readMutualPayments } from '../evidence/read-mutual-payments.ts'
import { readOtherTokens } from '../evidence/read-other-tokens.ts'
import { readTables } from '../evidence/read-tables.ts'
import { sharedCounterparties } from '../evidence/shared-counterparties.ts'
import { traceAlone, traceWallets } from '../evidence/trace-wallets.ts'
import { createTransactionLog, type TransactionLog } from '../evidence/transaction-log.ts'
import { readWalletHistories } from '../evidence/wallet-histories.ts'
import type { WalletTrace } from '../evidence/wallet-trace.ts'
import type { TokenEvidence } from '../evidence-bundle/evidence.ts'
import { identifyOwners } from '../tokens/intel/identify-owners.ts'

/** How far a stage has come. */
export type Report = (stage: CohortStage, done: number, total: number) => void

/** The evidence is about no token: all trades in it are of others. */
const NO_TOKEN = SYSTEM_PROGRAM
const WALLETS_AT_ONCE = 20
const TRANSACTIONS_AT_ONCE = 100

/** What the members' own histories show, whatever token they trade: their beginnings, who paid them first, what they
 *  signed and paid among themselves, whom several dealt with. Its shape is that of a token's evidence without the token,
 *  so that the same rules judge it. Fails as the node fails when it does not even return its slot, and `cancelled`. */
export async function gatherOwn(
  rpc: SolanaRpc,
  members: readonly string[],
  signal: AbortSignal,
  report: Report,
): Promise<Outcome<TokenEvidence>> {
  const clock = await readClock(rpc, signal)
  if (!clock.ok) return clock
  const log = createTransactionLog(rpc, NO_TOKEN)
  const gaps: { part: string; reason: string }[] = []
  const note = (part: string, reason: string | null): void => {
    if (reason !== null) gaps.push({ part, reason })
  }
  const people = members.filter((one) => knownAddress(one) === null)
  note('transactions', await readNewest(rpc, log, people, signal, report))
  report('funding', 0, 4)
  const trail = await traceWallets(rpc, log, people, signal)
  note('funding', trail.gap)
  report('funding', 1, 4)
  const around = await readAround(rpc, log, { people, trail: trail.traces, note }, signal)
  report('funding', 3, 4)
  const chosen = new Map(people.map((one) => [one, new Set(['receiver'] as const)]))
  const others = await readOtherTokens(rpc, log.kept(), new Set(people), signal)
  note('tokens', others.gap)
  const transactions = log.kept()
  const tables = await readTables(rpc, transactions, (one) => chosen.has(one), signal)
  note('tables', tables.gap)
  const wallets = await describeWallets(
    chosen,
    around.traces,
    { payees: around.others, vaults: [], customers: around.customers },
    async (addresses) => (await identifyOwners(rpc, addresses, new Map(), signal)).identities,
  )
  report('funding', 4, 4)
  if (signal.aborted) return fail('cancelled', 'the job was cancelled')
  return ok({
    ...emptyEvidence(clock.value, transactions.findLast((one) => one.timeSec !== null)?.timeSec ?? 0),
    transactions,
    wallets,
    tables: tables.rows,
    otherCoins: others.tokens,
    gaps,
  })
}

/** Evidence of no token. */
function emptyEvidence({ slot, slotMs, timeSec, ledgerStartSec }: ChainClock, newestSec: number): TokenEvidence {
  return {
    mint: NO_TOKEN,
    slot,
    slotMs: slotMs ?? TIMEOUTS.nominalSlotMs,
    timeSec: timeSec ?? newestSec,
    ledgerStartSec,
    mintInfo: null,
    holders: null,
    pools: [],
    launch: null,
    transactions: [],
    history: {
      complete: false,
      earlyCount: 0,
      recentCount: 0,
      knownCount: 0,
      earlyToSlot: null,
      recentFromSlot: null,
    },
    wallets: [],
    tables: [],
    otherCoins: [],
    gaps: [],
  }
}

/** The newest transactions of each, and all that name several of them. */
async function readNewest(
  rpc: SolanaRpc,
  log: TransactionLog,
  people: readonly string[],
  signal: AbortSignal,
  report: Report,
): Promise<string | null> {
  const seen = new Map<string, number>()
  const newest = new Set<string>()
  let read = 0
  for (const chunk of chunksOf(people, WALLETS_AT_ONCE)) {
    report('histories', read, people.length)
    const histories = await readWalletHistories(rpc, chunk, signal)
    for (const { rows } of histories.values()) {
      const landed = rows.filter(({ err }) => err === null)
      for (const { signature } of landed) seen.set(signature, (seen.get(signature) ?? 0) + 1)
      for (const { signature } of landed.slice(0, COHORT.newestTransactions)) newest.add(signature)
    }
    read += chunk.length
  }
  report('histories', people.length, people.length)
  for (const [signature, times] of seen) if (times > 1) newest.add(signature)
  const signatures = [...newest]
  let failed = 0
  for (const [i, chunk] of chunksOf(signatures, TRANSACTIONS_AT_ONCE).entries()) {
    report('transactions', i * TRANSACTIONS_AT_ONCE, signatures.length)
    failed += await log.read(chunk, signal)
    for (const signature of chunk) log.keep(signature)
  }
  report('transactions', signatures.length, signatures.length)
  return failed === 0 ? null : `${counted(failed, 'transaction')} could not be read`
}

type Around = {
  readonly people: readonly string[]
  readonly trail: ReadonlyMap<string, WalletTrace>
  readonly note: (part: string, reason: string | null) => void
}

/** Whom members dealt with: what kind of address each is, and whom else it serves. */
async function readAround(
  rpc: SolanaRpc,
  log: TransactionLog,
  { people, trail, note }: Around,
  signal: AbortSignal,
): Promise<{
  readonly traces: ReadonlyMap<string, WalletTrace>
  readonly others: readonly string[]
  readonly customers: Awaited<ReturnType<typeof readCustomers>>['customers']
}> {
  const own = new Set(people)
  note('transfers', await readMutualPayments(log, people, trail, signal))
  const deposits = await readExchangeDeposits(rpc, log, own, signal)
  note('transfers', deposits.gap)
  const cosigners = cosignersOf(log.kept(), own)
  const shared = sharedCounterparties(log.kept(), own, 2)
  const material = materialCounterparties(log.kept(), own)
  const others = [...new Set([...cosigners, ...shared, ...material, ...deposits.depositors])].filter(
    (one) => !own.has(one),
  )
  const met = await traceAlone(
    rpc,
    log,
    others.filter((one) => !trail.has(one)),
    signal,
  )
  note('transfers', met.gap)
  const traces = new Map([...trail, ...met.traces])
  const keys = await sharedKeys(log.kept(), [], (one) => traces.has(one))
  const lives = await readKeys(rpc, keys, signal)
  note('keys', lives.gap)
  const funders = [...trail.values()].flatMap(({ funding }) => (funding === null ? [] : [funding.from]))
  const asked = [...new Set([...others, ...funders])].filter((one) => !own.has(one) && knownAddress(one) === null)
  const served = await readCustomers(log, { addresses: asked, traces, isOfToken: (one) => own.has(one) }, signal)
  note('transfers', served.gap)
  return {
    traces: new Map([...traces, ...lives.traces]),
    others: [...others, ...lives.traces.keys()],
    customers: served.customers,
  }
}
