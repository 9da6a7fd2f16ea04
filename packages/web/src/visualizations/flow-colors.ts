import type { FlowPath } from '@sightline/domain/flows/paths.ts'
import { automaticColor, shownColor } from './palette.ts'

/** A colour for each name, wherever it comes up: the most frequent take the first of the palette. */
export function flowColors(paths: readonly FlowPath[], scheme: 'light' | 'dark'): (name: string) => string {
  const totals = new Map<string, number>()
  for (const { steps, value } of paths) {
    for (const step of steps) if (step !== null) totals.set(step, (totals.get(step) ?? 0) + value)
  }
  const names = [...totals].toSorted(([, a], [, b]) => b - a).map(([name]) => name)
  const places = new Map(names.map((name, index) => [name, index]))
  return (name) => shownColor(automaticColor(places.get(name) ?? 0).stored, scheme)
}
