import { messageOf } from '../../../api/error.ts'
import { notify } from '../../../app/notify.ts'

/** Says that a query was not saved, and why. @returns null, as what is saved */
export function tellNotSaved(error: unknown): null {
  notify.error('Query could not be saved', messageOf(error) ?? undefined)
  return null
}
