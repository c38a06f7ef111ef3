import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { IDEMPOTENCY } from '../../../src/config/idempotency.ts'
import { fail, type Outcome, ok } from '../../../src/contract/outcome.ts'
import {
  type OnceInput,
  type OnceRecord,
  once,
  type SentBefore,
  type Signed,
} from '../../../src/services/idempotency/once.ts'
import { openServer } from '../../support/open-server.ts'

const server = await openServer({ MINTGLASS_MODE: 'live' })
const { ctx } = server
after(() => server.stop())

let keys = 0
function input(more: Partial<OnceInput> = {}): OnceInput {
  const base = { keyId: 1, userRef: 'alice', route: 'POST /v1/trade/buy', body: { amount: 1n } }
  return { ...base, idempotencyKey: `key ${++keys}`, ...more }
}

function signedAs(signature: string, more: Partial<Signed> = {}): Signed {
  return { signature, wire: Uint8Array.of(1, 2, 3), lastValidBlockHeight: 7, ...more }
}

/** Work that counts its runs and does as it is told. */
function worker<T>(run: (record: OnceRecord, times: number) => Promise<Outcome<T>>, again?: Outcome<T>) {
  const resumed: SentBefore[] = []
  const worked = {
    runs: 0,
    resumed,
    ask: (wanted: OnceInput) =>
      once(
        ctx,
        wanted,
        (record) => run(record, ++worked.runs),
        async (sent) => {
          resumed.push(sent)
          return again ?? fail('internal', 'nothing was to be resumed')
        },
      ),
  }
  return worked
}

test('without a key every request is one of its own', async () => {
  const work = worker(async (_record, times) => ok(times))
  const wanted = input({ idempotencyKey: '' })
  assert.deepEqual([await work.ask(wanted), await work.ask(wanted)], [ok(1), ok(2)])
})

test('duplicates that come meanwhile and later get the first answer, digit for digit', async () => {
  const wide = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON('18446744073709551615')
  const work = worker(async (record, times) => {
    await record.signed(signedAs('digits'))
    await sleep(20)
    return ok({ times, wide })
  })
  const wanted = input()
  const [one, other] = await Promise.all([work.ask(wanted), work.ask(wanted)])
  assert.equal(one, other)
  const later = await work.ask(wanted)
  assert.equal(JSON.stringify(later), '{"ok":true,"value":{"times":1,"wide":18446744073709551615}}')
  assert.equal(work.runs, 1)
})

test('another body is refused: while the first runs, and afterwards', async () => {
  const work = worker(async () => {
    await sleep(20)
    return ok('done')
  })
  const wanted = input({ body: { b: [1, { c: null }], a: 5n } })
  const other = { ...wanted, body: { b: [1, { c: null }], a: 5 } }
  const running = work.ask(wanted)
  const refused = await work.ask(other)
  assert.equal(!refused.ok && refused.code, 'idempotency_mismatch')
  await running
  const later = await work.ask(other)
  assert.equal(!later.ok && later.code, 'idempotency_mismatch')
  // The same in another order, and with a member that is not there.
  assert.deepEqual(await work.ask({ ...wanted, body: { a: 5n, none: undefined, b: [1, { c: null }] } }), ok('done'))
  assert.equal(work.runs, 1)
})

test('a key is one of its owner, its user and its route', async () => {
  const work = worker(async (_record, times) => ok(times))
  const wanted = input({ userRef: '' })
  assert.deepEqual(await work.ask(wanted), ok(1))
  const others = [{ keyId: 2 }, { userRef: 'bob' }, { route: 'POST /v1/trade/sell' }]
  for (const [at, other] of others.entries()) assert.deepEqual(await work.ask({ ...wanted, ...other }), ok(at + 2))
  assert.deepEqual(await work.ask({ ...wanted, userRef: 'default' }), ok(1), 'nobody named is the default user')
})

