import { setTimeout as sleep } from 'node:timers/promises'
import { STRANGER } from '../ask.ts'
import type { Attack, Findings } from '../attack.ts'
import { registerKey } from '../free-key.ts'
import type { Lab } from '../lab.ts'

const SOL = 1_000_000_000
const CALLS = 12
const WALLETS = 30
const ACCOUNTS = 275
const WALLETS_PER_CALL = 20
const POOR_LAMPORTS = 2_000_000
/** What a close can say besides: the day's share is used up. */
const REFUSED = /pays no more/

type Made = { readonly address: string; readonly lamports: string; readonly accounts: number }

/** One free key asks for closings of wallets that are not its own and signs none of them. */
export const feePayerDraining: Attack = {
  name: 'fee-payer-draining',
  finding: '11',
  async run(lab): Promise<Findings> {
    const { target, key } = await lab.served({ RECOVERY_FEE_PAYER: '1', LOG_LEVEL: 'info' })
    const [honestA, honestB, ...foreign] = await poorWallets(lab)
    const close = (apiKey: string, wallets: readonly string[], from: string) =>
      target.as(apiKey, '/api/v1/close', { body: { walletAddresses: wallets }, from, withinMs: 100_000 })
    await close(key.key, [honestA!], '127.0.0.1')
    const payer = /"address":"(\w{32,44})"[^\n]*fee payer/.exec(target.log())?.[1]
    if (payer === undefined) throw new Error('the fee payer did not say its address')
    await lab.airdrop(payer, SOL)
    const before = usesPayer((await close(key.key, [honestA!], '127.0.0.1')).text)
    const free = await registerKey(target, lab.keypair('free'))
    if (free === null) throw new Error('no free key was given')
    const answers: string[] = []
    for (let call = 0; call < CALLS; call++) {
      const wallets = Array.from(
        { length: WALLETS_PER_CALL },
        (_, at) => foreign[(call * WALLETS_PER_CALL + at) % foreign.length]!,
      )
      let { status, text } = await close(free.key, wallets, STRANGER)
      // Within the limit of its key.
      for (let again = 0; status === 429 && again < 11; again++) {
        await sleep(1_000)
        ;({ status, text } = await close(free.key, wallets, STRANGER))
      }
      answers.push(`${status}${REFUSED.test(text) ? ' drained' : ''}`)
    }
    const after = await close(key.key, [honestB!], '127.0.0.1')
    const got = [
      `an honest poor wallet before: ${before ? 'advanced' : 'not advanced'}`,
      `${CALLS} calls on ${foreign.length} foreign wallets: ${answers.join(', ')}`,
      `another honest poor wallet after: ${after.status}, ${usesPayer(after.text) ? 'advanced' : after.text.slice(0, 200)}`,
    ]
    const lost = !before
      ? ['no wallet was advanced at all']
      : usesPayer(after.text)
        ? []
        : ['the fee payer is shut for everybody']
    return { tried: `${CALLS} closings by one free key, none of them signed`, got, taken: [], lost }
  },
}

function usesPayer(text: string): boolean {
  return /"usedFeePayer":true/.test(text)
}

async function poorWallets(lab: Lab): Promise<string[]> {
  const { wallets } = await lab.sandbox.control<{ wallets: Made[] }>('POST', '/recovery/wallets', {
    seed: `drain ${lab.tree.length} ${Math.floor(lab.random() * 1e9)}`,
    count: 120,
    largeWallets: 110,
    largeAccounts: ACCOUNTS,
  })
  const poor = wallets.filter(({ lamports, accounts }) => Number(lamports) < POOR_LAMPORTS && accounts >= ACCOUNTS)
  return poor.slice(0, WALLETS + 2).map(({ address }) => address)
}
