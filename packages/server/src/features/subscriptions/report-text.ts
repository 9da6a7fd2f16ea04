import type { ShownWidget } from '@sightline/contract/widgets.ts'
import { filledMarks, hasLiveValues, tagsIn, textSources, withMarks } from '@sightline/domain/dashboards/text-tags.ts'
import {
  limitedNote,
  MISSING_TEXT,
  sourceNeeds,
  type TextResults,
  textValue,
  widgetsOf,
} from '@sightline/domain/dashboards/text-values.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { runValues } from '@sightline/domain/parameters/values.ts'
import type { Context } from '../../platform/context.ts'
import { textSourceValues } from '../executions/service.ts'
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
    const parts = await refusalAsRemark(() => textSourceValues(ctx, outcome.row, needs))
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
