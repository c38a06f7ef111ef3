import Type, { type Static } from 'typebox'
import { closed, NullableInteger, NullableText, Text } from './shapes.ts'

export const SEVERITIES = ['critical', 'high', 'medium', 'warning', 'low', 'info'] as const
export type Severity = (typeof SEVERITIES)[number]

const CheckEvidence = closed({
  what: Type.String({ description: 'Account, transaction, wallet or provider that was looked at.' }),
  signature: NullableText,
  slot: NullableInteger,
  value: NullableText,
})
export type CheckEvidence = Static<typeof CheckEvidence>

/** One named question about a token (spec 2.2). `ok` true also where it could not be asked: then severity is `info`
 *  and the detail says so. */
export const Check = closed({
  id: Text,
  ok: Type.Boolean(),
  severity: Type.Enum([...SEVERITIES]),
  label: Type.String({
    description:
      'A statement about the token: the fault when the check fails, its absence when it passes, a question when it could not be judged.',
  }),
  detail: Type.String({ description: 'What was looked at and what was found, in words.' }),
  evidence: Type.Optional(Type.Array(CheckEvidence, { description: 'At most ten, strongest first.' })),
})
export type Check = Static<typeof Check>
