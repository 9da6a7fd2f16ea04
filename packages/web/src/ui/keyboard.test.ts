import { expect, it } from 'vitest'
import { latinKey } from './keyboard.tsx'

it.each([
  { layout: 'a Russian one', key: 'л', code: 'KeyK', named: 'k' },
  { layout: 'a Greek one, with shift', key: 'Γ', code: 'KeyG', named: 'g' },
  { layout: 'a French one', key: 'q', code: 'KeyA', named: 'q' },
  { layout: 'a German one', key: 'ö', code: 'Semicolon', named: 'ö' },
  { layout: 'Dvorak', key: 'é', code: 'KeyD', named: 'é' },
  { layout: 'a Russian one', key: '/', code: 'Backslash', named: '/' },
  { layout: 'a Hebrew one', key: '/', code: 'KeyQ', named: '/' },
  { layout: 'any', key: 'Enter', code: 'Enter', named: 'Enter' },
])('on $layout, $key at $code is the shortcut key $named', ({ named, ...pressed }) => {
  expect(latinKey(pressed)).toBe(named)
})
