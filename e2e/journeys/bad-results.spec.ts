import { expect, test } from '../queries.ts'

/** Every visualization type that the chart library does not draw, with options that match the usual columns. */
const visualizations: Record<string, Record<string, unknown>> = {
  PIVOT: { rows: ['stage'], cols: ['other'], vals: ['value'], aggregatorName: 'Sum' },
  MAP: { latColName: 'lat', lonColName: 'lon', classify: 'stage' },
  COUNTER: { counterColName: 'value' },
  DETAILS: {},
  WORD_CLOUD: { column: 'stage' },
  COHORT: { dateColumn: 'stage', stageColumn: 'other', totalColumn: 'value', valueColumn: 'value' },
}

const usual = (stage: string, other: string, number: string) =>
  `SELECT ${stage} AS stage, ${other} AS other, ${number} AS value, ${number} AS lat, ${number} AS lon`
const noCohort = 'No row has a date in "stage" and a number in "other".'

interface BadResult {
  query: string
  /** Expected text of each visualization, by type. */
  shown: Record<string, string | RegExp>
}

const bad: Record<string, BadResult> = {
  'No rows': {
    query: `${usual("'a'", "'b'", '1.5')} WHERE false`,
    shown: {
      PIVOT: 'No data',
      MAP: 'No data',
      COUNTER: 'No data',
      DETAILS: 'No data',
      WORD_CLOUD: 'No data',
      COHORT: 'No data',
    },
  },
  'Nothing but null': {
    query: `${usual('NULL::VARCHAR', 'NULL::VARCHAR', 'NULL::DOUBLE')} FROM range(3)`,
    shown: {
      PIVOT: /Totals/,
      MAP: /^No row has a place in “lat” and “lon”\./,
      COUNTER: /^—/,
      DETAILS: /stage—.*1 of 3/s,
      WORD_CLOUD: 'No data',
      COHORT: noCohort,
    },
  },
  'Columns that are gone': {
    query: "SELECT 'x' AS unknown",
    shown: {
      PIVOT: 'The result has no column "stage".',
      MAP: 'Choose a latitude and a longitude column.',
      COUNTER: 'The result has no column "value".',
      DETAILS: 'unknownx',
      WORD_CLOUD: 'The result has no column "stage".',
      COHORT: 'A cohort needs columns for date, stage, total and value; the result has no "stage", "other", "value", "value".',
    },
  },
  'Hostile texts': {
    query: usual("'<script>document.title=1</script><b>bold</b>{' || '{ stage }}'", "'__proto__'", '10'),
    shown: {
      PIVOT: /__proto__.*<script>document\.title=1<\/script><b>bold<\/b>/s,
      MAP: /<script>document\.title=1<\/script><b>bold<\/b>\{\{ stage \}\}/,
      COUNTER: /^10/,
      DETAILS: /stagebold\{\{ stage \}\}.*__proto__/s,
      WORD_CLOUD: /bold/,
      COHORT: noCohort,
    },
  },
}

test.use({ settings: { SIGHTLINE_MAP_TILES: 'none' } })

test('visualizations of bad results draw or explain why they cannot, and no script runs', async ({
  adminPage: page,
  workshop,
}) => {
  for (const [name, { query, shown }] of Object.entries(bad)) {
    const made = await workshop.makeRunQuery({ name, query })
    for (const [type, options] of Object.entries(visualizations)) await workshop.makeVisualization(made, type, type, options)
    await page.goto(`/queries/${made.id}`)
    for (const type of Object.keys(visualizations)) {
      await page.getByRole('tab', { name: type }).click()
      await expect(page.getByRole('tabpanel', { name: type }), `${type} of ${name}`).toHaveText(shown[type] ?? 'unknown')
    }
    await expect(page).toHaveTitle(`${name} · Meridian Air`)
  }
})
