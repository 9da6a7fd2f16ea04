// Colors of cells. Every text color is readable (contrast of 4.5 or more) on the surface of a table, on a hovered or selected row, and
// on every fill, bar and heat color of the same scheme; `table-colors.test.ts` checks that.

export const tableColorNames = ['red', 'orange', 'green', 'blue', 'purple', 'gray'] as const
export type TableColorName = (typeof tableColorNames)[number]

export type ColorScheme = 'light' | 'dark'

/** One color of cells in one scheme, each as `#RRGGBB`. */
export interface TableColor {
  /** Background of cells that match a rule. */
  fill: string
  /** Data bars, and the end of a heat scale. */
  strong: string
  /** Text of cells that match a rule. */
  text: string
}

export const tableColors: Record<ColorScheme, Record<TableColorName, TableColor>> = {
  light: {
    red: { fill: '#FBDAD7', strong: '#F8BDB8', text: '#9B1C18' },
    orange: { fill: '#FCE6C4', strong: '#F9CF90', text: '#743F00' },
    green: { fill: '#CFEEDD', strong: '#A5DFC2', text: '#07512F' },
    blue: { fill: '#D6E4FD', strong: '#B5CEFB', text: '#1C3F9E' },
    purple: { fill: '#EADCF8', strong: '#D8BFF2', text: '#5F2589' },
    gray: { fill: '#E1E5EA', strong: '#C9CFD6', text: '#3F4751' },
  },
  dark: {
    red: { fill: '#4A2422', strong: '#6B302D', text: '#FFB4AD' },
    orange: { fill: '#443212', strong: '#5F4517', text: '#FFCB7D' },
    green: { fill: '#153B2B', strong: '#1B533B', text: '#86E3B8' },
    blue: { fill: '#1D3360', strong: '#29498A', text: '#B3CAFF' },
    purple: { fill: '#382650', strong: '#513673', text: '#DDC3FA' },
    gray: { fill: '#323841', strong: '#454D58', text: '#CDD3DB' },
  },
}

/** The background of a table, from which heat colors start. */
export const tableSurface: Record<ColorScheme, string> = { light: '#FFFFFF', dark: '#15181C' }

/** The color of texts without one of their own. */
export const tableText: Record<ColorScheme, string> = { light: '#14171C', dark: '#ECEEF1' }

/** The color between two `#RRGGBB` colors. @param share 0 for the first, 1 for the second; clamped */
export function mixColors(from: string, to: string, share: number): string {
  const part = Math.max(0, Math.min(1, share))
  const channel = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map((at) => Math.round(channel(from, at) + (channel(to, at) - channel(from, at)) * part))
  return `#${mixed.map((one) => one.toString(16).padStart(2, '0')).join('')}`.toUpperCase()
}
