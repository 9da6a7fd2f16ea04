import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, request } from '@playwright/test'
import { ADMIN, FIRST_START } from './admin.ts'
import { startProduct } from './product.ts'

/** Environment variable that passes the path of the installations to the worker processes. */
const FOLDER = 'E2E_INSTALLATIONS'

/**
 * Creates two data directories, with and without sample data, as a first start leaves them. Journeys start on a copy,
 * which takes a fifth of the time of a first start.
 * @returns a function that removes them after the run
 */
export default async function makeInstallations(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-e2e-installations-'))
  process.env[FOLDER] = folder
  await Promise.all([install({}), install({ SIGHTLINE_SAMPLE_DATA: '0' })])
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Path of the installation to copy for these settings. */
export function installationFor({ SIGHTLINE_SAMPLE_DATA }: Record<string, string>): string {
  const folder = process.env[FOLDER]
  if (folder === undefined) throw new Error('The installations of this run were not made.')
  return join(folder, SIGHTLINE_SAMPLE_DATA === '0' ? 'bare' : 'sample')
}

async function install(settings: Record<string, string>): Promise<void> {
  const product = await startProduct({ ...FIRST_START, ...settings }, { dataDir: installationFor(settings) })
  const admin = await request.newContext({ baseURL: product.url })
  await admin.post('/login', { data: ADMIN })
  // Installing the sample data publishes the dashboard last.
  const published = async () => (await (await admin.get('/api/dashboards?q=flight')).json()).results[0]?.is_draft
  if (settings.SIGHTLINE_SAMPLE_DATA !== '0') await expect.poll(published, { timeout: 120_000 }).toBe(false)
  await admin.dispose()
  await product.stop()
}
