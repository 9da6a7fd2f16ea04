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
import { AppError } from '../../platform/http/errors.ts'
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

/** A text whose tags are marks, and their values in order. */
interface FilledText {
  marked: string
  values: string[]
  /** A sentence about values of a limited result; null for none. */
  note: string | null
}

/** The values of the tags of a textbox; null for a text without tags. */
export async function filledText(
  ctx: Context,
  { text, options }: Pick<VisibleWidget, 'text' | 'options'>,
  { widgets, parameters, resultOf, formats, clock }: TextSurroundings,
): Promise<FilledText | null> {
  if (!hasLiveValues(options)) return null
  const read = tagsIn(text, textSources(widgets))
  const tags = read.flatMap(({ tag }) => tag ?? [])
  const found = new Map<number, Awaited<ReturnType<TextResults['of']>>>()
  for (const id of widgetsOf(tags)) {
    const result = resultOf(id)
    if (result === undefined || result.filters === null) continue
    const needs = sourceNeeds(tags, id, result.row.columns)
    const values = await orNone(textSourceValues(ctx, result.row, needs, result.filters))
    if (values !== null) found.set(id, { needs, values })
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
  return { marked, values, note: limitedNote(tags, results) }
}

/** Null for values that cannot be read: the rest of the text is worth more than none. */
async function orNone<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** A textbox with the values of its tags, and a sentence about them if they are of a limited result. */
export async function textOf(
  ctx: Context,
  widget: VisibleWidget,
  surroundings: TextSurroundings,
): Promise<{ blocks: Block[]; note: string | null }> {
  const filled = await filledText(ctx, widget, surroundings)
  if (filled === null) return { blocks: blocksOf(widget.text), note: null }
  return { blocks: blocksOf(filled.marked, filled.values), note: filled.note }
}
