import type { TestProject } from 'vitest/node'
import { openPostgres } from '../platform/db/postgres.ts'
import { startPostgres } from './postgres-server.ts'

/**
 * Starts one PostgreSQL server for a test run; each test server gets a database of its own on it. Making all tables takes longer
 * than most tests do, so they are made once, in the database of the server's address, of which the others are copies.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  const template = await openPostgres(server.url, (error) => {
    throw error
  })
  await template.close()
  project.provide('postgresUrl', server.url)
  return () => server.stop()
}
