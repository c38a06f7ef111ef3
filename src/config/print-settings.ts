import { SETTINGS } from './settings.ts'

/** `.env.example`: every setting with its sentence, all commented out. */
export function printEnvExample(): string {
  const lines = [
    '# Printed by `npm run mintglass -- config env`; copy to .env and load it with `node --env-file=.env`.',
    '',
  ]
  let section = ''
  for (const [name, { kind, default: fallback, says, section: own }] of Object.entries(SETTINGS)) {
    if (own !== section) lines.push(`# --- ${own} ---`, '')
    section = own
    lines.push(`# ${says} (${kind})`, `#${name}=${fallback}`, '')
  }
  return lines.join('\n')
}

export function printConfigurationDoc(): string {
  const lines = [
    '# Configuration',
    '',
    'Printed from `src/config/settings.ts`. A setting may also come from a systemd credential of the same name.',
    '',
  ]
  let section = ''
  for (const [name, { kind, default: fallback, says, section: own, isSecret }] of Object.entries(SETTINGS)) {
    if (own !== section)
      lines.push(
        ...(section === '' ? [] : ['']),
        `## ${own}`,
        '',
        '| name | type | default | meaning |',
        '|---|---|---|---|',
      )
    section = own
    lines.push(
      `| \`${name}\` | ${kind}${isSecret ? ', secret' : ''} | ${fallback === '' ? 'none' : `\`${fallback}\``} | ${says} |`,
    )
  }
  return `${lines.join('\n')}\n`
}
