import type { Cell } from '@sightline/contract/results.ts'
import type { SourceColumn } from '../ui/data-table/row-source.ts'
import { DEFAULT_TYPE, visualizationOf } from './registry.ts'

/** A visualization while it is edited. */
export interface Draft {
  type: string
  name: string
  /** The name is the user's own and no longer follows the type. */
  isNamed: boolean
  /** As they will be stored: what is not known here is kept. */
  options: Record<string, unknown>
}

const typeName = (type: string) => visualizationOf(type)?.name ?? type

/** Starts from what is stored, or from a chart that suits the columns and their first rows. */
export function startDraft(
  stored: { type: string; name: string; options: Record<string, unknown> } | null,
  columns: SourceColumn[],
  rows: readonly Cell[][],
): Draft {
  if (!stored) return withType({ type: '', name: '', isNamed: false, options: {} }, DEFAULT_TYPE, columns, rows)
  const { type, name, options } = stored
  return { type, name, isNamed: name !== '' && name !== typeName(type), options }
}

/** Another type: its own default options, with the columns that suit it. */
export function withType(draft: Draft, type: string, columns: SourceColumn[], rows: readonly Cell[][]): Draft {
  return {
    ...draft,
    type,
    name: draft.isNamed ? draft.name : typeName(type),
    options: { ...visualizationOf(type)?.suggest(columns, rows) },
  }
}

export const withName = (draft: Draft, name: string): Draft => ({ ...draft, name, isNamed: true })

export const withOptions = (draft: Draft, patch: Record<string, unknown>): Draft => ({
  ...draft,
  options: { ...draft.options, ...patch },
})

/** Whether anything differs from where the editor started. */
export const isDirty = (draft: Draft, start: Draft): boolean =>
  draft.type !== start.type || draft.name !== start.name || JSON.stringify(draft.options) !== JSON.stringify(start.options)

/** What is saved: a blank name becomes the type's name. */
export const savedDraft = ({ type, name, options }: Draft) => ({ type, name: name.trim() || typeName(type), options })
