import type { WidgetOptions } from '@sightline/contract/widgets.ts'
import { i18n } from '../language/i18n.ts'

export const MAX_SECTION_NAME_LENGTH = 100

/** Rows and columns that a section takes, in grid units: one row over the whole width. */
export const SECTION_SIZE = { columns: 6, rows: 1, minColumns: 6, minRows: 1, autoHeight: false }

/** Whether a textbox is the heading of a section. Its text is a heading in Markdown, which other clients show. */
export const isSection = ({ section }: WidgetOptions): boolean => section === true

/** The name of a section: the first line of its text without the marks of a heading. */
export const sectionName = (text: string): string =>
  text
    .trim()
    .split('\n')[0]
    ?.replace(/^#+\s*/, '')
    .trim() || 'Section'

/** The text of a section with this name. */
export const sectionText = (name: string): string => `## ${name.trim()}`

/** Says what is wrong with the name of a section; null if nothing is. */
export function sectionNameProblem(name: string): string | null {
  if (name.trim() === '') return i18n._('A section needs a name.')
  return name.trim().length > MAX_SECTION_NAME_LENGTH
    ? i18n._('A name has at most {most} characters.', { most: MAX_SECTION_NAME_LENGTH })
    : null
}

/** The rows that a widget takes. */
interface Rows {
  row: number
  sizeY: number
}

interface SectionedWidget {
  id: number
  options: WidgetOptions
}

/** A section: its heading, and the widgets below it up to the next section, of one tab. */
export interface Section {
  id: number
  /** Without the heading. */
  widgetIds: number[]
}

/** The sections of a tab from top to bottom. Widgets above the first one belong to none. */
export function sectionsOf(widgets: readonly SectionedWidget[], places: ReadonlyMap<number, Rows>): Section[] {
  const rowOf = (id: number) => places.get(id)?.row ?? 0
  const headings = widgets
    .filter(({ options }) => isSection(options))
    .map(({ id }) => ({ id, row: rowOf(id) }))
    .toSorted((one, other) => one.row - other.row || one.id - other.id)
  return headings.map(({ id, row }, at) => {
    const end = headings[at + 1]?.row ?? Number.POSITIVE_INFINITY
    const inside = widgets.filter(({ id: other, options }) => !isSection(options) && rowOf(other) >= row && rowOf(other) < end)
    return { id, widgetIds: inside.map((widget) => widget.id) }
  })
}

/** The ids in a URL such as `12,15`. */
export const collapsedIn = (text: string | undefined): ReadonlySet<number> =>
  new Set((text ?? '').split(',').flatMap((id) => (/^\d{1,9}$/.test(id) ? [Number(id)] : [])))

/** The collapsed sections for a URL after one was collapsed or opened; undefined for none. */
export function toggledInUrl(collapsed: ReadonlySet<number>, id: number): string | undefined {
  const next = collapsed.has(id) ? [...collapsed].filter((other) => other !== id) : [...collapsed, id]
  return next.join(',') || undefined
}

/** The widgets that collapsed sections hide. */
export const hiddenWidgets = (sections: readonly Section[], collapsed: ReadonlySet<number>): ReadonlySet<number> =>
  new Set(sections.flatMap(({ id, widgetIds }) => (collapsed.has(id) ? widgetIds : [])))

/**
 * The rows after a section was moved past the one above or below it, with its widgets.
 * @param by -1 for up, 1 for down
 * @returns the new rows of the widgets that move, by id; none if there is no such section
 */
export function movedSection(
  sections: readonly Section[],
  places: ReadonlyMap<number, Rows>,
  id: number,
  by: -1 | 1,
): ReadonlyMap<number, number> {
  const at = sections.findIndex((section) => section.id === id)
  const [upper, lower] = by === 1 ? [sections[at], sections[at + 1]] : [sections[at - 1], sections[at]]
  if (upper === undefined || lower === undefined) return new Map()
  const blockOf = ({ id: heading, widgetIds }: Section) =>
    [heading, ...widgetIds].flatMap((one) => {
      const place = places.get(one)
      return place === undefined ? [] : [{ id: one, ...place }]
    })
  const [above, below] = [blockOf(upper), blockOf(lower)]
  const top = Math.min(...above.map(({ row }) => row))
  const start = Math.min(...below.map(({ row }) => row))
  const end = Math.max(...below.map(({ row, sizeY }) => row + sizeY))
  return new Map([
    ...below.map(({ id: one, row }) => [one, row - start + top] as const),
    ...above.map(({ id: one, row }) => [one, row + end - start] as const),
  ])
}
