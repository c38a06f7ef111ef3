import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { DAY_MS } from '../../src/config/durations.ts'

/** A certificate authority of this process alone and one certificate under it for loopback. Node can read certificates
 *  but not make them: this writes the few fields of X.509 (RFC 5280) that TLS needs. Keys are P-256, signatures ECDSA
 *  with SHA-256. */
export type LoopbackCertificate = {
  /** PEM of the authority, for those who should trust it. */
  readonly ca: string
  readonly cert: string
  readonly key: string
}

const VALID_MS = 90 * DAY_MS

const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
  extensions: 0xa3,
  dnsName: 0x82,
  address: 0x87,
  keyId: 0x80,
} as const

/** DER of dotted object identifiers, already encoded. */
const OID = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  subjectKeyId: '551d0e',
  keyUsage: '551d0f',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
  authorityKeyId: '551d23',
  extendedKeyUsage: '551d25',
  serverAuth: '2b06010505070301',
} as const

const LOOPBACK_ADDRESSES = [Buffer.from([127, 0, 0, 1]), Buffer.from([...new Array<number>(15).fill(0), 1])]

export function makeLoopbackCertificate(nowMs: number): LoopbackCertificate {
  const caKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const caName = nameOf('Mintglass sandbox webhook authority')
  const caId = keyIdOf(caKeys.publicKey)
  const ca = certify({
    subject: caName,
    issuer: caName,
    publicKey: caKeys.publicKey,
    signer: caKeys.privateKey,
    nowMs,
    // Signs certificates, and nothing below it does.
    extensions: [
      extension(OID.basicConstraints, sequence(der(TAG.boolean, [0xff]), der(TAG.integer, [0])), true),
      extension(OID.keyUsage, der(TAG.bitString, [2, 0x04]), true),
      extension(OID.subjectKeyId, der(TAG.octetString, caId)),
    ],
  })
  const cert = certify({
    subject: nameOf('localhost'),
    issuer: caName,
    publicKey: keys.publicKey,
    signer: caKeys.privateKey,
    nowMs,
    extensions: [
      extension(OID.basicConstraints, sequence(), true),
      extension(OID.keyUsage, der(TAG.bitString, [7, 0x80]), true),
      extension(OID.extendedKeyUsage, sequence(objectId(OID.serverAuth))),
      extension(OID.authorityKeyId, sequence(der(TAG.keyId, caId))),
      extension(
        OID.subjectAltName,
        sequence(
          der(TAG.dnsName, Buffer.from('localhost')),
          ...LOOPBACK_ADDRESSES.map((bytes) => der(TAG.address, bytes)),
        ),
      ),
    ],
  })
  return { ca: pem(ca), cert: pem(cert), key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

function certify(parts: {
  readonly subject: Buffer
  readonly issuer: Buffer
  readonly publicKey: KeyObject
  readonly signer: KeyObject
  readonly nowMs: number
  readonly extensions: readonly Buffer[]
}): Buffer {
  const algorithm = sequence(objectId(OID.ecdsaWithSha256))
  const body = sequence(
    der(TAG.version, der(TAG.integer, [2])),
    serialNumber(),
    algorithm,
    parts.issuer,
    // Clocks differ a little.
    sequence(timeOf(parts.nowMs - DAY_MS), timeOf(parts.nowMs + VALID_MS)),
    parts.subject,
    parts.publicKey.export({ type: 'spki', format: 'der' }),
    der(TAG.extensions, sequence(...parts.extensions)),
  )
  return sequence(body, algorithm, bitString(sign('sha256', body, parts.signer)))
}

/** Positive and not beginning with a zero byte. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0]! & 0x3f) | 0x40
  return der(TAG.integer, bytes)
}

function nameOf(commonName: string): Buffer {
  return sequence(der(TAG.set, sequence(objectId(OID.commonName), der(TAG.utf8, Buffer.from(commonName)))))
}

function extension(id: string, value: Buffer, isCritical = false): Buffer {
  const critical = isCritical ? [der(TAG.boolean, [0xff])] : []
  return sequence(objectId(id), ...critical, der(TAG.octetString, value))
}

/** `261122035100Z`: two digits of the year, as the standard wants it until 2049. */
function timeOf(ms: number): Buffer {
  const text = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '')
  return der(TAG.utcTime, Buffer.from(text.slice(2)))
}

function keyIdOf(key: KeyObject): Buffer {
  return createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest()
}

function bitString(bytes: Buffer): Buffer {
  return der(TAG.bitString, Buffer.concat([Buffer.from([0]), bytes]))
}

function objectId(hex: string): Buffer {
  return der(TAG.objectId, Buffer.from(hex, 'hex'))
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(TAG.sequence, Buffer.concat(parts))
}

/** Tag, length in as few bytes as it takes, content. */
function der(tag: number, content: Buffer | readonly number[]): Buffer {
  const bytes = Buffer.from(content)
  const { length } = bytes
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), bytes])
}

function pem(certificate: Buffer): string {
  const lines = certificate.toString('base64').match(/.{1,64}/g)!
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
