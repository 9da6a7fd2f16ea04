import type { ObjectCounters } from '@sightline/contract/status.ts'

/** The steps of the checklist, in order, how many there are of what each makes, and whether it is done. */
export function onboardingSteps(counters: ObjectCounters) {
  return [
    { step: 'data_source', count: counters.data_sources, isDone: counters.data_sources > 0 },
    { step: 'query', count: counters.queries, isDone: counters.queries > 0 },
    { step: 'alert', count: counters.alerts, isDone: counters.alerts > 0 },
    { step: 'dashboard', count: counters.dashboards, isDone: counters.dashboards > 0 },
    // The one who reads this counts too.
    { step: 'invite', count: counters.users, isDone: counters.users > 1 },
  ] as const
}
