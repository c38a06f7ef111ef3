import { LINK_RULES } from '../services/bubble-map/links/index.ts'
import { RULES_VERSION } from '../services/checks/rules-version.ts'
import { LAYERS } from '../services/deep-scan/layers/index.ts'
import { HARD_CAPS, SAFE_NEEDS_LAYERS, SEVERITY_POINTS } from '../services/deep-scan/score.ts'
import { type Command, readArguments } from './command.ts'

const JOINS = { strong: 'joins on its own', weak: 'only with other kinds', either: 'strong or weak' } as const

/** `engines`: prints the rules of both engines as the tables of docs/engines.md. */
export const engines: Command = async (args) => {
  readArguments(
    args,
    {},
    'usage: engines\n\nPrints the rules of Deep Scan and Bubble Map as the tables of docs/engines.md.',
  )
  console.log(printEngineRules())
  return 0
}

/** Markdown between the marks of docs/engines.md; a test holds the page to it. */
export function printEngineRules(): string {
  const lines = [`Rules ${RULES_VERSION}.`, '']
  lines.push('### Score', '')
  table(lines, ['severity', 'points off'], Object.entries(SEVERITY_POINTS))
  lines.push(`No token is \`safe\` unless ${SAFE_NEEDS_LAYERS} behavioural layers were judged and passed.`, '')
  lines.push(
    'A token is not `safe` when its sale was not proven or part of its evidence (mint, pools, holders, launch, history, funding) could not be read. Without its mint, or without any of its transactions, it is `risky` at best.',
    '',
  )
  table(
    lines,
    ['failing check', 'holds the score at', 'because', 'not when mature'],
    HARD_CAPS.map(({ check, cap, reason, unlessMature }) => [`\`${check}\``, cap, reason, unlessMature ? 'yes' : '']),
  )
  lines.push('### Layers and checks', '')
  for (const { name, behavioural, maxPenalty, needs, deadlineMs, rules } of LAYERS) {
    const kind = behavioural ? 'behavioural' : 'state'
    lines.push(
      `**${name}**: ${kind}, at most ${maxPenalty} points, rests on ${needs.join(', ')}, ${deadlineMs} ms.`,
      '',
    )
    table(
      lines,
      ['check', 'asks', 'severity', 'scored', 'fails at', 'where it comes from'],
      rules.map(({ id, label, severity, scored, threshold, source }) => [
        `\`${id}\``,
        label,
        severity,
        scored ? 'yes' : 'no',
        threshold,
        source,
      ]),
    )
  }
  lines.push('### Links of the Bubble Map', '')
  for (const { kind, strength, rules } of LINK_RULES)
    lines.push(`**\`${kind}\`** (${JOINS[strength]})`, '', ...rules.map((rule) => `- ${rule}`), '')
  return lines.join('\n').trimEnd()
}

function table(lines: string[], head: readonly string[], rows: readonly (readonly unknown[])[]): void {
  lines.push(`| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`)
  for (const row of rows) lines.push(`| ${row.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`)
  lines.push('')
}
