import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { hasDataKey } from '../api/keys.ts'
import { names, wantNames } from '../api/names.ts'
import { useQuery } from '../api/query.ts'
import { follow } from '../api/stream.ts'
import type { Launch } from '../api/types.ts'
import { plain, shorten } from '../format.ts'
import { Address, Ago, Cut, Empty, Failed, Loading, Panel, Stale } from '../ui/basics.tsx'
import { TokenIcon } from '../ui/token-icon.tsx'

const DEXES = [
  'pumpfun',
  'pumpswap',
  'raydium',
  'raydium_cpmm',
  'raydium_clmm',
  'meteora',
  'meteora_damm_v2',
  'meteora_dbc',
  'orca',
  'bonk',
]

const MOST = 150

export default function LaunchesPage() {
  const dex = useSignal('')
  const path = `/api/v2/launches/recent?limit=100${dex.value === '' ? '' : `&dex=${dex.value}`}`
  const { data, error, at, again } = useQuery<{ launches: readonly Launch[] }>(hasDataKey.value ? path : null, {
    everyMs: 30_000,
  })
  const live = useSignal<readonly Launch[]>([])
  const key = hasDataKey.value
  useEffect(() => {
    live.value = []
    if (!key) return
    return follow(dex.value === '' ? { channel: 'launches' } : { channel: 'launches', dex: dex.value }, {
      onOtherTape: () => {
        live.value = []
        void again()
      },
      onEvents: (events) => {
        const fresh = events.flatMap((event) => {
          const launch = event['launch'] as (Launch & { kind: string }) | undefined
          return event.type === 'launch' && launch !== undefined && launch.kind !== 'graduation' ? [launch] : []
        })
        const gone = new Set(
          events.flatMap((event) =>
            event.type === 'retracted' ? [(event['launch'] as Launch | undefined)?.poolAddress] : [],
          ),
        )
        live.value = [...fresh.toReversed(), ...live.value.filter(({ poolAddress }) => !gone.has(poolAddress))].slice(
          0,
          200,
        )
      },
    })
  }, [dex.value, key])
  const rows = useMemo(() => {
    const known = new Set(live.value.map(({ poolAddress }) => poolAddress))
    return [...live.value, ...(data?.launches ?? []).filter(({ poolAddress }) => !known.has(poolAddress))].sort(
      (a, b) => b.indexedAt - a.indexedAt,
    )
  }, [data, live.value])
  const nameless = rows.filter(({ symbol }) => !symbol).map(({ mint }) => mint)
  useEffect(() => {
    if (key) void wantNames(nameless)
  }, [nameless.join(), key])
  return (
    <Panel
      title="Launches"
      call={{ path }}
      aside={
        <label class="inline">
          <span class="hidden">Venue</span>
          <select
            value={dex.value}
            onChange={(event) => {
              dex.value = event.currentTarget.value
            }}
          >
            <option value="">all venues</option>
            {DEXES.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      }
    >
      {error !== null && data === null ? (
        <Failed error={error} again={again} />
      ) : data === null ? (
        <Loading lines={10} />
      ) : rows.length === 0 ? (
        <Empty>Nothing was launched there lately.</Empty>
      ) : (
        <div class="scroll" tabIndex={0} role="region" aria-label="Launches, table">
          <Stale of={{ data, error, at }} />
          <table>
            <thead>
              <tr>
                <th scope="col" class="num">
                  Age
                </th>
                <th scope="col">Token</th>
                <th scope="col">Venue</th>
                <th scope="col">Creator</th>
                <th scope="col">Pool</th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, MOST).map((launch) => (
                <tr key={launch.poolAddress}>
                  <td class="num muted">
                    <Ago ms={launch.blockTime === null ? launch.indexedAt : launch.blockTime * 1_000} />
                  </td>
                  <th scope="row">
                    <a class="token-name" href={`/token/${launch.mint}`}>
                      <TokenIcon mint={launch.mint} size={22} />{' '}
                      <b>{plain(launch.symbol ?? names.value.get(launch.mint)?.symbol, 12) || shorten(launch.mint)}</b>{' '}
                      <span class="muted cut">{plain(launch.name ?? names.value.get(launch.mint)?.name, 28)}</span>
                    </a>
                  </th>
                  <td>{launch.dexType}</td>
                  <td>
                    <Address address={launch.creator} />
                  </td>
                  <td>
                    <span class="mono muted">{launch.poolAddress.slice(0, 8)}…</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <Cut shown={MOST} total={rows.length} many="launches that came in; newest first" />
        </div>
      )}
    </Panel>
  )
}
