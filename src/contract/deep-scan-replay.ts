import Type, { type Static } from 'typebox'
import { DeepScanReport } from './deep-scan.ts'
import { DIGEST_PATTERN } from './params.ts'
import { closed, EpochMs, nullable, Text } from './shapes.ts'

const Digest = Type.String({ pattern: DIGEST_PATTERN, description: 'SHA-256, lower-case hex.' })
const Bytes = Type.Integer({ minimum: 0, description: 'Length in bytes.' })

const Difference = closed(
  {
    path: Type.String({ description: 'JSON pointer (RFC 6901) to the member; empty text: the report as a whole.' }),
    stored: nullable(Text),
    recomputed: nullable(Text),
  },
  'A member that came out otherwise: its JSON in both reports, cut at 200 characters; null where one lacks it.',
)

/** A stored report, judged again from its recorded inputs. */
export const DeepScanReplay = closed({
  mint: Text,
  bundle: Type.String({ pattern: DIGEST_PATTERN, description: 'Which report: the SHA-256 of its recorded inputs.' }),
  generatedAt: EpochMs,
  inputs: closed(
    { sha256: Digest, bytes: Bytes },
    'The recorded inputs as they were read from the disk now; `sha256` is computed again and must be `bundle`.',
  ),
  stored: closed({ sha256: Digest, bytes: Bytes }, 'The report as it was made and stored, `explain` included.'),
  recomputed: closed({ sha256: Digest, bytes: Bytes }, 'What the rules make of the inputs now.'),
  rules: closed(
    { stored: Text, running: Text },
    'Version of the rules that made the report, and of those that this server has. Other rules may judge otherwise.',
  ),
  same: Type.Boolean({
    description: 'Every byte of the report came out as it was stored, from inputs that fit `bundle`.',
  }),
  differences: Type.Array(Difference, {
    maxItems: 50,
    description: 'The first 50 members that differ, in the order of the stored report. Empty where `same`.',
  }),
  differenceCount: Type.Integer({ minimum: 0, description: 'How many members differ.' }),
  report: Type.Optional(DeepScanReport),
})
export type DeepScanReplay = Static<typeof DeepScanReplay>
