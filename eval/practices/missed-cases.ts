import { f1Of } from '../entity-figures.ts'
import { isRingNamed, type PracticeResult } from './judge-practice.ts'

/** A hand whose pairs are found to less than this was missed. */
const LEAST_F1 = 0.9

/** Each thing that was said wrongly, in one line with what it takes to see it again. */
export function missedCases(result: PracticeResult): string[] {
  const { seed, practice, score, grade, pairs, merges, ring, professionals, victimsInTeam, victimsFlagged } = result
  const ways = Object.entries(practice.mechanisms).map(([name, variant]) => `${name}: ${variant}`)
  const f1 = f1Of(pairs)
  const said: string[] = []
  if (practice.stage === 'staged' && grade === 'safe') said.push(`STAGED GRADED SAFE (${score})`)
  if (practice.stage === 'staged' && grade === 'caution') said.push(`staged graded caution (${score})`)
  if (practice.stage === 'honest' && grade !== 'safe' && grade !== 'caution')
    said.push(`honest graded ${grade} (${score}) for ${result.failing.slice(0, 5).join(', ')}`)
  if (f1 !== null && f1 < LEAST_F1 && practice.stage !== 'honest')
    said.push(
      `entities F1 ${f1.toFixed(2)}: ${pairs.rightPairs} of ${pairs.truePairs} pairs, ${pairs.foundPairs - pairs.rightPairs} wrong`,
    )
  if (merges.merged > 0) said.push(`${merges.merged} of ${merges.organic} strangers merged`)
  if (victimsInTeam > 0) said.push(`${victimsInTeam} of ${result.victims} victims in a team`)
  if (victimsFlagged > 0) said.push(`${victimsFlagged} victims flagged by intel`)
  if (ring !== null && !isRingNamed(ring))
    said.push(
      `ring of ${ring.hops} hops: ${ring.creatorsNamed + ring.tokensNamed} of ${ring.creators + ring.tokens} named`,
    )
  if (result.isRingInvented) said.push('called a ring or a serial rugger, and no earlier coin of the hand was a rug')
  if (professionals.named < professionals.there)
    said.push(`${professionals.named} of ${professionals.there} professionals named, ${professionals.sampled} sampled`)
  return said.map((what) => `${seed} ${practice.id}: ${what} [${ways.join('; ')}]`)
}
