import { defineConfig } from '@playwright/test'
import { chromiumOptions } from './browser.ts'
import { SLOWER } from './slowness.ts'

/** Pages live for only seconds here: optimizing their compiled code would take a tenth of the time of the journeys. */
const QUICKER_TO_START = '--js-flags=--no-turbofan,--no-maglev'

export default defineConfig({
  testDir: 'journeys',
  // It only takes pictures of what other journeys test.
  testIgnore: process.env.SIGHTLINE_PICTURES === undefined ? 'guide-pictures.spec.ts' : [],
  globalSetup: './installations.ts',
  // A journey keeps half of a processor busy, so four workers leave none of two idle.
  workers: 4,
  retries: 0,
  timeout: 240_000 * SLOWER,
  expect: { timeout: 30_000 * SLOWER },
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? '../test-results/e2e.json' }]],
  outputDir: '../test-results/e2e',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // An element that is fading in is half transparent and would fail the contrast check.
    contextOptions: { reducedMotion: 'reduce' },
    // Most of the time of a journey goes into starting pages, and a reused context keeps the code that earlier journeys compiled.
    // Cookies, storage, routes and clocks are reset in between; `page.ts` resets the rest, and `kept-cache.ts` keeps the files.
    reuseContext: true,
    // Tracing takes a third of the time of a journey; use `--trace on` for a single run.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { ...chromiumOptions, args: [...(chromiumOptions.args ?? []), QUICKER_TO_START] },
  },
})
