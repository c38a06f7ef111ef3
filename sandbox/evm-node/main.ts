import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { readConfig } from '../../src/config/env.ts'
import { EVM_NODE_INSTALL } from '../../src/config/sandbox-evm.ts'
import { statusOf } from '../../src/contract/failures.ts'
import { EVM_TAPE_CHAINS } from '../../src/contract/tape-event.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { createLogger } from '../../src/runtime/log.ts'
import { isOfThisMachine } from '../control/control-port.ts'
import { answerEvmCommand } from './answer-command.ts'
import type { EvmSandboxChain } from './evm-chain.ts'
import { findNodeProgram } from './installed.ts'
import { openEvmChains } from './open-evm-chains.ts'

/* `node sandbox/evm-node/main.ts [ethereum|base] [--port <first>]`: these chains on a real EVM until it is stopped, with a
 * control port: docs/evm.md. Seed and time between blocks are those of the settings. */

const MAX_BODY_BYTES = 64 * 1024

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { port: { type: 'string' } } })
  const chains = positionals.length === 0 ? EVM_TAPE_CHAINS : EVM_TAPE_CHAINS.filter((one) => positionals.includes(one))
  const firstPort = Number(values.port ?? 0)
  if (chains.length === 0 || !Number.isInteger(firstPort)) throw new RangeError('expected ethereum or base, and a port')
  if (findNodeProgram() === null) throw new RangeError(`the node is not installed: ${EVM_NODE_INSTALL}`)
  const { sandbox, logLevel, logFormat } = readConfig()
  const log = createLogger({ level: logLevel, format: logFormat, process: 'sandbox' })
  const evm = { chains, blockMs: sandbox.evm.blockMs }
  const opened = await openEvmChains({ ...sandbox, evm }, { firstPort, clock: systemClock(), log })
  if (opened.length < chains.length) process.exit(1)
  const control = createServer((request, response) => {
    serveCommand(opened, request, response).catch((error: unknown) => {
      log.error({ err: error }, 'a command failed')
      response.writeHead(500).end()
    })
  })
  control.listen({ port: firstPort === 0 ? 0 : firstPort + chains.length, host: '127.0.0.1' }, () => {
    const { port } = control.address() as AddressInfo
    for (const { chain, url, wsUrl } of opened) log.info({ chain, url, wsUrl }, 'an EVM node listens')
    log.info({ url: `http://127.0.0.1:${port}` }, 'its control port listens: GET /evm')
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      for (const chain of opened) chain.close()
      process.exit(0)
    })
}

async function serveCommand(
  chains: readonly EvmSandboxChain[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = request
  const say = (status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(`${JSON.stringify(body)}\n`)
  }
  if (!isOfThisMachine(headers)) return say(403, { error: 'the control port answers programs on this machine only' })
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > MAX_BODY_BYTES) return say(413, { error: 'the body is too large' })
    parts.push(part)
  }
  const done = await answerEvmCommand(chains, { method, path: url, body: Buffer.concat(parts) }, { isAlone: true })
  if (done === null) return say(404, { error: 'no such command' })
  say(done.ok ? 200 : statusOf(done.code), done.ok ? done.value : { error: done.message })
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof RangeError ? error.message : (error as Error).stack}\n`)
  process.exit(1)
})
