import { earlierSteps } from '@sightline/contract/results.ts'

/** The earlier row with which the numbers of a column are compared. */
export const comparedSteps = ['none', ...earlierSteps] as const
export type ComparedStep = (typeof comparedSteps)[number]

/** How a change is shown: in percent of the earlier number, or as the difference. */
export const changeKinds = ['percent', 'difference'] as const
export type ChangeKind = (typeof changeKinds)[number]