test('what fails before anything was signed leaves the key free', async () => {
  const work = worker(async (_record, times) => (times === 1 ? fail('insufficient_balance', 'too poor') : ok('rich')))
  const wanted = input()
  assert.equal((await work.ask(wanted)).ok, false)
  assert.deepEqual(await work.ask(wanted), ok('rich'))
})

test('what failed for good after it was signed stays failed', async () => {
  for (const code of ['simulation_failed', 'not_landed', 'insufficient_balance'] as const) {
    const work = worker(async (record) => {
      await record.signed(signedAs(`failed ${code}`))
      return { ...fail(code, 'no'), details: { signature: `failed ${code}` } }
    })
    const wanted = input()
    const first = await work.ask(wanted)
    assert.deepEqual(await work.ask(wanted), first)
    assert.deepEqual([work.runs, work.resumed.length], [1, 0])
  }
})

test('what is open after it was signed is asked for, never done again', async () => {
  for (const code of ['pending', 'upstream_failed', 'price_moved', 'cancelled'] as const) {
    const work = worker<string>(async (record) => {
      await record.signed(signedAs(`open ${code}`, { note: { of: code }, nonce: { account: 'a', value: 'v' } }))
      return fail(code, 'who knows')
    }, ok('landed'))
    const wanted = input()
    assert.equal((await work.ask(wanted)).ok, false)
    assert.deepEqual(await work.ask(wanted), ok('landed'))
    const [{ signature, note, nonce, wire, lastValidBlockHeight }] = work.resumed as [SentBefore]
    assert.deepEqual(
      { signature, note, nonce, wire, lastValidBlockHeight },
      {
        signature: `open ${code}`,
        note: { of: code },
        nonce: { account: 'a', value: 'v' },
        wire: Uint8Array.of(1, 2, 3),
        lastValidBlockHeight: 7,
      },
    )
    // What was found out is kept.
    assert.deepEqual(await work.ask(wanted), ok('landed'))
    assert.deepEqual([work.runs, work.resumed.length], [1, 1])
  }
})

test('work that breaks after signing is asked for, before it is done again', async () => {
  const signing = worker<string>(async (record) => {
    await record.signed(signedAs('broken'))
    throw new Error('broken')
  }, ok('landed'))
  const wanted = input()
  await assert.rejects(signing.ask(wanted), /broken/)
  assert.deepEqual(await signing.ask(wanted), ok('landed'))
  const early = worker(async (_record, times) => {
    if (times === 1) throw new Error('early')
    return ok('done')
  })
  const other = input()
  await assert.rejects(early.ask(other), /early/)
  assert.deepEqual(await early.ask(other), ok('done'))
})

test('a caller who does not wait for the end gets the signature, and the work goes on', async () => {
  let land = (): void => {}
  const landed = new Promise<void>((resolve) => {
    land = resolve
  })
  let onSigned = (): void => {}
  const signed = new Promise<void>((resolve) => {
    onSigned = resolve
  })
  const work = worker(async (record) => {
    await record.signed(signedAs('slow'))
    onSigned()
    await landed
    return ok('landed')
  })
  // The first caller's time is over when the disk has taken the signature.
  const waitMs = 600
  const wanted = input({ waitMs })
  const { sleep: slept } = server.clock
  Object.assign(server.clock, {
    sleep: (ms: number, signal?: AbortSignal) => (ms === waitMs ? signed : slept(ms, signal)),
  })
  const early = await work.ask(wanted)
  Object.assign(server.clock, { sleep: slept })
  assert(!early.ok && early.code === 'pending')
  assert.deepEqual(early.details, { stage: 'confirm', signature: 'slow', fee_lamports: null, retry_safe: true })
  land()
  assert.deepEqual(await work.ask(wanted), ok('landed'))
  assert.equal(work.runs, 1)
})

test('a key that the store forgot while its work ran sends nothing', async () => {
  let sent = false
  const work = worker(async (record) => {
    await ctx.store.idempotency.clear()
    await record.signed(signedAs('forgotten'))
    sent = true
    return ok('sent')
  })
  const outcome = await work.ask(input())
  assert.deepEqual([!outcome.ok && outcome.code, sent], ['pending', false])
})

