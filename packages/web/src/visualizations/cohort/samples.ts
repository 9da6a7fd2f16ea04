import type { Cell } from '@sightline/contract/results.ts'
import { column, randomNumbers, type Sample } from '../samples.ts'

const columns = [
  column('date', 'date'),
  column('day_number', 'integer'),
  column('total', 'integer'),
  column('value', 'integer'),
]

/** Users by sign-up week and their return in later weeks; one week is missing. */
function weeks(): Cell[][] {
  const random = randomNumbers(5)
  return Array.from({ length: 10 }, (_, week) => week)
    .filter((week) => week !== 4)
    .flatMap((week) => {
      const date = new Date(Date.UTC(2025, 8, 1 + week * 7)).toISOString().slice(0, 10)
      const total = Math.round(420 + random() * 260)
      return Array.from({ length: 10 - week }, (_, stage): Cell[] => [
        date,
        stage,
        total,
        Math.round(total * (stage === 0 ? 1 : 0.62 * 0.86 ** stage * (0.9 + random() * 0.2))),
      ])
    })
}

/** Weekly cohorts in both modes. */
export const samples: Sample[] = [
  {
    title: 'Weekly retention',
    columns,
    rows: weeks(),
    total: null,
    options: { timeInterval: 'weekly', stageColumnTitle: 'Week {{ @ }}' },
  },
  {
    title: 'Retention as it is, in numbers',
    columns,
    rows: weeks().filter(([, stage]) => stage !== 3),
    total: null,
    options: { mode: 'simple', percentValues: false, colors: { min: '#FFFFFF', max: '#238F66', steps: 9 } },
  },
  { title: 'A cohort without its columns', columns: [column('n', 'integer')], rows: [[1]], total: null, options: {} },
]
