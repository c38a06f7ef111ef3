import { counted, shorten, sol } from '../format.ts'
import { Address } from '../ui/basics.tsx'
import { amountWords, type TokenNames } from './amounts.ts'

export type Manifest = {
  readonly adapter: string
  readonly slot: number
  readonly compute_units: number
  readonly owners: readonly {
    readonly owner: string
    readonly lamports: string
    readonly tokens: readonly { mint: string; amount: string }[]
  }[]
  readonly authorities: readonly unknown[]
  readonly programs: readonly string[]
  readonly max_outflow: { readonly lamports: string; readonly tokens: readonly { mint: string; amount: string }[] }
}

/** What a transaction does, by an execution before it is signed. */
export function ManifestView({
  manifest,
  wallet,
  names = {},
}: {
  manifest: Manifest
  wallet: string
  /** Symbol and decimals of the tokens that are known. */
  names?: TokenNames
}) {
  const own = manifest.owners.find(({ owner }) => owner === wallet)
  const others = manifest.owners.filter(({ owner }) => owner !== wallet)
  const amount = (mint: string, raw: string): string => amountWords(mint, raw, names)
  return (
    <div class="manifest">
      <h3>What signing would do</h3>
      <p class="muted small">
        Executed {manifest.adapter === 'node' ? 'on the node' : 'on the server’s own runtime'} at slot{' '}
        {manifest.slot.toLocaleString('en-US')}; {counted(manifest.compute_units, 'compute unit')}.
      </p>
      <dl class="pairs">
        <dt>Your wallet</dt>
        <dd class="num">
          <Signed
            text={own === undefined ? '0 SOL' : sol(own.lamports)}
            isOut={own?.lamports.startsWith('-') ?? false}
          />
          {own?.tokens.map(({ mint, amount: raw }) => (
            <div key={mint}>
              <Signed text={amount(mint, raw)} isOut={raw.startsWith('-')} />
            </div>
          ))}
        </dd>
        <dt>At most leaves it</dt>
        <dd class="num">
          {sol(manifest.max_outflow.lamports)}
          {manifest.max_outflow.tokens.map(({ mint, amount: raw }) => (
            <div key={mint}>{amount(mint, raw)}</div>
          ))}
        </dd>
        {others.map(({ owner, lamports, tokens }) => (
          <>
            <dt key={`t${owner}`}>
              <Address address={owner} />
            </dt>
            <dd key={`d${owner}`} class="num">
              <Signed text={sol(lamports)} isOut={lamports.startsWith('-')} />
              {tokens.map(({ mint, amount: raw }) => (
                <div key={mint}>
                  <Signed text={amount(mint, raw)} isOut={raw.startsWith('-')} />
                </div>
              ))}
            </dd>
          </>
        ))}
        <dt>Authorities changed</dt>
        <dd>{manifest.authorities.length === 0 ? 'none' : JSON.stringify(manifest.authorities)}</dd>
        <dt>Programs</dt>
        <dd class="mono small">{manifest.programs.map((program) => shorten(program, 6)).join(' ')}</dd>
      </dl>
    </div>
  )
}

function Signed({ text, isOut }: { text: string; isOut: boolean }) {
  return <span class={isOut ? 'down' : 'up'}>{isOut || text.startsWith('0 ') ? text : `+${text}`}</span>
}
