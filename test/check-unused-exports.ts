import { fileURLToPath } from 'node:url'
import { findUnusedExports } from './support/unused-exports.ts'

/** `node test/check-unused-exports.ts`: part of `npm run check`. */
const unused = findUnusedExports(fileURLToPath(new URL('..', import.meta.url)))
for (const one of unused) console.log(`${one} is exported and no program uses it; what only tests need says @internal`)
process.exitCode = unused.length > 0 ? 1 : 0
