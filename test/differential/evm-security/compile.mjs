import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import solc from 'solc'

/* Compiles the probe, the tokens it is tried on, those tokens with names for the sandbox, and the pools of which no package
 * has the contracts. `node compile.mjs` writes; `node compile.mjs --check` fails where the committed bytes are others. The
 * settings leave nothing in the code that depends on this machine. */

const HERE = new URL('./contracts/', import.meta.url)
const PROBE_FILE = new URL('../../../src/chain/evm/security/probe-code.ts', import.meta.url)
const TOKENS_FILE = new URL('../../fixtures/evm-security/tokens.json', import.meta.url)
const VENUES_FILE = new URL('../../fixtures/evm-security/venues.json', import.meta.url)
const SANDBOX = new URL('../../../sandbox/evm-node/', import.meta.url)

/** Hex without 0x by contract name: code of the contract, and of its creation. `folder` has the file, this one those that
 *  it imports. */
function compile(name, viaIR, { folder = HERE, imports = [] } = {}) {
  const sourceIn = (from) => (file) => [file, { content: readFileSync(new URL(file, from), 'utf8') }]
  const sources = Object.fromEntries([...[name].map(sourceIn(folder)), ...imports.map(sourceIn(HERE))])
  const settings = {
    optimizer: { enabled: true, runs: 1 },
    viaIR,
    // Without PUSH0: nodes of any age run it.
    evmVersion: 'paris',
    metadata: { appendCBOR: false, bytecodeHash: 'none' },
    outputSelection: { '*': { '*': ['evm.bytecode.object', 'evm.deployedBytecode.object'] } },
  }
  const output = JSON.parse(solc.compile(JSON.stringify({ language: 'Solidity', sources, settings })))
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  const found = {}
  for (const [contract, { evm }] of Object.entries(output.contracts[name]))
    found[contract] = { code: evm.deployedBytecode.object, creation: evm.bytecode.object }
  return found
}

function probeFile(contracts) {
  const lines = (hex) => {
    const parts = hex.match(/.{1,110}/g) ?? []
    return parts.map((part) => `  '${part}'`).join(' +\n')
  }
  return `/* Written by test/differential/evm-security/compile.mjs from contracts/Probe.sol with solc ${solc.version()}: do not edit.
 * \`node compile.mjs --check\` in that folder compiles again and compares. */

/** Code of the contract \`Probe\`. */
// biome-ignore format: lines of one length
export const PROBE_CODE: string =
  '0x' +
${lines(contracts.Probe.code)}

/** Code of \`Puppet\`, with a placeholder where the address of the probe belongs. */
// biome-ignore format: lines of one length
export const PUPPET_CODE: string =
  '0x' +
${lines(contracts.Puppet.code)}

/** Stands in \`PUPPET_CODE\`, once. */
export const PROBE_PLACEHOLDER = '7e57c0de1a2b3c4d5e6f708192a3b4c5d6e7f809'
`
}

function creationsFile(contracts) {
  const creations = Object.entries(contracts)
    .filter(([, { creation }]) => creation !== '')
    .map(([name, { creation }]) => [name, `0x${creation}`])
  return `${JSON.stringify(Object.fromEntries(creations), null, 2)}\n`
}

const written = [
  { name: 'Probe.sol', file: PROBE_FILE, text: () => probeFile(compile('Probe.sol', true)) },
  { name: 'Tokens.sol', file: TOKENS_FILE, text: () => creationsFile(compile('Tokens.sol', false)) },
  { name: 'Venues.sol', file: VENUES_FILE, text: () => creationsFile(compile('Venues.sol', true)) },
  {
    name: 'World.sol',
    file: new URL('contracts.json', SANDBOX),
    text: () =>
      creationsFile(compile('World.sol', false, { folder: new URL('contracts/', SANDBOX), imports: ['Tokens.sol'] })),
  },
]
const isCheck = process.argv.includes('--check')
const only = process.argv.find((word) => word.endsWith('.sol'))
for (const { file, text } of written.filter(({ name }) => only === undefined || only === name)) {
  const bytes = text()
  if (isCheck && readFileSync(file, 'utf8') !== bytes) throw new Error(`${file.pathname} is another one`)
  if (isCheck) continue
  mkdirSync(new URL('.', file), { recursive: true })
  writeFileSync(file, bytes)
}
