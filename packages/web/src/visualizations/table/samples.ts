import type { Cell } from '@sightline/contract/results.ts'
import { column, type Sample } from '../samples.ts'

const routes = ['SFO EWR', 'ORD LGA', 'EWR FLL', 'BOS DCA', 'JFK LAX', 'DEN SFO', 'ATL MCO', 'DFW LGA']

/** Tables with every display type of cells. */
export const samples: Sample[] = [
  {
    title: 'A result as it is',
    columns: [
      column('route', 'string', 'text'),
      column('day', 'date', 'date'),
      column('departed', 'datetime', 'timestamp'),
      column('flights', 'integer', 'bigint'),
      column('delay', 'float', 'double precision'),
      column('is_late', 'boolean', 'boolean'),
    ],
    rows: Array.from({ length: 5000 }, (_, index): Cell[] => [
      routes[index % routes.length] ?? null,
      new Date(Date.UTC(2025, 0, 1 + (index % 365))).toISOString().slice(0, 10),
      new Date(Date.UTC(2025, 0, 1) + index * 3_607_000).toISOString().slice(0, 19),
      index % 13 === 0 ? '12345678901234567890' : index * 97,
      index % 11 === 0 ? null : ((index * 7919) % 4000) / 97,
      index % 3 === 0,
    ]),
    total: null,
    options: {},
  },
  {
    title: 'Lists of numbers as sparklines',
    columns: [column('route', 'string'), column('by_week', 'string'), column('by_day', 'string'), column('change', 'string')],
    rows: routes.map((route, at): Cell[] => [
      route,
      JSON.stringify(Array.from({ length: 12 }, (_, week) => (week === 5 ? null : ((at + 3) * (week + 2) * 37) % 61))),
      JSON.stringify([1, 2, 4, 9, 16].map((day) => [`2026-01-${String(day).padStart(2, '0')}`, (day * (at + 5) * 13) % 47])),
      JSON.stringify(Array.from({ length: 10 }, (_, day) => (((at + 2) * (day + 3) * 29) % 41) - 20)),
    ]),
    total: null,
    options: {
      columns: [
        { name: 'by_week', displayAs: 'sparkline' },
        { name: 'by_day', displayAs: 'sparkline', sparklineKind: 'area', sparklineScale: 'column' },
        { name: 'change', displayAs: 'sparkline', sparklineKind: 'bars' },
      ],
    },
  },
  {
    title: 'Links, images, HTML and JSON',
    columns: [
      column('id', 'integer'),
      column('name', 'string'),
      column('site', 'string'),
      column('tile', 'string'),
      column('payload', 'string', 'jsonb'),
    ],
    rows: Array.from({ length: 12 }, (_, index): Cell[] => [
      index + 1,
      index % 2 === 0
        ? `<b style="color:#D74E3D">Bold ${index}</b><script>alert(1)</script>`
        : `See https://example.org/${index}`,
      index === 3 ? 'javascript:alert(1)' : `https://example.org/${index}`,
      `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect width="20" height="20" rx="4" fill="hsl(${index * 30} 60% 50%)"/></svg>`)}`,
      index === 5
        ? '{broken'
        : JSON.stringify({ gate: index, open: index % 2 === 0, stops: ['SFO', 'ORD'], crew: { size: 5, lead: null } }),
    ]),
    total: null,
    options: {
      columns: [
        { name: 'id', order: 0, alignContent: 'center', title: 'No.' },
        { name: 'site', order: 1, displayAs: 'link', linkTextTemplate: 'Site {{ id }}' },
        { name: 'tile', order: 2, displayAs: 'image', imageWidth: 20, imageHeight: 20, imageTitleTemplate: 'Tile {{ id }}' },
        { name: 'name', order: 3, highlightLinks: true },
        { name: 'payload', order: 4, displayAs: 'json' },
      ],
    },
  },
]
