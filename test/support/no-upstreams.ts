import type { Upstreams } from '../../src/upstreams/capabilities.ts'
import { CAPABILITIES } from '../../src/upstreams/registry.ts'

/** A server without providers; tests spread it and put in what they need. */
export const NO_UPSTREAMS = Object.fromEntries(Object.keys(CAPABILITIES).map((name) => [name, null])) as Upstreams
