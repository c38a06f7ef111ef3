import { withKey } from '../question.ts'
import type { Recorder } from '../recorder.ts'
import { type Facts, signTransaction } from '../world-facts.ts'

const SLOTS = 4

/** Check, close, sign, simulate, send, confirm, and what the key has recovered so far. */
export async function askRecovery(recorder: Recorder, facts: Facts): Promise<void> {
  const as = withKey(facts.keys['recovery']!)
  const wallet = facts.wallet('closeable')
  const walletAddresses = [wallet.address]
  await recorder.askAll({ operation: 'POST /api/v1/check', as, body: { walletAddresses } })
  const detailed = { walletAddresses: [wallet.address, facts.wallet('burnable').address], includeAccounts: true }
  await recorder.ask({ operation: 'POST /api/v1/check', name: 'with accounts', as, body: detailed })
  const closed = await recorder.askAll({ operation: 'POST /api/v1/close', as, body: { walletAddresses } })
  const built = closed.json?.results?.[0]?.transactions?.[0] ?? closed.json?.[0]?.[0]
  const unsigned = findTransaction(built ?? closed.json)
  const transaction = signTransaction(wallet, unsigned)
  await recorder.askAll({ operation: 'POST /api/rpc/simulate', as: null, body: { transaction } })
  const sent = await recorder.ask({ operation: 'POST /api/rpc/send', as: null, body: { transaction }, slots: SLOTS })
  const signature = sent.json?.result
  const body = { walletAddress: wallet.address, signature, accountsClosed: 1, solRecovered: 0.002 }
  await recorder.askAll({ operation: 'POST /api/v1/confirm', as, body })
  await recorder.ask({ operation: 'POST /api/v1/confirm', name: 'again', as, body })
  await recorder.askAll({ operation: 'GET /api/v1/stats', as })
}

/** The first member `transaction` in an answer, wherever it stands. */
function findTransaction(value: unknown): string {
  if (typeof value !== 'object' || value === null) return ''
  for (const [name, member] of Object.entries(value)) {
    const found = name === 'transaction' && typeof member === 'string' ? member : findTransaction(member)
    if (found !== '') return found
  }
  return ''
}
