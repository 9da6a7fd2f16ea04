import type { ChartTheme } from './theme.ts'

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
