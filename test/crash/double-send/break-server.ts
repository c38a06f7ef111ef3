import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'

/** Loaded into a server (`--import`) whose promise is to be broken: proves that the bench would see it. The server's
 *  own files stay as they are. */
const FAULTS: Readonly<Record<string, { readonly file: string; readonly from: string; readonly to: string }>> = {
  /** What was signed before a crash is not asked for: the work starts again. */
  'forgets-sent': {
    file: 'src/store/tables/idempotency.ts',
    from: "return row.sent === null ? { kind: 'start' } : { kind: 'resume', sent: row.sent }",
    to: "return { kind: 'start' }",
  },
  /** The answer is made again each time. */
  'forgets-answer': {
    file: 'src/store/tables/idempotency.ts',
    from: "if (row.answer !== null) return { kind: 'done', answer: row.answer }",
    to: '',
  },
  /** Duplicates that come meanwhile run beside the first. */
  'joins-nobody': {
    file: 'src/services/idempotency/once.ts',
    from: 'flights.join(name, ',
    to: 'flights.join(name + performance.now(), ',
  },
  /** The body does not matter. */
  'takes-any-body': {
    file: 'src/services/idempotency/digest.ts',
    from: "return hash('sha256', canonicalText(body))",
    to: "return hash('sha256', canonicalText(typeof body))",
  },
  /** A transaction is called dead while it lives. */
  'gives-up-early': {
    file: 'src/services/landing/judge.ts',
    from: 'return height.blockHeight > last ? height.slot : null',
    to: 'return height.slot',
  },
}

const { BREAK: name = '' } = process.env
const fault = FAULTS[name]
assert(fault, `BREAK: expected one of ${Object.keys(FAULTS).join(', ')}`)
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith(fault.file)) return loaded
    const source = String(loaded.source)
    assert(source.includes(fault.from), `${fault.file} does not read as the fault expects`)
    return { ...loaded, source: source.replace(fault.from, fault.to) }
  },
})
