import { FAILURE_CODES, FAILURES, type FailureCode, wireCodeOf } from '../contract/failures.ts'
import { type Command, readArguments } from './command.ts'

/** `errors`: prints docs/errors.md. */
export const errors: Command = async (args) => {
  readArguments(args, {}, 'usage: errors\n\nPrints docs/errors.md from the table of failure codes.')
  process.stdout.write(printErrorsDoc())
  return 0
}

const INTRODUCTION = `# Errors

<!-- Printed from src/contract/failures.ts by \`npm run -s mintglass -- errors > docs/errors.md\`. Do not edit by hand. -->

A failed call has one of the HTTP statuses below and a JSON body:

| routes | body |
|---|---|
| \`/v1/...\` | \`{"success": false, "error", "code", "requestId"}\`; calls that move money add \`stage\`, \`fee_lamports\`, \`retry_safe\` and, where they apply, \`signature\` and \`details\` ([trading.md](trading.md#failures)) |
| \`/udf/...\` | \`{"s": "error", "errmsg", "code", "requestId"}\`, as charting libraries read it |
| \`/mcp\` | an error of JSON-RPC: \`{"jsonrpc": "2.0", "id", "error": {"code", "message", "data"}}\`; \`data.code\` is the code of this page |
| \`/api/v2/chain/...\`, \`/api/v2/chains/...\` | as all others, with \`chain\`, \`tier\`, \`required\` and \`evidence\` (501), \`suggestions\` (404) or \`candidates\` (400) |
| all others | \`{"success": false, "error", "code", "requestId"}\` |

- \`error\` is a sentence for people, and its wording may change. Programs read \`code\` (and the status).
- Codes are never renamed or used for something else. A later version may add some: treat a code that you do not know by its
  status.
- \`requestId\` is what the header \`X-Request-Id\` of every answer has. Name it when you report a problem.
- **Retry** shows whether the same request, unchanged, may succeed later. Wait for the time in \`Retry-After\`; without that
  header, double the pause after each attempt.
- Before you repeat a call that moves money, read \`retry_safe\`: it shows whether a repetition could spend twice. With an
  \`Idempotency-Key\` a repetition never does.
- The RPC proxies (\`/api/v2/rpc\`, \`/api/rpc/...\`) return the node's own error envelope for calls that the node answered
  ([public-rpc.md](public-rpc.md)).
- The HTTP parser refuses requests that it cannot read (400, 431, 505) with a page of its own
  ([architecture.md](architecture.md#what-the-http-parser-accepts)).

`

/** The page of all failure codes by status; a test and `config check` hold the committed file to it. */
export function printErrorsDoc(): string {
  const codes = FAILURE_CODES.toSorted((a, b) => FAILURES[a].status - FAILURES[b].status)
  const rows = codes.map((code) => {
    const { status, retryable, meaning, action } = FAILURES[code]
    return `| ${status} | ${nameOf(code)} | ${meaning} | ${action} | ${retryable ? 'yes' : 'no'} |`
  })
  return `${INTRODUCTION}| status | code | meaning | what the client does | retry |\n|---|---|---|---|---|\n${rows.join('\n')}\n`
}

/** Our code; on /v1 some have another name. */
function nameOf(code: FailureCode): string {
  const wireCode = wireCodeOf(code)
  return wireCode === code ? `\`${code}\`` : `\`${code}\`, on \`/v1\` \`${wireCode}\``
}
