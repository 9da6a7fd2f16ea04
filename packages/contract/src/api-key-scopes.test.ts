import { expect, it } from 'vitest'
import { api } from './api.ts'
import type { Endpoint } from './endpoint.ts'

const endpoints: Endpoint[] = Object.values(api).flatMap((feature) => Object.values(feature))
const named = ({ method, path, scope }: Endpoint) => `${method} ${path}: ${scope}`

it('gives every endpoint a scope, except those that need no sign-in (OPEN-306)', () => {
  for (const endpoint of endpoints) expect(endpoint.scope === null, named(endpoint)).toBe(endpoint.access === 'anyone')
})

it('needs the scope administer for every endpoint of admins, and for the credentials of a user (OPEN-306)', () => {
  const administered = endpoints.filter(({ scope }) => scope === 'administer')
  for (const endpoint of endpoints.filter(({ access }) => access === 'admin' || access === 'super_admin'))
    expect(administered, named(endpoint)).toContain(endpoint)
  expect(administered).toEqual(
    expect.arrayContaining([
      api.users.update,
      api.users.regenerateKey,
      api.apiKeys.create,
      api.apiKeys.revoke,
      api.session.endOthers,
    ]),
  )
})

it('needs no more than the scope read for endpoints that change nothing, and another one for all that do (OPEN-306)', () => {
  const reading = endpoints.filter(({ method, scope }) => method !== 'GET' && scope === 'read').map(named)
  expect(reading.filter((name) => !/(window|distinct|profiles?|columns|groups): read$/.test(name)).sort()).toEqual([
    'POST /api/alerts/preview: read',
    'POST /api/alerts/rehearsal: read',
    'POST /api/events: read',
    'POST /api/queries/format: read',
    'POST /api/query_results/stored: read',
  ])
})

it('needs the scope run for everything that may run a query (OPEN-306)', () => {
  const { executions, exports, queries } = api
  const running = [
    executions.runText,
    executions.runQuery,
    executions.refresh,
    exports.pdf,
    exports.html,
    queries.dropdown,
    queries.dropdownOf,
    queries.searchDropdown,
    queries.searchDropdownOf,
  ]
  for (const endpoint of running) expect(named(endpoint)).toMatch(/: run$/)
})
