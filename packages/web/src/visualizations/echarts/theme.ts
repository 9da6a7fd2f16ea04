/** Colours and font of axes, grid and labels; series take their colours from the palette. */
export interface ChartTheme {
  scheme: 'light' | 'dark'
  font: string
  surface: string
  raised: string
  text: string
  text2: string
  text3: string
  line: string
  crosshair: string
  grid: string
  axis: string
  label: string
  shadow: string
}

/**
 * Reads the theme colours of the page. All of them are those of the document: to read them from a chart, the browser would first have
 * to compute the styles of all that has been added since, once more for each chart.
 */
export function readTheme(scheme: 'light' | 'dark'): ChartTheme {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--sl-${name}`).trim()
  return {
    scheme,
    font: token('font') || 'sans-serif',
    surface: token('surface'),
    raised: token('raised'),
    text: token('text'),
    text2: token('text-2'),
    text3: token('text-3'),
    line: token('line'),
    crosshair: token('line-3'),
    grid: token('c-grid'),
    axis: token('c-axis'),
    label: token('c-label'),
    shadow: token('sh-2'),
  }
}

/** Chart colours for images rendered outside of a page: those of the light scheme. */
export const paper: ChartTheme = {
  scheme: 'light',
  font: 'Inter, sans-serif',
  surface: '#FFFFFF',
  raised: '#FFFFFF',
  text: '#14171C',
  text2: '#4A525E',
  text3: '#646D79',
  line: '#E7EAEE',
  crosshair: '#848D9A',
  grid: '#ECEFF2',
  axis: '#C9CFD6',
  label: '#646D79',
  shadow: 'none',
}

/** The same of the dark scheme. */
const darkPaper: ChartTheme = {
  scheme: 'dark',
  font: paper.font,
  surface: '#15181C',
  raised: '#1C2025',
  text: '#ECEEF1',
  text2: '#B0B7C1',
  text3: '#8B94A0',
  line: '#23282E',
  crosshair: '#6B7482',
  grid: '#22272D',
  axis: '#3A414A',
  label: '#8B94A0',
  shadow: 'none',
}

/** The colours for an image or a document in a scheme. */
export const paperOf = (scheme: 'light' | 'dark'): ChartTheme => (scheme === 'light' ? paper : darkPaper)
