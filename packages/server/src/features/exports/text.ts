import type { RowFilter } from '@sightline/contract/results.ts'
import { hasLiveValues, tagsIn, textSources, withMarks } from '@sightline/domain/dashboards/text-tags.ts'
import {
  limitedNote,
  MISSING_TEXT,
  sourceNeeds,
  type TextResults,
  textValue,
  widgetsOf,
} from '@sightline/domain/dashboards/text-values.ts'
import type { ValueFormats } from '@sightline/domain/format/value.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import type { ClockContext } from '@sightline/domain/parameters/wall-clock.ts'
import type { Context } from '../../platform/context.ts'
import { type Block, blocksOf } from '../../platform/documents/markdown.ts'
import { textSourceValues } from '../executions/service.ts'
import type { ResultRow } from '../executions/tables.ts'
import type { VisibleWidget } from './dashboard.ts'

/** The things that the tags of a text can refer to. */
export interface TextSurroundings {
  /** The widgets of the dashboard that the reader may see. */
  widgets: readonly VisibleWidget[]
  /** The parameters of the dashboard, with their values. */
  parameters: readonly Definition[]
  /** The result of a widget with the filters of its rows, null if none pass; undefined if it has no result. */
  resultOf(widgetId: number): { row: ResultRow; filters: RowFilter[] | null } | undefined
  formats: ValueFormats
  clock: ClockContext
}

/** A textbox with the values of its tags, and a sentence about them if they are of a limited result. */
export async function textOf(
  ctx: Context,
  { text, options }: VisibleWidget,
  { widgets, parameters, resultOf, formats, clock }: TextSurroundings,
): Promise<{ blocks: Block[]; note: string | null }> {
  if (!hasLiveValues(options)) return { blocks: blocksOf(text), note: null }
  const read = tagsIn(text, textSources(widgets))
  const tags = read.flatMap(({ tag }) => tag ?? [])
  const found = new Map<number, Awaited<ReturnType<TextResults['of']>>>()
  for (const id of widgetsOf(tags)) {
    const result = resultOf(id)
    if (result === undefined || result.filters === null) continue
    const needs = sourceNeeds(tags, id, result.row.columns)
    found.set(id, { needs, values: await textSourceValues(ctx, result.row, needs, result.filters) })
  }
  const results: TextResults = { of: (id) => found.get(id) ?? 'failed' }
  const values = read.map(({ tag }) => {
    const value = tag && textValue(tag, { tags, results, parameters, formats, clock })
    return value?.kind === 'text' ? value.text : MISSING_TEXT
  })
  const marked = withMarks(
    text,
    read.map(({ content }) => content),
  )
  return { blocks: blocksOf(marked, values), note: limitedNote(tags, results) }
}
