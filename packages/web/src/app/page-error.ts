import { ApiError } from '../api/error.ts'

/** The code of a page could not be had: there is no connection, or it went with an update of Sightline. */
export class PageNotLoaded extends Error {
  override name = 'PageNotLoaded'
  constructor(options: ErrorOptions) {
    super('This page could not be loaded.', options)
  }
}

/** The sentence of the error page for a failure. */
export function pageErrorText(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.status === 404) return "It seems like the page you're looking for cannot be found."
    if (error.status === 401 || error.status === 403) return 'It seems like you don’t have permission to see this page.'
    if (error.message !== '') return error.message
  }
  if (error instanceof PageNotLoaded) return error.message
  return 'It seems like we encountered an error. Try refreshing this page or contact your administrator.'
}

/** The smaller line below it: what helps, or the status for whoever is asked for help. */
export function pageErrorHelp(error: unknown): string | null {
  if (error instanceof PageNotLoaded)
    return 'Check your connection and try again. If Sightline was updated meanwhile, reload the page instead.'
  return error instanceof ApiError && error.status !== 0 ? String(error.status) : null
}
