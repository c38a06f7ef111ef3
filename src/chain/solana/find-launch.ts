import { LIMITS } from '../../config/limits.ts'
import { type Failure, type Outcome, ok } from '../../contract/outcome.ts'
import type { Dex, DexLaunch } from './dexes/dex.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './program-ids.ts'
import type { SolanaRpc } from './rpc.ts'
import { readSignatures, readTransactions, type SignatureHistory } from './signature-pages.ts'
import { unbatched } from './token-batch.ts'
import type { ChainTransaction } from './transaction.ts'

/** Where trading of a token began: its launch as the program announced it, and the history that contains it. */
export type LaunchSite = {
  readonly launch: DexLaunch
  readonly transaction: ChainTransaction
  readonly history: SignatureHistory
}
export type FoundLaunch = {
  readonly site: LaunchSite | null
  /** Transaction that initialised the mint, when trading began apart from it; null when not found. */
  readonly mintCreation: ChainTransaction | null
  readonly reach: 'found' | 'not_found' | 'out_of_reach'
  /** The node failed on some of it: what was not found may be there. */
  readonly partial: boolean
}
type Parts = { readonly rpc: SolanaRpc; readonly dexes: readonly Dex[] }

/** Oldest transactions of an address that are looked at: someone may have touched it before its launch. Nearly always
 *  the first is the launch, so that the others are read only when it is not among the first two. */
const OLDEST_LOOKED_AT = 20
const OLDEST_FIRST = 2
const INITIALIZE_MINT = 0
const INITIALIZE_MINT_2 = 20

/** Finds the earliest launch of a mint among the addresses its history can begin at (curves and pools), and for tokens
 *  that no launchpad made the transaction that initialised the mint. Fails when the node answered nothing at all. */
export async function findLaunch(
  { rpc, dexes }: Parts,
  mint: string,
  poolAddresses: readonly string[],
  signal?: AbortSignal,
): Promise<Outcome<FoundLaunch>> {
  const derived = dexes.map((dex) => dex.launchAddress(mint)).filter((address) => address !== null)
  const addresses = [...new Set([...derived, ...poolAddresses])]
  const histories = await Promise.all(addresses.map((address) => readHistory(rpc, address, signal)))
  let failure: Failure | null = null
  let isCutOff = false
  let partial = false
  let site: LaunchSite | null = null
  for (const history of histories) {
    if (!history.ok) {
      failure ??= history
      partial = true
    } else if (!history.value.complete) isCutOff = true
    else {
      const isLaunch = (one: ChainTransaction) => launchIn(dexes, mint, one) !== null
      const { found: transaction, unread } = await findOldest(rpc, history.value, isLaunch, signal)
      partial ||= unread > 0
      const launch = transaction === null ? null : launchIn(dexes, mint, transaction)
      const found = transaction === null || launch === null ? null : { launch, transaction, history: history.value }
      if (found !== null && (site === null || found.launch.slot < site.launch.slot)) site = found
    }
  }
  if (site?.launch.kind === 'launch') return ok({ site, mintCreation: null, reach: 'found', partial })

  const ofMint = await readHistory(rpc, mint, signal)
  if (!ofMint.ok && (failure !== null || addresses.length === 0)) return failure ?? ofMint
  if (ofMint.ok && !ofMint.value.complete) isCutOff = true
  const isCreation = (one: ChainTransaction) => initialisesMint(one, mint)
  const first = ofMint.ok && ofMint.value.complete ? await findOldest(rpc, ofMint.value, isCreation, signal) : null
  partial ||= !ofMint.ok || (first !== null && first.unread > 0)
  const mintCreation = first?.found ?? null
  if (site !== null) return ok({ site, mintCreation, reach: 'found', partial })
  return ok({ site: null, mintCreation, reach: isCutOff ? 'out_of_reach' : 'not_found', partial })
}

function readHistory(rpc: SolanaRpc, address: string, signal: AbortSignal | undefined) {
  return readSignatures(rpc, address, { maxPages: LIMITS.launchSignaturePages, ...(signal ? { signal } : {}) })
}

function launchIn(dexes: readonly Dex[], mint: string, transaction: ChainTransaction): DexLaunch | null {
  const launches = dexes.flatMap((dex) => dex.decodeLaunches(transaction))
  return launches.find((one) => one.mint === mint && one.kind !== 'graduation') ?? null
}

/** Whether an instruction of the transaction, at any depth, initialises this mint. */
export function initialisesMint(transaction: ChainTransaction, mint: string): boolean {
  const all = [transaction.instructions, ...transaction.innerInstructions].flat()
  return all.flatMap(unbatched).some(({ programId, accounts, data }) => {
    if (programId !== TOKEN_PROGRAM && programId !== TOKEN_2022_PROGRAM) return false
    return accounts[0] === mint && (data[0] === INITIALIZE_MINT || data[0] === INITIALIZE_MINT_2)
  })
}

/** The first of the oldest successful transactions that is looked for; how many up to there could not be read. */
async function findOldest(
  rpc: SolanaRpc,
  history: SignatureHistory,
  isSought: (transaction: ChainTransaction) => boolean,
  signal: AbortSignal | undefined,
): Promise<{ readonly found: ChainTransaction | null; readonly unread: number }> {
  const rows = history.rows.filter(({ failed }) => !failed).slice(-OLDEST_LOOKED_AT)
  const signatures = rows.map(({ signature }) => signature).reverse()
  let unread = 0
  for (const some of [signatures.slice(0, OLDEST_FIRST), signatures.slice(OLDEST_FIRST)]) {
    const read = await readTransactions(rpc, some, signal)
    unread += read.filter((transaction) => transaction === null).length
    const found = read.find((transaction) => transaction !== null && isSought(transaction))
    if (found) return { found, unread }
  }
  return { found: null, unread }
}
