import { notify } from '../../app/notify.ts'

/** Adds everything that was selected, whatever becomes of the others, and tells when not all of it could be. */
export async function addAll(ids: readonly number[], add: (id: number) => Promise<unknown>): Promise<void> {
  const outcomes = await Promise.allSettled(ids.map(add))
  if (outcomes.some(({ status }) => status === 'rejected')) notify.error('Failed to save some of selected items.')
}
