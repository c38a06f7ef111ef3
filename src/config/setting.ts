import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One environment variable: what it is called in the docs, and how its text becomes a value. */
export type Setting<T = unknown> = {
  /** As the documents print it. */
  readonly kind: 'text' | 'integer' | 'switch' | 'path' | 'url' | 'list'
  /** Default text of a variable that is not set. */
  readonly default: string
  readonly says: string
  readonly isSecret: boolean
  /** Of text that is trimmed, and the default where the variable is not set. Adds to `problems` what is wrong. */
  read(text: string, name: string, problems: string[]): T
}
/** Grouped under a heading of the documents. */
export type SectionedSetting<T = unknown> = Setting<T> & { readonly section: string }

type Settings = Readonly<Record<string, Setting>>
type ValueOf<S> = S extends Setting<infer T> ? T : never
/** What a table of settings reads to. */
export type SettingValues<S> = { readonly [K in keyof S]: ValueOf<S[K]> }

export function section<const S extends Settings>(
  title: string,
  settings: S,
): { readonly [K in keyof S]: SectionedSetting<ValueOf<S[K]>> } {
  const entries = Object.entries(settings).map(([name, setting]) => [name, { ...setting, section: title }])
  return Object.fromEntries(entries)
}

/** Text, a path: null where nothing is set and there is no default. */
export function text(fallback: string, says: string, options?: { readonly isSecret: boolean }): Setting<string>
export function text(fallback: null, says: string, options?: { readonly isSecret: boolean }): Setting<string | null>
export function text(fallback: string | null, says: string, { isSecret = false } = {}): Setting<string | null> {
  return { kind: 'text', default: fallback ?? '', says, isSecret, read: (value) => value || null }
}

export function path(fallback: string, says: string): Setting<string>
export function path(fallback: null, says: string): Setting<string | null>
export function path(fallback: string | null, says: string): Setting<string | null> {
  return { kind: 'path', default: fallback ?? '', says, isSecret: false, read: (value) => value || null }
}

/** One of a few words. */
export function choice<const C extends string>(choices: readonly C[], fallback: NoInfer<C>, says: string): Setting<C> {
  return {
    kind: 'text',
    default: fallback,
    says,
    isSecret: false,
    read(value, name, problems) {
      const chosen = choices.find((one) => one === value)
      if (chosen === undefined) problems.push(`${name} must be one of ${choices.join(', ')}`)
      return chosen ?? fallback
    },
  }
}

type Range = { readonly min: number; readonly max: number }

/** A whole number within bounds; null where nothing is set and there is no default. */
export function integer(fallback: number, says: string, range: Range): Setting<number>
export function integer(fallback: null, says: string, range: Range): Setting<number | null>
export function integer(fallback: number | null, says: string, { min, max }: Range): Setting<number | null> {
  return {
    kind: 'integer',
    default: fallback === null ? '' : String(fallback),
    says,
    isSecret: false,
    read(value, name, problems) {
      if (value === '') return null
      const number = Number(value)
      if (Number.isSafeInteger(number) && number >= min && number <= max) return number
      problems.push(`${name} must be an integer from ${min} to ${max}`)
      return min
    },
  }
}

const ON = ['1', 'true', 'yes', 'on']
const OFF = ['0', 'false', 'no', 'off', '']

export function onOff(fallback: boolean, says: string): Setting<boolean> {
  return {
    kind: 'switch',
    default: fallback ? '1' : '0',
    says,
    isSecret: false,
    read(value, name, problems) {
      const word = value.toLowerCase()
      if (!ON.includes(word) && !OFF.includes(word)) problems.push(`${name} must be 0 or 1`)
      return ON.includes(word)
    },
  }
}

/** Parts between commas, without the empty ones. */
export function list(fallback: readonly string[], says: string, { isSecret = false } = {}): Setting<readonly string[]> {
  return { kind: 'list', default: fallback.join(','), says, isSecret, read: partsOf }
}

/** http(s) addresses between commas, which may hold keys. */
export function urls(says: string): Setting<readonly string[]> {
  const one = url(says)
  return {
    kind: 'list',
    default: '',
    says,
    isSecret: true,
    read: (value, name, problems) => partsOf(value).flatMap((part) => one.read(part, name, problems) ?? []),
  }
}

function partsOf(value: string): readonly string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** An http(s) address, or a ws(s) one where the name ends with `_WS_URL`, without a slash at its end. */
export function url(says: string): Setting<string | null> {
  return {
    kind: 'url',
    default: '',
    says,
    isSecret: false,
    read(value, name, problems) {
      if (value === '') return null
      const scheme = name.endsWith('_WS_URL') ? 'ws' : 'http'
      const protocol = URL.canParse(value) ? new URL(value).protocol : ''
      if (protocol === `${scheme}:` || protocol === `${scheme}s:`) return value.replace(/\/+$/, '')
      problems.push(`${name} must be a ${scheme}(s) address`)
      return null
    },
  }
}

/** Reads a table of settings; `problems` gets every one that is wrong. A setting `X` that is not set in the environment
 *  may come from a systemd credential: the file `$CREDENTIALS_DIRECTORY/X`. */
export function readSettings<S extends Settings>(
  settings: S,
  env: NodeJS.ProcessEnv,
  problems: string[],
): SettingValues<S> {
  const entries = Object.entries(settings).map(([name, setting]) => {
    const given = env[name]?.trim() || readCredential(env['CREDENTIALS_DIRECTORY'], name) || setting.default
    return [name, setting.read(given, name, problems)]
  })
  return Object.fromEntries(entries)
}

function readCredential(folder: string | undefined, name: string): string {
  // `LoadCredential=mintglass:<folder>` appends the setting's name to the credential's.
  const file = credentialFile(folder, [`mintglass_${name}`, name])
  return file === null ? '' : readFileSync(file, 'utf8').trim()
}

/** Of the names that a systemd credential may have, the file of the first that is there. */
export function credentialFile(folder: string | undefined, names: readonly string[]): string | null {
  if (folder === undefined) return null
  return names.map((name) => join(folder, name)).find((file) => existsSync(file)) ?? null
}
