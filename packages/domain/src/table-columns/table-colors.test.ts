import { describe, expect, it } from 'vitest'
import { mixColors, tableColorNames, tableColors, tableSurface, tableText } from './table-colors.ts'

/** The relative luminance of WCAG 2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** The backgrounds of hovered and of selected cells. */
const marked = { light: ['#F1F3F5', '#EEF3FE'], dark: ['#1D2126', '#18233D'] }

describe('the colors of cells', () => {
  it.each(['light', 'dark'] as const)('are readable in the %s theme, whatever is behind the text (TABLE-45)', (scheme) => {
    const colors = tableColorNames.map((name) => tableColors[scheme][name])
    const backgrounds = [tableSurface[scheme], ...marked[scheme], ...colors.flatMap(({ fill, strong }) => [fill, strong])]
    for (const background of backgrounds)
      for (const text of [tableText[scheme], ...colors.map((color) => color.text)])
        expect(contrast(text, background), `${text} on ${background}`).toBeGreaterThanOrEqual(4.5)
  })

  it('are mixed channel by channel (TABLE-46)', () => {
    expect(mixColors('#000000', '#FF8001', 0.5)).toBe('#804001')
    expect([mixColors('#123456', '#FFFFFF', -1), mixColors('#123456', '#FFFFFF', 2)]).toEqual(['#123456', '#FFFFFF'])
  })
})
