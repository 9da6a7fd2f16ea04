import type { FastifyRequest } from 'fastify'

/**
 * The pattern of the route that answers a request, such as `/api/queries/:id`. Files and pages of the web app have no route of
 * their own: all files count as `(file)`, all pages as `(page)`, and unknown paths as `(unknown)`.
 * @param status of the response
 */
export function routeOf(request: Pick<FastifyRequest, 'routeOptions' | 'isFile'>, status: number): string {
  const { url } = request.routeOptions
  if (url !== undefined) return url.replace(/\(\^[^)]*\)/g, '')
  if (status === 404 || status === 405) return '(unknown)'
  return request.isFile ? '(file)' : '(page)'
}
