import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readModel } from './model.ts'
import { writePythonOperations, writePythonTypes } from './write-python.ts'
import { writeOperations, writeTypes } from './write-typescript.ts'

/** What the generator writes, by path below `client`. */
export function generatedFiles(): ReadonlyMap<string, string> {
  const model = readModel()
  return new Map([
    ['src/types.ts', writeTypes(model)],
    ['src/operations.ts', writeOperations(model)],
    ['python/mintglass/types.py', writePythonTypes(model)],
    ['python/mintglass/operations.py', writePythonOperations(model)],
  ])
}

if (import.meta.main)
  for (const [path, text] of generatedFiles()) {
    writeFileSync(join(import.meta.dirname, path), text)
    console.log(`client/${path}: ${text.length} bytes`)
  }