test('two equal requests make two transactions: the second is built again', async () => {
  for (const idempotencyKey of [undefined, '']) {
    const make = () =>
      worker(async (record, times) => {
        const signature = `twin ${idempotencyKey} ${times}`
        await record.signed(signedAs(signature))
        return ok(signature)
      })
    const [one, other] = [make(), make()]
    const ask = idempotencyKey === undefined ? {} : { idempotencyKey }
    assert.deepEqual(await one.ask(input(ask)), ok(`twin ${idempotencyKey} 1`))
    assert.deepEqual(await other.ask(input(ask)), ok(`twin ${idempotencyKey} 2`))
    assert.deepEqual([one.runs, other.runs], [1, 2])
  }
})

test('what a caller signed may come under several keys', async () => {
  const work = worker(async (record) => {
    await record.signed(signedAs('shared', { isShared: true }))
    return ok('sent')
  })
  assert.deepEqual([await work.ask(input()), await work.ask(input({ idempotencyKey: '' }))], [ok('sent'), ok('sent')])
  assert.equal(work.runs, 2)
})

test('a request that finds no transaction of its own gives up and has spent nothing', async () => {
  const first = worker(async (record) => {
    await record.signed(signedAs('only one'))
    return ok('sent')
  })
  await first.ask(input())
  const second = worker(async (record, times) => {
    if (times === 2) server.clock.push(31_000)
    await record.signed(signedAs('only one'))
    return ok('sent')
  })
  const outcome = await second.ask(input())
  assert(!outcome.ok && outcome.code === 'too_busy')
  assert.deepEqual(outcome.details, { stage: 'sign', fee_lamports: 0, retry_safe: true })
})

test('answers are kept for their time, and what was never settled longer', async () => {
  const done = worker(async (record) => {
    await record.signed(signedAs('kept'))
    return ok('landed')
  })
  const open = worker<string>(async (record) => {
    await record.signed(signedAs('open'))
    return fail('pending', 'who knows')
  }, ok('landed'))
  const [settled, unsettled] = [input(), input()]
  await done.ask(settled)
  await open.ask(unsettled)
  const nowMs = ctx.clock.nowMs()
  while ((await ctx.store.idempotency.prune({ settled: nowMs + 1, unsettled: nowMs - 1_000 })) > 0);
  assert.deepEqual(await open.ask(unsettled), ok('landed'))
  assert.deepEqual([open.runs, open.resumed.length], [1, 1])
  assert.deepEqual(await done.ask(settled), ok('landed'))
  assert.equal(done.runs, 2, 'its answer was forgotten')
})

test('any number of open ones does not hold up what is to be forgotten', async () => {
  const { idempotency } = ctx.store
  await idempotency.clear()
  const request = (nowMs: number) => ({ bodyHex: 'b', route: 'r', nowMs })
  const sent = {
    signature: 's',
    wire: Uint8Array.of(1),
    lastValidBlockHeight: 1,
    nonce: null,
    signedAtMs: 1,
    note: 'null',
  }
  const open = Array.from({ length: IDEMPOTENCY.prunedPerWrite + 1 }, async (_, at) => {
    const key = { keyId: 1, digestHex: `open ${at}` }
    await idempotency.claim(key, request(10 + at))
    await idempotency.keepSent(key, sent, { isExclusive: false })
  })
  await Promise.all(open)
  const done = { keyId: 1, digestHex: 'done' }
  await idempotency.claim(done, request(9_000))
  await idempotency.finish(done, '1')
  assert.equal(await idempotency.prune({ settled: 10_000, unsettled: 5 }), 1)
  assert.equal((await idempotency.claim(done, request(11_000))).kind, 'start')
  assert.notEqual(idempotency.sentOf({ keyId: 1, digestHex: 'open 0' }), null)
})
