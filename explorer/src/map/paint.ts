import { plain } from '../format.ts'
import type { Scene } from './scene.ts'

/** Where the plane lies in the canvas, in pixels of the page. */
export type View = { scale: number; dx: number; dy: number; isFitted: boolean }
export type Choice = {
  readonly hiddenKinds: ReadonlySet<string>
  /** Wallets that bought later are left out; null: none are. */
  readonly untilSlot: number | null
  readonly chosen: string | null
}
export type Painter = {
  /** `most`: how many links may be drawn; null: all of them. */
  paint(view: View, choice: Choice, most: number | null): void
  /** After the theme has changed. */
  forgetColours(): void
}

/** With more bubbles than this, small ones are copied from pictures of them instead of drawn. */
const COPIED_FROM = 800
const LARGEST_COPY_PX = 20
/** Smaller than this across, a bubble is a square of as many pixels. */
const SQUARE_PX = 2.2
const LABEL_FROM_PX = 17
const LABEL_SIGN_PX = 6.4
const COPIES_KEPT = 600

/** Draws a scene. Bubbles of one colour are one path; labels are drawn where they fit; what is outside is left out. */
export function createPainter(element: HTMLCanvasElement, scene: Scene): Painter {
  const context = element.getContext('2d')!
  const { nodes, radii, slots, layout } = scene
  const copies = new Map<string, HTMLCanvasElement>()
  let colours: { ink: string; line: string } | null = null
  const readColours = (): { ink: string; line: string } => {
    const style = getComputedStyle(element)
    return { ink: style.getPropertyValue('--text') || '#fff', line: style.getPropertyValue('--muted') || '#888' }
  }

  /** One frame: the plane in pixels of the canvas. */
  function paint(view: View, choice: Choice, most: number | null): void {
    colours ??= readColours()
    const ratio = element.width / (element.clientWidth || 1)
    const scale = view.scale * ratio
    const frame: Frame = {
      scale,
      ratio,
      left: element.width / 2 + view.dx * ratio,
      top: element.height / 2 + view.dy * ratio,
      chosen: choice.chosen === null ? -1 : (scene.indexOf.get(choice.chosen) ?? -1),
      until: choice.untilSlot ?? Number.POSITIVE_INFINITY,
    }
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.globalAlpha = 1
    context.clearRect(0, 0, element.width, element.height)
    drawLinks(frame, choice, most, colours)
    for (const [colour, indexes] of scene.byColour) drawBubbles(frame, colour, indexes)
    drawOutlines(frame, colours)
    drawLabels(frame)
  }

  const isThere = (index: number, { until }: Frame): boolean => slots[index]! <= until
  const xOf = (index: number, { left, scale }: Frame): number => left + layout.x[index]! * scale
  const yOf = (index: number, { top, scale }: Frame): number => top + layout.y[index]! * scale
  const isOutside = (x: number, y: number, radius: number): boolean =>
    x + radius < 0 || y + radius < 0 || x - radius > element.width || y - radius > element.height

  function drawLinks(frame: Frame, choice: Choice, most: number | null, { ink, line }: Colours): void {
    const { links } = scene
    const every = most === null ? 1 : Math.max(1, Math.ceil(links.length / most))
    for (const isChosen of [false, true]) {
      if (isChosen && frame.chosen < 0) break
      context.beginPath()
      for (let at = 0; at < links.length; at += isChosen ? 1 : every) {
        const { one, other, kind } = links[at]!
        if (choice.hiddenKinds.has(kind) || !isThere(one, frame) || !isThere(other, frame)) continue
        if (frame.chosen >= 0 && (one === frame.chosen || other === frame.chosen) !== isChosen) continue
        context.moveTo(xOf(one, frame), yOf(one, frame))
        context.lineTo(xOf(other, frame), yOf(other, frame))
      }
      context.strokeStyle = isChosen ? ink : line
      context.globalAlpha = isChosen ? 0.9 : 0.28
      context.lineWidth = (isChosen ? 1.6 : 1) * frame.ratio
      context.stroke()
    }
  }

  function drawBubbles(frame: Frame, colour: string, indexes: readonly number[]): void {
    const isCopied = nodes.length > COPIED_FROM
    context.fillStyle = colour
    context.globalAlpha = frame.chosen < 0 ? 0.85 : 0.55
    context.beginPath()
    for (const index of indexes) {
      if (!isThere(index, frame) || index === frame.chosen) continue
      const [x, y, radius] = [xOf(index, frame), yOf(index, frame), radii[index]! * frame.scale]
      if (isOutside(x, y, radius)) continue
      if (radius * 2 < SQUARE_PX) context.fillRect(x - radius, y - radius, radius * 2, radius * 2)
      else if (isCopied && radius <= LARGEST_COPY_PX) {
        const copy = copyOf(colour, radius)
        const half = copy.width / 2
        context.drawImage(copy, Math.round(x - half), Math.round(y - half))
      } else {
        context.moveTo(x + radius, y)
        context.arc(x, y, radius, 0, Math.PI * 2)
      }
    }
    context.fill()
  }

  /** A picture of a bubble, to half a pixel of its radius. */
  function copyOf(colour: string, radius: number): HTMLCanvasElement {
    const half = Math.round(radius * 2) / 2
    const name = `${colour} ${half}`
    const known = copies.get(name)
    if (known !== undefined) return known
    if (copies.size >= COPIES_KEPT) copies.clear()
    const made = document.createElement('canvas')
    made.width = made.height = Math.ceil(half) * 2 + 2
    const own = made.getContext('2d')!
    own.fillStyle = colour
    own.arc(made.width / 2, made.height / 2, half, 0, Math.PI * 2)
    own.fill()
    copies.set(name, made)
    return made
  }

  function drawOutlines(frame: Frame, { ink, line }: Colours): void {
    const circle = (index: number): void => {
      const [x, y, radius] = [xOf(index, frame), yOf(index, frame), radii[index]! * frame.scale]
      context.moveTo(x + radius, y)
      context.arc(x, y, radius, 0, Math.PI * 2)
    }
    context.globalAlpha = 1
    context.beginPath()
    for (const index of scene.places) if (isThere(index, frame)) circle(index)
    context.strokeStyle = line
    context.lineWidth = 2 * frame.ratio
    context.setLineDash([4 * frame.ratio, 3 * frame.ratio])
    context.stroke()
    context.setLineDash([])
    if (frame.chosen < 0 || !isThere(frame.chosen, frame)) return
    context.beginPath()
    circle(frame.chosen)
    context.fillStyle = scene.colours[frame.chosen]!
    context.fill()
    context.lineWidth = 3 * frame.ratio
    context.strokeStyle = ink
    context.stroke()
  }

  /** A name where it fits into its bubble, else the share. */
  function drawLabels(frame: Frame): void {
    context.globalAlpha = 1
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillStyle = '#06100b'
    context.font = `600 ${11 * frame.ratio}px system-ui, sans-serif`
    const least = (LABEL_FROM_PX * frame.ratio) / frame.scale
    for (let index = 0; index < radii.length; index += 1) {
      if (radii[index]! < least || !isThere(index, frame)) continue
      const { label, pctSupply } = nodes[index]!
      const room = Math.floor((radii[index]! * frame.scale * 1.8) / (LABEL_SIGN_PX * frame.ratio))
      const share = `${pctSupply.toFixed(pctSupply < 10 ? 1 : 0)}%`
      const name = plain(label, room - 1)
      context.fillText(name.length >= 3 ? name : share, xOf(index, frame), yOf(index, frame))
    }
  }

  return {
    paint,
    forgetColours() {
      colours = null
    },
  }
}

type Colours = { readonly ink: string; readonly line: string }
type Frame = {
  /** Pixels of the canvas to one of the plane, and to one of the page. */
  readonly scale: number
  readonly ratio: number
  readonly left: number
  readonly top: number
  /** -1: none. */
  readonly chosen: number
  readonly until: number
}
