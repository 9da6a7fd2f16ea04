import { ApiError } from '../api/error.ts'

/** The sentence of the error page for a failure. */
export function pageErrorText(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.status === 404) return "It seems like the page you're looking for cannot be found."
    if (error.status === 401 || error.status === 403) return 'It seems like you don’t have permission to see this page.'
    if (error.message !== '') return error.message
  }
  return 'It seems like we encountered an error. Try refreshing this page or contact your administrator.'
}
