import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack, Findings } from '../attack.ts'
import { editStore } from '../edit-store.ts'
import type { Lab, Served } from '../lab.ts'
import type { Target } from '../target.ts'

const LAMPORTS = '1234567'
/** How an operator might ask whether the log is whole: what a version does not know of is a usage error in it
 *  always. */
const CHECKS = [['audit', '--verify'], ['audit', 'verify'], ['audit', '--check'], ['audit'], ['doctor']] as const

type Notes = { readonly got: string[]; readonly lost: string[] }

/** What an operator can find out about a withdrawal afterwards, and about rows that someone edited. */
export const records: Attack = {
  name: 'records',
  finding: '7',
  async run(lab): Promise<Findings> {
    const served = await lab.served()
    const notes: Notes = { got: [], lost: [] }
    await withdrawn(lab, served, notes)
    await cutShort(lab, served, notes)
    await edited(lab, served.target, notes)
    return {
      tried: 'withdrawals, one of them cut short by a kill; rows of the log edited and removed',
      ...notes,
      taken: [],
    }
  },
}

async function rowsNaming(target: Target, text: string): Promise<string[]> {
  const { out } = await target.cli('audit', '--json', '--limit', '1000')
  return out.split('\n').filter((line) => line.includes(text))
}

async function withdrawn(lab: Lab, { target, key, alice }: Served, { got, lost }: Notes): Promise<void> {
  const to = lab.keypair('recipient').address
  await lab.airdrop(to, 1_000_000)
  const { status } = await target.as(key.key, `/v1/wallets/${alice.id}/withdraw`, { body: { to, amount: LAMPORTS } })
  await sleep(1_000)
  const rows = await rowsNaming(target, to)
  const made = await rowsNaming(target, alice.address)
  got.push(
    `a withdrawal: ${status}; rows of the log that name its recipient: ${rows.length}; the wallet that was made: ${made.length}`,
  )
  for (const row of rows.slice(0, 2)) got.push(`  ${row.slice(0, 220)}`)
  if (status === 200 && rows.length === 0) lost.push('the record of a withdrawal')
  if (status === 200 && rows.length > 0 && !rows.some((row) => row.includes(LAMPORTS)))
    lost.push('how much a withdrawal took')
}

/** Killed between signing and knowing: the record must be there before. */
async function cutShort(lab: Lab, { target, key, alice }: Served, { got, lost }: Notes): Promise<void> {
  const to = lab.keypair('recipient of the cut one').address
  await lab.airdrop(to, 1_000_000)
  let sent = 0
  lab.proxy.lie('rpc', ({ body, forward }) => {
    if (!body.includes('sendTransaction')) return null
    sent++
    return forward().then(async (reply) => {
      await sleep(20_000)
      return reply
    })
  })
  const asked = target.as(key.key, `/v1/wallets/${alice.id}/withdraw`, {
    body: { to, amount: LAMPORTS },
    withinMs: 10_000,
  })
  for (let waited = 0; sent === 0 && waited < 1_000; waited++) await sleep(5)
  await target.stop('SIGKILL')
  const { status } = await asked
  lab.proxy.honestAgain()
  const rows = await rowsNaming(target, to)
  got.push(
    `a server that died in a withdrawal (${sent} sent, answer ${status}): rows that name its recipient: ${rows.length}`,
  )
  if (sent > 0 && rows.length === 0) lost.push('the record of a withdrawal that a kill cut short')
}

/** The store is at rest now: a row says something else, and is found out, or not. */
async function edited(lab: Lab, target: Target, { got, lost }: Notes): Promise<void> {
  const before = await verdicts(target)
  const folder = join(target.dataDir, 'live', 'durable')
  let first = 0
  await editStore(lab.tree, folder, (editor) => {
    editor.change('audit', (row, at) => {
      if (typeof at !== 'number' || first !== 0 || row?.atMs === undefined) return undefined
      first = at
      return { ...row, atMs: (row.atMs as number) - 86_400_000, actor: 'owner' }
    })
  })
  if (first === 0) throw new Error('no row of the log was found: nothing was tried')
  const after = await verdicts(target)
  const found = CHECKS.filter((_, at) => after[at] !== before[at]).map((words) => words.join(' '))
  got.push(
    `row ${first} of the log edited: ${found.length === 0 ? 'no command finds it' : `found by ${found.join(', ')}`}`,
  )
  if (found.length === 0) lost.push('that a row of the log was edited')
}

/** Exit codes alone: the edited row itself would always print differently. */
async function verdicts(target: Target): Promise<number[]> {
  const codes: number[] = []
  for (const words of CHECKS) codes.push((await target.cli(...words)).code)
  return codes
}
