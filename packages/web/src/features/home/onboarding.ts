import type { ObjectCounters } from '@sightline/contract/status.ts'

/** The steps of the checklist, in order, and whether each is done. */
export function onboardingSteps(counters: ObjectCounters) {
  return [
    { step: 'data_source', isDone: counters.data_sources > 0 },
    { step: 'query', isDone: counters.queries > 0 },
    { step: 'alert', isDone: counters.alerts > 0 },
    { step: 'dashboard', isDone: counters.dashboards > 0 },
    // The one who reads this counts too.
    { step: 'invite', isDone: counters.users > 1 },
  ] as const
}
