import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Ancestry, groupLaunch, type LaunchEntry } from '../../../src/chain/solana/launch-links.ts'

const entry = (wallet: string, position: number, extra: Partial<LaunchEntry> = {}): LaunchEntry => ({
  wallet,
  position,
  signature: `tx${position}`,
  feePayer: wallet,
  ...extra,
})
const from = (...ancestors: string[]): Ancestry => ({ ancestors, withdrawal: null })

test('linked wallets with an outsider between them are no bundle', () => {
  const ancestry = new Map([
    ['a', from('purse')],
    ['b', from('purse')],
  ])
  const groups = groupLaunch([entry('a', 1), entry('x', 2), entry('b', 3)], ancestry, null)
  assert.deepEqual(groups.bundlers, [])
})
test('a member who bought apart belongs to the bundle of the others', () => {
  const ancestry = new Map(['a', 'b', 'c'].map((wallet) => [wallet, from('purse')]))
  const groups = groupLaunch([entry('a', 1), entry('b', 2), entry('x', 3), entry('c', 4)], ancestry, null)
  assert.deepEqual(groups.bundlers, ['a', 'b', 'c'])
})
test('two buyers in one transaction are a bundle without any funding known', () => {
  const groups = groupLaunch([entry('a', 1, { signature: 't' }), entry('b', 1, { signature: 't' })], new Map(), null)
  assert.deepEqual(groups.bundlers, ['a', 'b'])
})
test('one wallet buying twice is no bundle', () => {
  assert.deepEqual(groupLaunch([entry('a', 1), entry('a', 2)], new Map(), null).bundlers, [])
})
test('a known service paying the fees links no one', () => {
  const service = { feePayer: '5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9' }
  assert.deepEqual(groupLaunch([entry('a', 1, service), entry('b', 2, service)], new Map(), null).bundlers, [])
})
test('links chain: who shares with one shares with all', () => {
  const ancestry = new Map([
    ['a', from('r1')],
    ['b', from('r2', 'r1')],
    ['c', from('r3', 'r2')],
  ])
  const groups = groupLaunch([entry('a', 1), entry('b', 2), entry('c', 3)], ancestry, 'a')
  assert.deepEqual(groups.bundlers, ['b', 'c'])
  assert.deepEqual(groups.linkedToDev, ['b', 'c'])
})
test('the creator apart from its people is linked but makes no bundle', () => {
  const ancestry = new Map([['b', from('dev')]])
  const groups = groupLaunch([entry('dev', 0), entry('x', 1), entry('b', 2)], ancestry, 'dev')
  assert.deepEqual([groups.bundlers, groups.linkedToDev], [[], ['b']])
})
test('the order of the input does not matter', () => {
  const ancestry = new Map(['a', 'b'].map((wallet) => [wallet, from('purse')]))
  const entries = [entry('x', 3), entry('b', 2), entry('a', 1), entry('dev', 0)]
  assert.deepEqual(
    groupLaunch(entries, ancestry, 'dev').bundlers,
    groupLaunch([...entries].reverse(), ancestry, 'dev').bundlers,
  )
})
