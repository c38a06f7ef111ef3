import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { BubbleMap, Intel, MapLink, MapNode } from '../api/types.ts'
import { counted, percent, plain, shorten } from '../format.ts'
import { ownerPlace } from '../token/figures.ts'
import { Address, Cut, Empty } from '../ui/basics.tsx'
import { MapCanvas } from './map-canvas.tsx'
import { groupColour, linkWords } from './palette.ts'
import { groupsOf } from './scene.ts'

/** The holders of a token as bubbles: size is share, colour is group, lines are links with evidence. A canvas for the eye,
 *  and beside it the groups and the chosen wallet as text, which keyboards and screen readers use. */
export function BubbleMapView({ map, pools }: { map: BubbleMap; pools: Intel['pairs'] }) {
  const chosen = useSignal<string | null>(null)
  const hiddenKinds = useSignal<ReadonlySet<string>>(new Set())
  const slots = useMemo(() => slotRange(map.nodes), [map])
  const untilSlot = useSignal<number | null>(null)
  const kinds = useMemo(() => countKinds(map.links), [map])
  if (!map.ok || map.nodes.length === 0)
    return <Empty>{map.errors[0] ?? map.checks[0]?.detail ?? 'There is nothing to draw.'}</Empty>
  const node = map.nodes.find(({ id }) => id === chosen.value) ?? null
  return (
    <div class="map">
      <div class="map-stage">
        <MapCanvas
          map={map}
          hiddenKinds={hiddenKinds.value}
          untilSlot={untilSlot.value}
          chosen={chosen.value}
          choose={(id) => {
            chosen.value = id
          }}
        />
        {slots !== null && (
          <label class="map-time">
            <span>
              First purchases until{' '}
              {untilSlot.value === null ? 'now' : `slot ${untilSlot.value.toLocaleString('en-US')}`}
            </span>
            <input
              type="range"
              min={0}
              max={1_000}
              value={untilSlot.value === null ? 1_000 : positionOf(slots, untilSlot.value)}
              onInput={(event) => {
                const value = Number(event.currentTarget.value)
                untilSlot.value = value >= 1_000 ? null : slotAt(slots, value)
              }}
            />
          </label>
        )}
        <fieldset class="map-kinds">
          <legend class="hidden">Kinds of links</legend>
          {kinds.map(([kind, count]) => (
            <label key={kind} class="check-line">
              <input
                type="checkbox"
                checked={!hiddenKinds.value.has(kind)}
                onChange={() => {
                  const next = new Set(hiddenKinds.value)
                  if (!next.delete(kind)) next.add(kind)
                  hiddenKinds.value = next
                }}
              />
              {linkWords(kind)} <span class="num">{count}</span>
            </label>
          ))}
        </fieldset>
      </div>
      <aside class="map-side">
        {node === null ? (
          <Groups
            map={map}
            choose={(id) => {
              chosen.value = id
            }}
          />
        ) : (
          <Chosen
            map={map}
            pools={pools}
            node={node}
            close={() => {
              chosen.value = null
            }}
            choose={(id) => {
              chosen.value = id
            }}
          />
        )}
      </aside>
    </div>
  )
}

type SlotRange = readonly number[]

/** Slots of first purchases in order; null where fewer than two are known. */
function slotRange(nodes: readonly MapNode[]): SlotRange | null {
  const known = nodes.flatMap(({ first_buy_slot: slot }) => (slot === null ? [] : [slot])).sort((a, b) => a - b)
  return known.length < 2 || known[0] === known.at(-1) ? null : known
}

/** The slider moves from purchase to purchase, so that the crowded first seconds do not fall into one step. */
function slotAt(slots: SlotRange, position: number): number {
  return slots[Math.min(slots.length - 1, Math.floor((position / 1_000) * slots.length))]!
}

function positionOf(slots: SlotRange, slot: number): number {
  return (slots.findIndex((one) => one >= slot) / slots.length) * 1_000
}

function countKinds(links: readonly MapLink[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const { type } of links) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])
}

/** What the lists beside the map have at most. */
const MOST_NODES = 25
const MOST_LINKS = 60
const MOST_EVIDENCE = 3

