export interface LegendEntry {
  /** Key of the series, or x value of the slice. */
  key: string
  name: string
  color: string
  /** As the series is drawn: the shape of its points, a square for other marks, hatched where these are dashed. */
  shape: 'circle' | 'diamond' | 'square' | 'hatched'
  opacity: number
  /** Formatted share of the slice. */
  detail: string | null
}

export interface Legend {
  placement: 'below' | 'right'
  entries: LegendEntry[]
}
