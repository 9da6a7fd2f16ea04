import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { type ListColumn, listCell } from './ItemsTable.tsx'

interface Item {
  name: string
  made: string | null
  seconds: number | null
}
const item: Item = { name: 'Delay', made: '2026-05-20T10:30:00Z', seconds: 12.4 }

/** The text of a cell of this column. */
function read(column: ListColumn<Item>, of = item): string {
  const markup = renderToStaticMarkup(<MantineProvider withCssVariables={false}>{listCell(column, of)}</MantineProvider>)
  return markup.replace(/<style.*?<\/style>/gs, '').replace(/<[^>]*>/g, '')
}

describe('the cells of a list', () => {
  it('show favorites, people, dates, durations, relative times and custom content (LIST-32)', () => {
    const value = ({ made }: Item) => made
    expect(read({ kind: 'avatar', title: 'By', value: ({ name }) => ({ id: 1, name }) })).toBe('Delay')
    expect(read({ kind: 'date', title: 'Made', value, format: 'DD/MM/YYYY' })).toBe('20/05/2026')
    expect(read({ kind: 'datetime', title: 'Made', value, format: 'YYYY [at] mm' })).toBe('2026 at 30')
    expect(read({ kind: 'duration', title: 'Took', value: ({ seconds }) => seconds })).toBe('12.4 s')
    expect(read({ kind: 'time-ago', title: 'Made', value: () => '2000-01-01T00:00:00Z' })).toMatch(/^\d+ years ago$/)
    expect(read({ kind: 'custom', title: 'Name', render: ({ name }) => <b>{name}</b> })).toBe('Delay')
    const star = listCell<Item>(
      { kind: 'favorites', title: 'Favorite', value: ({ name }) => ({ name, isFavorite: true }), onToggle: () => {} },
      item,
    )
    expect(renderToStaticMarkup(<MantineProvider>{star}</MantineProvider>)).toContain(
      'aria-label="Favorite Delay" aria-pressed="true"',
    )
  })

  it('show a dash for null', () => {
    const nothing = { name: '', made: null, seconds: null }
    expect(read({ kind: 'date', title: 'Made', value: ({ made }) => made, format: 'YYYY' }, nothing)).toBe('–')
    expect(read({ kind: 'duration', title: 'Took', value: ({ seconds }) => seconds }, nothing)).toBe('–')
    expect(read({ kind: 'time-ago', title: 'Made', value: ({ made }) => made }, nothing)).toBe('–')
  })
})
