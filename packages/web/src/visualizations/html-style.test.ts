import { expect, it } from 'vitest'
import { safeStyle } from './html-style.ts'

it('keeps the look of a text and drops what leaves its cell or calls home', () => {
  expect(safeStyle('color: red; Background-Color: #fee; font-weight: 600')).toBe(
    'color: red; Background-Color: #fee; font-weight: 600',
  )
  expect(safeStyle('position: fixed; inset: 0; z-index: 9')).toBe('')
  expect(safeStyle('background: url(https://a.example/x); color: blue')).toBe('color: blue')
  expect(safeStyle('background: u\\72l(https://a.example/x)')).toBe('')
  expect(safeStyle('background: image-set("https://a.example/x" 1x)')).toBe('')
  expect(safeStyle('width: expression(alert(1))')).toBe('')
})
