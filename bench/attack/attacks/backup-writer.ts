import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { Attack, Findings } from '../attack.ts'
import { editStore, renewManifest, replaceDigest } from '../edit-store.ts'
import { registerKey } from '../free-key.ts'
import type { Lab, Served, Wallet } from '../lab.ts'
import type { MadeKey } from '../target.ts'

const SOL = 1_000_000_000

type Notes = { readonly got: string[]; readonly taken: string[] }
type Victims = Served & {
  readonly bob: Wallet
  readonly confined: Wallet
  readonly free: MadeKey
  /** Its row stays as it is: indexes alone lead it elsewhere. */
  readonly other: MadeKey
  readonly thief: string
}

/** Someone who can write to a backup or to the store, and has no `wallet.key`. */
export const backupWriter: Attack = {
  name: 'backup-writer',
  finding: '3',
  async run(lab): Promise<Findings> {
    const served = await lab.served()
    const { target, key } = served
    const bob = await lab.walletOf(target, key.key, 'bob')
    const confined = await lab.walletOf(target, key.key, 'confined', { withdraw_to: [lab.keypair('safe').address] })
    const free = await registerKey(target, lab.keypair('free'))
    const other = await target.createKey('--tier', 'enterprise', '--scopes', 'read,trade,wallet')
    if (free === null) throw new Error('no free key was given')
    const thief = lab.keypair('thief').address
    await lab.airdrop(thief, SOL)
    const victims = { ...served, bob, confined, free, other, thief }
    const notes: Notes = { got: [], taken: [] }
    await target.stop()
    await editBackup(lab, victims, notes)
    await editLive(lab, victims, notes)
    return { tried: 'rows of a backup and of the store edited, sizes and checksums renewed', ...notes, lost: [] }
  },
}

async function editBackup(lab: Lab, victims: Victims, notes: Notes): Promise<void> {
  const { target, key } = victims
  const clean = join(target.dataDir, '..', 'clean')
  await target.cli('backup', clean, '--no-tape')
  for (const strip of [false, true]) {
    const forged = join(target.dataDir, '..', `forged-${strip}`)
    cpSync(clean, forged, { recursive: true })
    let own = ''
    await editStore(lab.tree, join(forged, 'durable'), (editor) => {
      own = replaceDigest(editor, key.id)
    })
    renewManifest(forged, 'durable', strip)
    const { code, err } = await target.cli('restore', forged, '--replace')
    notes.got.push(
      `restore of a forged backup${strip ? ', manifest as it was before it was authenticated' : ''}: exit ${code} ${code === 0 ? '' : err.trim().slice(0, 160)}`,
    )
    if (code === 0) await tryServed(lab, victims, own, 'a forged backup', notes)
    await target.cli('restore', clean, '--replace')
  }
}

async function editLive(lab: Lab, victims: Victims, notes: Notes): Promise<void> {
  const { target, key, alice, confined, free, other, thief } = victims
  let own = ''
  const folder = join(target.dataDir, 'live', 'durable')
  await editStore(lab.tree, folder, (editor) => {
    own = replaceDigest(editor, key.id)
    const scopes = editor.change('apiKeys', (row) =>
      row.id === free.id
        ? { ...row, scopes: ['read', 'trade', 'wallet', 'fee_routing'], tier: 'enterprise' }
        : undefined,
    )
    const lists = editor.change('wallets', (row) => (row.id === confined.id ? { ...row, withdrawTo: [] } : undefined))
    editor.copy('walletsOfUser', [key.id, 'alice'], [other.id, 'mallory'])
    editor.copy('walletsOfKey', [key.id, alice.id], [other.id, alice.id])
    notes.got.push(
      `store: digest of a key replaced, ${scopes} key's scopes, ${lists} wallet's list, alice's wallet in another key's index`,
    )
  })
  await tryServed(lab, victims, own, 'an edited store', notes)

  // What follows needs the rows of the rightful keys as they are now.
  const mallory = await target.as(other.key, '/v1/trade/sol-balance', { headers: { 'X-User-Ref': 'mallory' } })
  const listed = await target.as(other.key, '/v1/wallets')
  const made = await target.as(free.key, '/v1/wallets', { body: { user_ref: 'more' } })
  notes.got.push(
    `a free key whose scopes were edited makes a wallet: ${made.status}; another key lists ${JSON.stringify(listed.json?.wallets?.length ?? listed.status)} wallets; looks as mallory: ${mallory.status}`,
  )
  if (made.status === 201) notes.taken.push('scopes that nobody granted')
  const before = await lab.lamportsOf(thief)
  const buys = await target.as(other.key, '/v1/trade/buy', {
    headers: { 'X-User-Ref': 'mallory' },
    body: { mint: await lab.mint(), amount_in: 0.01 },
  })
  const foreign = await target.as(other.key, `/v1/wallets/${alice.id}/withdraw`, {
    body: { to: thief, amount: '1000000' },
  })
  notes.got.push(
    `another key buys as a user whose index row leads to alice's wallet: ${buys.status}; withdraws from that: ${foreign.status}`,
  )
  if (buys.status === 200) notes.taken.push("a trade with alice's wallet through an edited index")
  if ((await lab.lamportsOf(thief)) > before) notes.taken.push("alice's SOL through an edited index")
}

/** Starts what is there now and tries to act as the owner of the key whose digest was replaced. */
async function tryServed(
  lab: Lab,
  { target, bob, confined, thief }: Victims,
  own: string,
  by: string,
  { got, taken }: Notes,
) {
  const started = await target.start().then(
    () => true,
    (error: Error) => {
      got.push(`the server does not start on ${by}: ${error.message.slice(0, 160)}`)
      return false
    },
  )
  if (!started) return
  const listed = await target.as(own, '/v1/wallets')
  for (const { address } of [bob, confined]) await lab.airdrop(address, 4 * SOL)
  const before = await lab.lamportsOf(thief)
  const body = { to: thief, amount: '3000000000' }
  const fromBob = await target.as(own, `/v1/wallets/${bob.id}/withdraw`, { body })
  const fromConfined = await target.as(own, `/v1/wallets/${confined.id}/withdraw`, { body })
  const stolen = (await lab.lamportsOf(thief)) - before
  got.push(
    `${by}: own key lists wallets: ${listed.status}; withdraws of bob: ${fromBob.status}, of the confined wallet: ${fromConfined.status}; ${stolen} lamports arrived`,
  )
  if (listed.status === 200) taken.push(`the wallets of a key whose digest was replaced in ${by}`)
  if (stolen > 0n) taken.push(`${stolen} lamports by ${by}`)
  if (by === 'a forged backup') await target.stop()
}
