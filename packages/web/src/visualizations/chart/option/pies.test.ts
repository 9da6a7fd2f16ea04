import type { Cell } from '@sightline/contract/results.ts'
import { expect, describe as group, it } from 'vitest'
import { draw, renderable, textColumn } from '../testing.ts'

/** Draws a pie of films. @param total number of rows of the result; null if the pie has all */
function filmPie(height: number, gross: readonly number[], total: number | null = null) {
  const rows = gross.map((value, at): Cell[] => [`genre ${at}`, value])
  const films = { columns: [textColumn('genre'), textColumn('gross', 'integer')], rows, height, total }
  return draw({ globalSeriesType: 'pie', columnMapping: { genre: 'x', gross: 'y' } }, films)
}

const titlesOf = ({ plain }: ReturnType<typeof filmPie>): string[] => plain.title.map(({ text }: { text: string }) => text)

/** The texts in the hole of a pie. */
const inHole = (height: number, ...gross: number[]) => titlesOf(filmPie(height, gross))

group('the total of a pie', () => {
  it('is written in full if it fits into the hole, else abbreviated, else left out with its unit (OPEN-194)', () => {
    expect(inHole(300, 881_000, 157)).toEqual(['881,157', 'gross'])
    expect(inHole(300, 268_709_000_000, 248_988)).toEqual(['268.7B', 'gross'])
    expect(inHole(600, 268_709_000_000, 248_988)).toEqual(['268,709,248,988', 'gross'])
    expect(inHole(300, 268_709e15)).toEqual([])
  })

  it('is left out if only a selection of the rows is drawn, and a note says that the values are theirs (OPEN-784)', () => {
    const thinned = filmPie(300, [10, 20], 200_000)
    expect(titlesOf(thinned)).toEqual([])
    expect(renderable(thinned.chart).note).toBe('2 of 200,000 rows, and values of these alone')
  })
})

it('the gaps between slices take at most a thirtieth of the ring (OPEN-785)', () => {
  const gapsOf = (slices: number) => filmPie(300, Array(slices).fill(1)).plain.series[0].padAngle
  expect([1, 2, 10].map(gapsOf)).toEqual([0, 1.2, 1.2])
  expect(gapsOf(100) * 100).toBeCloseTo(12)
})
