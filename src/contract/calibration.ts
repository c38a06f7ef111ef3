import Type, { type Static } from 'typebox'
import { closed, EpochMs, NullableNumber, nullable, Text } from './shapes.ts'

/** How right scores were. Rates are 0 to 1. */

const count = Type.Integer({ description: 'Scores with a known end.' })
const rate = { ...NullableNumber, description: 'Share of them that went bad; null without any.' }

export const CalibrationReply = closed({
  kind: Text,
  horizon: Text,
  scores: Type.Integer({
    description:
      'Scores of this kind that were handed out, each when it was built; one that repeats the last one of the token within the hour counts once.',
  }),
  known: Type.Integer({ description: 'Of those, with a known end at this horizon. All figures below rest on these.' }),
  unknown: Type.Integer({ description: 'Whose end the tape could not say.' }),
  pending: Type.Integer({ description: 'Whose horizon has not passed yet, or was not looked at yet.' }),
  tokens: Type.Integer({ description: 'Different tokens among the known.' }),
  bad: Type.Integer(),
  baseRate: rate,
  brier: {
    ...NullableNumber,
    description: 'Mean of (predicted - happened) squared: 0 is perfect, lower is better; null without a known end.',
  },
  brierOfBaseRate: {
    ...NullableNumber,
    description: 'What a forecast that always says the base rate would have had.',
  },
  reliability: Type.Array(
    closed({
      from: Type.Number(),
      to: Type.Number(),
      count,
      predicted: { ...NullableNumber, description: 'Mean of the predicted chances in the bin.' },
      happened: rate,
    }),
    { description: 'By tenths of the predicted chance to go bad, which is (100 - score) / 100.' },
  ),
  grades: Type.Array(closed({ grade: Text, count, predicted: NullableNumber, happened: rate })),
  rules: Type.Array(
    closed({
      rule: Text,
      count,
      happened: rate,
      lift: { ...NullableNumber, description: '`happened` over `baseRate`; null where nothing went bad.' },
    }),
    { description: 'Rules that failed, highest lift first; those with at least five scores.' },
  ),
  outcomes: Type.Array(
    closed({
      outcome: Text,
      known: Type.Integer(),
      happened: { ...NullableNumber, description: 'Share of the known.' },
    }),
    { description: '`creatorOut` is counted beside: it does not make a token bad.' },
  ),
  rulesOfOutcome: Type.Array(Text, { description: 'What each outcome means.' }),
  ledger: closed({
    rows: Type.Integer({ description: 'Scores and outcomes together.' }),
    head: nullable(
      Type.String({
        description: 'Number and hash of the newest row: noted down, it shows later whether one was changed.',
      }),
    ),
  }),
  generatedAt: EpochMs,
})
export type CalibrationReply = Static<typeof CalibrationReply>
