import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/* The folder of real programs that the tests are given by SANDBOX_PROGRAMS_DIR: `<program id>.so` files. */

export const PROGRAMS_FOLDER = process.env['SANDBOX_PROGRAMS_DIR'] ?? ''

const fileOf = (program: string): string => join(PROGRAMS_FOLDER, `${program}.so`)

export function hasProgram(program: string): boolean {
  return PROGRAMS_FOLDER !== '' && existsSync(fileOf(program))
}

export function programHasText(program: string, text: string): boolean {
  return readFileSync(fileOf(program)).includes(text)
}

/** Why a test cannot run; false when it can. */
export function skipWithout(...programs: readonly string[]): string | false {
  const missing = programs.filter((program) => !hasProgram(program)).map((program) => `${program}.so`)
  return missing.length === 0 ? false : `SANDBOX_PROGRAMS_DIR has no ${missing.join(', ')}`
}

/** The program with its file's SHA-256, as reports name it. */
export function spellProgram(program: string): string {
  return `${program} (SHA-256 ${createHash('sha256')
    .update(readFileSync(fileOf(program)))
    .digest('hex')})`
}

/** Runs with a folder that has only some of the programs. */
export function withPrograms<T>(programs: readonly string[], run: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'mintglass-programs-'))
  try {
    for (const program of programs) symlinkSync(resolve(fileOf(program)), join(folder, `${program}.so`))
    return run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
