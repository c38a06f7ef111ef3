import type { View } from './paint.ts'
import type { Scene } from './scene.ts'

/** Dragging a bubble, dragging and zooming the plane, choosing. Returns what ends it. Looking through 5,000 bubbles for
 *  the one under the pointer takes a fiftieth of a millisecond, so there is no tree to keep. */
export function handleHands(
  element: HTMLCanvasElement,
  { layout, radii, nodes }: Scene,
  view: View,
  { choose, wake }: { choose: (id: string | null) => void; wake: (heat: number) => void },
): () => void {
  let grabbed = -1
  let isDown = false
  let travelled = 0
  let last = { x: 0, y: 0 }
  const toPlane = (event: PointerEvent | WheelEvent): { x: number; y: number } => {
    const box = element.getBoundingClientRect()
    return {
      x: (event.clientX - box.left - box.width / 2 - view.dx) / view.scale,
      y: (event.clientY - box.top - box.height / 2 - view.dy) / view.scale,
    }
  }
  const find = ({ x, y }: { x: number; y: number }): number => {
    for (let index = 0; index < nodes.length; index += 1) {
      const dx = layout.x[index]! - x
      const dy = layout.y[index]! - y
      const reach = Math.max(radii[index]!, 9 / view.scale)
      if (dx * dx + dy * dy <= reach * reach) return index
    }
    return -1
  }
  const down = (event: PointerEvent): void => {
    isDown = true
    travelled = 0
    last = { x: event.clientX, y: event.clientY }
    grabbed = find(toPlane(event))
    if (grabbed >= 0) layout.held[grabbed] = 1
    element.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent): void => {
    if (!isDown) {
      element.style.cursor = find(toPlane(event)) >= 0 ? 'pointer' : 'grab'
      return
    }
    travelled += Math.abs(event.clientX - last.x) + Math.abs(event.clientY - last.y)
    if (grabbed >= 0) {
      const { x, y } = toPlane(event)
      layout.x[grabbed] = x
      layout.y[grabbed] = y
      wake(0.3)
    } else {
      view.isFitted = false
      view.dx += event.clientX - last.x
      view.dy += event.clientY - last.y
      wake(0)
    }
    last = { x: event.clientX, y: event.clientY }
  }
  const up = (event: PointerEvent): void => {
    if (!isDown) return
    isDown = false
    if (travelled < 5) choose(grabbed >= 0 ? nodes[grabbed]!.id : null)
    if (grabbed >= 0) layout.held[grabbed] = 0
    grabbed = -1
    element.releasePointerCapture(event.pointerId)
  }
  const wheel = (event: WheelEvent): void => {
    if (!event.ctrlKey && !event.metaKey && document.activeElement !== element) return
    event.preventDefault()
    const { x, y } = toPlane(event)
    const factor = Math.exp(-event.deltaY * 0.0015)
    const next = Math.max(0.1, Math.min(8, view.scale * factor))
    view.isFitted = false
    view.dx += x * (view.scale - next)
    view.dy += y * (view.scale - next)
    view.scale = next
    wake(0)
  }
  element.addEventListener('pointerdown', down)
  element.addEventListener('pointermove', move)
  element.addEventListener('pointerup', up)
  element.addEventListener('pointercancel', up)
  element.addEventListener('wheel', wheel, { passive: false })
  return () => {
    element.removeEventListener('pointerdown', down)
    element.removeEventListener('pointermove', move)
    element.removeEventListener('pointerup', up)
    element.removeEventListener('pointercancel', up)
    element.removeEventListener('wheel', wheel)
  }
}
