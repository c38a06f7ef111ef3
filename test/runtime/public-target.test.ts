import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkAddresses, isPublicAddress, parsePublicTarget } from '../../src/runtime/public-target.ts'

/** Every one must be refused without a look-up. */
const REFUSED = [
  // Not https, not an address.
  'http://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https:example.com',
  'https:/example.com',
  'https:///example.com',
  'https://',
  '//example.com/',
  '',
  // Loopback.
  'https://127.0.0.1/',
  'https://127.0.0.1:443/',
  'https://127.1/',
  'https://127.0.1/',
  'https://127.255.255.254/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.0.0.1/',
  'https://0X7F.0x0.0x0.0x1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://127.0.0.1./',
  'https://%31%32%37.0.0.1/',
  'https://127%2e0%2e0%2e1/',
  'https://①②⑦.⓪.⓪.①/',
  'https://127。0。0。1/',
  'https://１２７.0.0.1/',
  'https://٣٣.0.0.1/',
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost./',
  'https://foo.localhost/',
  'https://localhost.localdomain/',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[0000::0001]/',
  'https://[::]/',
  'https://0/',
  'https://0.0.0.0/',
  // Mapped, compatible, translated, tunnelled.
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[0:0:0:0:0:ffff:10.0.0.1]/',
  'https://[::127.0.0.1]/',
  'https://[::ffff:0:127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b::8.8.8.8]/',
  'https://[64:ff9b:1::a00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2002:a00:1::1]/',
  'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
  // Private, shared, link-local.
  'https://10.0.0.1/',
  'https://10.255.255.255/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.0.1/',
  'https://192.168.1.1:8443/',
  'https://3232235777/',
  'https://0xc0a80101/',
  'https://100.64.0.1/',
  'https://100.127.255.254/',
  'https://169.254.0.1/',
  'https://[fe80::1]/',
  'https://[fe80::1%25eth0]/',
  'https://[fe80::1%eth0]/',
  'https://[febf::1]/',
  'https://[fec0::1]/',
  'https://[fc00::1]/',
  'https://[fd12:3456:789a::1]/',
  // Metadata.
  'https://169.254.169.254/latest/meta-data/',
  'https://2852039166/',
  'https://0xa9fea9fe/',
  'https://0251.0376.0251.0376/',
  'https://[::ffff:169.254.169.254]/',
  'https://[fd00:ec2::254]/',
  'https://metadata.google.internal/',
  'https://metadata/',
  'https://100.100.100.200/',
  'https://192.0.0.192/',
  'https://168.63.129.16/',
  // Multicast, broadcast, reserved, documentation, benchmarks.
  'https://224.0.0.1/',
  'https://239.255.255.250/',
  'https://255.255.255.255/',
  'https://240.0.0.1/',
  'https://192.0.2.1/',
  'https://198.51.100.1/',
  'https://203.0.113.1/',
  'https://198.18.0.1/',
  'https://192.88.99.1/',
  'https://[ff02::1]/',
  'https://[2001:db8::1]/',
  'https://[3fff::1]/',
  'https://[100::1]/',
  'https://[5f00::1]/',
  // Users, ports, odd texts.
  'https://user@example.com/',
  'https://user:pass@example.com/',
  'https://example.com@127.0.0.1/',
  'https://127.0.0.1#@example.com/',
  'https://example.com:22/',
  'https://example.com:25/',
  'https://example.com:80/',
  'https://example.com:0/',
  'https://example.com:00443/',
  'https://example.com:65536/',
  'https://example.com:4430/',
  'https://example.com:/',
  'https://example.com./',
  'https://example.com/#fragment',
  'https://example.com\\@127.0.0.1/',
  'https:\\\\127.0.0.1/',
  'https://exa mple.com/',
  ' https://example.com/',
  'https://example.com/\n',
  'https://exa\tmple.com/',
  'https://example.com\u0000.evil.com/',
  'https://exämple.com/',
  'https://ex%61mple.com/',
  'https://-example.com/',
  'https://example-.com/',
  'https://a..b.com/',
  'https://.example.com/',
  'https://under_score.com/',
  'https://intranet/',
  'https://printer.local/',
  'https://db.internal/',
  'https://router.lan/',
  'https://nas.home.arpa/',
  'https://1.0.0.127.in-addr.arpa/',
  'https://hidden.onion/',
  'https://a.test/',
  'https://1.2.3/',
  'https://1.2.3.4.5/',
  'https://256.1.1.1/',
  'https://[::1/',
  'https://[1.2.3.4]/',
  'https://[v1.a]/',
  `https://example.com/${'x'.repeat(2_100)}`,
  `https://${'a'.repeat(64)}.com/`,
]

