import { join } from 'node:path'
import type { Config } from '../config/env.ts'
import { counted } from '../contract/counted.ts'
import { checkRows } from '../store/check-rows.ts'
import { betterWebhookKeyPlace, webhookKeyFile } from '../store/webhook-key-file.ts'
import type { Finding } from './finding.ts'
import { foreignOwner } from './refuse-foreign-owner.ts'

const NAMED = 5

/** Whether the rows that decide about money are those that the server wrote, and where the key of the webhooks lies.
 *  Nothing is made or changed. */
export async function askStore(config: Config): Promise<Finding[]> {
  if (foreignOwner(config.dataDir) !== null) return []
  const durable = join(config.dataDir, config.mode, 'durable')
  const checked = await checkRows(durable, config.mapSizeBytes, config)
  const better = betterWebhookKeyPlace(config)
  const moves =
    better === null
      ? []
      : [
          {
            name: 'webhook.key',
            state: 'live' as const,
            why: `is kept beside the store: move ${webhookKeyFile(config)} to ${better}`,
          },
        ]
  if (checked === null) return moves
  if (typeof checked === 'string') return [{ name: 'store', state: 'degraded', why: checked }, ...moves]
  const { rows, foreign, log } = checked
  const wrong = [
    ...foreign.map(({ table, key }) => `row ${key} of ${table} is not authentic`),
    ...log.map((what) => `log: ${what}`),
  ]
  const more = wrong.length > NAMED ? [`${wrong.length - NAMED} more`] : []
  return [
    wrong.length === 0
      ? {
          name: 'store',
          state: 'live',
          why: `${counted(rows, 'key or wallet', 'keys and wallets')} and the operator's log are authentic`,
        }
      : {
          name: 'store',
          state: 'degraded',
          why: `${[...wrong.slice(0, NAMED), ...more].join('; ')}: see docs/integrity.md`,
        },
    ...moves,
  ]
}
