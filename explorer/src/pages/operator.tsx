import { keys } from '../api/keys.ts'
import { useQuery } from '../api/query.ts'
import type { ChainState, SystemUsage as Usage } from '../api/types.ts'
import { bytes, count, duration, percent, plain } from '../format.ts'
import { CallLink, Empty, Failed, Loading, Panel, Stale, Stat } from '../ui/basics.tsx'
import { decodedWords, gapFigures, milliseconds, slowestWords } from './chain-figures.ts'

const PATH = '/v1/system/usage'

export default function OperatorPage() {
  if (keys.value.trade === '')
    return (
      <div class="stack">
        <Empty>
          Processes, queues and upstreams need a bearer key with the scope <code>admin</code>:{' '}
          <a href="/keys">enter it</a>.
        </Empty>
        <Chains />
      </div>
    )
  return <Full />
}

function Full() {
  const { data, error, at, again } = useQuery<Usage>(PATH, { as: 'trade', everyMs: 3_000, staleMs: 1_000 })
  if (data === null)
    return (
      <div class="stack">
        {error === null ? <Loading lines={8} /> : <Failed error={error} again={again} />}
        <Chains />
      </div>
    )
  return (
    <div class="stack">
      <Stale of={{ data, error, at }} />
      <Panel
        title={`Process ${data.process.pid}, ${data.mode}, version ${data.version}`}
        call={{ path: PATH, options: { as: 'trade' } }}
      >
        <dl class="stats">
          <Stat label="Up">{duration(data.uptimeSecs)}</Stat>
          <Stat label="Memory">{bytes(data.process.rssBytes)}</Stat>
          <Stat label="Heap">{bytes(data.process.heapUsedBytes)}</Stat>
          <Stat label="CPU used">{data.process.cpuSecs.toFixed(0)} s</Stat>
          <Stat label="Loop lag p99">{milliseconds(data.process.loopLagP99Ms)}</Stat>
          <Stat label="Requests">{count(data.http.requests)}</Stat>
          <Stat label="In flight">{count(data.http.inFlight)}</Stat>
          <Stat label="Answer p50">{milliseconds(data.http.p50Ms)}</Stat>
          <Stat label="Answer p99">{slowestWords(data.http)}</Stat>
          <Stat label="From the cache">{percent(data.http.cacheHitPct, 1)}</Stat>
          {Object.entries(data.http.byClass)
            .sort(([a], [b]) => a.localeCompare(b))
            .map(([name, value]) => (
              <Stat key={name} label={name}>
                {count(value)}
              </Stat>
            ))}
        </dl>
      </Panel>
      <div class="columns">
        <Panel title="Push">
          <dl class="stats">
            <Stat label="WebSockets">{count(data.stream.connections)}</Stat>
            <Stat label="Topics">{count(data.stream.topics)}</Stat>
            <Stat label="Deliveries">{count(data.stream.deliveries)}</Stat>
            <Stat label="Caught up" hint="slow readers that were served from the tape">
              {count(data.stream.catchUps)}
            </Stat>
            <Stat label="Skips">{count(data.stream.skips)}</Stat>
            <Stat label="Webhooks">{count(data.webhooks.subscriptions)}</Stat>
            <Stat label="Deliveries waiting">{count(data.webhooks.waiting)}</Stat>
          </dl>
        </Panel>
        <Panel title="Tape">
          <dl class="stats">
            {data.tape.map((tape) => (
              <>
                <Stat key={`l${tape.chain}`} label={`${tape.chain}, behind`}>
                  {milliseconds(tape.lagMs)}
                </Stat>
                <Stat key={`s${tape.chain}`} label="Slot">
                  {count(tape.headSlot)}
                </Stat>
                <Stat key={`e${tape.chain}`} label="Events kept">
                  {count(tape.events)}
                </Stat>
              </>
            ))}
            {data.store.map((part) => (
              <Stat key={part.environment} label={`store: ${part.environment}`}>
                {bytes(part.usedBytes)}
              </Stat>
            ))}
          </dl>
        </Panel>
      </div>
      <Chains />
      <Panel title="Upstreams">
        {data.upstreams.length === 0 && <Empty>No provider is configured.</Empty>}
        <div class="scroll" tabIndex={0} role="region" aria-label="Upstreams, table">
          <table>
            <thead>
              <tr>
                <th scope="col">Provider</th>
                <th scope="col">Breaker</th>
                <th scope="col" class="num">
                  Calls
                </th>
                <th scope="col" class="num">
                  Failed
                </th>
                <th scope="col" class="num">
                  p95
                </th>
                <th scope="col" class="num">
                  In flight
                </th>
                <th scope="col" class="num">
                  Queued
                </th>
              </tr>
            </thead>
            <tbody>
              {data.upstreams.map((upstream) => (
                <tr key={upstream.provider}>
                  <th scope="row">{upstream.provider}</th>
                  <td class={upstream.resting ? 'down' : 'muted'}>{upstream.resting ? 'open: resting' : 'closed'}</td>
                  <td class="num">{count(upstream.calls)}</td>
                  <td class={`num ${upstream.failed > 0 ? 'down' : ''}`}>{count(upstream.failed)}</td>
                  <td class="num">{milliseconds(upstream.p95Ms)}</td>
                  <td class="num">{count(upstream.inFlight)}</td>
                  <td class="num">{count(upstream.queued)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
      <div class="columns">
        <Panel title={`Compute threads: ${data.workers.pending} waiting, ${data.workers.refused} refused`}>
          {data.workers.tasks.length === 0 && <Empty>No task has run yet.</Empty>}
          <div class="scroll" tabIndex={0} role="region" aria-label="Tasks, table">
            <table>
              <thead>
                <tr>
                  <th scope="col">Task</th>
                  <th scope="col" class="num">
                    Runs
                  </th>
                  <th scope="col" class="num">
                    Mean
                  </th>
                  <th scope="col" class="num">
                    p95
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.workers.tasks.map((task) => (
                  <tr key={task.task}>
                    <th scope="row">{task.task}</th>
                    <td class="num">{count(task.runs)}</td>
                    <td class="num">{milliseconds(task.meanMs)}</td>
                    <td class="num">{milliseconds(task.p95Ms)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Panel>
        <Panel title="Jobs">
          {data.jobs.length === 0 && <Empty>No job has run yet.</Empty>}
          <div class="scroll" tabIndex={0} role="region" aria-label="Jobs, table">
            <table>
              <thead>
                <tr>
                  <th scope="col">Job</th>
                  <th scope="col" class="num">
                    Runs
                  </th>
                  <th scope="col" class="num">
                    Failed
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.jobs.map((job) => (
                  <tr key={job.job}>
                    <th scope="row">{job.job}</th>
                    <td class="num">{count(job.runs)}</td>
                    <td class={`num ${job.failed > 0 ? 'down' : ''}`}>{count(job.failed)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Panel>
      </div>
    </div>
  )
}

function Chains() {
  const path = '/api/v2/stream/chains'
  const { data, error, again } = useQuery<{ chains: readonly ChainState[] }>(path, { as: 'nobody', everyMs: 10_000 })
  return (
    <Panel title="Chains followed" aside={<CallLink path={path} options={{ as: 'nobody' }} />}>
      {data === null ? (
        error === null ? (
          <Loading lines={2} />
        ) : (
          <Failed error={error} again={again} />
        )
      ) : data.chains.length === 0 ? (
        <Empty>No chain is followed.</Empty>
      ) : (
        data.chains.map((chain) => (
          <dl key={chain.chain} class="stats">
            <Stat label={chain.name}>
              <span class={chain.serving ? 'up' : 'down'}>{chain.serving ? 'serving' : plain(chain.reason, 60)}</span>
            </Stat>
            <Stat label="Behind">{milliseconds(chain.lagMs)}</Stat>
            {gapFigures(chain).map(([label, text]) => (
              <Stat key={label} label={label}>
                {text}
              </Stat>
            ))}
            <Stat label="Swap volume decoded, last hour">{decodedWords(chain.swaps)}</Stat>
          </dl>
        ))
      )}
    </Panel>
  )
}