test('every spelling of what is not public https is refused', () => {
  assert(REFUSED.length >= 60)
  const taken = REFUSED.filter((text) => parsePublicTarget(text, []).ok)
  assert.deepEqual(taken, [])
  for (const text of REFUSED) {
    const { message, code } = parsePublicTarget(text, []) as { message: string; code: string }
    assert.equal(code, 'invalid_request')
    assert.match(message, /^url must be public https/)
  }
})

test('public https is taken in one canonical spelling', () => {
  const canonical = (text: string) => {
    const target = parsePublicTarget(text, [])
    assert(target.ok, text)
    return target.value.url
  }
  assert.equal(canonical('https://example.com'), 'https://example.com/')
  assert.equal(canonical('HTTPS://Example.COM:443/Hook?a=B'), 'https://example.com/Hook?a=B')
  assert.equal(canonical('https://hooks.example.co.uk:8443/x'), 'https://hooks.example.co.uk:8443/x')
  assert.equal(canonical('https://xn--exmple-cua.com/'), 'https://xn--exmple-cua.com/')
  assert.equal(canonical('https://8.8.8.8/'), 'https://8.8.8.8/')
  assert.equal(canonical('https://[2606:4700:4700::1111]/'), 'https://[2606:4700:4700::1111]/')
})

test('test targets are exact pairs of host and port, and still https', () => {
  const taken = (text: string) => parsePublicTarget(text, ['127.0.0.1:9443', '[::1]:9443', 'localhost:9443']).ok
  for (const text of ['https://127.0.0.1:9443/a', 'https://[::1]:9443/', 'https://LOCALHOST:9443/']) assert(taken(text))
  for (const text of [
    'http://127.0.0.1:9443/',
    'https://127.0.0.1:9444/',
    'https://127.0.0.1/',
    'https://127.1:9443/',
    'https://2130706433:9443/',
    'https://user@127.0.0.1:9443/',
    'https://localhost.:9443/',
  ])
    assert(!taken(text), text)
})

test('of a name every address must be public, and those come back IPv4 first', async () => {
  const target = parsePublicTarget('https://example.com/', [])
  assert(target.ok)
  const check = (...addresses: string[]) => checkAddresses(target.value, async () => addresses)
  assert.deepEqual(await check('2606:4700::1', '8.8.8.8'), { ok: true, value: ['8.8.8.8', '2606:4700::1'] })
  for (const bad of ['127.0.0.1', '10.1.2.3', '::1', '::ffff:8.8.8.8', 'fe80::1', '169.254.169.254', 'nonsense', '']) {
    const checked = await check('8.8.8.8', bad)
    assert(!checked.ok && checked.code === 'invalid_request', bad)
  }
  const none = await check()
  assert(!none.ok && none.code === 'upstream_failed')
  const broken = await checkAddresses(target.value, async () => {
    throw Object.assign(new Error('secret detail'), { code: 'ESERVFAIL' })
  })
  assert(!broken.ok && broken.message === 'the name does not resolve (ESERVFAIL)')
  const literal = parsePublicTarget('https://8.8.4.4/', [])
  assert(literal.ok)
  const unasked = () => Promise.reject(new Error('an address is not looked up'))
  assert.deepEqual(await checkAddresses(literal.value, unasked), { ok: true, value: ['8.8.4.4'] })
})

test('what surrounds private ranges is public', () => {
  for (const address of [
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '2606::1',
    '2a00:1450::1',
    '1.1.1.1',
  ])
    assert(isPublicAddress(address), address)
})
