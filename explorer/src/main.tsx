import { render } from 'preact'
import { findWorld } from './api/keys.ts'
import { App } from './app.tsx'

void findWorld()
render(<App />, document.querySelector('#app')!)
