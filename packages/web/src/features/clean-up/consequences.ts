import type { BrokenQuery, InactiveUser, StoredResult, UnusedQuery } from '@sightline/contract/clean-up.ts'
import { bytesText } from '@sightline/domain/format/units.ts'

/** The confirmation of an action on several items. */
export interface Confirmation {
  title: string
  /** The records that the action removes and keeps. */
  text: string
}

const counted = (count: number, one: string, many: string) => `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

const archived =
  'Archived queries leave all lists and dashboards, and their schedules and alerts end. Their addresses still open, and their text stays.'

export function confirmArchivingUnused(chosen: readonly UnusedQuery[]): Confirmation {
  const shown = chosen.filter(({ dashboards }) => dashboards > 0).length
  const onDashboards = shown === 0 ? '' : ` ${counted(shown, 'of them stands', 'of them stand')} on a dashboard.`
  return { title: `Archive ${counted(chosen.length, 'query', 'queries')}`, text: `${archived}${onDashboards}` }
}

export function confirmArchivingBroken(chosen: readonly BrokenQuery[]): Confirmation {
  const scheduled = chosen.filter(({ is_scheduled }) => is_scheduled).length
  const ending = scheduled === 0 ? '' : ` ${counted(scheduled, 'schedule ends', 'schedules end')}.`
  return { title: `Archive ${counted(chosen.length, 'query', 'queries')}`, text: `${archived}${ending}` }
}

export function confirmDeletingResults(chosen: readonly StoredResult[]): Confirmation {
  const bytes = chosen.reduce((sum, { size }) => sum + size, 0)
  const shown = chosen.filter(({ query }) => query !== null).length
  const without =
    shown === 0
      ? 'No query shows them.'
      : `${counted(shown, 'of them is what a query shows: that has', 'of them are what queries show: those have')} no result until the next run.`
  return {
    title: `Delete ${counted(chosen.length, 'result', 'results')}`,
    text: `This frees ${bytesText(bytes)}. ${without}`,
  }
}

export function confirmDisablingUsers(chosen: readonly InactiveUser[]): Confirmation {
  const scheduled = chosen.reduce((sum, user) => sum + user.scheduled, 0)
  const schedules =
    scheduled === 0
      ? ''
      : ` ${counted(scheduled, 'scheduled query of theirs runs', 'scheduled queries of theirs run')} no more.`
  return {
    title: `Disable ${counted(chosen.length, 'user', 'users')}`,
    text: `Their sessions and API keys end at once. What they have made stays, and they can be enabled again.${schedules}`,
  }
}
