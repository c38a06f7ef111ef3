import { parseArgs } from 'node:util'
import { feePayerOf } from '../../src/services/recovery/fee-payer.ts'
import { openServer } from '../../test/support/open-server.ts'
import { makeWallets, proveWallets } from '../../test/support/recovery-truth.ts'
import { startSandbox } from '../../test/support/start-sandbox.ts'

/** `node bench/recovery/lamport-truth.ts --wallets 1000 --seed 7`: check, close, sign, send, status, confirm and check
 *  again for generated wallets, whose account counts are log-uniform with median 20, five of them with 5,000. Every
 *  lamport that check predicts must arrive; the first that does not ends the run. `--version 1` has transactions of
 *  version 1, `--fee-bps` takes a fee. */

/** What a known open-source closer puts into one transaction. */
const THEIR_ACCOUNTS_PER_TRANSACTION = 14

const { values } = parseArgs({
  options: {
    wallets: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    large: { type: 'string', default: '5' },
    'large-accounts': { type: 'string', default: '5000' },
    'max-accounts': { type: 'string', default: '400' },
    version: { type: 'string', default: '0' },
    'fee-bps': { type: 'string', default: '0' },
  },
})
const FEE_WALLET = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
const startMs = performance.now()
const sandbox = await startSandbox()
const server = await openServer({
  SANDBOX_URL: sandbox.urls['rpc']!,
  RECOVERY_FEE_PAYER: '1',
  RECOVERY_FEE_PAYER_DAY_LAMPORTS: '1000000000',
  RECOVERY_FEE_BPS: values['fee-bps'],
  RECOVERY_FEE_WALLET: FEE_WALLET,
})
try {
  const feePayer = feePayerOf(server.ctx)
  if (!feePayer.ok || feePayer.value === null) throw new Error('no fee payer')
  for (const address of [feePayer.value.address, FEE_WALLET])
    await sandbox.control('POST', '/airdrop', { address, lamports: 10_000_000_000 })
  const wallets = await makeWallets(sandbox, {
    seed: values.seed,
    count: Number(values.wallets),
    maxAccounts: Number(values['max-accounts']),
    largeWallets: Math.min(Number(values.large), Number(values.wallets)),
    largeAccounts: Number(values['large-accounts']),
  })
  const counts = wallets.map(({ accounts }) => accounts).sort((a, b) => a - b)
  console.log(`${wallets.length} wallets, median ${counts[counts.length >> 1]} accounts, most ${counts.at(-1)}`)
  const tally = await proveWallets(server, sandbox, wallets, { version: values.version === '1' ? 1 : 0 })
  const perTransaction = tally.inFullTransactions / Math.max(1, tally.fullTransactions)
  console.log(`
seed ${values.seed}, version ${values.version}, fee ${values['fee-bps']} bps
wallets proven to the lamport          ${tally.wallets}
token accounts                         ${tally.accounts}
closed, of them burnt                  ${tally.closed}, ${tally.burnt}
lamports predicted = arrived + fees    ${tally.lamports}
network fees, service fees             ${tally.networkFee}, ${tally.serviceFee}
transactions, advanced by the payer    ${tally.transactions}, ${tally.advanced}
accounts in a full transaction         ${perTransaction.toFixed(2)} (a known open-source closer: ${THEIR_ACCOUNTS_PER_TRANSACTION})
accounts per transaction over all      ${(tally.closed / Math.max(1, tally.transactions)).toFixed(2)}
own CPU ms per 1,000 accounts scanned  ${((1_000 * tally.scanCpuMs) / tally.scanned).toFixed(2)} (client of the test included)
own CPU ms per 1,000 accounts built    ${((1_000 * tally.buildCpuMs) / Math.max(1, tally.closed)).toFixed(2)} (scan, packing, simulations and client included)
seconds                                ${((performance.now() - startMs) / 1_000).toFixed(1)}
classes made                           ${[...tally.classes].map(([kind, count]) => `${kind} ${count}`).join(', ')}`)
} finally {
  await server.stop()
  await sandbox.stop()
}
