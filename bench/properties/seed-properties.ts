import { registerHooks } from 'node:module'
import fc from 'fast-check'

/** Preloaded into a run of `bench/properties/run.ts`: every property draws from `PROPERTY_SEED`, those too whose test
 *  names a seed of its own so that the suite always draws the same. */
const WITH_SEED = /(numRuns: [\d_]+), seed: [\d_]+|seed: [\d_]+, (numRuns: [\d_]+)/g

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED']) })

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith('.test.ts') || loaded.source === undefined || loaded.source === null) return loaded
    const text = typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString()
    return { ...loaded, source: text.replaceAll(WITH_SEED, '$1$2') }
  },
})
