import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TIP_ACCOUNTS } from '../../../sandbox/world/tip-accounts.ts'
import type { Context } from '../../../src/context.ts'
import { ok } from '../../../src/contract/outcome.ts'
import { createTipAccounts, tipAccountFor } from '../../../src/services/trading/tip-terms.ts'
import { strangerAddress } from '../../support/published-tokens.ts'

function contextOf(named: readonly string[]): Context {
  const ctx = {
    clock: { monotonicMs: () => 0 },
    upstreams: { bundles: { tipAccounts: async () => ok(named) } },
  } as unknown as Context
  return { ...ctx, parts: { ...ctx.parts, tipAccounts: createTipAccounts(ctx) } }
}

test('a tip goes to a known account of the block engine, whatever accounts the engine names', async () => {
  const thief = strangerAddress(1)
  const [, second] = TIP_ACCOUNTS
  for (const wallet of [strangerAddress(2), strangerAddress(3), strangerAddress(4)]) {
    assert((TIP_ACCOUNTS as readonly string[]).includes(await tipAccountFor(contextOf([thief]), wallet)))
    assert((TIP_ACCOUNTS as readonly string[]).includes(await tipAccountFor(contextOf([]), wallet)))
    assert.equal(await tipAccountFor(contextOf([thief, second, thief]), wallet), second)
  }
})
