import type * as Library from 'uWebSockets.js'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { patchBinary, UWS_PATCHES } from './uws-patch.ts'

/* The only place that loads uWebSockets.js: everyone else takes it from here. */

export type {
  HttpRequest,
  HttpResponse,
  TemplatedApp,
  us_listen_socket,
  us_socket,
  us_socket_context_t,
  WebSocket,
} from 'uWebSockets.js'

export type UwsBinary = {
  readonly library: typeof Library
  /** `patched`: with the branches of uws-patch.ts. `original`: as the package brings it. */
  readonly kind: 'patched' | 'original'
  /** Why there is no patched one; null when there is, and where none is needed. */
  readonly why: string | null
}

/** Where a copy may lie for the moment of its loading. Folders can be read-only, full, or not made for programs. */
const COPY_FOLDERS: readonly string[] = [...new Set([tmpdir(), '/dev/shm', '/var/tmp'])]

const PLATFORM = `${process.platform}_${process.arch}_${process.versions.modules}`

/** Once in a process: two copies of the library would have two loops. */
export const { library: uws, ...uwsBinary }: UwsBinary = loadUws()

function loadUws(): UwsBinary {
  const file = fileURLToPath(new URL(`./bin/uws_${PLATFORM}.node`, import.meta.resolve('uWebSockets.js')))
  const patch = UWS_PATCHES[PLATFORM]
  if (patch === undefined) return { library: openOriginal(file), kind: 'original', why: null }
  let patched: Buffer | null
  try {
    patched = patchBinary(readFileSync(file), patch)
  } catch (cause) {
    throw new Error(`the server library has no binary for ${PLATFORM}: ${file}`, { cause })
  }
  if (patched === null)
    return { library: openOriginal(file), kind: 'original', why: 'the binary is not the one that the patch is for' }
  const copy = openCopy(patched)
  return typeof copy === 'string'
    ? { library: openOriginal(file), kind: 'original', why: copy }
    : { library: copy, kind: 'patched', why: null }
}

/** Loads these bytes from a file that is gone again afterwards, in a new folder that only this user may enter: nothing
 *  is left that someone could put another program into, and processes that start at once do not meet. Text says why no
 *  folder would do. */
export function openCopy(bytes: Buffer, folders: readonly string[] = COPY_FOLDERS): typeof Library | string {
  const reasons: string[] = []
  for (const parent of folders) {
    let folder: string | null = null
    try {
      folder = mkdtempSync(join(parent, 'mintglass-uws-'))
      const file = join(folder, 'uws.node')
      writeFileSync(file, bytes, { flag: 'wx', mode: 0o600 })
      return open(file)
    } catch (error) {
      reasons.push((error as Error).message)
    } finally {
      if (folder !== null) rmSync(folder, { recursive: true, force: true })
    }
  }
  return `no folder takes the patched copy (${reasons.join('; ')})`
}

function openOriginal(file: string): typeof Library {
  try {
    return open(file)
  } catch (cause) {
    throw new Error(`the server library has no binary for ${PLATFORM}: ${file}`, { cause })
  }
}

function open(file: string): typeof Library {
  const target = { exports: {} }
  process.dlopen(target, file)
  return target.exports as typeof Library
}
