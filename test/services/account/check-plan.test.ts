import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiKeyRecord, Scope, Tier } from '../../../src/contract/api-key.ts'
import { checkPlan } from '../../../src/services/account/check-plan.ts'

test('free keys and the preview key have nothing scanned for them; paid ones and those the operator trusts do', () => {
  const codeOf = (tier: Tier, scopes: readonly Scope[] = ['read']) =>
    checkPlan({ kind: 'key', key: { tier, scopes } as ApiKeyRecord })?.code ?? 'ok'
  assert.equal(codeOf('free'), 'plan_required')
  assert.equal(codeOf('preview'), 'plan_required')
  assert.equal(codeOf('free', ['read', 'trade']), 'ok')
  for (const tier of ['builder', 'scale', 'enterprise', 'data'] as const) assert.equal(codeOf(tier), 'ok')
  assert.equal(checkPlan({ kind: 'preview', limitPer10s: null })?.code, 'plan_required')
  assert.equal(checkPlan({ kind: 'public' })?.code, 'plan_required')
})
