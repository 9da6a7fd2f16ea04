import { makePlugInFolder } from './plug-in-folder.ts'
import { test as base, expect } from './queries.ts'

export { expect }

/** `test` for journeys in an installation with plug-ins. */
export const test = base.extend({
  settings: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      const folder = makePlugInFolder()
      await use({ SIGHTLINE_PLUGINS: folder.path })
      folder.remove()
    },
    { scope: 'worker' },
  ],
})

/** Three cities with their people, and the options of the template's dot plot for them. */
export const CITIES = "SELECT * FROM (VALUES ('Oslo', 700), ('Berlin', 3700), ('Lisbon', 545.5)) AS t(city, people)"
export const CHOSEN = { label: 'city', value: 'people' }
/** The points of that plot by name. */
export const AS_IN_RESULT = 'Oslo 700, Berlin 3,700, Lisbon 545.5'
