import { defineConfig } from '@playwright/test'
import { chromiumOptions } from './browser.ts'
import { SLOWER } from './slowness.ts'

export default defineConfig({
  testDir: 'journeys',
  globalSetup: './installations.ts',
  // A journey waits more than it computes: three at a time, each file with a product of its own, keep two processors busy.
  workers: 3,
  retries: 0,
  timeout: 120_000 * SLOWER,
  expect: { timeout: 15_000 * SLOWER },
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? '../test-results/e2e.json' }]],
  outputDir: '../test-results/e2e',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // An element that fades in is half transparent at first and would fail the contrast check.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every journey takes a third of its time; `--trace on` records those of one run.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: chromiumOptions,
  },
})
