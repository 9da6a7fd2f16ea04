import { definePicture, noData } from '../picture.ts'
import { CohortOptions, needs, type PreparedCohort, prepare, problem } from './prepare.ts'

/** A cohort as a table with the colors of its cells. */
export default definePicture<CohortOptions>({
  type: 'COHORT',
  options: CohortOptions,
  needs,
  problem,
  draw(data, options, formats, name) {
    const preparedIn = (scheme: 'light' | 'dark') =>
      data.kind === 'groups' ? prepare(data, options, formats, scheme) : noData()
    const [cohort, dark] = [preparedIn('light'), preparedIn('dark')]
    if (cohort.kind === 'nothing') return cohort
    const table = { ...tableOf(cohort), darkColors: dark.kind === 'nothing' ? null : colorsOf(dark) }
    return { kind: 'rows', table, description: name, note: cohort.note }
  },
})

function tableOf({ timeTitle, peopleTitle, stageTitles, rows }: PreparedCohort) {
  const head = (text: string, isNumber: boolean) => ({ text, span: 1, isNumber })
  return {
    heads: [[head(timeTitle, false), ...[peopleTitle, ...stageTitles].map((title) => head(title, true))]],
    rows: rows.map(({ time, people, cells }) => [time, people, ...cells.map(({ text }) => text)]),
    colors: colorsOf({ rows }),
    foot: null,
    isSortable: false,
    more: 0,
  }
}

const colorsOf = ({ rows }: Pick<PreparedCohort, 'rows'>) =>
  rows.map(({ cells }) => [
    null,
    null,
    ...cells.map(({ colors }) => colors && { background: colors.background, text: colors.ink }),
  ])
