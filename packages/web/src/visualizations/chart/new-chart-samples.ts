import type { Cell } from '@sightline/contract/results.ts'
import { column, type Sample } from '../samples.ts'
import { suggest } from './suggest.ts'

const whole = { total: null }
const countries: [string, string, number, number, number][] = [
  ['Brazil', 'Americas', 1.63, 75.3, 216],
  ['United States of America', 'Americas', 1.66, 77.4, 340],
  ['India', 'Asia', 2.01, 72, 1429],
  ['Japan', 'Asia', 1.2, 84.7, 123],
  ['Nigeria', 'Africa', 5.1, 54.5, 224],
  ['Ethiopia', 'Africa', 4.0, 66.2, 127],
  ['Germany', 'Europe', 1.4, 80.9, 84],
  ['France', 'Europe', 1.79, 82.9, 66],
]
const genres = ['Drama', 'Comedy', 'Action', 'Adventure', 'Thriller/Suspense', 'Black Comedy', 'Horror', 'Romantic Comedy']
const moreGenres = ['Musical', 'Documentary', 'Western', 'Concert/Performance']
const films = [...genres, ...moreGenres].map((name, at): Cell[] => [name, Math.round(789 / (1 + at * at * 0.35))])
const ofFilms = { columns: [column('major_genre', 'string'), column('films', 'integer')], rows: films, ...whole }
const suggested = suggest(ofFilms.columns, films)

/** Charts as the editor makes them, with what new charts store. */
export const newChartSamples: Sample[] = [
  {
    title: 'New bubbles',
    columns: [
      column('country', 'string'),
      column('continent', 'string'),
      column('fertility_rate', 'float'),
      column('life_expectancy', 'float'),
      column('population', 'integer'),
    ],
    rows: countries,
    ...whole,
    options: {
      ...suggested,
      globalSeriesType: 'bubble',
      columnMapping: { continent: 'series', fertility_rate: 'x', life_expectancy: 'y', population: 'size' },
    },
  },
  { title: 'New pie', ...ofFilms, options: { ...suggested, globalSeriesType: 'pie' } },
  { title: 'New bars', ...ofFilms, options: suggested },
  { title: 'New horizontal bars', ...ofFilms, options: { ...suggested, swappedAxes: true } },
  {
    title: 'New line with gaps',
    columns: [column('day', 'date'), column('sold', 'integer')],
    rows: [1, 2, 3, 4, 7, 8, 9, 10, 11, 12].map((day): Cell[] => [
      `2026-11-${String(day).padStart(2, '0')}`,
      day === 10 ? null : 20 + ((day * 7) % 13),
    ]),
    ...whole,
    options: { ...suggested, globalSeriesType: 'line', columnMapping: { day: 'x', sold: 'y' } },
  },
]
