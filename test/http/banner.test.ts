import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/config/env.ts'
import { nodeLines } from '../../src/http/banner.ts'

test('the banner of a live server without a node says that nothing works, and what to set', () => {
  const live = (env: object) => nodeLines(readConfig({ MINTGLASS_MODE: 'live', ...env })).join('\n')
  assert.match(live({}), /SOLANA_RPC_URL is not set: no token, wallet, trade, scan or recovery works until it is/)
  assert.equal(live({ SOLANA_RPC_URL: 'http://127.0.0.1:8899' }), '')
})
