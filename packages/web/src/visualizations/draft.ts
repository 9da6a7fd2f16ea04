import type { Cell } from '@sightline/contract/results.ts'
import { isTypeName } from '@sightline/domain/visualization-names.ts'
import type { SourceColumn } from '../ui/data-table/row-source.ts'
import { DEFAULT_TYPE, visualizationOf } from './registry.ts'

/** The state of a visualization in the editor. */
export interface Draft {
  type: string
  name: string
  /** Whether the user chose the name; otherwise it follows the type, and what a new visualization shows. */
  isNamed: boolean
  /** The options to be stored, including unknown ones. */
  options: Record<string, unknown>
  /** Whether the options are still those suggested for the result, so that another kind of chart may suggest others. */
  isSuggested: boolean
  /** The options of the types that were left meanwhile, by type, for a return to one of them. */
  left: Readonly<Record<string, Record<string, unknown>>>
}

const typeName = (type: string) => visualizationOf(type)?.name ?? type

/** The name of a visualization that the user has not named. */
function automaticName(type: string, options: Record<string, unknown>): string {
  const definition = visualizationOf(type)
  return definition?.nameOf?.(definition.options.parse(options)) ?? typeName(type)
}

/** Starts from the stored visualization, or from a chart suggested from the columns and first rows. */
export function startDraft(
  stored: { type: string; name: string; options: Record<string, unknown> } | null,
  columns: SourceColumn[],
  rows: readonly Cell[][],
): Draft {
  if (!stored)
    return withType(
      { type: '', name: '', isNamed: false, options: {}, isSuggested: true, left: {} },
      DEFAULT_TYPE,
      columns,
      rows,
    )
  const { type, name, options } = stored
  return {
    type,
    name,
    isNamed: name !== '' && name !== typeName(type) && !isTypeName(name, type),
    options,
    isSuggested: false,
    left: {},
  }
}

/**
 * Switches to another type: with the options that it had before, else with its default ones, and with the columns that the draft
 * shows if they suffice.
 * @param wanted options that the user has chosen with the type
 */
export function withType(
  draft: Draft,
  type: string,
  columns: SourceColumn[],
  rows: readonly Cell[][],
  wanted: Record<string, unknown> = {},
): Draft {
  const left = draft.isSuggested ? draft.left : { ...draft.left, [draft.type]: draft.options }
  const before = left[type]
  const options = { ...(before ?? suggestedFor(draft, type, columns, rows, wanted)), ...wanted }
  const name = draft.isNamed ? draft.name : automaticName(type, options)
  return { ...draft, type, name, options, isSuggested: before === undefined, left }
}

/** The options of a new type: for the columns that the user has chosen, if it can show a result with these alone. */
function suggestedFor(
  draft: Draft,
  type: string,
  columns: SourceColumn[],
  rows: readonly Cell[][],
  wanted: Record<string, unknown>,
): Record<string, unknown> {
  const definition = visualizationOf(type)
  if (!definition) return {}
  const shown = draft.isSuggested ? null : columnsOf(draft, columns)
  if (shown !== null && shown.size > 0 && shown.size < columns.length) {
    const places = columns.flatMap(({ name }, place) => (shown.has(name) ? [place] : []))
    const pick = <Item>(items: readonly Item[]) => places.flatMap((place) => items.slice(place, place + 1))
    const options = definition.suggest(pick(columns), rows.map(pick), wanted)
    if (definition.problem(definition.options.parse({ ...options, ...wanted }), columns) === null) return options
  }
  return definition.suggest(columns, rows, wanted)
}

/** The names of the columns that a draft shows; null for types that show all, and unknown ones. */
function columnsOf({ type, options }: Draft, columns: SourceColumn[]): ReadonlySet<string> | null {
  const definition = visualizationOf(type)
  if (!definition) return null
  // The time zone decides about days, not about columns.
  const needs = definition.needs(definition.options.parse(options), columns, { timeZone: 'UTC' })
  switch (needs.kind) {
    case 'columns':
      return new Set(needs.columns)
    case 'groups':
      return new Set([...needs.sets.flat(), ...needs.measures.flatMap(({ column }) => column ?? [])])
    case 'cells':
      return new Set(needs.cells.map(({ column }) => column))
    case 'windows':
      return null
  }
}

/**
 * Switches to a card of the gallery. Another kind of chart keeps what the user has set, and suggests other columns if nothing was set;
 * another type begins with its own options.
 */
export const withChoice = (
  draft: Draft,
  { type, patch }: { type: string; patch: Record<string, unknown> },
  columns: SourceColumn[],
  rows: readonly Cell[][],
): Draft =>
  type === draft.type && !draft.isSuggested ? withOptions(draft, patch) : withType(draft, type, columns, rows, patch)

export const withName = (draft: Draft, name: string): Draft => ({ ...draft, name, isNamed: true })

/** Changes options. An automatic name changes along; that of a stored visualization is the name of its type and stays. */
export function withOptions(draft: Draft, patch: Record<string, unknown>): Draft {
  const options = { ...draft.options, ...patch }
  const isAutomatic = !draft.isNamed && draft.name === automaticName(draft.type, draft.options)
  return { ...draft, options, isSuggested: false, name: isAutomatic ? automaticName(draft.type, options) : draft.name }
}

/** Whether the draft differs from its initial state. */
export const isDirty = (draft: Draft, start: Draft): boolean =>
  draft.type !== start.type || draft.name !== start.name || JSON.stringify(draft.options) !== JSON.stringify(start.options)

/** Returns the fields to store: a blank name becomes the name of the type. */
export const savedDraft = ({ type, name, options }: Draft) => ({ type, name: name.trim() || typeName(type), options })
