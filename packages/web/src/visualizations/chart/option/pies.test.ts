import type { Cell } from '@sightline/contract/results.ts'
import { expect, describe as group, it } from 'vitest'
import { draw, textColumn } from '../testing.ts'

/** The texts in the hole of a pie. */
function inHole(height: number, ...gross: number[]): string[] {
  const rows = gross.map((value, at): Cell[] => [`genre ${at}`, value])
  const films = { columns: [textColumn('genre'), textColumn('gross', 'integer')], rows, height }
  const { plain } = draw({ globalSeriesType: 'pie', columnMapping: { genre: 'x', gross: 'y' } }, films)
  return plain.title.map(({ text }: { text: string }) => text)
}

group('the total of a pie', () => {
  it('is written in full if it fits into the hole, else abbreviated, else left out with its unit (OPEN-194)', () => {
    expect(inHole(300, 881_000, 157)).toEqual(['881,157', 'gross'])
    expect(inHole(300, 268_709_000_000, 248_988)).toEqual(['268.7B', 'gross'])
    expect(inHole(600, 268_709_000_000, 248_988)).toEqual(['268,709,248,988', 'gross'])
    expect(inHole(300, 268_709e15)).toEqual([])
  })
})
