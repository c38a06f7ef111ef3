import { readConfig } from '../config/env.ts'
import { counted } from '../contract/counted.ts'
import { systemClock } from '../runtime/clock.ts'
import { openKeyStore } from '../store/open.ts'
import { type Command, readArguments, UsageProblem } from './command.ts'
import { refuseForeignOwner } from './refuse-foreign-owner.ts'

const USAGE = `usage:
  store upgrade [--json]

  Accepts the store as it is. Needed where a server refuses it because its rows have no codes although rows of its key file had
  some: a copy of a store from before schema 2, or a second store with the same key file. Every key and every wallet whose
  address follows from the master seed gets its code. Stop all servers first. Anyone who could write to the store since then
  owns every wallet in it: see docs/integrity.md.`

const OPTIONS = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const

/** `store upgrade`: the operator's word for rows that nothing else vouches for. */
export const store: Command = async (args) => {
  const { values, positionals } = readArguments(args, OPTIONS, USAGE)
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  if (positionals.join(' ') !== 'upgrade') throw new UsageProblem(USAGE)
  const config = readConfig()
  refuseForeignOwner(config.dataDir)
  const opened = await openKeyStore({ config, clock: systemClock(), isAsked: true })
  const upgraded = opened.integrity.upgraded()
  await opened.close()
  if (values.json) console.log(JSON.stringify({ upgraded }))
  else if (upgraded === null) console.log('nothing to do: the rows have codes')
  else {
    console.log(`${counted(upgraded.keys, 'key')} and ${counted(upgraded.wallets, 'wallet')} have codes now`)
    for (const id of upgraded.refused) console.log(`wallet ${id} has none: its address does not follow from the seed`)
  }
  return upgraded === null || upgraded.refused.length === 0 ? 0 : 1
}
