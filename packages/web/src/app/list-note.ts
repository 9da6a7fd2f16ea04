import type { UseQueryResult } from '@tanstack/react-query'
import { messageOf } from '../api/error.ts'

/**
 * What stands for the items of a short list that has none.
 * @param none says so where there are none to be had
 * @returns null while there are some, or none are known yet
 */
export function listNote(
  { data, error }: Pick<UseQueryResult<{ results: readonly unknown[] }>, 'data' | 'error'>,
  none: string,
): string | null {
  if (data === undefined) return error && (messageOf(error) ?? 'Something went wrong.')
  return data.results.length === 0 ? none : null
}
