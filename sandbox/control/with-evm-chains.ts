import { statusOf } from '../../src/contract/failures.ts'
import { answerEvmCommand } from '../evm-node/answer-command.ts'
import type { EvmSandboxChain } from '../evm-node/evm-chain.ts'
import type { ControlPort } from './control-port.ts'

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
const UNKNOWN_COMMAND = 404

/** Adds the commands of the EVM chains to the control port, whose own guard comes first. */
export function withEvmChains(control: ControlPort, chains: () => readonly EvmSandboxChain[]): ControlPort {
  return async (request) => {
    const answer = await control(request)
    if (answer.dropped || answer.status !== UNKNOWN_COMMAND) return answer
    const done = await answerEvmCommand(chains(), request)
    if (done === null) return answer
    return {
      dropped: false,
      status: done.ok ? 200 : statusOf(done.code),
      headers: HEADERS,
      body: JSON.stringify(done.ok ? done.value : { error: done.message }),
      truncatedTo: null,
    }
  }
}
