import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addressBucket,
  clientAddress,
  connectionBucket,
  parseTrustedProxies,
} from '../../src/runtime/client-address.ts'

const trusted = parseTrustedProxies(['10.0.0.0/8', '192.168.1.7', '2001:db8:ffff::/48'])

test('without a trusted peer the header is not believed', () => {
  assert.equal(clientAddress('203.0.113.1', '1.1.1.1', trusted), '203.0.113.1')
  assert.equal(clientAddress('10.0.0.1', '1.1.1.1', parseTrustedProxies([])), '10.0.0.1')
})

test('the right-most address that is no trusted proxy is the client', () => {
  assert.equal(clientAddress('10.0.0.1', '1.1.1.1', trusted), '1.1.1.1')
  assert.equal(clientAddress('10.0.0.1', '6.6.6.6, 1.1.1.1 ,10.2.3.4', trusted), '1.1.1.1')
  assert.equal(clientAddress('10.0.0.1', '192.168.1.7, 10.9.9.9', trusted), '192.168.1.7')
  assert.equal(clientAddress('2001:db8:ffff::1', '1.1.1.1', trusted), '1.1.1.1')
})

test('what is no address ends the search at the last proxy', () => {
  assert.equal(clientAddress('10.0.0.1', '6.6.6.6, unknown', trusted), '10.0.0.1')
  assert.equal(clientAddress('10.0.0.1', '', trusted), '10.0.0.1')
  assert.equal(clientAddress('10.0.0.1', '6.6.6.6,', trusted), '10.0.0.1')
})

test('IPv4 in IPv6 is IPv4, and ports are left off', () => {
  assert.equal(clientAddress('::ffff:10.0.0.1', '1.1.1.1:443', trusted), '1.1.1.1')
  assert.equal(clientAddress('10.0.0.1', '[2001:db8::5]:99', trusted), '2001:db8::5')
  assert.equal(clientAddress('0000:0000:0000:0000:0000:0000:0000:0001', '', trusted), '::1')
})

test('a client of IPv6 counts by its /64', () => {
  assert.equal(addressBucket('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64')
  assert.equal(addressBucket('2001:db8:1:2::9'), '2001:db8:1:2::/64')
  assert.equal(addressBucket('1.2.3.4'), '1.2.3.4')
  assert.equal(addressBucket('not an address'), 'not an address')
})

test('a setting that is no address is refused with its text', () => {
  assert.throws(() => parseTrustedProxies(['10.0.0.0/8', 'proxy.internal']), /TRUSTED_PROXIES: proxy\.internal/)
})

test('connections count by IPv4 address or IPv6 /64; this machine and trusted proxies do not', () => {
  const trusted = parseTrustedProxies(['10.0.0.0/8'])
  const peers = ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '10.1.2.3', '::ffff:10.1.2.3', '1.2.3.4']
  assert.deepEqual(
    [...peers, '::ffff:1.2.3.4', '2001:db8:1:2:3:4:5:6', ''].map((peer) => connectionBucket(peer, trusted)),
    [null, null, null, null, null, null, '1.2.3.4', '1.2.3.4', '2001:db8:1:2::/64', null],
  )
})
