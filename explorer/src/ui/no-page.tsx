import { plain } from '../format.ts'
import { addressesIn } from '../place.ts'
import { address } from '../router.ts'
import { focusSearch } from './search.tsx'

const MOST_SIGNS = 80

/** Where an address leads nowhere: what may have been meant, and the search. The server's status was 404, too. */
export function NoPage() {
  const path = address.value.split('?')[0]!
  return (
    <section class="panel no-page" aria-label="No page here">
      <div class="panel-body">
        <h1>No page here</h1>
        <p>
          This server has no page at <code>{plain(path, MOST_SIGNS)}</code>.
        </p>
        {addressesIn(path).map((meant) => (
          <p key={meant}>
            <span class="mono">{meant}</span>: open it <a href={`/token/${meant}`}>as a token</a> or{' '}
            <a href={`/wallet/${meant}`}>as a wallet</a>.
          </p>
        ))}
        <p class="row">
          <button type="button" class="primary" onClick={focusSearch}>
            Search
          </button>
          <a href="/">Back to the pulse</a> <a href="/docs">API reference</a>
        </p>
      </div>
    </section>
  )
}
