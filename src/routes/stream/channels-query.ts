import Type from 'typebox'
import { EVENT_STREAM, STREAM_INTERVALS } from '../../config/event-stream.ts'
import { ok } from '../../contract/outcome.ts'
import type { Rule } from '../../contract/params.ts'

/** Longer lists are cut, which makes their last channel a malformed one. */
export const CHANNELS_CHARS = 4_096

export const CHANNELS_DESCRIPTION = `Comma list of at most ${EVENT_STREAM.maxChannels}: \`trades:{chain}:{token}\`, \`trades:{chain}:pool:{pool}\`, \`trades:{chain}:wallet:{wallet}\`, \`candles:{chain}:{pool}:{${STREAM_INTERVALS.join(',')}}\`, \`launches:{chain}\` or \`launches:{chain}:{dex}\`.`

/** `0` or `false` (any case) switches it off. */
export const snapshotFlag: Rule<boolean> = {
  schema: Type.Boolean({
    default: true,
    description: 'Whether the newest of each channel comes first; of candles also on a resumed stream.',
  }),
  required: false,
  aliases: [],
  parse: (raw) => ok(raw === undefined || !(raw === '0' || raw.toLowerCase() === 'false')),
  canonical: (value) => (value ? '1' : '0'),
}
