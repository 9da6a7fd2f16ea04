import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-server.ts'

/** Starts one PostgreSQL server for a test run; each test server gets a database of its own on it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  project.provide('postgresUrl', server.url)
  return () => server.stop()
}
