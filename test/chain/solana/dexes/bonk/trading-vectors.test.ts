import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type LaunchCase, replayLaunchCase } from './launch-case.ts'

test('quotes and instructions are those of the SDK in every state that was compared', () => {
  const path = new URL('../../../../fixtures/dexes/bonk-trading.json', import.meta.url)
  const file = JSON.parse(readFileSync(path, 'utf8')) as {
    readonly encoders: readonly string[]
    readonly cases: readonly LaunchCase[]
  }
  assert(file.encoders.some((name) => name.startsWith('@raydium-io/raydium-sdk-v2 ')))
  assert(file.cases.length >= 50)
  assert(file.cases.some(({ built }) => built !== undefined))
  let trades = 0
  let paid = 0
  for (const one of file.cases) {
    trades += replayLaunchCase(one)
    paid += [...one.buys, ...one.sells].filter(({ result }) => result !== null).length
  }
  assert.equal(trades, 6 * file.cases.length)
  assert(paid > 3 * file.cases.length, `${paid} trades that pay`)
})
