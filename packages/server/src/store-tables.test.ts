import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

// A store writes only the tables of its own feature. This reads the sources, since an import does not tell reading from writing.

/** Stores that write tables of other features: the tables, and why. */
const EXCEPTIONS: Record<string, { tables: string[]; reason: string }> = {
  'data-sources/store.ts': { tables: ['queries'], reason: 'queries let go of the results that are deleted with a data source' },
  'executions/schedules/store.ts': {
    tables: ['alertChecks', 'queries'],
    reason: 'the state of a schedule is in the row of its query; a result is stored together with the checks that it causes',
  },
  'executions/store.ts': { tables: ['queries'], reason: 'queries let go of a result that is deleted' },
  'executions/worker/finish.store.ts': {
    tables: ['alertChecks', 'queries'],
    reason: 'one statement stores a result, links the queries to it and records which alerts have to check it',
  },
  'groups/store.ts': { tables: ['groups'], reason: 'the table is defined with users, whose permissions are read from it' },
  'queries/dependents.store.ts': {
    tables: ['alertChecks', 'widgets'],
    reason: 'what shows a query is removed in the transaction that archives it, and the features above cannot be called',
  },
  'queries/history.store.ts': {
    tables: ['executions'],
    reason: 'a new query takes over the runs that its author made of the text before saving it',
  },
  'queries/store.ts': { tables: ['visualizations'], reason: 'a query is stored together with its first visualizations' },
  'setup/sample/store.ts': {
    tables: ['accessPermissions', 'dashboards', 'dataSources', 'favorites', 'queries'],
    reason: 'only the sample marks its records, and removes them even if another user owns them by then',
  },
  'setup/store.ts': { tables: ['organizations'], reason: 'the first start creates the organization' },
  'transfer/import.store.ts': {
    tables: [
      'alertSubscriptions',
      'alerts',
      'commentThreads',
      'comments',
      'dashboards',
      'dataSourceGroups',
      'dataSources',
      'destinations',
      'groups',
      'queries',
      'querySnippets',
      'subscriptions',
      'users',
      'visualizations',
      'widgets',
    ],
    reason: 'an import restores rows for their previous owners, whatever their permissions are now',
  },
}

const FEATURES = new URL('./features/', import.meta.url)
const featureOf = (path: string): string => path.split('/', 1)[0] ?? ''

/** The feature of each table, by the name of its constant; tables of `platform` belong to none. */
const owners = new Map(
  globSync('*/tables.ts', { cwd: FEATURES }).flatMap((path) =>
    [...sourceOf(path).matchAll(/^export const (\w+) = pgTable\(/gm)].map(
      ([, table = '']) => [table, featureOf(path)] as const,
    ),
  ),
)

function sourceOf(path: string): string {
  return readFileSync(new URL(path, FEATURES), 'utf8')
}

/** The tables of other features that a file writes, sorted. */
function foreignWrites(path: string, source: string): string[] {
  const drizzle = source.matchAll(/\.(?:insert|update|delete)\(\s*(\w+)/g)
  const raw = source.matchAll(/(?:insert into|update|delete from)\s+\$\{(\w+)\}/gi)
  const loops = source.matchAll(/for \(const table of \[([\w, ]+)\]\)/g)
  const written = [...drizzle, ...raw, ...loops].flatMap(([, names = '']) => names.split(', '))
  return [...new Set(written)].filter((name) => owners.has(name) && owners.get(name) !== featureOf(path)).sort()
}

it('finds the tables of other features that a statement writes, and no others', () => {
  const writes = (source: string) => foreignWrites('alerts/store.ts', source)
  expect(writes('await db.update(queries).set({ name })')).toEqual(['queries'])
  expect(writes('db\n    .insert(\n      users,\n    )')).toEqual(['users'])
  expect(writes(`delete from \${users} where id = 1`)).toEqual(['users'])
  expect(writes('for (const table of [alerts, users]) await db.delete(table)')).toEqual(['users'])
  expect(writes('db.select().from(users); await db.delete(alerts); cache.delete(id)')).toEqual([])
})

it('lets a feature write tables of other features only where it is listed with its reason', () => {
  const files = globSync('**/*.ts', { cwd: FEATURES }).filter((path) => !path.endsWith('.test.ts'))
  const found = files.map((path) => [path, foreignWrites(path, sourceOf(path))] as const)
  const listed = Object.entries(EXCEPTIONS).map(([path, { tables }]) => [path, tables])
  expect(Object.fromEntries(found.filter(([, tables]) => tables.length > 0))).toEqual(Object.fromEntries(listed))
})
