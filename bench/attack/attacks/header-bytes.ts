import { askRaw, rawRequest, utf8 } from '../ask.ts'
import type { Attack, Findings } from '../attack.ts'
import type { Lab, Served } from '../lab.ts'

const PAID = 1_000_000
/** What follows or precedes a name without being of it. */
const EDGES = ['\xe9', utf8('😀'), '\xff', '\x80', '\xa0', utf8('é')]

type Notes = { readonly got: string[]; readonly taken: string[]; readonly lost: string[] }

/** Bytes from 0x80 up at the ends of header values: a parser that drops them makes one order of two, and one user of
 *  two. */
export const headerBytes: Attack = {
  name: 'header-bytes',
  finding: '1',
  async run(lab): Promise<Findings> {
    const served = await lab.served()
    const notes: Notes = { got: [], taken: [], lost: [] }
    await repeatOrder(lab, served, notes)
    await orderTwice(lab, served, notes)
    await nameOthers(lab, served, notes)
    await frame(served, notes)
    return {
      tried: 'bytes 0x80 to 0xff and UTF-8 at both ends of headers that name orders, users and lengths',
      ...notes,
    }
  },
}

async function withdraw({ target, key, alice }: Served, to: string, idempotencyKey: string) {
  const headers = [
    `Authorization: Bearer ${key.key}`,
    `Idempotency-Key: ${idempotencyKey}`,
    'Content-Type: application/json',
  ]
  const body = JSON.stringify({ to, amount: String(PAID) })
  return askRaw(target.port, rawRequest(`POST /v1/wallets/${alice.id}/withdraw`, headers, body), 90_000)
}

/** One order, sent again because its answer was lost, is paid once. */
async function repeatOrder(lab: Lab, served: Served, { got, lost }: Notes): Promise<void> {
  for (const name of ['order-1', utf8('注文'), '\xff\xfe', `\xe9order-2\xe9`]) {
    const to = lab.keypair(`repeat ${name}`).address
    await lab.airdrop(to, PAID)
    const statuses = [(await withdraw(served, to, name)).status, (await withdraw(served, to, name)).status]
    const paid = ((await lab.lamportsOf(to)) - BigInt(PAID)) / BigInt(PAID)
    got.push(`one order ${show(name)} sent twice: ${statuses.join(', ')}, paid ${paid} times`)
    if (paid > 1n) lost.push(`order ${show(name)} was paid ${paid} times`)
    if (name === 'order-1' && paid !== 1n) lost.push('a plain order was not paid once')
  }
}

/** Two orders are paid both, or refused. */
async function orderTwice(lab: Lab, served: Served, { got, lost }: Notes): Promise<void> {
  const pairs = [
    [utf8('заказ-7'), utf8('сделка-7')],
    [`\xe9a-8`, `a-8\xe9`],
    ['b-9\xff', 'b-9'],
  ] as const
  for (const [first, second] of pairs) {
    const to = lab.keypair(`pair ${first}`).address
    await lab.airdrop(to, PAID)
    const replies = [await withdraw(served, to, first), await withdraw(served, to, second)]
    const paid = Number(((await lab.lamportsOf(to)) - BigInt(PAID)) / BigInt(PAID))
    const accepted = replies.filter(({ status }) => status === 200 || status === 202).length
    got.push(
      `two orders ${show(first)}, ${show(second)}: ${replies.map(({ status }) => status).join(', ')}, ${paid} paid`,
    )
    if (accepted > paid)
      lost.push(`${accepted} orders were answered as paid (${show(first)}, ${show(second)}), ${paid} were`)
  }
}

/** A name that is not alice's reaches nothing of hers, and no name reaches the key's own wallet. */
async function nameOthers(lab: Lab, { target, key, alice }: Served, { got, taken }: Notes): Promise<void> {
  const own = await lab.walletOf(target, key.key, 'default')
  await lab.airdrop(own.address, 7 * PAID)
  const ask = (userRef: string) =>
    askRaw(
      target.port,
      rawRequest('GET /v1/trade/sol-balance', [`Authorization: Bearer ${key.key}`, `X-User-Ref: ${userRef}`]),
    )
  const { json: hers } = await ask('alice')
  const names = [...EDGES.flatMap((edge) => [`alice${edge}`, `${edge}alice`]), '\xff', utf8('李雷'), utf8('Ω')]
  const reached: string[] = []
  for (const name of names) {
    const { status, text } = await ask(name)
    const whose =
      status !== 200 ? '' : text.includes(alice.address) || sameMoney(text, hers) ? "alice's" : "the key's own"
    if (whose !== '') reached.push(`${show(name)} ${whose}`)
  }
  got.push(
    `${names.length} names that are nobody's: ${reached.length} reached a wallet${reached.length === 0 ? '' : `: ${reached.join('; ')}`}`,
  )
  const before = await lab.lamportsOf(alice.address)
  const buy = rawRequest(
    'POST /v1/trade/buy',
    [`Authorization: Bearer ${key.key}`, `X-User-Ref: ${utf8('alice😀')}`, 'Content-Type: application/json'],
    JSON.stringify({ mint: await lab.mint(), amount_in: 0.01 }),
  )
  const { status } = await askRaw(target.port, buy, 90_000)
  const spent = before - (await lab.lamportsOf(alice.address))
  got.push(`user alice😀 buys for 0.01 SOL: ${status}, alice spent ${spent} lamports`)
  if (reached.length > 0) taken.push(`wallets of ${reached.length} other names`)
  if (spent > 0n) taken.push(`${spent} lamports of alice by the user alice😀`)
  const { json } = await target.as(key.key, '/v1/wallets')
  const made = (json.wallets as { user_ref: string }[]).map(({ user_ref }) => user_ref)
  got.push(`users of the key now: ${made.join(', ')}`)
}

/** A message whose length no one can be certain of is not served. */
async function frame({ target }: Served, { got, taken }: Notes): Promise<void> {
  const wallet = '11111111111111111111111111111112'
  const body = JSON.stringify({ ownerWallet: wallet })
  const chunks = `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`
  const line = 'POST /api/auth/challenge HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  const length = Buffer.byteLength(body)
  const shapes: readonly (readonly [string, string])[] = [
    ['Transfer-Encoding: \xffchunked\xff', chunks],
    ['Transfer-Encoding: \xe9chunked', chunks],
    ['Transfer-Encoding: chunked\x80', chunks],
    [`Content-Length: ${length}\xff`, body],
    [`Content-Length: \xa0${length}`, body],
  ]
  for (const [header, payload] of shapes) {
    const { status } = await askRaw(target.port, Buffer.from(`${line}${header}\r\n\r\n${payload}`, 'latin1'))
    got.push(`${show(header)}: ${status === 0 ? 'closed' : status}`)
    if (status >= 200 && status < 300) taken.push(`a body framed by ${show(header)} was served`)
  }
}

function sameMoney(text: string, hers: unknown): boolean {
  const own = JSON.stringify(hers)
  return (
    own !== undefined && text.replace(/"request_?id":"[^"]*",?/i, '') === own.replace(/"request_?id":"[^"]*",?/i, '')
  )
}

/** Printable, with other bytes as escapes. */
function show(text: string): string {
  return JSON.stringify(text).replace(/[\x80-\xff]/g, (one) => `\\x${one.charCodeAt(0).toString(16)}`)
}
