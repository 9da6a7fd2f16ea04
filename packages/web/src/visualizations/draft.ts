import type { Cell } from '@sightline/contract/results.ts'
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
    return withType({ type: '', name: '', isNamed: false, options: {}, isSuggested: true }, DEFAULT_TYPE, columns, rows)
  const { type, name, options } = stored
  return { type, name, isNamed: name !== '' && name !== typeName(type), options, isSuggested: false }
}

/**
 * Switches to another type with its default options and suggested columns.
 * @param wanted options that the user has chosen with the type
 */
export function withType(
  draft: Draft,
  type: string,
  columns: SourceColumn[],
  rows: readonly Cell[][],
  wanted: Record<string, unknown> = {},
): Draft {
  const options = { ...visualizationOf(type)?.suggest(columns, rows, wanted), ...wanted }
  return { ...draft, type, name: draft.isNamed ? draft.name : automaticName(type, options), options, isSuggested: true }
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
