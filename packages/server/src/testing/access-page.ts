import { api } from '@sightline/contract/api.ts'
import type { Endpoint } from '@sightline/contract/endpoint.ts'
import { accessTable, callerDescriptions, callers, signs } from './access-table.ts'

const endpoints: Endpoint[] = Object.values(api).flatMap((feature) => Object.values(feature))
const scopes = new Map(endpoints.map(({ method, path, scope }) => [`${method} ${path}`, scope]))

/** Renders the access table as a documentation page. */
export function accessPage(): string {
  const head = `| | scope | ${callers.join(' | ')} |`
  const rule = `| --- | --- |${callers.map(() => ' --- |').join('')}`
  const tables = Object.entries(accessTable).flatMap(([title, routes]) => [
    `## ${title}`,
    '',
    head,
    rule,
    ...Object.entries(routes).map(
      ([route, cells]) => `| \`${route}\` | ${scopes.get(route) ?? ''} | ${cells.replaceAll(' ', ' | ')} |`,
    ),
    '',
  ])
  return `${[
    '# Who may call what',
    '',
    'Every route of the server, called by everybody who may come to it, on things that the owner made. This page is written from',
    'the table with which the tests call them all; a route that is missing there fails the build.',
    '',
    ...signs.map(([sign, words]) => `- \`${sign}\` ${words}`),
    '',
    'An API key with scopes needs the named scope as well, and acts without admin rights unless it has the scope administer.',
    '',
    '| | who that is |',
    '| --- | --- |',
    ...callers.map((caller) => `| ${caller} | ${callerDescriptions[caller]} |`),
    '',
    ...tables,
  ]
    .join('\n')
    .trimEnd()}\n`
}
