import { memoized } from '@sightline/domain/memoized.ts'
import type { FastifyRequest } from 'fastify'

/** The routes of a server are few, and each request asks for the pattern of its own. */
const patternOf = memoized((url: string) => url.replace(/\(\^[^)]*\)/g, ''))

/**
 * The pattern of the route that answers a request, such as `/api/queries/:id`. Files and pages of the web app have no route of
 * their own: all files count as `(file)`, all pages as `(page)`, and unknown paths as `(unknown)`.
 * @param status of the response
 */
export function routeOf(request: Pick<FastifyRequest, 'routeOptions' | 'isFile'>, status: number): string {
  const { url } = request.routeOptions
  if (url !== undefined) return patternOf(url)
  if (status === 404 || status === 405) return '(unknown)'
  return request.isFile ? '(file)' : '(page)'
}
