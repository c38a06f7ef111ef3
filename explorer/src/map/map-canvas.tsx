import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { BubbleMap } from '../api/types.ts'
import { counted } from '../format.ts'
import { createDetail } from './detail.ts'
import { handleHands } from './hands.ts'
import { type Choice, createPainter, type View } from './paint.ts'
import { buildScene, type Scene } from './scene.ts'

const REST = 0.02
/** So long after the last touch all links are drawn again. */
const BUSY_MS = 180

type Shown = Choice & { readonly map: BubbleMap; readonly choose: (id: string | null) => void }

export function MapCanvas({ map, hiddenKinds, untilSlot, chosen, choose }: Shown) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scene = useMemo(() => buildScene(map), [map])
  const wake = useRef<() => void>(() => undefined)
  const choice = useRef<Choice>({ hiddenKinds, untilSlot, chosen })
  choice.current = { hiddenKinds, untilSlot, chosen }
  useEffect(() => wake.current(), [hiddenKinds, untilSlot, chosen])
  useEffect(() => {
    const shown = show(canvas.current!, scene, () => choice.current, choose)
    wake.current = shown.wake
    return shown.stop
  }, [scene])
  const onKeyDown = (event: KeyboardEvent): void => {
    const step =
      event.key === 'ArrowRight' || event.key === 'ArrowDown'
        ? 1
        : event.key === 'ArrowLeft' || event.key === 'ArrowUp'
          ? -1
          : 0
    if (event.key === 'Escape') choose(null)
    if (step === 0) return
    event.preventDefault()
    const at = scene.indexOf.get(choice.current.chosen ?? '') ?? -1
    choose(scene.nodes[(at + step + scene.nodes.length) % scene.nodes.length]!.id)
  }
  return (
    <canvas
      ref={canvas}
      class="map-canvas"
      tabIndex={0}
      role="application"
      aria-label={`Map of ${counted(map.nodes.length, 'wallet')} and ${counted(map.links.length, 'link')}. Arrow keys go through the wallets; the list beside it has the same.`}
      onKeyDown={onKeyDown}
    />
  )
}

/** Draws the scene into the element for as long as something moves, and whenever it is woken. */
function show(
  element: HTMLCanvasElement,
  scene: Scene,
  choice: () => Choice,
  choose: (id: string | null) => void,
): { wake: () => void; stop: () => void } {
  const painter = createPainter(element, scene)
  const detail = createDetail(scene.links.length)
  const view: View = { scale: 1, dx: 0, dy: 0, isFitted: true }
  let frame = 0
  let isStill = false
  let busyUntilMs = 0
  const draw = (nowMs: number): void => {
    frame = 0
    detail.next(nowMs)
    if (!isStill && scene.layout.step() < REST) isStill = true
    if (view.isFitted) fit(element, scene, view)
    const isMoving = !isStill || nowMs < busyUntilMs
    painter.paint(view, choice(), isMoving ? detail.most : null)
    if (isMoving) frame = requestAnimationFrame(draw)
    else detail.rest()
  }
  const wake = (): void => {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }
  const recolour = (): void => {
    painter.forgetColours()
    wake()
  }
  const resize = (): void => {
    const ratio = Math.min(2, devicePixelRatio || 1)
    element.width = Math.round(element.clientWidth * ratio)
    element.height = Math.round(element.clientHeight * ratio)
    wake()
  }
  const observer = new ResizeObserver(resize)
  observer.observe(element)
  addEventListener('themechange', recolour)
  const stopHands = handleHands(element, scene, view, {
    choose,
    wake: (heat) => {
      busyUntilMs = performance.now() + BUSY_MS
      if (heat > 0) {
        scene.layout.warm(heat)
        isStill = false
      }
      wake()
    },
  })
  resize()
  return {
    wake,
    stop() {
      observer.disconnect()
      removeEventListener('themechange', recolour)
      stopHands()
      cancelAnimationFrame(frame)
    },
  }
}

function fit(element: HTMLCanvasElement, { layout, radii }: Scene, view: View): void {
  let left = Infinity
  let right = -Infinity
  let top = Infinity
  let bottom = -Infinity
  for (let index = 0; index < radii.length; index += 1) {
    left = Math.min(left, layout.x[index]! - radii[index]!)
    right = Math.max(right, layout.x[index]! + radii[index]!)
    top = Math.min(top, layout.y[index]! - radii[index]!)
    bottom = Math.max(bottom, layout.y[index]! + radii[index]!)
  }
  const room = 0.92
  view.scale = Math.min(
    2.2,
    (element.clientWidth * room) / (right - left || 1),
    (element.clientHeight * room) / (bottom - top || 1),
  )
  view.dx = (-(left + right) / 2) * view.scale
  view.dy = (-(top + bottom) / 2) * view.scale
}
