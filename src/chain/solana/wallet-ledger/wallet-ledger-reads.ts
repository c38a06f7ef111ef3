import { setImmediate as nextTurn } from 'node:timers/promises'
import { fail, type Outcome, ok } from '../../../contract/outcome.ts'
import type { HeldNow, LedgerTx } from '../../../contract/wallet-ledger.ts'
import { isBase58Of32 } from '../../../hot-paths/base58.ts'
import { createTurnSlices } from '../../../runtime/turn-slices.ts'
import type { WalletLedgerReads } from '../../wallet-ledger-port.ts'
import { decodeActions } from '../actions/decode-actions.ts'
import { isNative } from '../actions/native-deposits.ts'
import { decodeTransaction } from '../decode-transaction.ts'
import { NATIVE_MINT } from '../program-ids.ts'
import type { AccountView, SolanaRpc } from '../rpc.ts'
import { decodeTokenHolding, readTokenHoldings } from '../token-holdings.ts'
import { toLedgerTx } from './to-ledger-tx.ts'

const ACCOUNTS_PER_TURN = 200

export function createWalletLedgerReads(rpc: SolanaRpc): WalletLedgerReads {
  return {
    async list(address, { limit, before, signal }) {
      if (!isBase58Of32(address)) return fail('invalid_request', 'invalid wallet')
      const rows = await rpc.signaturesOf(address, { limit, ...(before === '' ? {} : { before }), signal })
      if (!rows.ok) return rows
      return ok(
        rows.value.map(({ signature, slot, err, blockTime }) => ({
          signature,
          slot,
          isFailed: err !== null,
          timeSec: blockTime,
        })),
      )
    },
    ledger: (signatures, wallets, signal) => readLedger(rpc, signatures, new Set(wallets), signal),
    held: (wallets, signal) => readHeld(rpc, wallets, signal),
  }
}

async function readLedger(
  rpc: SolanaRpc,
  signatures: readonly string[],
  wallets: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Outcome<readonly (LedgerTx | null)[]>> {
  const read: (LedgerTx | null)[] = []
  const slices = createTurnSlices()
  for (const answer of await rpc.transactions(signatures, { signal })) {
    await slices.next()
    if (!answer.ok && answer.code !== 'not_found') return answer
    const decoded = answer.ok ? decodeTransaction(answer.value) : answer
    read.push(decoded.ok ? toLedgerTx(decodeActions(decoded.value), wallets) : null)
  }
  return ok(read)
}

/** The token accounts are listed first, and then read with the wallets in one call: so all are of one slot. */
async function readHeld(rpc: SolanaRpc, wallets: readonly string[], signal: AbortSignal): Promise<Outcome<HeldNow>> {
  // Text that looks like an address and is none: the node would refuse the question.
  if (!wallets.every(isBase58Of32)) return fail('invalid_request', 'invalid wallet')
  const listed: string[] = []
  for (const wallet of wallets) {
    const holdings = await readTokenHoldings(rpc, wallet, signal)
    if (!holdings.ok) return holdings
    listed.push(...holdings.value.map(({ account }) => account))
  }
  const read = await rpc.accounts([...wallets, ...listed], { signal })
  if (!read.ok) return read
  const isOwn = new Set(wallets)
  const accounts: HeldNow['accounts'][number][] = []
  for (const [at, view] of read.value.accounts.entries()) {
    if (at % ACCOUNTS_PER_TURN === ACCOUNTS_PER_TURN - 1) await nextTurn()
    const tokens = view === null ? [] : tokensIn(view, isOwn)
    // A token account can be its own owner: then it is listed, and its lamports are no SOL of a wallet.
    if (at >= wallets.length) accounts.push(...tokens)
    else if (tokens.length === 0)
      accounts.push({ account: wallets[at]!, asset: NATIVE_MINT, raw: view?.lamports ?? 0n })
  }
  return ok({ slot: read.value.slot, accounts })
}

function tokensIn(view: AccountView, wallets: ReadonlySet<string>): HeldNow['accounts'] {
  const holding = decodeTokenHolding(view)
  if (holding === null || !wallets.has(holding.owner)) return []
  const { account, mint, amountRaw } = holding
  return [{ account, asset: isNative(mint) ? NATIVE_MINT : mint, raw: amountRaw }]
}
