import { Component, type ComponentChildren } from 'preact'
import { Empty } from './basics.tsx'

/** Keeps a page that cannot be drawn from taking the others with it: says so in its place, and the console has the rest. */
export class Boundary extends Component<{ children: ComponentChildren }, { failed: boolean }> {
  override state = { failed: false }

  static override getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <Empty>
        <span role="alert">
          This page could not be drawn: the server answered something that it does not know how to show. Reload it, or
          ask the API itself.
        </span>
      </Empty>
    )
  }
}
