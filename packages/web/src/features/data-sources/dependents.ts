import type { Dependents } from '@sightline/contract/data-sources.ts'

/** What the end of a data source means for others, in sentences. @param dependents null when it is not known */
export function whatFollows(dependents: Dependents | null): string {
  if (dependents === null) return 'Its queries remain, but cannot run any more.'
  const { queries, scheduled, dashboards, results } = dependents
  if (queries === 0 && results === 0) return 'No query uses it.'
  const used = [
    ...(queries > 0 ? [`${counted(queries, 'query uses', 'queries use')} it`] : []),
    ...(scheduled > 0 ? [`${scheduled} of them on a schedule`] : []),
    ...(dashboards > 0 ? [`shown on ${counted(dashboards, 'dashboard', 'dashboards')}`] : []),
  ]
  return [
    ...(used.length > 0 ? [`${used.join(', ')}. They remain, but cannot run any more.`] : []),
    ...(results > 0 ? [`${counted(results, 'stored result is', 'stored results are')} deleted with it.`] : []),
  ].join(' ')
}

const counted = (count: number, one: string, many: string) => `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
