import { automaticColor, shownColor } from '../palette.ts'

interface NamedPalette {
  /** As it is stored. */
  name: string
  /** As it is offered. */
  label: string
  light: readonly string[]
  /** For the dark scheme; null for the same colours. */
  dark: readonly string[] | null
}

/** The house's own palette, under the name that records of it carry. */
export const DEFAULT_PALETTE = 'Redash'

/** Further palettes that the automatic colours of a chart may come from. */
const palettes: readonly NamedPalette[] = [
  {
    name: 'Colorblind Safe',
    label: 'Colorblind safe',
    // Eight hues that stay apart under every common colour vision, each with 3:1 on its surface.
    light: ['#0072B2', '#D55E00', '#00865F', '#C0538C', '#B37400', '#2E8FCB', '#857500', '#14171C'],
    dark: ['#3D9FE0', '#F07C2A', '#1FB88A', '#DB8DB6', '#E6A817', '#7CC4F0', '#F0E442', '#ECEEF1'],
  },
  {
    name: 'Viridis',
    label: 'Viridis',
    light: ['#440154', '#482878', '#3E4989', '#31688E', '#26828E', '#1F9E89', '#35B779', '#6ECE58', '#B5DE2B', '#FDE725'],
    dark: null,
  },
  {
    name: 'Tableau 10',
    label: 'Tableau 10',
    light: ['#4E79A7', '#F28E2B', '#E15759', '#76B7B2', '#59A14F', '#EDC948', '#B07AA1', '#FF9DA7', '#9C755F', '#BAB0AC'],
    dark: null,
  },
  {
    name: 'D3 Category 10',
    label: 'D3 Category 10',
    light: ['#1F77B4', '#FF7F0E', '#2CA02C', '#D62728', '#9467BD', '#8C564B', '#E377C2', '#7F7F7F', '#BCBD22', '#17BECF'],
    dark: null,
  },
]

export const paletteChoices = [
  { value: DEFAULT_PALETTE, label: 'Standard' },
  ...palettes.map(({ name, label }) => ({ value: name, label })),
]

/** The palette that is drawn with; one that is not known counts as the house's own. */
const paletteOf = (stored: string) => palettes.find(({ name }) => name === stored) ?? null

/** The colour of the series at `index` that has none of its own, as it is stored; past the end they repeat. */
export function automaticOf(palette: string, index: number): string {
  const { light } = paletteOf(palette) ?? { light: [] }
  return light[index % light.length] ?? automaticColor(index).stored
}

/** The same as it is shown, and whether another series has it already. */
export function automaticShown(
  palette: string,
  index: number,
  scheme: 'light' | 'dark',
): { color: string; isRepeated: boolean } {
  const known = paletteOf(palette)
  if (!known) {
    const { stored, isRepeated } = automaticColor(index)
    return { color: shownColor(stored, scheme), isRepeated }
  }
  const colors = (scheme === 'dark' ? known.dark : null) ?? known.light
  return { color: colors[index % colors.length] ?? '', isRepeated: index >= colors.length }
}
