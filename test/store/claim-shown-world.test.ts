import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fail, type Outcome, ok } from '../../src/contract/outcome.ts'
import { claimShownWorld } from '../../src/store/claim-shown-world.ts'
import { StoreError } from '../../src/store/store-error.ts'

const OWN = 'own'

/** What becomes of a node that shows these one after the other, and how many of them were asked for. */
async function claimed(shown: readonly (string | null)[], refusal = new StoreError('wrong_chain', '/data', 'x')) {
  let looks = 0
  const claim = claimShownWorld(
    {
      async claimWorld(hash) {
        if (hash !== OWN) throw refusal
        return { changed: false }
      },
    },
    async (): Promise<Outcome<string>> => {
      const hash = shown[looks++] ?? null
      return hash === null ? fail('upstream_failed', 'down') : ok(hash)
    },
    { sleep: async () => {} },
  )
  const said = await claim.then(
    (outcome) => (outcome.ok ? 'claimed' : outcome.code),
    (error: unknown) => (error === refusal ? 'refused' : String(error)),
  )
  return { said, looks }
}

test('one false genesis hash is no other chain, and the same one three times in a row is', async () => {
  assert.deepEqual(await claimed([OWN]), { said: 'claimed', looks: 1 })
  assert.deepEqual(await claimed(['other', OWN]), { said: 'upstream_failed', looks: 2 })
  assert.deepEqual(await claimed(['other', 'other', OWN]), { said: 'upstream_failed', looks: 3 })
  assert.deepEqual(await claimed(['other', 'third', 'other']), { said: 'upstream_failed', looks: 2 })
  assert.deepEqual(await claimed(['other', null]), { said: 'upstream_failed', looks: 2 })
  assert.deepEqual(await claimed(['other', 'other', 'other']), { said: 'refused', looks: 3 })
})

test('what the store refuses for another reason is refused at once', async () => {
  const full = new StoreError('disk_full', '/data', 'x')
  assert.deepEqual(await claimed(['other', OWN], full), { said: 'refused', looks: 1 })
})
