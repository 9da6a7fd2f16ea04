import { expect, it } from 'vitest'
import { safeStyle } from './html-text.ts'

it('keeps text styles and drops styles that leave the cell or load external resources', () => {
  expect(safeStyle('color: red; Background-Color: #fee; font-weight: 600')).toBe(
    'color: red; Background-Color: #fee; font-weight: 600',
  )
  expect(safeStyle('position: fixed; inset: 0; z-index: 9')).toBe('')
  expect(safeStyle('background: url(https://a.example/x); color: blue')).toBe('color: blue')
  expect(safeStyle('background: u\\72l(https://a.example/x)')).toBe('')
  expect(safeStyle('background: image-set("https://a.example/x" 1x)')).toBe('')
  expect(safeStyle('width: expression(alert(1))')).toBe('')
})

it.each([
  ['color: red; POSITION: fixed; font-size : 12px', 'color: red; font-size : 12px'],
  ['border-top-left-radius: 2px; margin-left: 1px; padding: 0', 'border-top-left-radius: 2px; margin-left: 1px; padding: 0'],
  ['position: absolute; z-index: 9; top: 0; transform: none; float: left', ''],
  ['-color: red; color-: red; mycolor: red', ''],
  ['background: URL(//a.example/x); color: blue', 'color: blue'],
  ['background: image-set(x); width: expression(1); color: var(--x); height: env(a); opacity: attr(b)', ''],
  ['color: \\72 ed; display: @x; width: javascript:1', ''],
  ['color red; : red; ;', ''],
  ['', ''],
])('the style %j becomes %j', (style, left) => {
  expect(safeStyle(style)).toBe(left)
})
