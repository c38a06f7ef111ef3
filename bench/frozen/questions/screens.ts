import { withKey } from '../question.ts'
import type { Recorder } from '../recorder.ts'
import type { Facts } from '../world-facts.ts'

const READY_MS = 20_000

/** A screen that holds every pair with a trade, until its first rows are found. */
export async function askScreens(recorder: Recorder, facts: Facts): Promise<void> {
  const as = withKey(facts.keys['data']!)
  const all = '/api/v2/screens'
  const body = { name: 'traded within five minutes', filter: { field: 'txns.m5', min: 1 }, holdSecs: 0 }
  const created = await recorder.askAll({ operation: `POST ${all}`, as, body })
  await recorder.ask({ operation: `POST ${all}`, name: 'again', as, body })
  const path = { id: String(created.json?.screen?.id) }
  for (
    const endMs = Date.now() + READY_MS;
    Date.now() < endMs;
    await new Promise((resolve) => setTimeout(resolve, 500))
  ) {
    const shown = await recorder.ask({ operation: `GET ${all}/{id}`, name: 'until ready', as, path })
    if (shown.json?.screen?.rows > 0) break
  }
  await recorder.askAll({ operation: `GET ${all}/{id}`, as, path })
  await recorder.askAll({ operation: `GET ${all}`, as })
  await recorder.askAll({ operation: `GET ${all}/{id}/rows`, as, path, query: { limit: '2' } })
  await recorder.askAll({ operation: `DELETE ${all}/{id}`, as, path })
  await recorder.ask({ operation: `GET ${all}/{id}`, name: 'deleted', as, path })
}
