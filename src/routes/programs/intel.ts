import { addressParam } from '../../contract/params.ts'
import { ProgramIntel } from '../../contract/program-intel.ts'
import { getProgramIntel } from '../../services/programs/get-program-intel.ts'
import { defineRoute } from '../define-route.ts'

export const programIntel = defineRoute({
  method: 'GET',
  path: '/api/v2/programs/{program}/intel',
  auth: 'apiKey',
  needs: ['rpc'],
  cache: 'programIntel',
  summary: 'What a program is, who may change it, and how it is used.',
  description:
    'Upgrade authority and last deployment from the program’s own accounts; use from the pairs of the tape, where the program is a DEX that is followed. `missing` says what no source gave. An account that is no program has `isProgram: false`.',
  params: { program: addressParam('invalid program') },
  reply: ProgramIntel,
  failures: ['unconfigured', 'upstream_failed', 'upstream_timeout', 'cancelled'],
  handle: (ctx, { params: { program }, request }) => getProgramIntel(ctx, program, request.signal),
})
