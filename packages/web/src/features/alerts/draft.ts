import { t } from '@lingui/core/macro'
import type { Alert, AlertCondition, AlertOperator, AlertOptions, AlertSelector, NewAlert } from '@sightline/contract/alerts.ts'
import { isNumeric } from '@sightline/domain/alerts/evaluate.ts'
import { defaultName } from '@sightline/domain/alerts/options.ts'
import { subjectOf, templateOf } from '@sightline/domain/alerts/templates.ts'
import { parseTemplate, TemplateError } from '@sightline/domain/mustache.ts'
import { DAY, HOUR, MINUTE } from '@sightline/domain/schedule/intervals.ts'
import type { z } from 'zod'

/** The units of the rearm time in seconds. */
export const rearmUnits = { seconds: 1, minutes: MINUTE, hours: HOUR, days: DAY } as const
export type RearmUnit = keyof typeof rearmUnits

/** A subscriber of an alert that is not saved yet; without a destination the user, by email. */
export interface NewSubscriber {
  destination: { id: number; name: string; type: string } | null
}

/** The state of the alert editor: fields as they are typed. */
export interface AlertDraft {
  query: { id: number; name: string } | null
  name: string
  column: string
  op: AlertOperator
  value: string
  selector: AlertSelector
  /** In `rearmUnit`. */
  rearm: string
  rearmUnit: RearmUnit
  subject: string
  template: string
  /** Subscribers to add with the first save. */
  subscribers: readonly NewSubscriber[]
}

export const emptyDraft: AlertDraft = {
  query: null,
  name: '',
  column: '',
  op: 'greater than',
  value: '',
  selector: 'first',
  rearm: '',
  rearmUnit: 'seconds',
  subject: '',
  template: '',
  subscribers: [],
}

export const draftOf = ({ query, name, options, rearm }: Alert): AlertDraft => ({
  query: { id: query.id, name: query.name },
  name,
  column: options.column,
  op: options.op,
  value: String(options.value),
  selector: options.selector ?? 'first',
  ...rearmFields(rearm),
  subject: subjectOf(options) ?? '',
  template: templateOf(options) ?? '',
  subscribers: [],
})

/** A rearm time in the largest unit that divides it. */
function rearmFields(seconds: number | null): Pick<AlertDraft, 'rearm' | 'rearmUnit'> {
  if (seconds === null) return { rearm: '', rearmUnit: 'seconds' }
  const rearmUnit = (['days', 'hours', 'minutes'] as const).find((unit) => seconds % rearmUnits[unit] === 0) ?? 'seconds'
  return { rearm: String(seconds / rearmUnits[rearmUnit]), rearmUnit }
}

export type DraftProblems = Partial<Record<'query' | 'column' | 'value' | 'rearm' | 'subject' | 'template', string>>

/** A number or the beginning of one, such as `-`, `1.` or `1e`. */
const PART_OF_NUMBER = /^\s*[+-]?\d*\.?\d*(?:(?<=\d\.?)[eE][+-]?\d*)?\s*$/

/** The text of a number input after typing `next`. Rejects what cannot become a number; a stored text may be shortened. */
export const typedNumber = (next: string, before: string): string =>
  PART_OF_NUMBER.test(next) || next.length < before.length ? next : before

/** The same for a whole number without sign. */
export const typedCount = (next: string, before: string): string => (/^\s*\d*\s*$/.test(next) ? next : before)

/** The greatest number of seconds that the server accepts. */
const MAX_REARM = 2 ** 31 - 1

const wholeNumberTexts: Record<RearmUnit, string> = {
  seconds: t`Enter a whole number of seconds.`,
  minutes: t`Enter a whole number of minutes.`,
  hours: t`Enter a whole number of hours.`,
  days: t`Enter a whole number of days.`,
}

/** The errors of a draft, by field. @param stored the stored reference value, which is valid even if it is a text */
export function problemsOf(draft: AlertDraft, stored: string | null = null): DraftProblems {
  const problems: DraftProblems = {}
  if (draft.query === null) problems.query = t`Choose a query.`
  if (draft.column === '' && draft.selector !== 'count') problems.column = t`Choose a column.`
  if (draft.value.trim() === '') problems.value = t`Enter a number.`
  else if (!isNumeric(draft.value) && draft.value !== stored) problems.value = t`Enter a number.`
  const rearm = rearmOf(draft)
  if (!/^\d*$/.test(draft.rearm.trim())) problems.rearm = wholeNumberTexts[draft.rearmUnit]
  else if (rearm !== null && rearm > MAX_REARM) problems.rearm = t`Enter at most 68 years.`
  if (isBroken(draft.subject)) problems.subject = t`The ${'{{ }}'} tags do not match.`
  if (isBroken(draft.template)) problems.template = t`The ${'{{ }}'} tags do not match.`
  return problems
}

function isBroken(template: string): boolean {
  try {
    parseTemplate(template)
    return false
  } catch (error) {
    if (error instanceof TemplateError) return true
    throw error
  }
}

/** The condition of a draft; null while it is incomplete or invalid. */
export function conditionOf(draft: AlertDraft, stored: string | null = null): AlertCondition | null {
  const { column, value } = problemsOf(draft, stored)
  if (column !== undefined || value !== undefined) return null
  const { op, selector } = draft
  return {
    column: selector === 'count' ? '' : draft.column,
    op,
    value: isNumeric(draft.value) ? Number(draft.value) : draft.value,
    ...selected(selector),
  }
}

/** The first row is the default and is left out. */
const selected = (selector: AlertSelector) => (selector === 'first' ? {} : { selector })

/** The default name of an alert; '' while its query or condition is missing. */
export function defaultNameOf(draft: AlertDraft, stored: string | null = null): string {
  const condition = conditionOf(draft, stored)
  return draft.query === null || condition === null ? '' : defaultName(draft.query.name, condition)
}

/** Seconds; null for none. */
export const rearmOf = ({ rearm, rearmUnit }: Pick<AlertDraft, 'rearm' | 'rearmUnit'>): number | null =>
  Number(rearm) * rearmUnits[rearmUnit] || null

/**
 * The request body that saves a draft: blank texts as null, a blank name as the default one.
 * @param before the stored options; options that the editor does not know are kept
 * @returns null while the draft is not valid
 */
export function bodyOf(draft: AlertDraft, before: AlertOptions | null): z.input<typeof NewAlert> | null {
  const stored = before === null ? null : String(before.value)
  const condition = conditionOf(draft, stored)
  if (draft.query === null || condition === null || Object.keys(problemsOf(draft, stored)).length > 0) return null
  const { custom_subject: _, custom_body: __, selector: ___, ...kept } = before ?? {}
  const template = draft.template.trim() === '' ? null : draft.template
  return {
    name: draft.name.trim() || defaultName(draft.query.name, condition),
    query_id: draft.query.id,
    options: { ...kept, ...condition, subject: draft.subject.trim() || null, template },
    rearm: rearmOf(draft),
    template,
  }
}

/** Whether two drafts are equal. */
export const isSameDraft = (one: AlertDraft, other: AlertDraft): boolean => JSON.stringify(one) === JSON.stringify(other)
