import { t } from '@lingui/core/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { messageOf } from '../api/error.ts'

/**
 * The text shown instead of an empty or failed short list.
 * @param none text for an empty list
 * @returns null if there are items or the list is loading
 */
export function listNote(
  { data, error }: Pick<UseQueryResult<{ results: readonly unknown[] }>, 'data' | 'error'>,
  none: string,
): string | null {
  if (data === undefined) return error && (messageOf(error) ?? t`Something went wrong.`)
  return data.results.length === 0 ? none : null
}
