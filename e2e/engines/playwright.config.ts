import { defineConfig } from '@playwright/test'
import { SLOWER } from '../slowness.ts'
import type { EngineName } from './engine.ts'

/** One worker for each engine, because it has one window. */
const project = (name: EngineName) => ({ name, workers: 1, use: { engineName: name } })

export default defineConfig<object, { engineName: EngineName }>({
  testDir: 'journeys',
  globalSetup: './product.ts',
  workers: 2,
  timeout: 60_000 * SLOWER,
  expect: { timeout: 15_000 * SLOWER, toPass: { timeout: 15_000 * SLOWER } },
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? '../../test-results/engines.json' }]],
  outputDir: '../../test-results/engines',
  projects: [project('firefox'), project('webkit')],
})
