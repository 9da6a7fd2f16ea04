import type { ShownWidget } from '@sightline/contract/widgets.ts'
import { filledMarks, hasLiveValues, tagsIn, textSources, withMarks } from '@sightline/domain/dashboards/text-tags.ts'
import {
  limitedNote,
  MISSING_TEXT,
  type SourceNeeds,
  type SourceValues,
  sourceNeeds,
  type TextResults,
  textValue,
  widgetsOf,
} from '@sightline/domain/dashboards/text-values.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { runValues } from '@sightline/domain/parameters/values.ts'
import type { Context } from '../../platform/context.ts'
import { presentInfo, storedResult } from '../executions/present.ts'
import { readResult } from '../executions/results/service.ts'
import { calendarOf, readFormats, readSettings } from '../settings/service.ts'
import { type RunForReport, refusalAsRemark } from './report-runs.ts'

const TEXTBOX_CHARACTERS = 2000

/** The dashboard around a textbox, with the values that it opens with. */
export interface ReportedDashboard {
  widgets: readonly ShownWidget[]
  /** The parameters of the dashboard. */
  parameters: readonly Definition[]
  /** The parameters of a widget's query. */
  definitionsOf(widget: ShownWidget): Definition[]
}

/** A textbox as plain text, with the values of its tags. Queries run with the permissions of the subscriber. */
export async function reportedText(
  ctx: Context,
  { text, options }: ShownWidget,
  dashboard: ReportedDashboard,
  run: RunForReport,
): Promise<string> {
  if (!hasLiveValues(options)) return markdownToText(text.slice(0, TEXTBOX_CHARACTERS))
  const read = tagsIn(text, textSources(dashboard.widgets))
  const tags = read.flatMap(({ tag }) => tag ?? [])
  const clock = { now: ctx.now(), ...calendarOf(await readSettings(ctx)) }
  const found = new Map<number, Awaited<ReturnType<TextResults['of']>>>()
  for (const id of widgetsOf(tags)) {
    const widget = dashboard.widgets.find((one) => one.id === id)
    if (widget?.visualization === undefined) continue
    const outcome = await run(widget.visualization.query.id, runValues(dashboard.definitionsOf(widget), clock))
    if ('remark' in outcome) continue
    const needs = sourceNeeds(tags, id, outcome.window.result.columns)
    const parts = await refusalAsRemark(() => readParts(ctx, outcome, needs))
    if (!('remark' in parts)) found.set(id, { needs, values: parts })
  }
  const results: TextResults = { of: (id) => found.get(id) ?? 'failed' }
  const context = { tags, results, parameters: dashboard.parameters, formats: await readFormats(ctx), clock }
  const values = read.map(({ tag }) => {
    const value = tag && textValue(tag, context)
    return value?.kind === 'text' ? value.text : MISSING_TEXT
  })
  const marked = withMarks(
    text,
    read.map(({ content }) => content),
  )
  const filled = filledMarks(markdownToText(marked.slice(0, TEXTBOX_CHARACTERS)), values, (value) => value)
  const note = limitedNote(tags, results)
  return note === null ? filled : `${filled}\n\n${note}`
}

/** Reads the cells and measures that tags need from a stored result. */
async function readParts(
  ctx: Context,
  { window, row }: Exclude<Awaited<ReturnType<RunForReport>>, { remark: string }>,
  { cells, measures }: SourceNeeds,
): Promise<SourceValues> {
  const total = row.row_count
  const rowAt = async (offset: number) => {
    const request = { offset, limit: 1, sort: [], search: '', searchColumns: null, filters: [], isCountedLater: false }
    return (await readResult(ctx, row, () => ctx.results.window(storedResult(row), request))).rows[0] ?? []
  }
  const last = total > 0 && cells.some((cell) => cell.row === -1) ? await rowAt(total - 1) : []
  const placeOf = (name: string) => row.columns.findIndex((column) => column.name === name)
  const ask = {
    sets: [[]],
    measures: measures.map(({ kind, column }) => ({ kind, column: placeOf(column) })),
    limit: 1,
  }
  const groups = measures.length === 0 ? null : await readResult(ctx, row, () => ctx.results.groups(storedResult(row), ask, []))
  return {
    info: presentInfo(ctx.viewer, row),
    total,
    cells: cells.map((cell) => (cell.row === 1 ? window.rows[0] : last)?.[placeOf(cell.column)] ?? null),
    measures: groups?.sets[0]?.measures.map(([cell = null]) => cell) ?? [],
    sample: window.rows,
  }
}

/**
 * Markdown as plain text: headings, emphasis and code lose their marks, links become `title (URL)`, lists and line breaks stay.
 */
export const markdownToText = (markdown: string): string =>
  markdown
    .replace(/^ {0,3}#{1,6} +/gm, '')
    .replace(/!?\[([^\]\n]*)\]\(([^)\s]*)[^)\n]*\)/g, '$1 ($2)')
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/(?<![\w*])([*_])(?=[^\s*_])([^\n]+?)(?<=[^\s*_])\1(?![\w*])/g, '$2')
    .replace(/`([^`\n]+)`/g, '$1')
    .trim()
