import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addressesIn, PAGES, placeOf } from '../../explorer/src/place.ts'
import { isExplorerPage } from '../../src/http/explorer.ts'

const MINT = 'EW2JA1CKpwkkwn8SdXHGjjFJohdjqm9qxUa42of7NAec'
const SOL = 'So11111111111111111111111111111111111111112'

test('an address is a page, at most one subject and a query', () => {
  const rows: readonly (readonly [string, string, string, string])[] = [
    ['/', '', '', ''],
    ['/?a=1', '', '', 'a=1'],
    ['/token', 'token', '', ''],
    ['/token/', 'token', '', ''],
    [`/token/${MINT}?pool=${SOL}`, 'token', MINT, `pool=${SOL}`],
    ['/token/a?b=c?d', 'token', 'a', 'b=c%3Fd'],
    ['/wallet/%E2%82%AC', 'wallet', '€', ''],
    ['/wallet/%', 'wallet', '', ''],
    ['/token/a/b', 'unknown', '', ''],
    ['/token/a/', 'unknown', '', ''],
    ['/tokn/a', 'unknown', '', ''],
    ['/TOKEN/a', 'unknown', '', ''],
    ['/constructor', 'unknown', '', ''],
    ['//', 'unknown', '', ''],
    ['//token/a', 'unknown', '', ''],
    ['', 'unknown', '', ''],
  ]
  for (const [address, page, subject, query] of rows) {
    const place = placeOf(address)
    assert.deepEqual([place.page, place.subject, String(place.query)], [page, subject, query], address)
  }
})

const NAMES = ['', 'token', 'wallet', 'launches', 'trade', 'recover', 'streams', 'keys', 'operator']

test('what the router calls a page is what the server serves as one', () => {
  assert.deepEqual([...PAGES], NAMES)
  for (const page of NAMES)
    for (const path of [`/${page}`, `/${page}/`, `/${page}/x`, `/${page}/x/`, `/${page}/x/y`]) agree(path)
  const part = fc.constantFrom(...PAGES, 'tokn', 'Token', '%74oken', 'api', 'docs', MINT, '.', '..', ';')
  fc.assert(fc.property(fc.array(part, { maxLength: 4 }), (parts) => agree(`/${parts.join('/')}`)))
})

function agree(path: string): void {
  assert.equal(placeOf(path).page !== 'unknown', isExplorerPage(path), path)
}

test('the addresses in a path that leads nowhere are found, whole and once', () => {
  assert.deepEqual(addressesIn(`/tokn/${MINT}`), [MINT])
  assert.deepEqual(addressesIn(`/a/${MINT}/${SOL}/${MINT}`), [MINT, SOL])
  assert.deepEqual(addressesIn(`/x.${MINT}.y`), [MINT])
  assert.deepEqual(['/nope', `/${MINT}${MINT}`, `/${MINT.slice(0, 31)}`, '/0000'].map(addressesIn), [[], [], [], []])
  assert.equal(addressesIn(`/${MINT.slice(0, 32)}`).length, 1)
  const many = Array.from({ length: 5 }, (_, at) => `${MINT.slice(0, -1)}${at + 1}`)
  assert.deepEqual(addressesIn(`/${many.join('/')}`), many.slice(0, 3))
})