function Groups({ map, choose }: { map: BubbleMap; choose: (id: string) => void }) {
  const groups = groupsOf(map)
  const clusters = [...map.clusters].sort((a, b) => b.pctSupply - a.pctSupply)
  return (
    <>
      <h3>Groups that act as one</h3>
      {clusters.length === 0 && <p class="muted">No wallets were found to belong together.</p>}
      <ol class="group-list">
        {clusters.map((cluster) => (
          <li key={cluster.entity_id}>
            <div class="row">
              <i class="dot" style={{ background: groupColour(groups.get(cluster.entity_id) ?? -1) }} />
              <b>{cluster.entity_id}</b>
              <span class="grow">
                {cluster.kind} · {counted(cluster.memberCount, 'wallet')}
                {cluster.devLinked ? ' · with the creator' : ''}
              </span>
              <b class="num">{percent(cluster.pctSupply)}</b>
            </div>
            <div class="bar">
              <i
                style={{
                  width: `${Math.min(100, cluster.pctSupply)}%`,
                  background: groupColour(groups.get(cluster.entity_id) ?? -1),
                }}
              />
            </div>
            <ul class="evidence">
              {cluster.evidence.slice(0, MOST_EVIDENCE).map((one) => (
                <li key={`${one.type}${one.signature}`}>
                  {linkWords(one.type)} × {one.count}: {one.detail}
                </li>
              ))}
            </ul>
            <Cut shown={MOST_EVIDENCE} total={cluster.evidence.length} many="kinds of evidence" />
          </li>
        ))}
      </ol>
      <h3>Largest wallets</h3>
      <ol class="node-list">
        {map.nodes.slice(0, MOST_NODES).map((node) => (
          <li key={node.id}>
            <button type="button" class="quiet" onClick={() => choose(node.id)}>
              <i
                class="dot"
                style={{ background: groupColour(node.entity_id === null ? -1 : (groups.get(node.entity_id) ?? -1)) }}
              />
              <span class={node.label ? '' : 'mono'}>{node.label ? plain(node.label, 22) : shorten(node.id)}</span>
              <span class="grow muted">{node.flags.slice(0, 2).join(', ')}</span>
              <span class="num">{percent(node.pctSupply)}</span>
            </button>
          </li>
        ))}
      </ol>
      <Cut shown={MOST_NODES} total={map.nodes.length} many="wallets; the map has all" />
    </>
  )
}

function Chosen({
  map,
  pools,
  node,
  close,
  choose,
}: {
  map: BubbleMap
  pools: Intel['pairs']
  node: MapNode
  close: () => void
  choose: (id: string) => void
}) {
  const links = map.links.filter(({ source, target }) => source === node.id || target === node.id)
  const owner = ownerPlace({ address: node.id, kind: node.kind }, { mint: map.mint, pools })
  return (
    <>
      <div class="row">
        <h3 class="grow">{owner.name}</h3>
        <button type="button" class="quiet" onClick={close}>
          Back to groups
        </button>
      </div>
      <p>
        <Address address={node.id} name={node.label} ends={6} href={owner.href} />
      </p>
      <dl class="pairs">
        <dt>Share</dt>
        <dd class="num">{percent(node.pctSupply, 4)}</dd>
        <dt>Group</dt>
        <dd>{node.entity_id ?? 'none'}</dd>
        <dt>First purchase</dt>
        <dd class="num">
          {node.first_buy_slot === null ? 'unknown' : `slot ${node.first_buy_slot.toLocaleString('en-US')}`}
        </dd>
        <dt>Flags</dt>
        <dd>{node.flags.join(', ') || 'none'}</dd>
      </dl>
      <h3>Links and their evidence</h3>
      {links.length === 0 && <p class="muted">No link was found.</p>}
      <ul class="evidence">
        {links.slice(0, MOST_LINKS).map((link, index) => {
          const other = link.source === node.id ? link.target : link.source
          return (
            <li key={`${link.type}${other}${index}`}>
              <button type="button" class="quiet mono" onClick={() => choose(other)}>
                {shorten(other)}
              </button>{' '}
              <b>{linkWords(link.type)}</b> {plain(link.evidence.detail, 160)}
              {link.evidence.signature && <span class="muted mono"> tx {shorten(link.evidence.signature, 6)}</span>}
            </li>
          )
        })}
      </ul>
      <Cut shown={MOST_LINKS} total={links.length} many="links" />
    </>
  )
}
