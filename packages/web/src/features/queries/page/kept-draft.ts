import * as z from 'zod/mini'
import type { Draft } from './draft.ts'

/** A draft as this browser keeps it. What is not kept, or is no longer readable, is left out. */
const KeptDraft = z.object({
  text: z.string(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  dataSourceId: z.nullable(z.int()),
  dialect: z._default(z.nullable(z.string()), null),
  parameters: z.array(z.looseObject({ name: z.string() })),
  /** The version that the changes were made to; null for a query that was never saved. */
  version: z.nullable(z.int()),
})

export interface KeptDraft extends Draft {
  version: number | null
}

/** Reads what was kept; null for what is no draft. */
export function readKeptDraft(value: unknown): KeptDraft | null {
  const read = KeptDraft.safeParse(value)
  return read.success ? read.data : null
}

/** What of a draft is kept: everything but what was typed into parameters and not applied. */
export const keptDraft = (draft: Draft, version: number | null): KeptDraft => ({
  ...draft,
  parameters: draft.parameters.map(({ pendingValue: _, ...definition }) => definition),
  version,
})
