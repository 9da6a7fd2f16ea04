import type { TestProject } from 'vitest/node'
import { openPostgres } from '../platform/db/postgres.ts'
import { startPostgres } from './postgres-server.ts'

/**
 * Starts one PostgreSQL server for a test run; each test server gets its own database. Since migrating takes longer than most
 * tests, the migrations run once, in a template database that is copied.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  const template = await openPostgres(
    server.url,
    (error) => {
      throw error
    },
    10,
  )
  await template.close()
  project.provide('postgresUrl', server.url)
  return () => server.stop()
}
