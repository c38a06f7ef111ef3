import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { SafetyChip } from '../../../src/contract/safety-chip.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { type PublishedToken, publishedTokens } from '../../support/published-tokens.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

let sandbox: StartedSandbox
let server: OpenServer
let tokens: readonly PublishedToken[]
before(async () => {
  sandbox = await sharedSandbox()
  tokens = await publishedTokens(sandbox)
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

const CLASSES: Readonly<Record<string, 'danger' | 'caution'>> = {
  default_frozen: 'danger',
  freeze_authority: 'caution',
}

async function chipOf(mint: string): Promise<SafetyChip> {
  return (await server.get(`/api/v2/tokens/${mint}/safety?flags=5`)).json as SafetyChip
}

test('a chip without a scan names what the mint can do, and calls a mint that lets no one sell danger', async () => {
  const seen = new Set<string>()
  for (const { mint } of tokens.filter(({ archetype }) => archetype === 'honeypot')) {
    const { flags } = (await server.get(`/api/v2/tokens/${mint}/intel`)).json as { flags: readonly string[] }
    const chip = await chipOf(mint)
    assert.deepEqual([chip.source, chip.status], ['intel', 'partial'])
    for (const [flag, grade] of Object.entries(CLASSES)) {
      if (!flags.includes(flag) || (grade !== 'danger' && flags.includes('default_frozen'))) continue
      seen.add(flag)
      assert(
        chip.topRed.some(({ id }) => id === `contract.${flag}`),
        `${flag} of ${mint}`,
      )
      if (grade !== 'danger') continue
      assert.deepEqual([chip.grade, chip.hardCapped, chip.hardCapReason], ['danger', true, 'New accounts are frozen'])
      assert.deepEqual([chip.topRed[0]!.severity, chip.verdict], ['critical', 'Stay away: New accounts are frozen'])
      assert(chip.score! <= 34)
    }
  }
  assert.deepEqual(seen, new Set(Object.keys(CLASSES)))
})

test('a mint that can do nothing to its holders adds nothing to the chip', async () => {
  const chip = await chipOf(tokens.find(({ archetype }) => archetype === 'healthy')!.mint)
  assert(chip.topRed.every(({ id }) => id.startsWith('risk.')))
  assert.deepEqual([chip.hardCapped, chip.hardCapReason], [false, null])
})
